// Govorun: control of faults. SPDX-License-Identifier: MIT
import TapeJSON

extension ControlEndpoint {
    static let faultActions: [String: Action] = [
        "faults": { (simulator, body) throws(SimulatorError) in
            if try body.flag("clear", default: false) {
                simulator.clearFaults()
            } else {
                let count = try body.intIfAny("count") ?? 1
                guard count > 0 else { throw SimulatorError(.invalid, "count \(count)") }
                simulator.add(Fault(try body.faultKind(), match: try body.textIfAny("match") ?? "*", count: count))
            }
            return done
        },
        "expire-keys": { (simulator, body) throws(SimulatorError) in
            simulator.expireKeys(of: try body.int("community"))
            return done
        },
        "lose-history": { (simulator, body) throws(SimulatorError) in
            simulator.loseHistory(of: try body.int("community"))
            return done
        },
    ]
}

extension ControlBody {
    fileprivate func faultKind() throws(SimulatorError) -> Fault.Kind {
        let name = try text("kind")
        if let simple = Fault.Kind.named[name] { return simple }
        switch name {
        case "delay": return .delay(try milliseconds("ms"))
        case "refuse": return .refuse(try milliseconds("ms"))
        case "cut_upload": return .cutUpload(try int("bytes"))
        case "error": return .error(try int("code"))
        case "failed": return .failed(try int("code"))
        case "status":
            let status = try int("status")
            guard (200...599).contains(status) else { throw SimulatorError(.invalid, "status \(status)") }
            return .status(status)
        default: throw SimulatorError(.invalid, "kind \(name)")
        }
    }
}

extension Fault.Kind {
    /// The kinds that need no number, by their names in the control API.
    static let named: [String: Fault.Kind] = [
        "garbage": .garbage, "cut_json": .cutJSON, "empty": .empty, "reset_before": .resetBefore, "reset_during": .resetDuring,
        "reset_after": .resetAfter, "hang": .hang, "hang_after": .hangAfter, "expire_keys": .expireKeys, "lose_history": .loseHistory,
        "refuse_file": .refuseFile, "expire_uploads": .expireUploads, "captcha_redirect": .redirectCaptcha,
    ]
}
