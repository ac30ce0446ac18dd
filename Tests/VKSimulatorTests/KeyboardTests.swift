// Govorun: which keyboards and carousels VK takes. SPDX-License-Identifier: MIT
import TapeJSON
import Testing
import VKSimulator

@Suite("Keyboards and carousels")
struct KeyboardTests {
    static func row(_ count: Int, type: String = "text") -> String {
        "[" + (0..<count).map { "{\"action\":{\"type\":\"\(type)\",\"label\":\"\($0)\"}}" }.joined(separator: ",") + "]"
    }

    static func keyboard(_ rows: [String], _ rest: String = "") -> String { "{\"buttons\":[\(rows.joined(separator: ","))]\(rest)}" }

    static func action(_ action: String, _ rest: String = "") -> String { keyboard(["[{\"action\":{\(action)}\(rest)}]"]) }

    static let accepted: [String] = [
        "{\"buttons\":[]}", "{\"buttons\":[],\"one_time\":true}", keyboard(Array(repeating: row(4), count: 10)),
        keyboard(Array(repeating: row(5), count: 8)), keyboard(Array(repeating: row(5), count: 2), ",\"inline\":true"),
        keyboard(Array(repeating: row(1), count: 6), ",\"inline\":true,\"one_time\":false"),
        action("\"type\":\"text\",\"label\":\"x\",\"payload\":\"{\\\"a\\\":1}\"", ",\"color\":\"negative\""),
        action("\"type\":\"callback\",\"label\":\"x\",\"payload\":{\"a\":1}", ",\"color\":\"primary\""),
        action("\"type\":\"location\""), action("\"type\":\"open_link\",\"label\":\"x\",\"link\":\"https://vk.com\""),
        action("\"type\":\"open_app\",\"label\":\"x\",\"app_id\":1"),
        action("\"type\":\"vkpay\",\"hash\":\"action=transfer-to-group&group_id=1&aid=10\""),
        action("\"type\":\"text\",\"label\":\"\(String(repeating: "я", count: 40))\""),
        action("\"type\":\"text\",\"label\":\"x\",\"payload\":\"[\(String(repeating: "1", count: 253))]\""),
    ]

    static let refused: [String] = [
        "[]", "{}", "{\"buttons\":{}}", "{\"buttons\":[{}]}", "{\"buttons\":[[]]}", "{\"buttons\":[[{}]]}",
        "{\"buttons\":[],\"inline\":true}",
        "{\"buttons\":[],\"one_time\":\"perhaps\"}", keyboard([row(6)]), keyboard(Array(repeating: row(1), count: 11)),
        keyboard(Array(repeating: row(5), count: 9)), keyboard(Array(repeating: row(1), count: 7), ",\"inline\":true"),
        keyboard(Array(repeating: row(4), count: 3), ",\"inline\":true"), keyboard([row(1)], ",\"inline\":true,\"one_time\":true"),
        action("\"type\":\"text\""), action("\"type\":\"text\",\"label\":\"\""), action("\"type\":\"dance\",\"label\":\"x\""),
        action("\"type\":\"text\",\"label\":\"\(String(repeating: "я", count: 41))\""), action("\"label\":\"x\""),
        action("\"type\":\"text\",\"label\":\"x\",\"payload\":\"not json\""), action("\"type\":\"open_link\",\"label\":\"x\""),
        action("\"type\":\"text\",\"label\":\"x\",\"payload\":\"[\(String(repeating: "1", count: 254))]\""),
        action("\"type\":\"text\",\"label\":\"x\"", ",\"color\":\"pink\""),
        action("\"type\":\"location\"", ",\"color\":\"primary\""), action("\"type\":\"open_photo\""), action("\"type\":\"vkpay\""),
        keyboard(["[{\"action\":{\"type\":\"location\"}},{\"action\":{\"type\":\"location\"}},{\"action\":{\"type\":\"location\"}}]"]),
    ]

    @Test("A keyboard within the limits is taken", arguments: accepted)
    func accepts(keyboard: String) async throws {
        try await Stage.with { stage in
            try stage.write("hello")
            let answer = try await stage.call(
                "messages.send", ["peer_id": "510001001", "random_id": "0", "message": "x", "keyboard": keyboard])
            #expect(answer["response"].int == 2, "\(answer)")
        }
    }

    @Test("A keyboard beyond them is 911", arguments: refused)
    func refuses(keyboard: String) async throws {
        try await Stage.with { stage in
            try stage.write("hello")
            let code = try await stage.code(
                "messages.send", ["peer_id": "510001001", "random_id": "0", "message": "x", "keyboard": keyboard])
            #expect(code == 911)
        }
    }

    static func carousel(_ elements: String...) -> String { "{\"type\":\"carousel\",\"elements\":[\(elements.joined(separator: ","))]}" }
    static let element = "{\"title\":\"a\",\"description\":\"b\",\"buttons\":\(row(1))}"

    @Test(
        "Carousels keep their rules",
        arguments: [
            (carousel(element), 0), (carousel(element, element), 0),
            (carousel("{\"photo_id\":\"1_2\",\"buttons\":\(row(3)),\"action\":{\"type\":\"open_photo\"}}"), 0),
            (carousel(), 100), (carousel("{\"title\":\"a\"}"), 100), (carousel("{\"buttons\":\(row(1))}"), 100),
            (carousel("{\"title\":\"a\",\"buttons\":\(row(4))}"), 100), (carousel(element, "{\"title\":\"a\",\"buttons\":\(row(1))}"), 100),
            (carousel("{\"title\":\"\(String(repeating: "x", count: 81))\",\"buttons\":\(row(1))}"), 100),
            ("{\"type\":\"list\",\"elements\":[\(element)]}", 100), ("[]", 100), ("no json", 100),
            (carousel("{\"title\":\"a\",\"buttons\":\(row(1)),\"action\":{\"type\":\"jump\"}}"), 100),
        ])
    func carousels(template: String, code: Int) async throws {
        try await Stage.with { stage in
            try stage.write("hello")
            let answer = try await stage.code(
                "messages.send", ["peer_id": "510001001", "random_id": "0", "message": "x", "template": template])
            #expect(answer == code)
        }
    }

    @Test("A carousel needs a text and no inline keyboard beside it")
    func carouselCompany() async throws {
        try await Stage.with { stage in
            try stage.write("hello")
            let template = Self.carousel(Self.element)
            let inline = Self.keyboard([Self.row(1)], ",\"inline\":true")
            #expect(try await stage.code("messages.send", ["peer_id": "510001001", "random_id": "0", "template": template]) == 100)
            #expect(
                try await stage.code(
                    "messages.send", ["peer_id": "510001001", "random_id": "0", "message": "x", "template": template, "keyboard": inline])
                    == 100)
        }
    }
}
