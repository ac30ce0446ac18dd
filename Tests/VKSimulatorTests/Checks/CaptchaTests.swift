// Govorun: captchas, validation, confirmation. SPDX-License-Identifier: MIT
import SocketClient
import TapeJSON
import Testing

@testable import VKSimulator

@Suite("Checks of a person")
struct CaptchaTests {
    private func withCaptcha(_ kind: Fault.Kind = .error(14), _ body: (Stage, JSON, Captcha) async throws -> Void) async throws {
        try await Stage.with { stage in
            stage.simulator.add(Fault(kind, match: "users.get"))
            let error = try await stage.call("users.get")["error"]
            try await body(stage, error, try #require(stage.simulator.captchas().last))
        }
    }

    @Test(
        "Error 14 comes in both forms, as VK writes them",
        arguments: [(Fault.Kind.error(14), "14-captcha-image"), (.redirectCaptcha, "14-captcha-redirect")])
    func shape(kind: Fault.Kind, sample: String) async throws {
        try await withCaptcha(kind) { _, error, captcha in
            let expected = try fixture("errors/\(sample)")["error"]
            #expect(differences(error, expected) == [])
            #expect(error["captcha_sid"].string == captcha.sid)
        }
    }

    @Test("The right key lets the call pass, once")
    func solved() async throws {
        try await withCaptcha { stage, _, captcha in
            let repeated: KeyValuePairs = ["captcha_sid": captcha.sid, "captcha_key": captcha.key]
            let code = try await stage.code("users.get", repeated)
            #expect(code == 0)
            #expect(stage.simulator.captchas() == [])
            #expect(try await stage.code("users.get", repeated) == 14)
        }
    }

    @Test("A wrong key is a new captcha, and the old one is gone")
    func wrong() async throws {
        try await withCaptcha { stage, _, captcha in
            let answer = try await stage.call("users.get", ["captcha_sid": captcha.sid, "captcha_key": "no"])["error"]
            #expect(answer["error_code"].int == 14)
            #expect(answer["captcha_sid"].string != captcha.sid)
            #expect(try await stage.code("users.get", ["captcha_sid": captcha.sid, "captcha_key": captcha.key]) == 14)
        }
    }

    @Test("A captcha that more calls are to meet does not stop the call that solves one")
    func repeated() async throws {
        try await Stage.with { stage in
            stage.simulator.add(Fault(.error(14), match: "users.get", count: 5))
            #expect(try await stage.code("users.get") == 14)
            let captcha = try #require(stage.simulator.captchas().last)
            #expect(try await stage.code("users.get", ["captcha_sid": captcha.sid, "captcha_key": captcha.key]) == 0)
            #expect(try await stage.code("users.get") == 14)
        }
    }

    @Test("The picture is a PNG that shows the key, as long as it is wanted")
    func picture() async throws {
        try await withCaptcha { stage, error, captcha in
            let url = try #require(error["captcha_img"].string)
            let picture = try await stage.download(url)
            #expect(picture.headers["content-type"] == "image/png")
            #expect(PictureHeader(picture.body) == PictureHeader(.png, width: 130, height: 50))
            #expect(CaptchaPicture.png("12345") != CaptchaPicture.png("12346"))
            _ = try await stage.call("users.get", ["captcha_sid": captcha.sid, "captcha_key": captcha.key])
            #expect(try await stage.download(url).status == 404)
        }
    }

    @Test("The redirect form leads over a page to a token that lets the call pass")
    func redirect() async throws {
        try await withCaptcha(.redirectCaptcha) { stage, error, _ in
            let url = try #require(error["redirect_uri"].string)
            #expect(try await stage.download(url).text.contains("Я не робот"))
            let passed = try await stage.download(url + "&pass=1")
            let token = try #require(passed.headers["location"]?.split(separator: "success_token=").last.map(String.init))
            #expect(try await stage.code("users.get", ["success_token": "wrong"]) == 14)
            #expect(try await stage.code("users.get", ["success_token": token]) == 0)
        }
    }

    @Test("Error 17 leads a person to a page that gives a new token, once")
    func validation() async throws {
        try await Stage.with { stage in
            try stage.simulator.addToken("her", toPerson: stage.olga.id)
            stage.simulator.add(Fault(.error(17), match: "users.get"))
            let error = try await stage.call("users.get", token: "her")["error"]
            #expect(differences(error, try fixture("errors/17-validation")["error"]) == [])
            let url = try #require(error["redirect_uri"].string)
            #expect(try await stage.download(url + "&fail=1").headers["location"] == "/blank.html#fail=1")
            let end = try #require(try await stage.download(url).headers["location"])
            let fields = end.split(separator: "#").last?.split(separator: "&") ?? []
            #expect(fields.first == "success=1")
            #expect(fields.last == "user_id=510001001")
            let token = String(fields[1].dropFirst("access_token=".count))
            #expect(try await stage.call("users.get", token: token)["response"][0]["id"].int == 510_001_001)
            #expect(try await stage.download(url).headers["location"] == "/blank.html#fail=1")
        }
    }

    @Test("Error 24 is passed by confirm=1")
    func confirmation() async throws {
        try await Stage.with { stage in
            stage.simulator.add(Fault(.error(24), match: "users.get", count: 2))
            let error = try await stage.call("users.get")["error"]
            #expect(differences(error, try fixture("errors/24-confirmation")["error"]) == [])
            #expect(try await stage.code("users.get", ["confirm": "1"]) == 0)
            #expect(try await stage.code("users.get", ["confirm": "0"]) == 24)
        }
    }
}
