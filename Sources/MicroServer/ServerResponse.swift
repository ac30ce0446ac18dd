// Govorun: the answer a handler gives. SPDX-License-Identifier: MIT

/// An answer: status, headers, and a body that is ready, streamed, or deliberately wrong.
public struct ServerResponse: Sendable {
    /// What follows the head.
    public enum Body: Sendable {
        /// All of it, at once.
        case bytes([UInt8])
        /// Server-sent events until the stream ends or the client leaves, with comments as heartbeats between them.
        case events(AsyncStream<ServerEvent>)
        /// A fault: announces `claimedLength` bytes, sends these fewer, and closes the connection.
        case cut([UInt8], claimedLength: Int)
        /// A fault: the connection is reset without an answer.
        case abort
    }

    /// The HTTP status, 200...599.
    public var status: Int
    /// Header fields besides those the server writes itself (`Date`, `Content-Length`, `Connection`).
    public var headers: FieldList
    /// What follows the head.
    public var body: Body

    /// Makes an answer from its parts.
    public init(status: Int, headers: FieldList = FieldList(), body: Body) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// A body of any type.
    ///
    /// - Parameter headers: further header fields; one with a line break in it is left out.
    public static func bytes(_ status: Int, type: String, _ body: [UInt8], headers: [FieldList.Field] = []) -> ServerResponse {
        let type = FieldList.Field(name: "Content-Type", value: type)
        return ServerResponse(status: status, headers: FieldList([type] + headers), body: .bytes(body))
    }

    /// A JSON body, already serialised.
    public static func json(_ status: Int, _ bytes: [UInt8]) -> ServerResponse {
        .bytes(status, type: "application/json; charset=utf-8", bytes)
    }

    /// A plain text body.
    public static func text(_ status: Int, _ text: String) -> ServerResponse {
        .bytes(status, type: "text/plain; charset=utf-8", Array(text.utf8))
    }

    /// A stream of server-sent events.
    public static func events(_ stream: AsyncStream<ServerEvent>) -> ServerResponse {
        let fields = [("Content-Type", "text/event-stream; charset=utf-8"), ("Cache-Control", "no-store")]
        return ServerResponse(
            status: 200, headers: FieldList(fields.map { FieldList.Field(name: $0.0, value: $0.1) }), body: .events(stream))
    }

    /// The connection is reset and nothing is answered.
    public static var abort: ServerResponse { ServerResponse(status: 500, body: .abort) }

    /// An answer that breaks off: `claimedLength` bytes are announced, these fewer ones are sent.
    public static func cut(_ bytes: [UInt8], claimedLength: Int, type: String = "application/json") -> ServerResponse {
        let type = FieldList.Field(name: "Content-Type", value: type)
        return ServerResponse(status: 200, headers: FieldList([type]), body: .cut(bytes, claimedLength: claimedLength))
    }

    /// 404: there is nothing of that name.
    public static var notFound: ServerResponse { .text(404, "not found\n") }

    /// 400 with the reason.
    public static func badRequest(_ reason: String = "bad request") -> ServerResponse { .text(400, reason + "\n") }

    /// 413: the body is larger than this server takes.
    public static var tooLarge: ServerResponse { .text(413, "body too large\n") }

    /// 405 with the methods that are allowed there.
    public static func methodNotAllowed(_ allowed: String) -> ServerResponse {
        .bytes(
            405, type: "text/plain; charset=utf-8", Array("method not allowed\n".utf8),
            headers: [FieldList.Field(name: "Allow", value: allowed)])
    }
}

/// One server-sent event.
public struct ServerEvent: Sendable, Equatable {
    /// What a reconnecting client names in `Last-Event-ID`; nil writes none.
    public var id: String?
    /// The event's name; nil is `message` to a browser.
    public var name: String?
    /// The text; line breaks in it are kept.
    public var data: String

    /// Makes an event.
    public init(id: String? = nil, name: String? = nil, data: String) {
        self.id = id
        self.name = name
        self.data = data
    }

    /// The event as it goes over the wire (WHATWG HTML, "Server-sent events").
    var wire: [UInt8] {
        var text = ""
        if let id { text += "id: \(Self.oneLine(id))\n" }
        if let name { text += "event: \(Self.oneLine(name))\n" }
        for line in data.split(omittingEmptySubsequences: false, whereSeparator: Self.endsLine) { text += "data: \(line)\n" }
        return Array((text + "\n").utf8)
    }

    private static func oneLine(_ text: String) -> String { String(text.filter { !endsLine($0) && $0 != "\0" }) }

    /// Not `isNewline`: that takes U+2028 too, which may stand inside a JSON string.
    private static func endsLine(_ character: Character) -> Bool { character == "\n" || character == "\r" || character == "\r\n" }
}
