// Govorun: lines that a person types or pastes. SPDX-License-Identifier: MIT
import Foundation
import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Reads a descriptor line by line on a thread of its own, which ends with the input or with `stop()`.
final class LineReader: Sendable {
    /// The lines; ends with the input. At most 16 wait to be read, the newest of a flood.
    let lines: AsyncStream<String>
    /// Closed, it ends the thread.
    private let wake: Mutex<Int32?>

    /// Begins to read `descriptor`.
    ///
    /// - Throws: `ExitCode.software` when the system has no descriptor left.
    init(descriptor: Int32) throws(ExitCode) {
        var pair: [Int32] = [0, 0]
        guard pipe(&pair) == 0 else { throw .software }
        let ended = pair[0]
        wake = Mutex(pair[1])
        let (lines, line) = AsyncStream.makeStream(of: String.self, bufferingPolicy: .bufferingNewest(16))
        self.lines = lines
        Thread.detachNewThread {
            Self.pump(descriptor, until: ended) { line.yield($0) }
            line.finish()
            close(ended)
        }
    }

    deinit { stop() }

    /// Ends the thread. Closing, not writing: it may have ended already, and a write would then be a signal.
    func stop() {
        wake.withLock { wake in
            if let descriptor = wake { close(descriptor) }
            wake = nil
        }
    }

    private static func pump(_ descriptor: Int32, until ended: Int32, _ take: (String) -> Void) {
        var rest: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            var waiting = [pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0), pollfd(fd: ended, events: Int16(POLLIN), revents: 0)]
            if poll(&waiting, 2, -1) < 0, errno == EINTR { continue }
            guard waiting[1].revents == 0 else { return }
            let count = read(descriptor, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { break }
            rest += buffer[..<count]
            var lines = rest.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            rest = Array(lines.removeLast().suffix(1 << 20))
            for line in lines { take(String(decoding: line, as: UTF8.self)) }
        }
        if !rest.isEmpty { take(String(decoding: rest, as: UTF8.self)) }
    }
}
