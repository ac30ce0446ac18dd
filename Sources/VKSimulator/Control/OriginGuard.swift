// Govorun: keeps foreign web pages out of the control API. SPDX-License-Identifier: MIT
import MicroServer

/// Lets only this machine's own pages and programs control the simulator.
///
/// A page anywhere may make a browser send requests here. It cannot hide its `Origin`, cannot send JSON without asking first
/// (and is never told yes), and a name of its own that points at this machine shows in `Host`.
struct OriginGuard: Sendable {
    /// The host the simulator was told to listen on; it is a good name, too.
    let host: String

    func allows(_ request: ServerRequest) -> Bool {
        guard let host = request.headers.first(named: "Host"), isOwn(host) else { return false }
        guard let origin = request.headers.first(named: "Origin") else { return true }
        for scheme in ["http://", "https://"] where origin.hasPrefix(scheme) { return isOwn(String(origin.dropFirst(scheme.count))) }
        return false
    }

    private func isOwn(_ authority: String) -> Bool {
        let name = authority.hasPrefix("[") ? authority.prefix { $0 != "]" }.dropFirst() : authority.prefix { $0 != ":" }
        return ["127.0.0.1", "localhost", "::1", host.lowercased()].contains(name.lowercased())
    }
}
