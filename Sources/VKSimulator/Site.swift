// Govorun: which part of the simulator answers a request. SPDX-License-Identifier: MIT
import MicroServer

/// The simulator's addresses.
struct Site: Sendable {
    let simulator: VKSimulator

    func answer(_ request: ServerRequest) async -> ServerResponse {
        if let method = request.path.dropping("/method/") { return await MethodEndpoint(simulator: simulator).answer(method, request) }
        if let group = request.path.dropping("/longpoll/") { return await LongPollEndpoint(simulator: simulator).answer(group, request) }
        if let page = request.path.dropping("/nim") { return await LongPollEndpoint(simulator: simulator).answer(page: page, request) }
        if let name = request.path.dropping("/simulator/") { return ControlEndpoint(simulator: simulator).answer(name, request) }
        if request.path.hasPrefix("/upload/") { return await UploadEndpoint(simulator: simulator).answer(request) }
        if let page = OAuthEndpoint(simulator: simulator).answer(request) { return page }
        guard request.method == "GET" else { return .methodNotAllowed("GET") }
        if request.path == "/" { return page("index.html") ?? .text(200, Self.greeting) }
        if let file = request.path.dropping("/file/") { return FileEndpoint(simulator: simulator).answer(file, request) }
        if let check = CheckEndpoint(simulator: simulator).answer(request) { return check }
        return request.path.dropping("/web/").flatMap(page) ?? .notFound
    }

    private static let greeting = "VK is simulated here. API: /method/NAME, control: /simulator/state\n"

    private func page(_ name: String) -> ServerResponse? {
        guard let page = simulator.configuration.pages[name] else { return nil }
        // The page talks to this server alone, and no other page may hold it in a frame.
        let policy =
            "default-src 'self'; img-src 'self' data:; object-src 'none'; form-action 'none'; frame-ancestors 'none'; base-uri 'none'"
        let headers = [("Content-Security-Policy", policy), ("X-Content-Type-Options", "nosniff"), ("Cache-Control", "no-cache")]
        return .bytes(200, type: page.type, Array(page.body.utf8), headers: headers.map { FieldList.Field(name: $0.0, value: $0.1) })
    }
}

extension String {
    /// What follows a prefix; nil without it.
    func dropping(_ prefix: String) -> String? { hasPrefix(prefix) ? String(dropFirst(prefix.count)) : nil }
}
