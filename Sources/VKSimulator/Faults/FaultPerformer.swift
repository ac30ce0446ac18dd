// Govorun: faults put into practice. SPDX-License-Identifier: MIT
import MicroServer

/// Lets a request meet its fault.
struct FaultPerformer: Sendable {
    let simulator: VKSimulator

    /// - Parameter perform: performs the request, or fails it as told, and gives the body of its answer.
    func answer(_ fault: Fault.Kind?, perform: (APIFailure?) -> [UInt8]) async -> ServerResponse {
        switch fault {
        case nil, .failed?, .expireKeys?: return .json(200, perform(nil))
        case .delay(let duration)?:
            guard await pause(duration) else { return .abort }
            return .json(200, perform(nil))
        case .error(let code)?: return .json(200, perform(APIFailure(code, "Simulated error \(code)")))
        case .garbage?:
            _ = perform(nil)
            return .json(200, Array("<<< this is not JSON >>>".utf8))
        case .cutJSON?:
            let body = perform(nil)
            return .json(200, Array(body.prefix(body.count / 2)))
        case .empty?:
            _ = perform(nil)
            return .json(200, [])
        case .resetDuring?:
            let body = perform(nil)
            return .cut(Array(body.prefix(body.count / 2)), claimedLength: body.count)
        case .resetAfter?:
            _ = perform(nil)
            return .abort
        case .hangAfter?:
            _ = perform(nil)
            await Waiter().wait()
            return .abort
        case .status?, .resetBefore?, .hang?, .refuse?: return await unperformed(fault)
        }
    }

    private func unperformed(_ fault: Fault.Kind?) async -> ServerResponse {
        switch fault {
        case .status(let status)?:
            let page = "<html><head><title>\(status)</title></head><body><h1>\(status)</h1><hr>proxy</body></html>\n"
            return .bytes(status, type: "text/html; charset=utf-8", Array(page.utf8))
        case .hang?:
            await Waiter().wait()
            return .abort
        case .refuse(let duration)?:
            simulator.refuseConnections(for: duration)
            return .abort
        default: return .abort
        }
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
