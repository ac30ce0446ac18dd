// Govorun: a secret shows nothing, whichever way it is printed. SPDX-License-Identifier: MIT
import CurlClient
import ScriptedVK
import TapeJSON
import Testing
import VKAPI

@Suite("Secret")
struct SecretTests {
    private static let value = "vk1.a.no-real-token"
    private static let secret = Secret(value)

    private struct Holder {
        let name = "holder"
        let secret = SecretTests.secret
    }

    private static func dumped(_ value: Any) -> String {
        var text = ""
        dump(value, to: &text)
        return text
    }

    @Test(
        "No way of printing shows the value",
        arguments: [
            ("interpolation", "\(secret)"), ("describing", String(describing: secret)), ("reflecting", String(reflecting: secret)),
            ("description", secret.description), ("debugDescription", secret.debugDescription), ("dump", dumped(secret)),
            ("mirror", "\(Mirror(reflecting: secret).children.map { "\($0)" })"), ("optional", "\(String(describing: Optional(secret)))"),
            ("array", "\([secret])"), ("dictionary", "\([secret: secret])"), ("in a value", "\(Holder())"),
            ("in a dumped value", dumped(Holder())),
            ("in any", "\(secret as Any)"), ("in an error", "\(VKError(.refused, method: "m", message: secret.redacting("for \(value)")))"),
        ])
    func printing(way: String, text: String) {
        #expect(!text.contains(Self.value), "\(way) shows it")
        #expect(!text.contains("invented"), "\(way) shows a part of it")
    }

    @Test("Only reveal gives it away")
    func reveal() { #expect(Self.secret.reveal() == Self.value) }

    @Test(
        "Every occurrence is taken out of a text from outside",
        arguments: [
            ("", ""), ("nothing here", "nothing here"), ("ключ", "<secret>"), ("ключключ", "<secret><secret>"),
            ("до ключ после", "до <secret> после"), ("form: %D0%BA%D0%BB%D1%8E%D1%87&v=5", "form: <secret>&v=5"), ("клю", "клю"),
            ("ккключ", "кк<secret>"),
        ])
    func redacting(text: String, expected: String) { #expect(Secret("ключ").redacting(text) == expected) }

    @Test("Without a value nothing is replaced")
    func redactingNothing() { #expect(Secret("").redacting("text") == "text") }
}
