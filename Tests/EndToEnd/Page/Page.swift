// Govorun: one page in the browser, looked at and touched as a person would. SPDX-License-Identifier: MIT
import Foundation
import TapeJSON
import Testing

/// A tab. Selectors are CSS; a wait lasts ten seconds at most and then fails with what it waited for.
struct Page: Sendable {
    let tools: DevTools
    private let session: String

    /// Opens an empty tab of a desktop's size, light.
    init(_ tools: DevTools) async throws {
        self.tools = tools
        let target = try await tools.call("Target.createTarget", ["url": "about:blank"])["targetId"].string ?? ""
        let attached = try await tools.call("Target.attachToTarget", ["targetId": .string(target), "flatten": true])
        session = try #require(attached["sessionId"].string)
        for domain in ["Page", "Runtime", "Log"] { try await tell("\(domain).enable") }
        try await resize(1440, 900)
        try await setDark(false)
    }

    @discardableResult
    func tell(_ method: String, _ parameters: JSONValue = [:]) async throws -> JSON {
        try await tools.call(method, parameters, session: session)
    }

    /// Opens an address in a new document, also when only its fragment differs.
    func open(_ address: String) async throws {
        try await tell("Page.navigate", ["url": "about:blank"])
        try await tell("Page.navigate", ["url": .string(address)])
    }

    func resize(_ width: Int, _ height: Int, isPhone: Bool = false) async throws {
        let metrics: JSONValue = [
            "width": .integer(width), "height": .integer(height), "deviceScaleFactor": 1, "mobile": .bool(isPhone),
        ]
        try await tell("Emulation.setDeviceMetricsOverride", metrics)
    }

    func setDark(_ isDark: Bool) async throws {
        let scheme: JSONValue = ["name": "prefers-color-scheme", "value": .string(isDark ? "dark" : "light")]
        try await tell("Emulation.setEmulatedMedia", ["features": [scheme]])
    }

    // MARK: Looking

    /// The value of an expression; a promise is awaited.
    func value(of expression: String) async throws -> JSON {
        let answer = try await tell(
            "Runtime.evaluate",
            ["expression": .string(expression), "awaitPromise": true, "returnByValue": true, "userGesture": true])
        guard !answer["exceptionDetails"].exists else { throw DevTools.Failure(description: answer["exceptionDetails"].rawText) }
        return answer["result"]["value"]
    }

    /// Waits until an expression is true, asking again after each little while.
    func wait(until expression: String) async throws {
        let look = """
            new Promise((resolve) => {
              const end = Date.now() + 10_000;
              const look = () => (\(expression)) ? resolve(true) : Date.now() > end ? resolve(false) : setTimeout(look, 15);
              look();
            })
            """
        guard try await value(of: look).bool != true else { return }
        let seen = try await value(of: "document.body.innerText").string ?? ""
        throw DevTools.Failure(description: "not within 10 s: \(expression)\n\(seen)\n\(tools.complaints)")
    }

    /// Waits until some element of that selector has exactly that text.
    func wait(for selector: String, saying text: String) async throws {
        try await wait(
            until: "[...document.querySelectorAll(\(quoted(selector)))].some((node) => node.textContent.trim() === \(quoted(text)))")
    }

    /// The texts of all elements of a selector.
    func texts(_ selector: String) async throws -> [String] {
        try await value(of: "[...document.querySelectorAll(\(quoted(selector)))].map((node) => node.textContent)").items.compactMap(
            \.string)
    }

    // MARK: Touching

    /// Presses the element, once it is there; with `text`, the one that says exactly that.
    func click(_ selector: String, saying text: String? = nil) async throws {
        let nodes = "[...document.querySelectorAll(\(quoted(selector)))]"
        let found = text.map { "\(nodes).find((node) => node.textContent.trim() === \(quoted($0)))" } ?? "\(nodes)[0]"
        try await wait(until: found)
        _ = try await value(of: "\(found).click()")
    }

    /// Types into the message field.
    func type(_ text: String) async throws {
        try await wait(until: "document.querySelector('#text')?.checkVisibility()")
        _ = try await value(of: "document.querySelector('#text').focus()")
        try await tell("Input.insertText", ["text": .string(text)])
    }

    /// Presses a key of the keyboard; `Enter` types a line end, too, as it does on a real one.
    func press(_ key: String, code: Int, text: String? = nil, shift: Bool = false) async throws {
        var event: JSONValue = [
            "type": "keyDown", "key": .string(key), "code": .string(key), "windowsVirtualKeyCode": .integer(code),
            "modifiers": .integer(shift ? 8 : 0),
        ]
        if let text { event["text"] = .string(text) }
        try await tell("Input.dispatchKeyEvent", event)
        event["type"] = "keyUp"
        event["text"] = nil
        try await tell("Input.dispatchKeyEvent", event)
    }

    func enter(shift: Bool = false) async throws { try await press("Enter", code: 13, text: "\r", shift: shift) }
    func escape() async throws { try await press("Escape", code: 27) }

    /// Types a message and sends it.
    func say(_ text: String) async throws {
        try await type(text)
        try await enter()
    }

    /// Saves a picture of the page among the build's outputs.
    func picture(_ name: String) async throws {
        let folder = Program.products.appendingPathComponent("screenshots")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let data = try await tell("Page.captureScreenshot", ["format": "png"])["data"].string ?? ""
        try #require(Data(base64Encoded: data)).write(to: folder.appendingPathComponent(name + ".png"))
    }
}

/// Lends a page of a browser started for it.
func withPage(_ body: (Page) async throws -> Void) async throws {
    let tools = try DevTools()
    do {
        try await body(try await Page(tools))
        await tools.quit()
    } catch {
        await tools.quit()
        throw error
    }
}

/// A text as a JavaScript literal.
func quoted(_ text: String) -> String { String(decoding: JSONValue.string(text).bytes, as: UTF8.self) }
