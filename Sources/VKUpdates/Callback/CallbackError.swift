// Govorun: why a callback address cannot be registered. SPDX-License-Identifier: MIT

/// Why a community's updates cannot be had by callback although VK answers; `description` says what to do.
public struct CallbackError: Error, Sendable, CustomStringConvertible {
    /// What went wrong, to switch on.
    public enum Code: Sendable, Equatable {
        /// The public address is no `http://` or `https://` URL.
        case badURL
        /// The secret is empty or longer than VK takes.
        case badSecret
        /// The community has as many callback servers as VK allows (VK's error 2000).
        case tooManyServers
        /// VK could not confirm the address.
        case notConfirmed
        /// Somebody deleted the server at VK meanwhile.
        case vanished
    }

    /// What went wrong.
    public let code: Code
    /// The address that VK is to post to.
    public let url: String
    /// VK's word for the state of the server, with `notConfirmed`.
    public let status: String?

    init(_ code: Code, url: String, status: String? = nil) {
        self.code = code
        self.url = url
        self.status = status
    }

    /// The sentence for people; it names the address, never the secret.
    public var description: String {
        switch code {
        case .badURL: "\(url) is no address that VK could post to: it must begin with https:// or http://"
        case .badSecret: "the callback secret must have 1 to \(CallbackPlan.secretLimit) characters"
        case .tooManyServers:
            "the community has ten callback servers, which is all that VK allows: delete one in the community's settings "
                + "(API usage, Callback API), or set the address of one of them to \(url)"
        case .notConfirmed:
            "VK could not confirm \(url) (it says: \(status ?? "nothing")): it must be reachable from the internet under exactly this "
                + "address, with a certificate that browsers trust, and lead to this runner"
        case .vanished: "the callback server for \(url) was deleted at VK while it was being set up"
        }
    }
}
