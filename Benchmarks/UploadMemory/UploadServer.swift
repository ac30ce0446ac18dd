// Govorun: VK with its upload server, for one client in a process of its own. SPDX-License-Identifier: MIT
import Glibc
import MicroServer

/// Ends the program.
enum Exit {
    static func with(_ status: Int32) -> Never { exit(status) }
}

/// The parent: it serves, its child uploads and measures itself, so that neither's memory is counted with the other's.
enum UploadServer {
    /// Serves until the client has ended; its exit status.
    static func serving(megabytes: Int) async throws -> Int32 {
        var configuration = MicroServer.Configuration()
        configuration.bodyLimit = (megabytes + 1) << 20
        let server = try MicroServer(configuration) { answer($0) }
        let texts: [String] = ["UploadMemory", "client", String(server.port), String(megabytes)]
        let words: [UnsafeMutablePointer<CChar>?] = texts.map { text in strdup(text) } + [nil]
        defer { for word in words { free(word) } }
        var process = pid_t()
        guard posix_spawn(&process, "/proc/self/exe", nil, nil, words, environ) == 0 else { return 1 }
        var status: Int32 = 1
        waitpid(process, &status, 0)
        await server.stop()
        return status == 0 ? 0 : 1
    }

    private static func answer(_ request: ServerRequest) -> ServerResponse {
        let host = request.headers.first(named: "Host") ?? ""
        return switch request.path {
        case "/method/docs.getMessagesUploadServer": json(#"{"response": {"upload_url": "http://\#(host)/upload?hash=h"}}"#)
        case "/upload": json(#"{"file": "\#(request.parts.first?.body.count ?? 0)"}"#)
        case "/method/docs.save":
            json(#"{"response": {"type": "doc", "doc": {"id": 1, "owner_id": 2, "size": \#(request.form.first(named: "file") ?? "0")}}}"#)
        default: .notFound
        }
    }

    private static func json(_ text: String) -> ServerResponse { .json(200, Array(text.utf8)) }
}
