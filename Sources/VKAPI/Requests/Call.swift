// Govorun: one invocation of a VK method, as a value. SPDX-License-Identifier: MIT

/// A method, its parameters and how it wants to be sent; holds no token.
public struct Call: Sendable {
    /// VK's method name, case sensitive: `messages.send`.
    public let method: String
    /// What goes into the form beside the token, the version and the language.
    public var parameters: Parameters
    /// The longest one attempt may take; `nil`: the client's setting.
    public var timeout: Duration?
    /// Whether failures that a repeat may mend are repeated here; error 6, which VK refused unperformed, always is.
    public var repeatsFailures = true

    /// A call of `method`.
    public init(_ method: String, _ parameters: Parameters = [:], timeout: Duration? = nil) {
        self.method = method
        self.parameters = parameters
        self.timeout = timeout
    }
}

extension Call: CustomStringConvertible {
    /// The method's name and its parameters' names; never a value.
    public var description: String { "\(method)(\(parameters))" }
}
