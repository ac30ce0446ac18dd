// Govorun: what holds everywhere on the web chat. SPDX-License-Identifier: MIT
import CurlClient
import TapeJSON
import Testing

@Suite("Quality of the web chat", .serialized, .timeLimit(.minutes(3)))
struct QualityPageTests {
    @Test("Everything that can be used has a name, every field a label, no id twice")
    func names() async throws {
        try await Stage.with { stage in
            try await stage.page.click(".start")
            try await stage.hears("Здравствуйте, Алиса! Что заварим?")
            try await stage.page.click("#new-chat")
            try await stage.page.wait(until: "document.querySelector('dialog')")
            let nameless = try await stage.page.value(
                of: """
                    [...document.querySelectorAll('button, a, input, textarea, select, summary, [role=tab], [role=tabpanel], [role=log]')]
                      .filter((node) => !(node.ariaLabel || node.textContent.trim() || node.labels?.length))
                      .map((node) => node.outerHTML)
                    """)
            #expect(nameless.items.compactMap(\.string) == [])
            let twice = try await stage.page.value(
                of: "[...document.querySelectorAll('[id]')].map((node) => node.id).filter((id, index, all) => all.indexOf(id) !== index)")
            #expect(twice.items.compactMap(\.string) == [])
            #expect(try await stage.page.value(of: "document.documentElement.lang").string == "ru")
            stage.expectNoComplaints()
        }
    }

    @Test("Text stands out from its ground by 4.5 to 1", arguments: [false, true])
    func contrast(isDark: Bool) async throws {
        try await Stage.with { stage in
            try await stage.page.click(".start")
            try await stage.hears("Здравствуйте, Алиса! Что заварим?")
            try await stage.page.setDark(isDark)
            let pale = try await stage.page.value(of: Self.paleTexts)
            #expect(pale.items.compactMap(\.string) == [])
        }
    }

    /// Colours are drawn on a canvas, so that every notation becomes numbers; grounds are laid over each other.
    private static let paleTexts = """
        (() => {
          const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
          const pixel = (colors) => {
            context.clearRect(0, 0, 1, 1);
            for (const color of colors) { context.fillStyle = color; context.fillRect(0, 0, 1, 1); }
            return [...context.getImageData(0, 0, 1, 1).data].slice(0, 3);
          };
          const light = (rgb) => rgb.map((part) => part / 255).map((part) => (part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
            .reduce((sum, part, index) => sum + part * [0.2126, 0.7152, 0.0722][index], 0);
          const grounds = (node) => (node ? [...grounds(node.parentElement), getComputedStyle(node).backgroundColor] : ['white']);
          const found = [];
          for (const node of document.querySelectorAll('.app *')) {
            const hasText = [...node.childNodes].some((child) => child.nodeType === 3 && child.data.trim());
            if (!hasText || !node.checkVisibility() || node.closest(':disabled')) continue;
            const below = grounds(node);
            const [one, other] = [light(pixel(below)), light(pixel([...below, getComputedStyle(node).color]))];
            const ratio = (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
            if (ratio < 4.5) found.push(`${node.className || node.localName} «${node.textContent.slice(0, 20)}» ${ratio.toFixed(2)}`);
          }
          return [...new Set(found)];
        })()
        """

    @Test("The policy forbids foreign hosts, inline scripts and frames, and no file writes markup")
    func policy() async throws {
        try await withClient { client in
            let vk = try await VK(client: client)
            let response = try await client.send(HTTPRequest(vk.address + "/"))
            let policy = try #require(response.headers["Content-Security-Policy"])
            #expect(policy.contains("default-src 'self'") && policy.contains("frame-ancestors 'none'") && !policy.contains("unsafe"))
            let page = String(decoding: response.body, as: UTF8.self)
            let names = page.matches(of: /\/web\/([a-z]+\.[a-z]+)/).map { String($0.1) }
            #expect(names.contains("main.js"))
            for name in names + ["dom.js", "message.js", "text.js"] {
                let file = try await client.send(HTTPRequest("\(vk.address)/web/\(name)"))
                let text = String(decoding: file.body, as: UTF8.self)
                #expect(file.status == 200)
                for forbidden in ["innerHTML", "insertAdjacentHTML", "document.write", "eval("] {
                    #expect(!text.contains(forbidden), "\(name) has \(forbidden)")
                }
            }
        }
    }

    /// Text, items of its `format_data`, and the nodes that come of them.
    private static let texts = [
        ("просто", "[]", "просто"),
        ("🍵 чай", #"[{"type":"bold","offset":3,"length":3}]"#, "🍵 <b>чай</b>"),
        (
            "абвг", #"[{"type":"bold","offset":0,"length":3},{"type":"italic","offset":2,"length":2}]"#,
            "<b>аб</b><i><b>в</b></i><i>г</i>"
        ),
        ("см. https://example.org/a_(b).", "[]", #"см. <a href="https://example.org/a_(b)">https://example.org/a_(b)</a>."#),
        ("(vk.com/durov)", "[]", #"(<a href="https://vk.com/durov">vk.com/durov</a>)"#),
        ("привет, [id1|Павел]!", "[]", #"привет, <a href="m:1">Павел</a>!"#),
        ("[club5|@лавка] чай", #"[{"type":"bold","offset":7,"length":6}]"#, #"<a href="m:-5"><b>@лавка</b></a> чай"#),
        ("тут", #"[{"type":"url","offset":0,"length":3,"url":"javascript:alert(1)"}]"#, "тут"),
        ("<b>не тег</b>", "[]", "&lt;b&gt;не тег&lt;/b&gt;"),
        ("[id1|не закрыто", "[]", "[id1|не закрыто"),
    ]

    @Test("A text becomes nodes: mentions, formatting in UTF-16 units, addresses without their full stop")
    func nodes() async throws {
        try await withClient { client in
            let vk = try await VK(client: client)
            try await withPage { page in
                try await page.open(vk.address)
                for (text, items, expected) in Self.texts {
                    #expect(try await page.value(of: Self.markup(of: text, items)).string == expected)
                }
            }
        }
    }

    private static func markup(of text: String, _ items: String) -> String {
        """
        (async () => {
          const { textNodes } = await import('/web/text.js');
          const box = document.createElement('div');
          const mention = (id, label) => {
            const link = document.createElement('a');
            link.setAttribute('href', `m:${id}`);
            link.append(...label);
            return link;
          };
          box.append(...textNodes(\(quoted(text)), { items: \(items) }, mention));
          for (const link of box.querySelectorAll('a')) for (const name of ['target', 'rel']) link.removeAttribute(name);
          return box.innerHTML;
        })()
        """
    }
}
