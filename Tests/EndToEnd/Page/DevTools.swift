// Govorun: Chromium's DevTools protocol over two pipes. SPDX-License-Identifier: MIT
import Foundation
import Glibc
import Synchronization
import TapeJSON
import Testing

/// A headless Chromium with a profile of its own; it ends with ``quit()``, or when the test lets go of it.
///
/// Messages are JSON texts, each ended by a zero byte; the browser reads them from descriptor 3 and writes them to 4.
final class DevTools: Sendable {
    /// What the browser answered instead of doing as it was told.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    private struct State {
        var lastCall = 0
        var waiting: [Int: CheckedContinuation<JSON, any Error>] = [:]
        var partial: [UInt8] = []
        var complaints: [String] = []
        var isOver = false
    }

    private let folder: Folder
    private let browser: Program
    private let input: Int32
    private let output: FileHandle
    private let state = Mutex(State())

    /// Starts the browser.
    init() throws {
        let binary = "/usr/bin/chromium"
        try #require(FileManager.default.isExecutableFile(atPath: binary), "Chromium is missing: apt-get install chromium")
        let folder = try Folder()
        self.folder = folder
        let pipes = ["in", "out"].map { folder.url.appendingPathComponent($0).path }
        for pipe in pipes { try #require(mkfifo(pipe, 0o600) == 0) }
        // Opened for both ways, it does not wait for the browser.
        let writing = open(pipes[0], O_RDWR | O_CLOEXEC)
        let descriptor = open(pipes[1], O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        try #require(writing >= 0 && descriptor >= 0 && fcntl(descriptor, F_SETFL, 0) == 0)
        input = writing
        output = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        let script = #"exec "$0" "$1" --user-data-dir="$2" "$3" "$4" "$5" "$6" "$7" 3<"$8" 4>"$9""#
        let flags = ["--headless=new", folder.url.appendingPathComponent("profile").path, "--no-sandbox", "--disable-gpu"]
        let more = ["--disable-dev-shm-usage", "--no-first-run", "--remote-debugging-pipe"]
        browser = try Program("/bin/sh", ["-c", script, binary] + flags + more + pipes)
        output.readabilityHandler = { [weak self] handle in self?.take(handle.availableData) }
    }

    deinit {
        output.readabilityHandler = nil
        close(input)
    }

    /// Ends the browser and waits for that, so that its profile can be removed.
    func quit() async {
        do {
            try await call("Browser.close")
            _ = try await browser.exitStatus(within: .seconds(10))
        } catch {
            browser.signal(SIGKILL)
        }
    }

    /// What pages have complained about: exceptions, refused resources, `console.error`.
    var complaints: [String] { state.withLock { $0.complaints } }

    /// Calls a method and waits for its answer.
    ///
    /// - Throws: ``Failure`` with the browser's own words.
    @discardableResult
    func call(_ method: String, _ parameters: JSONValue = [:], session: String? = nil) async throws -> JSON {
        let answer = try await withCheckedThrowingContinuation { continuation in
            let number = state.withLock { state -> Int? in
                guard !state.isOver else { return nil }
                state.lastCall += 1
                state.waiting[state.lastCall] = continuation
                return state.lastCall
            }
            guard let number else { return continuation.resume(throwing: Failure(description: "the browser has ended")) }
            var message: JSONValue = ["id": .integer(number), "method": .string(method), "params": parameters]
            if let session { message["sessionId"] = .string(session) }
            send(message.bytes + [0])
        }
        guard !answer["error"].exists else { throw Failure(description: "\(method): \(answer["error"]["message"].string ?? "")") }
        return answer["result"]
    }

    private func send(_ bytes: [UInt8]) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(input, $0.baseAddress, $0.count) }
            guard count > 0 else { return end() }
            rest = rest.dropFirst(count)
        }
    }

    private func take(_ bytes: Data) {
        guard !bytes.isEmpty else { return end() }
        let messages = state.withLock { state -> [[UInt8]] in
            state.partial += bytes
            var messages = state.partial.split(separator: 0, omittingEmptySubsequences: false).map { Array($0) }
            state.partial = messages.removeLast()
            return messages
        }
        for message in messages { if let document = try? JSONDocument(message) { take(document.root) } }
    }

    private func take(_ message: JSON) {
        if let number = message["id"].int {
            state.withLock { $0.waiting.removeValue(forKey: number) }?.resume(returning: message)
            return
        }
        let details = message["params"]
        let complaint: String? =
            switch message["method"].string {
            case "Runtime.exceptionThrown": details["exceptionDetails"].rawText
            case "Log.entryAdded" where details["entry"]["level"].string == "error": details["entry"].rawText
            case "Runtime.consoleAPICalled" where details["type"].string == "error": details["args"].rawText
            default: nil
            }
        if let complaint { state.withLock { $0.complaints.append(complaint) } }
    }

    private func end() {
        output.readabilityHandler = nil
        let waiting = state.withLock { state in
            state.isOver = true
            defer { state.waiting = [:] }
            return state.waiting
        }
        for continuation in waiting.values { continuation.resume(throwing: Failure(description: "the browser has ended")) }
    }
}
