// Govorun: proxies, redirections and sockets on the way to a host. SPDX-License-Identifier: MIT
import CurlClient
import Foundation
import Testing

@Suite("Routes")
struct RouteTests {
    @Test("A plain request goes to the proxy with its whole URL, and the password as a header")
    func plainProxy() async throws {
        let proxy = try ScriptedServer.answering { Reply($0.target) }
        var request = HTTPRequest("http://nowhere.invalid/a?b=c")
        request.route.proxy = "http://user:pass@127.0.0.1:\(proxy.port)"
        let response = try await withClient { try await $0.send(request) }
        #expect(String(decoding: response.body, as: UTF8.self) == "http://nowhere.invalid/a?b=c")
        #expect(proxy.requests.first?.headers["proxy-authorization"] == "Basic dXNlcjpwYXNz")
    }

    @Test("A proxy that refuses to connect is the proxy's failure, with its status", arguments: [403, 407, 502])
    func refusingProxy(status: Int) async throws {
        let proxy = try ScriptedServer.answering { _ in Reply("no", status: status) }
        var request = HTTPRequest("https://nowhere.invalid/a?b=c", method: .post, body: [1])
        request.route.proxy = "http://127.0.0.1:\(proxy.port)"
        let error = await #expect(throws: HTTPError.self) { try await withClient { try await $0.send(request) } }
        #expect(error?.code == .proxyFailed)
        #expect(error?.context.status == status)
        #expect(error?.mayHaveBeenPerformed == false)
        #expect(proxy.requests.first?.method == "CONNECT")
        #expect(proxy.requests.first?.target == "nowhere.invalid:443")
    }

    @Test("A proxy that cannot be reached is the proxy's failure", arguments: ["http", "socks5h"], ["http", "https"])
    func unreachableProxy(proxy: String, scheme: String) async throws {
        var request = HTTPRequest("\(scheme)://nowhere.invalid/")
        request.route.proxy = "\(proxy)://127.0.0.1:\(try Sockets.refusedPort())"
        let error = await #expect(throws: HTTPError.self) { try await withClient { try await $0.send(request) } }
        #expect(error?.code == .proxyFailed)
        #expect(error?.mayHaveBeenPerformed == false)
    }

    @Test("A proxy that cannot be found is the proxy's failure")
    func unknownProxy() async throws {
        var request = HTTPRequest("http://127.0.0.1/")
        request.route.proxy = "http://\(String(repeating: "a", count: 64)).example:3128"
        let error = await #expect(throws: HTTPError.self) { try await withClient { try await $0.send(request) } }
        #expect(error?.code == .proxyFailed)
    }

    @Test("A SOCKS proxy is given the host's name, not an address")
    func socks() async throws {
        let target = try ScriptedServer.answering { Reply($0.headers["host"] ?? "") }
        let port = target.port
        let proxy = try ScriptedServer { connection in
            let asked = try connection.acceptSOCKS()
            guard asked == "nowhere.invalid:80" else { return }
            try connection.tunnel(to: port)
        }
        var request = HTTPRequest("http://nowhere.invalid/")
        request.route.proxy = "socks5h://127.0.0.1:\(proxy.port)"
        let response = try await withClient { try await $0.send(request) }
        #expect(String(decoding: response.body, as: UTF8.self) == "nowhere.invalid")
    }

    @Test("A SOCKS proxy that refuses is the proxy's failure")
    func refusingSOCKS() async throws {
        let proxy = try ScriptedServer { _ = try $0.acceptSOCKS(reply: 5) }
        var request = HTTPRequest("http://nowhere.invalid/")
        request.route.proxy = "socks5h://127.0.0.1:\(proxy.port)"
        let error = await #expect(throws: HTTPError.self) { try await withClient { try await $0.send(request) } }
        #expect(error?.code == .proxyFailed)
        #expect(error?.mayHaveBeenPerformed == false)
    }

    @Test("A proxy's connection is not used for a direct request, nor the other way round")
    func separateRoutes() async throws {
        let server = try ScriptedServer.answering { Reply($0.target) }
        try await withClient { client in
            let direct = HTTPRequest(server.url + "/a")
            var proxied = direct
            proxied.route.proxy = server.url
            for (request, target) in [(direct, "/a"), (proxied, server.url + "/a"), (direct, "/a")] {
                let body = try await client.send(request).body
                #expect(String(decoding: body, as: UTF8.self) == target)
            }
        }
    }

    @Test("A redirection is an answer unless it is to be followed", arguments: [false, true])
    func redirection(isFollowed: Bool) async throws {
        let server = try ScriptedServer.answering { request in
            request.target == "/a" ? Reply("moved", status: 302, headers: [("Location", "/b"), ("X-Old", "1")]) : Reply("here")
        }
        var request = HTTPRequest(server.url + "/a")
        request.followsRedirects = isFollowed
        let response = try await withClient { try await $0.send(request) }
        #expect(response.status == (isFollowed ? 200 : 302))
        #expect(response.headers["X-Old"] == (isFollowed ? nil : "1"))
        #expect(String(decoding: response.body, as: UTF8.self) == (isFollowed ? "here" : "moved"))
    }

    @Test(
        "Redirections end at the tenth, and never leave HTTP",
        arguments: [("/a", HTTPError.Code.tooManyRedirects), ("file:///etc/passwd", .badAnswer)])
    func badRedirection(location: String, code: HTTPError.Code) async throws {
        let server = try ScriptedServer.answering { _ in Reply("", status: 302, headers: [("Location", location)]) }
        var request = HTTPRequest(server.url + "/a")
        request.followsRedirects = true
        let error = await #expect(throws: HTTPError.self) { try await withClient { try await $0.send(request) } }
        #expect(error?.code == code)
    }

    @Test("Another host's redirection is not given the caller's authorization")
    func redirectedSecret() async throws {
        let other = try ScriptedServer.answering()
        let location = "http://localhost:\(other.port)/"
        let server = try ScriptedServer.answering { _ in Reply("", status: 302, headers: [("Location", location)]) }
        var request = HTTPRequest(server.url)
        request.followsRedirects = true
        request.headers = [("Authorization", "Bearer t0ken")]
        _ = try await withClient { try await $0.send(request) }
        #expect(server.requests.first?.headers["authorization"] == "Bearer t0ken")
        #expect(other.requests.first?.headers["authorization"] == nil)
    }

    @Test("A server behind a Unix socket is reached")
    func unixSocket() async throws {
        let path = NSTemporaryDirectory() + "g-\(UUID().uuidString.prefix(8)).sock"
        defer { unlink(path) }
        let server = try ScriptedServer(listeningAt: path) { connection in
            while try connection.nextRequest() != nil { try connection.send(Reply("inside")) }
        }
        var request = HTTPRequest("http://nowhere.invalid/")
        request.route.unixSocket = path
        let response = try await withClient { try await $0.send(request) }
        #expect(String(decoding: response.body, as: UTF8.self) == "inside")
        #expect(server.requests.first?.headers["host"] == "nowhere.invalid")
    }
}

extension Connection {
    /// Plays a SOCKS 5 proxy up to its reply (RFC 1928) and returns the host and port asked for, if given by name.
    func acceptSOCKS(reply: UInt8 = 0) throws -> String? {
        let methods = try read(2)
        _ = try read(Int(methods[1]))
        try send([5, 0])
        let head = try read(4)
        guard head[3] == 3 else { return nil }
        let name = try read(Int(try read(1)[0]))
        let port = try read(2)
        try send([5, reply, 0, 1, 0, 0, 0, 0, 0, 0])
        return "\(String(decoding: name, as: UTF8.self)):\(Int(port[0]) << 8 | Int(port[1]))"
    }
}
