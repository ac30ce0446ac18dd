// Govorun: which heads are refused before anything is made of them. SPDX-License-Identifier: MIT

/// What must not be guessed about a request: where it ends, and whom it is for (RFC 9110 and 9112).
///
/// A proxy in front may guess otherwise, and what one takes for a body is a request to the other. So whoever is in doubt is told so, and the
/// connection is closed.
enum HeadRules {
    /// The answer to a head that is refused; it closes the connection.
    ///
    /// - Parameter version: as the client wrote it: `HTTP/1.1`.
    static func fault(of head: RequestHead, version: String) -> ServerResponse? {
        if let field = head.headers.first(where: { !isToken($0.name) || !isFieldValue($0.value) }) {
            return refusal(400, "a header field is malformed: its name is \(field.name.utf8.count) bytes long")
        }
        guard isToken(head.method), head.target.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F }) else {
            return refusal(400, "the first line is malformed")
        }
        return host(head, version) ?? framing(head, version) ?? expectation(head) ?? connect(head)
    }

    private static func host(_ head: RequestHead, _ version: String) -> ServerResponse? {
        let hosts = head.headers.all(named: "Host")
        guard hosts.count == 1 || hosts.isEmpty && version == "HTTP/1.0" else { return refusal(400, "one Host is needed") }
        return hosts.allSatisfy { $0.utf8.allSatisfy(isHostByte) } ? nil : refusal(400, "the Host is malformed")
    }

    private static func framing(_ head: RequestHead, _ version: String) -> ServerResponse? {
        let (lengths, codings) = (head.headers.all(named: "Content-Length"), head.headers.all(named: "Transfer-Encoding"))
        guard !codings.isEmpty else { return lengths.count > 1 ? refusal(400, "two lengths of one body") : nil }
        guard lengths.isEmpty, codings.count == 1, version != "HTTP/1.0" else {
            return refusal(400, "the length of the body is said in two ways")
        }
        return codings[0].utf8.map(lowercasedASCII).elementsEqual("chunked".utf8) ? nil : refusal(501, "only chunked is understood")
    }

    private static func expectation(_ head: RequestHead) -> ServerResponse? {
        let others = head.headers.all(named: "Expect").filter { $0.lowercased() != "100-continue" }
        return others.isEmpty ? nil : refusal(417, "only 100-continue can be expected")
    }

    /// Whatever follows would be for somebody else.
    private static func connect(_ head: RequestHead) -> ServerResponse? {
        head.method == "CONNECT" ? refusal(501, "this is no proxy") : nil
    }

    static func refusal(_ status: Int, _ reason: String) -> ServerResponse {
        .bytes(
            status, type: "text/plain; charset=utf-8", Array((reason + "\n").utf8),
            headers: [FieldList.Field(name: "Connection", value: "close")])
    }

    private static func isToken(_ text: String) -> Bool { !text.isEmpty && text.utf8.allSatisfy(isTokenByte) }

    /// `tchar` of RFC 9110.
    private static func isTokenByte(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
    }

    private static func isFieldValue(_ text: String) -> Bool { text.utf8.allSatisfy { $0 == 9 || $0 >= 0x20 && $0 != 0x7F } }

    /// What a name, an address and a port are made of.
    private static func isHostByte(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        default: "-._~!$&'()*+,;=%:[]".utf8.contains(byte)
        }
    }
}
