// Govorun: uploaded files, given back. SPDX-License-Identifier: MIT
import MicroServer

/// Answers `/file/NUMBER/SECRET/NAME`.
struct FileEndpoint: Sendable {
    let simulator: VKSimulator

    func answer(_ path: String, _ request: ServerRequest) -> ServerResponse {
        let pieces = path.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false)
        guard pieces.count == 3, let number = Int(pieces[0]) else { return .notFound }
        let found = simulator.change { world in world.files[number].map { ($0, world.files.content(of: number)) } }
        guard let (file, content) = found, file.path.dropping("/file/")?.hasPrefix("\(number)/\(pieces[1])/") == true, let content else {
            return .notFound
        }
        // What strangers upload must not act as a page of this server.
        var headers = [("X-Content-Type-Options", "nosniff"), ("Content-Security-Policy", "sandbox; default-src 'none'")]
        if file.picture == nil && file.voice == nil { headers.append(("Content-Disposition", "attachment")) }
        return .bytes(200, type: file.type, content, headers: headers.map { FieldList.Field(name: $0.0, value: $0.1) })
    }
}
