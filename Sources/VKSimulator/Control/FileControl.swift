// Govorun: control requests whose body is a file. SPDX-License-Identifier: MIT
import MicroServer
import TapeJSON

extension ControlEndpoint {
    /// What takes a file as it is, with everything else in the query.
    typealias FileAction = @Sendable (VKSimulator, ServerRequest) throws(SimulatorError) -> JSONValue

    static let fileActions: [String: FileAction] = [
        "upload": { (simulator, request) throws(SimulatorError) in
            let person = try request.int("person")
            let name = request.query.first(named: "name") ?? ""
            guard let kind = VKSimulator.FileKind(rawValue: request.query.first(named: "kind") ?? "doc") else {
                throw SimulatorError(.invalid, "kind")
            }
            let attachment = try simulator.upload(request.body, named: name, as: kind, by: person, type: request.contentType)
            guard request.query.first(named: "community") != nil else { return ["attachment": JSONValue(attachment)] }
            let text = request.query.first(named: "text") ?? ""
            let peer = request.query.first(named: "peer") == nil ? nil : try request.int("peer")
            var writing = VKSimulator.Writing(text, from: person, in: try request.int("community"), peer: peer)
            writing.attached = [attachment]
            var answer = written(try simulator.write(writing))
            answer["attachment"] = JSONValue(attachment)
            return answer
        }
    ]

    /// A foreign page may send the three simple types without asking, so that they are no files here.
    static func isFile(_ type: String) -> Bool {
        !["", "text/plain", "application/x-www-form-urlencoded", "multipart/form-data"].contains(type)
    }
}

extension ServerRequest {
    fileprivate func int(_ name: String) throws(SimulatorError) -> Int {
        guard let text = query.first(named: name) else { throw SimulatorError(.invalid, "a request without \(name)") }
        guard let number = Int(text) else { throw SimulatorError(.invalid, "\(name) \(text)") }
        return number
    }
}
