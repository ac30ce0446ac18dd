// Govorun: VK's errors, code by code. SPDX-License-Identifier: MIT
import CurlClient
import ScriptedVK
import TapeJSON
import Testing

@testable import VKAPI

/// A line of the reference's error table: the code, whether the same call may be repeated by itself, and what it means.
struct ErrorRow: Sendable, CustomTestStringConvertible {
    let code: Int
    let isRepeated: Bool
    let failure: VKFailure

    var testDescription: String { "\(code)" }

    static let all: [ErrorRow] = {
        let text = (try? Fixture.bytes("error-table.txt")).map { String(decoding: $0, as: UTF8.self) } ?? ""
        return text.split(separator: "\n").compactMap { line in
            let parts = line.split(separator: " ")
            guard let code = Int(parts[0]), let failure = VKFailure(rawValue: String(parts[2])) else { return nil }
            return ErrorRow(code: code, isRepeated: parts[1] == "yes", failure: failure)
        }
    }()
}

@Suite("VK's errors")
struct ErrorTests {
    @Test("The table of the reference is here whole")
    func table() { #expect(ErrorRow.all.count == 131) }

    @Test("Each code means one thing, and only 1, 6, 10, 32, 36 and 43 are repeated", arguments: ErrorRow.all)
    func code(row: ErrorRow) throws {
        let answer: JSONValue = ["error_code": .integer(row.code), "error_msg": "words"]
        let error = VKError(answer: try JSONDocument(answer.serialized).root, method: "users.get")
        #expect(error.failure == row.failure)
        #expect(error.code?.rawValue == row.code)
        let isRepeated =
            switch FailurePolicy.remedy(for: error) {
            case .waitForTheSecond, .backOff: true
            case .captcha, .validation, .confirmation, .caller: false
            }
        #expect(isRepeated == row.isRepeated)
    }

    @Test("A code that nobody knows is a refusal and is not repeated", arguments: [0, -1, 26, 31, 77, 899, 4_242, 99_999])
    func unknown(code: Int) {
        let error = VKError(VKErrorCode(rawValue: code).failure, code: VKErrorCode(rawValue: code), method: "users.get", message: "")
        #expect(error.failure == .refused)
        var policy = FailurePolicy(call: Call("users.get"))
        #expect(policy.waitBeforeRepeating(after: error) == nil)
    }

    @Test("Every sample of an error is read", arguments: Fixture.names(in: "errors").filter { !$0.hasPrefix("oauth") })
    func sample(name: String) throws {
        let error = try read(name)
        #expect(error.code?.rawValue == Int(name.split(separator: "-")[0]))
        #expect(error.message != "VK gave no reason")
        #expect(error.failure == ErrorRow.all.first { $0.code == error.code?.rawValue }?.failure)
    }

    @Test("A subcode is kept and shown")
    func subcode() throws {
        let error = try read("8-subcode")
        #expect(error.subcode == 1_000)
        #expect(error.description == "users.get: VK error 8.1000: malformed request")
    }

    @Test("A captcha in picture form names its picture")
    func captchaPicture() throws {
        let captcha = try #require(try read("14-captcha-image").captcha)
        #expect(captcha.sid == "731904558201")
        #expect(captcha.image == "https://api.vk.com/captcha.php?sid=731904558201&s=1")
        #expect(captcha.attempt == 1)
        #expect(captcha.redirect == nil)
    }

    @Test("A captcha in redirect form names its page, and keeps all 64 bits of its number")
    func captchaRedirect() throws {
        let error = try read("14-captcha-redirect")
        #expect(error.captcha?.remixstlid == 9_069_000_000_000_000_001)
        #expect(error.captcha?.redirect?.reveal().hasPrefix("https://id.vk.com/not_robot_captcha?") == true)
        #expect(error.redirect == error.captcha?.redirect)
        #expect(!"\(error) \(String(reflecting: error))".contains("session_token"))
    }

    @Test("A captcha's number may come as a number")
    func captchaNumber() throws {
        let error = VKError(answer: try JSONDocument(#"{"error_code":14,"captcha_sid":123456789012}"#).root, method: "m")
        #expect(error.captcha?.sid == "123456789012")
    }

    @Test("Validation names its page, confirmation its question")
    func confirmation() throws {
        let validation = try read("17-validation")
        #expect(validation.failure == .confirmation)
        #expect(validation.redirect?.reveal() == "https://m.vk.com/login?act=security_check&api_hash=made0up")
        let confirmation = try read("24-confirmation")
        #expect(confirmation.failure == .confirmation)
        #expect(confirmation.confirmationText == "Подтвердите действие")
    }

    @Test("One peer's failure among several is the same error")
    func item() throws {
        let items = try Fixture.json("responses/messages.send--peer_ids-partial.json")["response"].items.map(
            MessagesSendUserIDsResponseItem.init)
        let failures = items.compactMap(\.error).map { VKError(item: $0, method: "messages.send") }
        #expect(failures.map(\.failure) == [.cannotWriteToPeer])
        #expect(failures.first?.code == .messagesDenySend)
        #expect(items.contains { $0.error == nil && $0.conversationMessageID > 0 })
    }

    private func read(_ name: String) throws -> VKError {
        VKError(answer: try Fixture.json("errors/\(name).json")["error"], method: "users.get")
    }
}
