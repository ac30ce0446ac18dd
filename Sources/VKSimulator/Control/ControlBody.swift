// Govorun: what a control request says. SPDX-License-Identifier: MIT
import TapeJSON

/// The JSON body of a control request, read strictly.
struct ControlBody: Sendable {
    let json: JSON

    init(_ bytes: [UInt8]) throws(SimulatorError) {
        do { json = try JSONDocument(bytes).root } catch { throw SimulatorError(.invalid, "the body, \(error.description),") }
    }

    init(_ json: JSON) { self.json = json }

    func int(_ name: String) throws(SimulatorError) -> Int {
        guard let number = try intIfAny(name) else { throw SimulatorError(.invalid, "a request without \(name)") }
        return number
    }

    func intIfAny(_ name: String) throws(SimulatorError) -> Int? {
        guard json[name].exists else { return nil }
        if let number = json[name].int { return number }
        let isName = json[name].string != nil && ["community", "person", "peer", "member"].contains(name)
        throw SimulatorError(.invalid, "\(name) \(json[name])", advice: isName ? "it is a number, see GET /simulator/state" : "")
    }

    func text(_ name: String) throws(SimulatorError) -> String {
        guard let text = try textIfAny(name) else { throw SimulatorError(.invalid, "a request without \(name)") }
        return text
    }

    func textIfAny(_ name: String) throws(SimulatorError) -> String? {
        guard json[name].exists else { return nil }
        guard let text = json[name].string else { throw SimulatorError(.invalid, "\(name) \(json[name])") }
        return text
    }

    func flag(_ name: String, default preset: Bool) throws(SimulatorError) -> Bool {
        guard json[name].exists else { return preset }
        guard let flag = json[name].bool else { throw SimulatorError(.invalid, "\(name) \(json[name])") }
        return flag
    }

    func ints(_ name: String) throws(SimulatorError) -> [Int] {
        let numbers = json[name].items.map(\.int)
        guard !numbers.contains(nil), !json[name].exists || json[name].kind == .array else {
            throw SimulatorError(.invalid, "\(name) \(json[name])")
        }
        return numbers.compactMap(\.self)
    }

    func milliseconds(_ name: String) throws(SimulatorError) -> Duration {
        let number = try int(name)
        guard (0...3_600_000).contains(number) else { throw SimulatorError(.invalid, "\(name) \(number)") }
        return .milliseconds(number)
    }

    /// A payload: JSON as text, or as a value.
    func payload(_ name: String) -> String? { json[name].exists ? json[name].string ?? json[name].rawText : nil }

    func value(_ name: String) -> JSONValue? {
        // Spelled out: in `? : nil` the nil would be a JSONValue, too.
        guard json[name].exists else { return Optional.none }
        return JSONValue(json[name])
    }
}
