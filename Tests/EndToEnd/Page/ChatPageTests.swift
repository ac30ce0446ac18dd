// Govorun: group chats, narrow screens, faults and lost connections in the web chat. SPDX-License-Identifier: MIT
import Foundation
import TapeJSON
import Testing

@Suite("Chats and troubles in the web chat", .serialized, .timeLimit(.minutes(3)))
struct ChatPageTests {
    @Test("A group chat is created, the bot greets and answers commands, people are put out and leave")
    func groupChat() async throws {
        try await Stage.with { stage in
            try await stage.page.click("#new-chat")
            _ = try await stage.page.value(of: "document.querySelector('dialog [name=title]').value = 'Игротека'")
            try await stage.page.click("dialog button[type=submit]")
            try await stage.page.wait(for: "#head h2", saying: "Игротека")
            try await stage.hears("Всем привет!")
            try await stage.page.wait(for: ".service", saying: "Алиса приглашает в беседу: tea-shop")
            try await stage.page.say("/echo всем")
            try await stage.hears("всем")
            try await stage.page.click("#head [aria-label='О диалоге']")
            try await stage.page.click("dialog [aria-label='Исключить: Борис']")
            try await stage.page.wait(for: ".service", saying: "Алиса исключает из беседы: Борис")
            try await stage.page.wait(for: "dialog .chip-close", saying: "+ Борис")
            try await stage.page.picture("chat")
            try await stage.page.click("dialog .key", saying: "Выйти из беседы")
            try await stage.page.wait(until: "!document.querySelector('dialog') && document.querySelectorAll('.dialog').length === 2")
            stage.expectNoComplaints()
        }
    }

    @Test("Somebody else is chosen or added, and writes in their own dialog")
    func people() async throws {
        try await Stage.with { stage in
            try await stage.page.click(".chip", saying: "ББорис")
            try await stage.page.wait(for: ".chip[aria-pressed=true] .chip-name", saying: "Борис")
            try await stage.page.say("/echo я Борис")
            try await stage.hears("я Борис")
            try await stage.page.click("#who .icon-button")
            _ = try await stage.page.value(of: "document.querySelector('dialog [name=first]').value = 'Вера'")
            try await stage.page.click("dialog button[type=submit]")
            try await stage.page.wait(for: ".chip[aria-pressed=true] .chip-name", saying: "Вера")
            try await stage.page.wait(until: "document.querySelectorAll('.m').length === 0 && document.querySelector('.start')")
        }
    }

    @Test("On a phone the list and the talk take turns, and nothing is wider than the screen", arguments: [390, 360])
    func phone(width: Int) async throws {
        try await Stage.with { stage in
            try await stage.page.resize(width, 844, isPhone: true)
            try await stage.page.say("/echo \(String(repeating: "оченьдлинноеслово", count: 40))")
            try await stage.page.wait(until: "document.querySelectorAll('.m').length === 2")
            try await stage.page.picture("phone-talk-\(width)")
            let isSeen = { (selector: String) in
                try await stage.page.value(of: "document.querySelector('\(selector)').checkVisibility()").bool
            }
            #expect(try await isSeen(".list") == false)
            #expect(try await isSeen(".journal") == false)
            try await stage.page.click(".back")
            try await stage.page.wait(until: "document.querySelector('.list').checkVisibility()")
            #expect(try await isSeen(".talk") == false)
            try await stage.page.picture("phone-list-\(width)")
            try await stage.page.click(".dialog")
            try await stage.page.wait(until: "document.querySelector('.talk').checkVisibility()")
            let widths = try await stage.page.value(
                of:
                    "[document, '.log', '.head', '.top'].map((at) => at === document ? document.documentElement : document.querySelector(at)).map((node) => node.scrollWidth - node.clientWidth)"
            )
            #expect(widths.items.compactMap(\.int) == [0, 0, 0, 0])
        }
    }

    @Test("A fault button makes one call fail; the journal shows it, and the answer comes all the same")
    func fault() async throws {
        try await Stage.with { stage in
            // With the bot's first calls behind it the next send goes out alone, not in a pack.
            try await stage.page.say("/echo раз")
            try await stage.hears("раз")
            try await stage.page.click(".faults button", saying: "502")
            try await stage.page.wait(for: ".faults .clear", saying: "снять (1)")
            try await stage.page.say("/echo сквозь сбой")
            try await stage.hears("сквозь сбой")
            try await stage.page.wait(for: ".trace .what", saying: "сбой: messages.send")
            try await stage.page.wait(until: "document.querySelector('.faults .clear').hidden")
        }
    }

    @Test("When the process stops the page says so and keeps what was typed; started anew, it goes on by itself")
    func restart() async throws {
        try await withClient { client in
            let first = try await VK(client: client)
            _ = try await first.addCommunity("Клуб", token: "token-of-club")
            try await withPage { page in
                try await page.open(first.address)
                try await page.wait(for: "#head h2", saying: "Клуб")
                first.program.signal(SIGKILL)
                _ = try await first.program.exitStatus()
                try await page.wait(for: "#link", saying: "нет связи")
                try await page.say("дойдёт?")
                try await page.wait(until: "document.querySelector('.compose .problem').textContent.startsWith('Нет связи')")
                #expect(try await page.value(of: "document.querySelector('#text').value").string == "дойдёт?")
                let second = try await VK(port: first.port, client: client)
                _ = try await second.addCommunity("Клуб", token: "token-of-club")
                try await page.wait(for: "#link", saying: "симулятор VK")
                try await page.wait(for: ".chip[aria-pressed=true] .chip-name", saying: "Алиса")
                try await page.enter()
                try await page.wait(for: ".m.me .text", saying: "дойдёт?")
            }
        }
    }

    @Test("Of a thousand messages the newest are shown, older ones come when scrolled to, and what is read does not move")
    func thousand() async throws {
        try await Stage.with { stage in
            let club = try await stage.vk.addCommunity("Клуб", token: "token-of-club")
            let writings = (1...1_000).map { number -> JSONValue in
                ["person": .integer(Stage.alice), "community": .integer(club), "text": "№ \(number)"]
            }
            try await stage.vk.post("write", .array(writings))
            try await stage.open(community: club)
            try await stage.hears("№ 1000", from: ".me")
            #expect(try await stage.page.texts(".m .text").count == 50)
            let scroll = "document.querySelector('#log').scrollTo({ top: 0, behavior: 'instant' })"
            for count in [100, 150] {
                try await stage.page.wait(until: "document.querySelectorAll('.m').length >= \(count) || (\(scroll), false)")
            }
            let texts = try await stage.page.texts(".m .text")
            #expect(texts == ((1_001 - texts.count)...1_000).map { "№ \($0)" })
            #expect(try await stage.page.value(of: "document.querySelector('#log').scrollTop > 200").bool == true)
            #expect(try await stage.page.texts(".day").count == 1)
        }
    }
}
