// Govorun: `vk.captcha` of bots.yaml. SPDX-License-Identifier: MIT
import BotKit
import CurlClient
import MarkedYAML
import Synchronization
import TapeJSON
import Testing

@testable import BotRunner

/// Refuses everything, and keeps how it was reached.
private final class SilentNetwork: APITransport {
    private let log = Mutex<[HTTPRoute]>([])

    var routes: [HTTPRoute] { log.withLock { $0 } }

    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        log.withLock { $0.append(request.route) }
        return HTTPResponse(status: 503, body: [])
    }
}

@Suite("vk.captcha")
struct CaptchaSettingTests {
    private func load(_ yaml: String, environment: [String: String] = [:]) -> ConfigurationLoader.Outcome {
        ConfigurationLoader(catalog: PluginCatalog([]), environment: environment).load(bytes: Array(yaml.utf8), name: "bots.yaml")
    }

    @Test(
        "Each form is read, and the nearest wins",
        arguments: [
            ("bots: { a: { token: t } }", CaptchaSetting.fail), ("vk: { captcha: fail }\nbots: { a: { token: t } }", .fail),
            ("vk: { captcha: admin }\nbots: { a: { token: t, admins: [id1] } }", .admins),
            ("vk: { captcha: { command: [solve, --fast] } }\nbots: { a: { token: t } }", .command(["solve", "--fast"])),
            (
                "bots: { a: { token: t, vk: { captcha: { url: 'https://s.example/in?key=k' } } } }",
                .service(Secret("https://s.example/in?key=k"))
            ),
            ("vk: { captcha: admin }\nbots: { a: { token: t, vk: { captcha: fail } } }", .fail),
        ])
    func forms(yaml: String, setting: CaptchaSetting) throws {
        let outcome = load(yaml)
        #expect(outcome.problems.isEmpty)
        #expect(try #require(outcome.configuration).bots[0].captcha == setting)
    }

    @Test(
        "A mistake is located",
        arguments: [
            ("vk: { captcha: nobody }", "1:16", "write fail, admin"),
            ("vk: { captcha: { command: [] } }", "1:27", "begins with the program"),
            ("vk: { captcha: { url: solver.example } }", "1:23", "http or https"), ("vk: { captcha: {} }", "1:16", "write fail, admin"),
            ("vk: { captcha: { comand: [a] } }", "1:16", "write fail, admin"),
            ("vk: { captcha: admin }", "1:16", "has no 'admins'"),
        ])
    func mistakes(line: String, place: String, words: String) throws {
        let problems = load(line + "\nbots: { a: { token: t } }").problems
        let problem = try #require(problems.first)
        #expect("\(problem.mark.line):\(problem.mark.column)" == place)
        #expect(problem.message.contains(words), "\(problem.message)")
        #expect(problems.count == 1)
    }

    @Test("Administrators of a bot or of all bots are enough")
    func admins() {
        #expect(load("vk: { captcha: admin }\ndefaults: { admins: [id1] }\nbots: { a: { token: t } }").problems.isEmpty)
    }

    @Test("The service is reached through the proxy, without the keys and authorities of VK's host")
    func route() async throws {
        var bot = try #require(load("vk: { captcha: { url: 'https://s.example/in' } }\nbots: { a: { token: t } }").configuration).bots[0]
        bot.vk.route = HTTPRoute(proxy: "http://proxy.example:3128", caFile: "ca.pem", pins: ["sha256//AA=="])
        let network = SilentNetwork()
        let desk = CaptchaDesk(bot, transport: network, logger: .silent, time: SystemTime())
        let answer: JSONValue = ["error_code": 14, "captcha_sid": "1", "captcha_img": "https://api.vk.ru/captcha.php"]
        let captcha = try #require(VKError(answer: answer.view, method: "m").captcha)
        #expect(try await desk.solver?.solve(captcha) == nil)
        #expect(network.routes == [HTTPRoute(proxy: "http://proxy.example:3128")])
    }

    @Test("A service's address is kept out of the log")
    func hidden() {
        let yaml = "vk: { captcha: { url: '${SOLVER}' } }\nbots: { a: { token: t } }"
        let outcome = load(yaml, environment: ["SOLVER": "https://s.example/in?key=k"])
        #expect(outcome.secrets.contains(Secret("https://s.example/in?key=k")))
    }
}
