// Govorun: writes traffic down, to be played again. SPDX-License-Identifier: MIT
public import CurlClient
import Synchronization
import TapeJSON

/// Passes requests on to another transport, and writes each with its answer to a file: a line of JSON each, in the order of the answers.
///
/// Tokens, keys, passwords and the queries of addresses are left out; what people wrote is not: look at a recording before you give it away.
/// Bodies of uploads are not written. Record with `configuration.execute` off, or calls stand in packs that are not made the same way again.
public final class RecordingTransport: APITransport {
    private struct State {
        var offset = 0
        var failure: VKError?
    }

    /// The largest body that is written.
    private static let bodyLimit = 1 << 20

    private let inner: any APITransport
    private let path: String
    private let file: BodyFile
    private let thread = FileThread()
    private let state = Mutex(State())

    /// Records what goes through `transport` in a file at `path`, which is made, or emptied if it exists.
    ///
    /// - Throws: `VKError` with `.badRequest` when that file cannot be written.
    public init(_ transport: any APITransport, to path: String) throws {
        inner = transport
        self.path = path
        do throws(BodyFile.Failure) { file = try BodyFile(writing: path) } catch { throw MockFile.unreadable(path, error.words) }
    }

    /// Sends `request` and writes it down with its answer. What cannot be written makes no request fail: `finish()` tells.
    ///
    /// - Throws: as the transport below.
    public func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        let call = MockCall(request, at: .zero)
        let token = MockCall.token(in: request)
        do {
            let answer = try await inner.send(request)
            if answer.stream == nil, answer.body.count <= Self.bodyLimit { note(RecordedExchange(call, .success(answer), hiding: token)) }
            return answer
        } catch let error as HTTPError {
            note(RecordedExchange(call, .failure(error), hiding: token))
            throw error
        } catch let error as VKError {
            // A mock's failure of the network, with words of its own.
            if let cause = error.cause { note(RecordedExchange(call, .failure(cause), hiding: token)) }
            throw error
        }
    }

    /// Returns when everything so far is in the file.
    ///
    /// - Throws: `VKError` with `.badRequest` when something could not be written.
    public func finish() async throws {
        try await thread.perform {}
        if let failure = state.withLock({ $0.failure }) { throw failure }
    }

    private func note(_ exchange: RecordedExchange) { thread.post { [self] in write(exchange.line) } }

    private func write(_ line: [UInt8]) {
        guard let offset = state.withLock({ $0.failure == nil ? $0.offset : nil }) else { return }
        do {
            try line.withUnsafeBytes { try file.write($0, at: offset) }
            state.withLock { $0.offset += line.count }
        } catch {
            fail(MockFile.words(error))
        }
    }

    private func fail(_ words: String) {
        let failure = VKError(.badRequest, method: "recording", message: "\(path) cannot be written: \(words)")
        state.withLock { $0.failure = $0.failure ?? failure }
    }
}

extension MockTransport {
    /// Answers as a recording does: equal requests get the recorded answers in their order, and the last one from then on.
    ///
    /// - Throws: `VKError` with `.badRequest` when there is no such file, or a line of it is no part of a recording.
    @discardableResult
    public func answer(fromRecording path: String) throws -> MockTransport {
        let tape = RecordedTape(try RecordedTape.answers(in: MockFile.bytes(at: path), path: path))
        return answer("*") { tape.next(for: $0) }.answer(.address("")) { tape.next(for: $0) }
    }
}

/// The answers of a recording that are left.
private final class RecordedTape: Sendable {
    private let answers: Mutex<[String: ArraySlice<MockAnswer>]>

    init(_ answers: [String: ArraySlice<MockAnswer>]) { self.answers = Mutex(answers) }

    /// The next answer to `call`, the last one again and again; `nil` when there is none.
    func next(for call: MockCall) -> MockAnswer? {
        let key = RecordedExchange.key(of: call)
        return answers.withLock { answers in
            guard let left = answers[key] else { return nil }
            if left.count > 1 { answers[key] = left.dropFirst() }
            return left.first
        }
    }

    static func answers(in bytes: [UInt8], path: String) throws(VKError) -> [String: ArraySlice<MockAnswer>] {
        var answers: [String: ArraySlice<MockAnswer>] = [:]
        for (number, line) in bytes.split(separator: UInt8(ascii: "\n")).enumerated() {
            guard let json = try? JSONDocument(Array(line)).root, let exchange = RecordedExchange(line: json) else {
                throw MockFile.unreadable(path, "line \(number + 1) is no part of a recording")
            }
            answers[exchange.key, default: []].append(exchange.answer)
        }
        return answers
    }
}
