// Govorun: one update as the Callback API brought it. SPDX-License-Identifier: MIT
import TapeJSON
public import VKAPI

/// One update of a callback, without the community's secret, which VK puts into every envelope.
public struct CallbackUpdate: Sendable {
    /// The update, a view of ``envelope``; unknown kinds included, `eventID` empty when VK sent none.
    public let update: Update
    /// The envelope as JSON text: VK's own bytes of every member but `secret`.
    public let envelope: [UInt8]
    /// How often VK has tried before, from its header `X-Retry-Counter`; 0 for the first time.
    public let retry: Int

    /// The update of an envelope that was read.
    ///
    /// - Returns: nil when it could not be read again from a batch, being nested too deeply: it would take the others of its batch with it.
    init?(_ root: JSON, retry: Int) {
        var writer = JSONWriter(capacity: root.rawBytes.count)
        writer.object { writer in
            for (key, value) in root.members where key != "secret" {
                writer.key(key)
                writer.raw(value.rawBytes)
            }
        }
        guard let update = UpdateBatch.updates(in: UpdateBatch.body(of: [writer.bytes])).first else { return nil }
        self.update = update
        envelope = writer.bytes
        self.retry = retry
    }
}

extension UpdateBatch {
    /// What to store of updates that came by callback, so that ``updates(in:)`` reads them again in the same order.
    public static func body(of updates: [CallbackUpdate]) -> [UInt8] { body(of: updates.map(\.envelope)) }

    fileprivate static func body(of envelopes: [[UInt8]]) -> [UInt8] {
        var body = Array(#"{"updates":["#.utf8)
        body.reserveCapacity(envelopes.reduce(16) { $0 + $1.count + 1 })
        for (index, envelope) in envelopes.enumerated() {
            if index > 0 { body.append(UInt8(ascii: ",")) }
            body += envelope
        }
        body += "]}".utf8
        return body
    }
}
