// Govorun: upload servers over HTTP. SPDX-License-Identifier: MIT
import MicroServer
import TapeJSON

/// Answers `/upload/FLOW/…?hash=…`.
struct UploadEndpoint: Sendable {
    let simulator: VKSimulator

    /// Says who takes in an upload, once its head was read.
    func reception(for request: ServerRequest) -> Reception? {
        guard let flow = Self.flow(of: request) else { return nil }
        let cut = simulator.change { world in world.takeFault(for: flow.faultTarget) { $0.cutsUpload } }
        let intake = UploadIntake(keepLimit: simulator.configuration.fileLimit, cutAfter: cut?.cutAfter)
        // A file a little too large is to be refused in VK's way, not by a status.
        return Reception(intake, limit: flow.limit + 1 << 20)
    }

    func answer(_ request: ServerRequest) async -> ServerResponse {
        guard let flow = Self.flow(of: request) else { return .notFound }
        guard request.method == "POST" else { return .methodNotAllowed("POST") }
        let fault = simulator.change { world in
            let fault = world.takeFault(for: flow.faultTarget) { !$0.cutsUpload }
            if fault == .expireUploads { world.uploads.expireAll() }
            return fault
        }
        let now = simulator.configuration.time.now
        let name = request.query.first(named: "hash") ?? ""
        guard let ticket = simulator.change({ $0.uploads.ticket(name, at: now.at) }), ticket.flow == flow else { return Self.expired }
        let parts = (request.receiver as? UploadIntake)?.parts ?? []
        // VK's upload servers send their JSON as a page.
        return await FaultPerformer(simulator: simulator, type: "text/html; charset=utf-8").answer(fault) { _ in
            simulator.change { $0.receive(parts, for: ticket, isRefused: fault == .refuseFile, at: now) }
        }
    }

    private static func flow(of request: ServerRequest) -> UploadFlow? {
        request.path.dropping("/upload/").flatMap { UploadFlow(rawValue: String($0.prefix { $0 != "/" })) }
    }

    private static let expired = ServerResponse.bytes(
        404, type: "text/html; charset=utf-8",
        Array("<html><head><title>404</title></head><body><h1>404 Not Found</h1></body></html>\n".utf8))
}
