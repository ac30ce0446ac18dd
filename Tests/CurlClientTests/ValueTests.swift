// Govorun: the values and what they show of themselves. SPDX-License-Identifier: MIT
import Testing

@testable import CurlClient

@Suite("Values")
struct ValueTests {
    @Test(
        "A redacted URL keeps scheme, host, port and path only",
        arguments: [
            ("https://api.vk.ru/method/users.get?access_token=t0ken#t0ken", "https://api.vk.ru/method/users.get"),
            ("HTTP://user:t0ken@Example.org:8080", "http://Example.org:8080/"), ("http://[::1]:80/a", "http://[::1]/a"),
            ("https://example.org:80/", "https://example.org:80/"), ("http://example.org/a/../b?x", "http://example.org/a/../b"),
            ("socks5h://user:t0ken@proxy:1080", "socks5h://proxy:1080/"), ("http://example.org?u=http:///x", "http://example.org/"),
        ])
    func redaction(url: String, shown: String) { #expect(RedactedURL(url)?.description == shown) }

    @Test("No description, mirror or dump shows a secret")
    func secrecy() throws {
        var request = HTTPRequest("https://user:t0ken@a.invalid/p?k=t0ken", method: .post, body: Array("t0ken".utf8))
        request.headers = [("Authorization", "t0ken")]
        request.route.proxy = "http://user:t0ken@proxy:3128"
        let response = HTTPResponse(status: 200, headers: HTTPHeaders([("Set-Cookie", "t0ken")]), body: Array("t0ken".utf8))
        let error = HTTPError(.closed, context: .init(url: RedactedURL(request.url)))
        for value: Any in [request, request.route, response, response.headers, error, RedactedURL(request.url) as Any] {
            var dumped = ""
            dump(value, to: &dumped)
            for text in ["\(value)", String(reflecting: value), dumped] {
                #expect(!text.contains("t0ken"))
                #expect(!text.contains("116, 48, 107, 101, 110"), "the bytes of the secret")
            }
        }
        #expect("\(request)" == "POST https://a.invalid/p")
    }

    @Test("Header fields are found in any letter case, in their order, without white space around")
    func headers() {
        let headers = HTTPHeaders(lines: Array("Set-Cookie: a=1\r\nset-cookie:b=2\r\nX-Empty:\r\nX-Colon: a: b \r\nbroken\r\n".utf8))
        #expect(headers["SET-COOKIE"] == "a=1")
        #expect(headers.all("Set-Cookie") == ["a=1", "b=2"])
        #expect(headers["x-empty"] == "")
        #expect(headers["x-colon"] == "a: b")
        #expect(headers["x"] == nil)
        #expect(headers.all("broken").isEmpty)
        #expect(headers.fields.map(\.name) == ["Set-Cookie", "set-cookie", "X-Empty", "X-Colon"])
        #expect(HTTPHeaders([("A", "1")])["a"] == "1")
    }

    @Test("Each code has its own sentence")
    func sentences() {
        #expect(Set(HTTPError.Code.allCases.map(\.sentence)).count == HTTPError.Code.allCases.count)
    }

    @Test("An error names its parts and the line that raised it")
    func description() {
        let error = HTTPError(
            .proxyFailed, context: .init(url: RedactedURL("http://a/b?c"), curlCode: 56, status: 403), mayHaveBeenPerformed: true)
        #expect(error.description == "the proxy failed, at http://a/b, status 403, curl 56, the server may have acted on it")
        #expect(error.origin.fileID.hasSuffix("ValueTests.swift"))
        #expect(error.origin.line > 0)
    }

    @Test(
        "Only a plain name needs looking up",
        arguments: [
            ("api.vk.ru", true), ("API.VK.RU", true), ("a1", true), ("1a", true), ("127.0.0.1", false), ("[::1]", false),
            ("localhost", false),
            ("bot.LOCALHOST", false), ("пример.рф", false), ("api.vk.ru.", false),
        ])
    func names(host: String, isName: Bool) { #expect(RequestPlan.isName(host) == isName) }

    @Test(
        "The first hop is what is looked up",
        arguments: [
            ("http://A.example:81/", nil, RequestPlan.Lookup(host: "a.example", port: 81)),
            ("https://a.example/", "http://proxy.example", RequestPlan.Lookup(host: "proxy.example", port: 1_080)),
            ("https://a.example/", "http://proxy.example:80", RequestPlan.Lookup(host: "proxy.example", port: 80)),
            ("https://a.example/", "socks5h://10.0.0.1:9050", nil), ("http://0x7f000001/", nil, nil),
        ] as [(String, String?, RequestPlan.Lookup?)])
    func hop(url: String, proxy: String?, expected: RequestPlan.Lookup?) throws {
        var request = HTTPRequest(url)
        request.route.proxy = proxy
        #expect(try RequestPlan(request).lookup == expected)
    }
}
