// Govorun: more mistakes of bots.yaml, for the table of its rules. SPDX-License-Identifier: MIT
import BotKit

/// Speaks a language that the library itself does not.
struct GermanPlugin: Plugin {
    static let strings = PluginStrings(["de": ["hello": "Hallo"]])
    init(_ setup: PluginSetup<NoOptions>) {}
    var handlers: [Handler] { Fallback { _ in } }
}

/// Lets nobody but administrators use its only command.
struct GuardedPlugin: Plugin {
    init(_ setup: PluginSetup<NoOptions>) {}
    var handlers: [Handler] { Command("guarded") { message in try await message.reply("in") }.allow(.admins) }
}

/// Cases of `ConfigurationLoaderTests`.
enum CheckedFiles {
    /// What `check` used to accept, or to explain badly.
    static let furtherMistakes: [(String, String)] = [
        ("bots: { a: { token: x, language: de } }", "1:34 neither we nor the bot's plugins speak 'de'; expected ru, en"),
        ("bots: { a: { token: x, language: [ru, russian] } }", "1:39 neither we nor the bot's plugins speak 'russian'; expected ru, en"),
        (
            "bots: { a: { token: x, language: fr, plugins: [german] } }",
            "1:34 neither we nor the bot's plugins speak 'fr'; expected ru, en, de"
        ),
        (
            "defaults: { language: uk }\nbots: { a: { token: x }, b: { token: y } }",
            "1:23 neither we nor the bot's plugins speak 'uk'; expected ru, en"
        ),
        (
            "bots: { a: { token: x, plugins: [{ use: other, commands: { other: [] } }] } }",
            "1:67 bots.a.plugins[0].commands.other: the list is empty; leave the key out, or name something"
        ),
        (
            "bots: { a: { token: x, plugins: [{ use: other, refuse: Go }] } }",
            "1:56 nobody is refused here; say with 'allow' whom the plugin is for"
        ),
        (
            "bots: { a: { token: x, admins: [id0] } }",
            "1:33 bots.a.admins[0]: not a page of VK; write an id, id1, club1, a short name or a link"
        ),
        (
            "bots: { a: { token: x, updates: longpoll } }",
            "1:33 bots.a.updates: expected one of long-poll, callback, user-long-poll, found 'longpoll'; did you mean 'long-poll'?"
        ),
        (
            "bots: { a: { token: x, updates: [long-poll, calback] } }",
            "1:45 bots.a.updates[1]: expected one of long-poll, callback, user-long-poll, found 'calback'; did you mean 'callback'?"
        ),
        (
            "log: { level: warn }\nbots: { a: { token: x } }",
            "1:15 log.level: expected one of trace, debug, info, warning, error, found 'warn'; did you mean 'warning'?"
        ),
        (
            "log: { format: jsn }\nbots: { a: { token: x } }",
            "1:16 log.format: expected one of text, json, found 'jsn'; did you mean 'json'?"
        ),
        (
            "bots: { a: { token: x, resume: { first_start: catchup } } }",
            "1:47 bots.a.resume.first_start: expected one of skip, catch-up, found 'catchup'; did you mean 'catch-up'?"
        ),
        (
            "bots: { a: { token: x, prefix: { chats: optional } } }",
            "1:41 bots.a.prefix.chats: only in private a prefix is optional: { chats: [\"/\"], private: optional }"
        ),
        (
            "storage: sqlite:/\nbots: { a: { token: x } }",
            "1:10 storage: this is a folder; write a file in it: sqlite:/govorun.db"
        ),
        (
            "bots: { a: { token: x, plugins: [{ use: other, cooldown: { every: 5s, reply: 'Ещё {left' } }] } }",
            "1:78 '{left' would be said as it stands; write '{left}'"
        ),
        (
            "bots: { a: { token: x, plugins: !!python/object:os.system [other] } }",
            "1:33 the tag '!!python/object:os.system' means nothing here; leave it out"
        ),
        (
            "bots: { a: { token: x, quote: chat } }",
            "1:31 bots.a.quote: write chats, always or never; did you mean 'chats'?"
        ),
        ("web: { listen: '127.0.0.1:99999' }\nbots: { a: { token: x } }", "1:16 web.listen: a port is 0 to 65535"),
        ("web: { listen: ':80' }\nbots: { a: { token: x } }", "1:16 web.listen: write HOST:PORT, 127.0.0.1:8421 for one"),
        (
            "bots: { a: { token: x, takeover: never } }",
            "1:34 bots.a.takeover: expected a duration such as 500ms, 10s, 5m, 2h or 1d, found 'never'; or write false for never"
        ),
        (
            "bots: { a: { token: x, park_after: never } }",
            "1:36 bots.a.park_after: expected a whole number, found 'never'; or write false for never"
        ),
        (
            "vk: { timeout: -5s }\nbots: { a: { token: x } }",
            "1:16 vk.timeout: expected a duration such as 500ms, 10s, 5m, 2h or 1d, found '-5s'; a negative duration is refused"
        ),
        (
            "bots:\n  a:\n    plugins: [other]\n",
            "2:3 the bot 'a' has no 'token'; copy it from the community's settings, API usage, or write 'vk: { api: simulator }' to "
                + "try it without VK"
        ),
        (
            "bots:\n  a:\n    token: x\n    plugins:\n      - use: other\n        commands: { ohter: o }",
            "6:21 'other' has no command 'ohter'; it has other"
        ),
        ("bots: { a: { token: x, plugins: [{ as: foo }, { as: bar, use: other }] } }", "1:34 missing key 'use' in bots.a.plugins[0]"),
        (
            "bots: { a: { token: x, plugins: [{ ues: other }] } }",
            "1:36 unknown key 'ues' in bots.a.plugins[0]; did you mean 'use'?"
        ),
        ("log: { level: info }", "1:1 missing key 'bots'"),
        ("bts: { a: { token: x } }", "1:1 unknown key 'bts'; did you mean 'bots'?"),
        (
            "bots: { a: { token: x, plugins: [{ use: other, texts: { start: Привет: {name} } }] } }",
            "1:70 a ',' or '}' is missing in the mapping; put quotes around a text that holds ': '"
        ),
        ("bots: { a: { token: x, cooldown: 3s } }", "1:24 unknown key 'cooldown' in bots.a; it stands under a plugin"),
        ("bots: { a: { token: x, in: [private] } }", "1:24 unknown key 'in' in bots.a; it stands under a plugin"),
        ("defaults: { allow: admins }\nbots: { a: { token: x } }", "1:13 unknown key 'allow' in defaults; it stands under a plugin"),
        ("bots: { a: { token: x, admins: durov } }", "1:32 bots.a.admins: expected a list, found 'durov'; write [durov]"),
        ("bots: { a: { token: x, plugins: other } }", "1:33 bots.a.plugins: expected a list, found 'other'; write [other]"),
        (
            "bots: { a: { token: x, prefix: '!' } }",
            "1:32 bots.a.prefix: write a list, [\"!\"], or { chats: [\"!\"], private: optional }"
        ),
        ("bots: { Tea Shop: { token: x } }", "1:9 a bot's name is made of a-z, 0-9 and '-'; write tea-shop"),
        ("bots: { Чай: { token: x } }", "1:9 a bot's name is made of a-z, 0-9 and '-'"),
        ("bots: { a: { token: x, plugins: [Other] } }", "1:34 there is no plugin 'Other'; write 'other'"),
        ("bots: { a: { token: x, cooldwn: 3s } }", "1:24 unknown key 'cooldwn' in bots.a"),
    ]

    /// What stands close to those and is right.
    static let nearMistakes = [
        "bots: { a: { token: x, language: de, plugins: [german] } }", "bots: { a: { token: x, language: [en-GB, RU] } }",
        "bots: { a: { token: x, plugins: [{ use: guarded, refuse: Go }] } }",
        "bots: { a: { token: x, plugins: [{ use: other, refuse: Go, allow: admins }] } }",
        "bots: { a: { token: x, admins: [id1, ideal, id1a], updates: long-poll } }",
    ]
}
