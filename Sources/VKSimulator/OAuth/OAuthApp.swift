// Govorun: apps that people let in. SPDX-License-Identifier: MIT

/// An app of the simulator, for the OAuth flows.
public struct OAuthApp: Sendable, Equatable {
    /// The app's id, `client_id`.
    public let id: Int
    /// Its secret, `client_secret`. Made up, worth nothing outside the simulator.
    public let secret: String
    /// Where people may be sent back to; empty for anywhere.
    public let redirects: [String]
}

extension VKSimulator {
    /// Adds an app.
    ///
    /// - Parameter redirects: the only addresses it may name in `redirect_uri`; empty for any.
    /// - Throws: ``SimulatorError`` `.taken` when the id is in use.
    @discardableResult
    public func addApp(_ id: Int, secret: String, redirects: [String] = []) throws(SimulatorError) -> OAuthApp {
        try change { world throws(SimulatorError) in
            guard id > 0, !secret.isEmpty else { throw SimulatorError(.invalid, "app \(id)") }
            guard world.apps[id] == nil else { throw SimulatorError(.taken, "app \(id)") }
            let app = OAuthApp(id: id, secret: secret, redirects: redirects)
            world.apps[id] = app
            return app
        }
    }
}
