// Govorun: conversations kept in files, and expected again. SPDX-License-Identifier: MIT
import FoundationEssentials
import Testing

/// A place in a test; as Swift Testing takes it.
struct TestPlace: Sendable {
    let location: SourceLocation
    /// The test's own file.
    let path: String

    init(_ fileID: String, _ path: String, _ line: Int, _ column: Int) {
        location = SourceLocation(fileID: fileID, filePath: path, line: line, column: column)
        self.path = path
    }
}

extension TestBot {
    /// Fails the test unless the conversation so far is the one in `Fixtures/NAME.txt` beside the test; the failure shows both, line by line.
    ///
    /// With `GOVORUN_RECORD=1` in the environment the file is written instead: look at it, and commit it with the test.
    public func expectGolden(
        _ name: String, fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
    ) {
        GoldenFile(name, beside: filePath).expect(
            conversation + "\n", isRecording: GoldenFile.isRecording, at: TestPlace(fileID, filePath, line, column))
    }
}

/// A text that a test expects, in a file.
struct GoldenFile {
    let path: String

    /// Whether files are to be written. A test kit reads the environment itself: nobody stands above it.
    static var isRecording: Bool { ProcessInfo.processInfo.environment["GOVORUN_RECORD"] == "1" }

    init(_ name: String, beside test: String) {
        let folder = test.lastIndex(of: "/").map { String(test[..<$0]) } ?? "."
        path = "\(folder)/Fixtures/\(name).txt"
    }

    func expect(_ text: String, isRecording: Bool, at place: TestPlace) {
        do {
            if isRecording { return try record(text) }
            if let problem = try problem(with: text) { Issue.record(Comment(rawValue: problem), sourceLocation: place.location) }
        } catch {
            Issue.record(error, "\(path) cannot be used", sourceLocation: place.location)
        }
    }

    /// Writes the file and its folder.
    func record(_ text: String) throws {
        let folder = path[..<(path.lastIndex(of: "/") ?? path.startIndex)]
        try FileManager.default.createDirectory(atPath: String(folder), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: URL(filePath: path), options: .atomic)
    }

    /// Why `text` is not what stands in the file; `nil` when it is.
    func problem(with text: String) throws -> String? {
        guard FileManager.default.fileExists(atPath: path) else {
            return "there is no \(path); run the test once with GOVORUN_RECORD=1 and look at what it writes. The conversation:\n\(text)"
        }
        let expected = String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self)
        guard expected != text else { return nil }
        let difference = TextDifference.lines(from: expected, to: text)
        return "the conversation is not the one in \(path) (- expected, + said now; GOVORUN_RECORD=1 writes it anew):\n\(difference)"
    }
}
