// Govorun: Docs/simulator.md names what there is. SPDX-License-Identifier: MIT
import Foundation
import Testing

@testable import VKSimulator

@Suite("Docs/simulator.md")
struct DocumentationTests {
    private func page() throws -> String {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        return try String(contentsOf: root.appending(path: "Docs/simulator.md"), encoding: .utf8)
    }

    @Test("Every control request, view and kind of fault is documented")
    func control() throws {
        let page = try page()
        let kinds = Array(Fault.Kind.named.keys) + ["delay", "status", "error", "failed", "refuse", "cut_upload"]
        let requests = Array(ControlEndpoint.actions.keys) + Array(ControlEndpoint.fileActions.keys) + Array(ControlEndpoint.views.keys)
        let missing = (requests + kinds).filter { !page.contains("`\($0)`") }
        #expect(missing == [])
    }

    @Test("Every key of a control request is documented")
    func keys() throws {
        let page = try page()
        let keys = Set(ControlEndpoint.actions.keys.flatMap { ControlKeys.of($0) }).subtracting(["ms", "bytes"])
        #expect(keys.filter { !page.contains("`\($0)`") && !page.contains("`\($0)?`") && !page.contains("`\($0): true`") } == [])
    }

    @Test("Every method is documented")
    func methods() throws {
        let page = try page()
        let missing = MethodTable.methods.keys.filter { !page.contains("\($0.split(separator: ".").last ?? "")`") }
        #expect(missing.sorted() == [])
    }
}
