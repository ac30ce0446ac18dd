// Govorun: what a voice file says. SPDX-License-Identifier: MIT

/// The length of an Ogg Opus file (RFC 7845).
struct VoiceHeader: Sendable, Equatable {
    /// In whole seconds, at least 1.
    let seconds: Int

    init(seconds: Int) { self.seconds = seconds }

    /// - Returns: nil when the bytes are no Ogg Opus.
    init?(_ bytes: [UInt8]) {
        let mark = Array("OggS".utf8)
        guard bytes.starts(with: mark), bytes.prefix(64).firstRange(of: Array("OpusHead".utf8)) != nil else { return nil }
        var position = bytes.count - 14
        while position > 0, bytes[position] != mark[0] || !bytes[position...].starts(with: mark) { position -= 1 }
        // The place of a page's last sample stands in it, at 48 000 samples a second whatever was recorded.
        guard let samples = BinaryReader(bytes).little64(at: position + 6), samples < 1 << 48 else { return nil }
        seconds = max(1, Int((samples + 24_000) / 48_000))
    }
}
