// Govorun: what the browser shows when it comes back. SPDX-License-Identifier: MIT
import MicroServer

/// Small pages without anything of the answer in them.
enum CallbackPage {
    /// Hands the fragment over; without one it says so.
    static let handover = page(
        200, "One moment…",
        script: """
            const answer = location.hash.slice(1);
            history.replaceState(null, "", location.pathname);
            const say = (text) => { document.querySelector("p").textContent = text; };
            if (answer) {
              fetch(location.pathname, { method: "POST", body: answer })
                .then((response) => response.text()).then((text) => say(text))
                .catch(() => say("The program has gone; start it anew."));
            } else {
              say("There is no answer of VK's in this address.");
            }
            """)
    /// The answer was taken.
    static let done = text(200, "Done: close this page and look at the terminal.")
    /// VK, or the person, said no.
    static let denied = text(200, "VK did not let us in: see the terminal.")
    /// It was no answer, or another request's.
    static let refused = text(400, "This is no answer to the address that was printed last.")

    /// Plain text: it is shown as it is, and the handover page shows it too.
    private static func text(_ status: Int, _ words: String) -> ServerResponse {
        .bytes(status, type: "text/plain; charset=utf-8", Array(words.utf8), headers: headers(""))
    }

    private static func page(_ status: Int, _ words: String, script: String) -> ServerResponse {
        let html = """
            <!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
            <title>Govorun</title><style>body{font:1.1rem system-ui;margin:15vh auto;max-width:30rem;padding:0 1rem;color-scheme:light dark}</style>
            <h1>Govorun</h1><p role="status">\(words)</p><script nonce="govorun">\(script)</script></html>
            """
        return .bytes(
            status, type: "text/html; charset=utf-8", Array(html.utf8),
            headers: headers("; script-src 'nonce-govorun'; style-src 'unsafe-inline'; connect-src 'self'"))
    }

    private static func headers(_ policy: String) -> [FieldList.Field] {
        [
            .init(name: "Cache-Control", value: "no-store"), .init(name: "Referrer-Policy", value: "no-referrer"),
            .init(name: "X-Content-Type-Options", value: "nosniff"),
            .init(name: "Content-Security-Policy", value: "default-src 'none'; frame-ancestors 'none'\(policy)"),
        ]
    }
}
