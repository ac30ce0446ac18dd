// Govorun: talking to bots in the web chat. SPDX-License-Identifier: MIT
import Foundation
import TapeJSON
import Testing

@Suite("The web chat", .serialized, .timeLimit(.minutes(3)))
struct TalkPageTests {
    @Test("Who opens the page writes at once: the start button greets, a command is answered, a key of the keyboard is a message")
    func talk() async throws {
        try await Stage.with { stage in
            try await stage.page.click(".start")
            try await stage.hears("Здравствуйте, Алиса! Что заварим?")
            try await stage.page.say("/echo привет")
            try await stage.hears("привет")
            try await stage.page.click(".standing .key", saying: "/echo Улун есть?")
            try await stage.hears("/echo Улун есть?", from: ".me")
            try await stage.hears("Улун есть?")
            try await stage.page.wait(for: ".trace .what", saying: "message_new")
            try await stage.page.wait(for: ".trace .what", saying: "messages.send")
            #expect(try await stage.page.value(of: "document.querySelector('#text').value").string == "")
            try await stage.page.picture("desktop-light")
            try await stage.page.setDark(true)
            try await stage.page.picture("desktop-dark")
            stage.expectNoComplaints()
        }
    }

    @Test("Shift and Enter begin a new line, Enter sends; an empty field sends nothing")
    func enter() async throws {
        try await Stage.with { stage in
            try await stage.page.enter()
            try await stage.page.type("/echo раз")
            try await stage.page.enter(shift: true)
            try await stage.page.type("два")
            try await stage.page.enter()
            try await stage.hears("раз\nдва")
            #expect(try await stage.page.texts(".m.me .text") == ["/echo раз\nдва"])
        }
    }

    @Test("A page opened anew shows the same person, dialog, messages and keyboard; drafts are kept per dialog")
    func reload() async throws {
        try await Stage.with { stage in
            try await stage.page.click(".start")
            try await stage.hears("Здравствуйте, Алиса! Что заварим?")
            try await stage.page.type("недописанное")
            try await stage.page.click(".dialog", saying: try await stage.page.texts(".dialog")[1].trimmingCharacters(in: .whitespaces))
            try await stage.page.wait(for: "#head h2", saying: "parrot")
            #expect(try await stage.page.value(of: "document.querySelector('#text').value").string == "")
            try await stage.open(community: Stage.shop)
            try await stage.hears("Здравствуйте, Алиса! Что заварим?")
            try await stage.page.wait(for: ".standing .key", saying: "/help")
            #expect(try await stage.page.texts(".m.me .text") == ["Начать"])
            #expect(try await stage.page.value(of: "document.querySelector('#text').value").string == "недописанное")
            // The people come with an answer of their own.
            try await stage.page.wait(for: ".chip[aria-pressed=true] .chip-name", saying: "Алиса")
        }
    }

    @Test("Markup in a message stays text", arguments: ["<img src=x onerror=alert(1)>", "<script>alert(1)</script>", "&lt;b&gt; \"'"])
    func markup(text: String) async throws {
        try await Stage.with { stage in
            try await stage.page.say("/echo \(text)")
            try await stage.hears(text)
            #expect(try await stage.page.value(of: "document.querySelectorAll('.log img, .log script').length").int == 0)
            stage.expectNoComplaints()
        }
    }

    @Test("A message to another dialog counts in the list and in the title until it is opened")
    func unread() async throws {
        try await Stage.with { stage in
            try await stage.vk.post("write", ["person": .integer(Stage.alice), "community": .integer(Stage.parrot), "text": "ау"])
            try await stage.page.wait(for: ".badge", saying: "2")
            #expect(try await stage.page.value(of: "document.title").string == "(2) Говорун")
            try await stage.page.click(".dialog:nth-of-type(2)")
            try await stage.hears("ау")
            try await stage.page.wait(until: "document.title === 'Говорун' && !document.querySelector('.badge')")
        }
    }

    @Test("With the switch on, one writes as the community's administrator: the bot falls silent there, /bot brings it back")
    func administrator() async throws {
        try await Stage.with { stage in
            let officer = "[aria-label='Писать как администратор сообщества']"
            try await stage.page.click(officer)
            try await stage.page.wait(until: "document.querySelector(\"\(officer)\").ariaPressed === 'true'")
            try await stage.page.say("Здравствуйте, это Мария")
            try await stage.hears("Здравствуйте, это Мария")
            try await stage.page.wait(until: "document.querySelector('.m:not(.me) .author')?.textContent.endsWith('от имени сообщества')")
            try await stage.page.picture("administrator")
            try await stage.page.click(officer)
            try await stage.page.say("/echo раз")
            try await stage.hears("/echo раз", from: ".me")
            try await stage.page.click(officer)
            try await stage.page.say("/bot")
            try await stage.hears("/bot")
            try await stage.page.click(officer)
            try await stage.page.say("/echo два")
            try await stage.hears("два")
            #expect(try await stage.page.texts(".m:not(.me) .text") == ["Здравствуйте, это Мария", "/bot", "два"])
            stage.expectNoComplaints()
        }
    }

    @Test("A reply quotes its message; the arrow up edits the last one; Esc puts it away")
    func replyAndEdit() async throws {
        try await Stage.with { stage in
            try await stage.page.say("/echo чай")
            try await stage.hears("чай")
            try await stage.page.click(".m:not(.me) [aria-label=Ответить]")
            try await stage.page.say("какой именно")
            try await stage.page.wait(for: ".m.me .quote", saying: "tea-shopчай")
            try await stage.page.press("ArrowUp", code: 38)
            try await stage.page.wait(for: ".about b", saying: "Изменение сообщения")
            try await stage.page.escape()
            try await stage.page.wait(until: "document.querySelector('.about').hidden")
            try await stage.page.press("ArrowUp", code: 38)
            try await stage.page.say(", зелёный?")
            try await stage.hears("какой именно, зелёный?", from: ".me")
            #expect(try await stage.page.texts(".m.me:last-child .meta > span:not(.read):not(.acts)") == ["изменено"])
        }
    }
}
