// Govorun: comments in the web chat. SPDX-License-Identifier: MIT
import TapeJSON
import Testing

@Suite("Comments on the page", .serialized)
struct CommentsPageTests {
    @Test("A person comments a post of the community; the bot's answer appears under it, and one answers that")
    func wall() async throws {
        try await Stage.with { stage in
            let page = stage.page
            try await stage.vk.post("tokens", ["token": "of-the-shop", "community": .integer(Stage.shop)])
            try await page.click(".comments-button")
            try await page.wait(for: ".threads .small", saying: "Пока нечего комментировать.")
            try await page.click(".opening + .problem + button")
            try await page.wait(for: ".thread-text", saying: "Новый чай!")
            let post = try #require(try await threads(stage)[0]["id"].int)
            try await page.wait(for: ".thread h3", saying: "Запись \(post) · 0 комментариев")
            try await fill("А улун есть?", page)
            try await page.enter()
            try await page.wait(for: ".comment:not(.bot) p", saying: "А улун есть?")
            let asked = try #require(try await threads(stage)[0]["comments"][0]["id"].int)
            let answer: [String: JSONValue] = [
                "owner_id": .integer(-Stage.shop), "post_id": .integer(post), "reply_to_comment": .integer(asked),
                "message": "Есть, тайваньский",
            ]
            try await stage.vk.call("wall.createComment", token: "of-the-shop", answer)
            try await page.wait(for: ".comment.bot.nested p", saying: "Есть, тайваньский")
            try await page.click(".comment.bot .link-button")
            try await fill("Беру", page)
            try await page.enter()
            try await page.wait(for: ".comment.nested:not(.bot) p", saying: "Беру")
            try await page.wait(for: ".thread h3", saying: "Запись \(post) · 3 комментария")
            try await stage.vk.post("thread", ["community": .integer(Stage.shop), "kind": "photo"])
            try await page.wait(until: "document.querySelectorAll('.thread').length === 2")
            try await page.picture("comments")
            stage.expectNoComplaints()
        }
    }

    @Test("What is deleted says so, a closed post takes no comment, and markup stays text")
    func states() async throws {
        try await Stage.with { stage in
            let page = stage.page
            let shop = JSONValue.integer(Stage.shop)
            let topic = try #require(try await stage.vk.post("thread", ["community": shop, "kind": "topic"])["id"].int)
            let place: JSONObject = ["community": shop, "kind": "topic", "id": .integer(topic), "person": .integer(Stage.alice)]
            var comment = place
            comment["text"] = "<b>раз</b>"
            let first = try #require(try await stage.vk.post("comment", .object(comment))["id"].int)
            var deletion = place
            deletion["comment"] = .integer(first)
            try await page.click(".comments-button")
            try await page.wait(for: ".comment p", saying: "<b>раз</b>")
            try await stage.vk.post("delete-comment", .object(deletion))
            try await page.wait(for: ".comment p", saying: "Комментарий удалён")
            let post = try #require(try await stage.vk.post("thread", ["community": shop, "kind": "wall", "text": "Открыто"])["id"].int)
            try await stage.vk.post("tokens", ["token": "of-the-shop", "community": shop])
            try await page.wait(for: ".thread-text", saying: "Открыто")
            try await stage.vk.call(
                "wall.closeComments", token: "of-the-shop", ["owner_id": .integer(-Stage.shop), "post_id": .integer(post)])
            try await page.wait(until: "[...document.querySelectorAll('.comment-form')].at(-1).hidden")
            try await page.resize(390, 844, isPhone: true)
            try await page.setDark(true)
            try await page.picture("comments-phone")
            stage.expectNoComplaints()
        }
    }

    /// Types into the field of the newest thread.
    private func fill(_ text: String, _ page: Page) async throws {
        _ = try await page.value(of: "document.querySelector('.comment-form input').focus()")
        try await page.tell("Input.insertText", ["text": .string(text)])
    }

    private func threads(_ stage: Stage) async throws -> JSON {
        try await stage.vk.get("comments?community=\(Stage.shop)")["threads"]
    }
}
