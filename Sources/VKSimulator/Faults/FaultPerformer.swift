// Govorun: faults put into practice. SPDX-License-Identifier: MIT
import MicroServer

/// Lets a request meet its fault.
struct FaultPerformer: Sendable {
    let simulator: VKSimulator
    /// The content type of an answer that was performed.
    var type = "application/json; charset=utf-8"

    /// - Parameter perform: performs the request, or fails it as told, and gives the body of its answer.
    func answer(_ fault: Fault.Kind?, perform: (APIFailure?) -> [UInt8]) async -> ServerResponse {
        switch fault {
        case nil, .failed?, .expireKeys?, .loseHistory?, .refuseFile?, .expireUploads?, .cutUpload?:
            return answer(perform(nil))
        case .error(let code)?:
            return answer(perform(.simulated(code)))
        case .redirectCaptcha?:
            return answer(perform(.redirectCaptcha))
        case .delay(let duration)?:
            return await pause(duration) ? answer(perform(nil)) : .abort
        case .status(let status)?:
            return Self.page(status)
        case .resetBefore?:
            return .abort
        case .refuse(let duration)?:
            simulator.refuseConnections(for: duration)
            return .abort
        case .hang?:
            return await Self.hang()
        case .hangAfter?:
            _ = perform(nil)
            return await Self.hang()
        case .garbage?, .cutJSON?, .empty?, .resetDuring?, .resetAfter?:
            return spoiled(perform(nil), by: fault)
        }
    }

    private func answer(_ body: [UInt8]) -> ServerResponse { .bytes(200, type: type, body) }

    /// The answer of a request that was performed, as little of it as the fault leaves.
    private func spoiled(_ body: [UInt8], by fault: Fault.Kind?) -> ServerResponse {
        let half = Array(body.prefix(body.count / 2))
        return switch fault {
        case .garbage?: answer(Array("<<< this is not JSON >>>".utf8))
        case .cutJSON?: answer(half)
        case .resetDuring?: .cut(half, claimedLength: body.count, type: type)
        case .resetAfter?: .abort
        default: answer([])
        }
    }

    private static func page(_ status: Int) -> ServerResponse {
        let page = "<html><head><title>\(status)</title></head><body><h1>\(status)</h1><hr>proxy</body></html>\n"
        return .bytes(status, type: "text/html; charset=utf-8", Array(page.utf8))
    }

    /// Until the client gives up.
    private static func hang() async -> ServerResponse {
        await Waiter().wait()
        return .abort
    }

    /// - Returns: false when the client left meanwhile.
    private func pause(_ duration: Duration) async -> Bool {
        do {
            try await simulator.configuration.time.sleep(duration)
            return true
        } catch {
            return false
        }
    }
}
