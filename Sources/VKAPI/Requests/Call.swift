// Govorun: one invocation of a VK method, as a value. SPDX-License-Identifier: MIT

/// A method, its parameters and how it wants to be sent; holds no token.
public struct Call: Sendable {
    /// VK's method name, case sensitive: `messages.send`.
    public let method: String
    /// What goes into the form beside the token, the version and the language.
    public var parameters: Parameters
    /// How it is sent; what is not set is the client's choice.
    public var options = RequestOptions()

    /// A call of `method`.
    public init(_ method: String, _ parameters: Parameters = [:]) {
        self.method = method
        self.parameters = parameters
    }
}

extension Call: CustomStringConvertible {
    /// The method's name and its parameters' names; never a value.
    public var description: String { "\(method)(\(parameters))" }
}

extension Call {
    /// The conversation whose order the call belongs to: VK must see what changes one conversation in the order it was asked for.
    /// `nil` for what only reads, for mailings to several and for the answer to a press, which nothing may hold up.
    var conversation: Int? {
        guard method.hasPrefix("messages."), method != "messages.sendMessageEventAnswer" else { return nil }
        if case .read = RepeatRules.rule(for: self) { return nil }
        if let peer = parameters["peer_id"] { return Int(peer) }
        if let chat = parameters["chat_id"].flatMap({ Int($0) }) {
            let (peer, isTooLarge) = chat.addingReportingOverflow(2_000_000_000)
            return isTooLarge ? nil : peer
        }
        return (parameters["user_id"] ?? parameters["peer_ids"]).flatMap { Int($0) }
    }
}
