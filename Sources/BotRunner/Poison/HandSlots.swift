// Govorun: the layout of the file that names the events in hand. SPDX-License-Identifier: MIT
import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Views into the mapped file: a page of header, then slots of one size.
///
/// A process may die between any two stores, so a slot's state and counts are one word that changes at once, and a name counts only once
/// its length is written, which is last. Byte order and alignment are this machine's: the file never leaves it.
///
/// Any thread may look at a slot; only whoever has taken it writes to it.
struct HandSlots: @unchecked Sendable {
    // Proof: the pointer never changes. The word of a slot and the lengths of its texts are atomic; the rest is written by one owner at a
    // time, which the lock of the free slots hands on, and read by others only for a message.
    static let count = 8_192
    static let slotSize = 192
    static let headerSize = 4_096
    static let byteCount = headerSize + count * slotSize
    /// The longest source and plugin that can be named, in bytes of UTF-8.
    static let sourceCapacity = 40
    static let pluginCapacity = 56
    static let handlerCapacity = 72
    /// The text "GVRNHND" and the version of this layout.
    static let signature: UInt64 = 0x4756_524E_484E_4401

    /// Where what stands: the header.
    private enum Header {
        static let signature = 0
        static let build = 8
        static let mark = 16
    }

    /// Where what stands in a slot.
    private enum Field {
        static let word = 0
        static let turn = 4
        static let position = 8
        static let source = 16
        static let plugin = 57
        static let handler = 114
        static let print = 188
    }

    let memory: UnsafeMutableRawPointer

    var signature: UInt64 {
        get { memory.load(fromByteOffset: Header.signature, as: UInt64.self) }
        nonmutating set { memory.storeBytes(of: newValue, toByteOffset: Header.signature, as: UInt64.self) }
    }

    /// A digest of what was given as the build.
    var build: UInt64 {
        get { memory.load(fromByteOffset: Header.build, as: UInt64.self) }
        nonmutating set { memory.storeBytes(of: newValue, toByteOffset: Header.build, as: UInt64.self) }
    }

    /// Of what the process died; 0 while it lives, and for ever when it could not say.
    var mark: UnsafeMutablePointer<UInt32> { (memory + Header.mark).assumingMemoryBound(to: UInt32.self) }

    /// State and counts of a slot.
    func word(_ slot: Int) -> SlotWord { SlotWord(bits: atomicWord(slot).pointee.load(ordering: .relaxed)) }

    /// Changes state and counts of a slot, after everything written before.
    func setWord(_ slot: Int, _ word: SlotWord) { atomicWord(slot).pointee.store(word.bits, ordering: .releasing) }

    /// Which use of the slot this is; it tells a hand that is over from the present one.
    func turn(_ slot: Int) -> UInt32 { at(slot).load(fromByteOffset: Field.turn, as: UInt32.self) }
    func setTurn(_ slot: Int, _ turn: UInt32) { at(slot).storeBytes(of: turn, toByteOffset: Field.turn, as: UInt32.self) }

    func position(_ slot: Int) -> Int64 { at(slot).load(fromByteOffset: Field.position, as: Int64.self) }
    func setPosition(_ slot: Int, _ position: Int64) {
        at(slot).storeBytes(of: position, toByteOffset: Field.position, as: Int64.self)
    }

    /// Tells its event from another one at the same position; 0 where it was not noted.
    func print(_ slot: Int) -> UInt32 { at(slot).load(fromByteOffset: Field.print, as: UInt32.self) }
    func setPrint(_ slot: Int, _ print: UInt32) { at(slot).storeBytes(of: print, toByteOffset: Field.print, as: UInt32.self) }

    func source(_ slot: Int) -> String? { text(slot, Field.source, Self.sourceCapacity) }
    func setSource(_ slot: Int, _ source: String) { setText(slot, Field.source, Self.sourceCapacity, source) }

    func code(_ slot: Int) -> RunningCode? {
        guard let plugin = text(slot, Field.plugin, Self.pluginCapacity), !plugin.isEmpty else { return nil }
        return RunningCode(plugin: plugin, handler: text(slot, Field.handler, Self.handlerCapacity) ?? "")
    }

    /// Names what runs; whoever reads in between finds nothing named.
    func setCode(_ slot: Int, plugin: String, handler: String) {
        clearCode(slot)
        setText(slot, Field.handler, Self.handlerCapacity, handler)
        setText(slot, Field.plugin, Self.pluginCapacity, plugin)
    }

    func clearCode(_ slot: Int) { setLength(slot, Field.plugin, 0) }

    private func at(_ slot: Int) -> UnsafeMutableRawPointer { memory + Self.headerSize + slot * Self.slotSize }

    private func atomicWord(_ slot: Int) -> UnsafeMutablePointer<Atomic<UInt32>> {
        (at(slot) + Field.word).assumingMemoryBound(to: Atomic<UInt32>.self)
    }

    /// A text of a slot; `nil` when what stands there is none.
    private func text(_ slot: Int, _ field: Int, _ capacity: Int) -> String? {
        let start = at(slot) + field
        let length = Int(start.load(as: UInt8.self))
        guard length <= capacity else { return nil }
        return String(validating: UnsafeRawBufferPointer(start: start + 1, count: length), as: UTF8.self)
    }

    private func setText(_ slot: Int, _ field: Int, _ capacity: Int, _ text: String) {
        let bytes = at(slot) + field + 1
        var text = text
        let length = text.withUTF8 { utf8 in
            let length = utf8.count > capacity ? Self.cut(utf8, to: capacity) : utf8.count
            if let first = utf8.baseAddress { bytes.copyMemory(from: first, byteCount: length) }
            return length
        }
        setLength(slot, field, UInt8(length))
    }

    /// The length is the last thing of a text that is written.
    private func setLength(_ slot: Int, _ field: Int, _ length: UInt8) {
        (at(slot) + field).assumingMemoryBound(to: Atomic<UInt8>.self).pointee.store(length, ordering: .releasing)
    }

    /// Where a text is cut so that no character is.
    private static func cut(_ text: UnsafeBufferPointer<UInt8>, to capacity: Int) -> Int {
        var length = capacity
        while length > 0, text[length] & 0xC0 == 0x80 { length -= 1 }
        return length
    }
}

/// State and counts of a slot, as one word of the file.
struct SlotWord: Equatable {
    enum State: UInt8 {
        case free = 0
        /// Its event is being worked on.
        case inHand = 1
        /// Its event was in hand at a death and waits for its turn.
        case waiting = 2
    }

    var state: State
    var deaths: Deaths

    static let free = SlotWord(.free)

    init(_ state: State, _ deaths: Deaths = Deaths()) {
        self.state = state
        self.deaths = deaths
    }

    /// Reads a word; what no build has written is a free slot.
    init(bits: UInt32) {
        state = State(rawValue: UInt8(truncatingIfNeeded: bits)) ?? .free
        deaths = Deaths(traps: Int(bits >> 8 & 0xFF), silents: Int(bits >> 16))
    }

    var bits: UInt32 {
        UInt32(state.rawValue) | UInt32(UInt8(clamping: deaths.traps)) << 8 | UInt32(UInt16(clamping: deaths.silents)) << 16
    }

    /// The event it names was in hand at a death.
    var isRemembered: Bool { state != .free && deaths != Deaths() }
}
