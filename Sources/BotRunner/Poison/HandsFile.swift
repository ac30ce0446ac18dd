// Govorun: the events in hand, named outside the process's memory. SPDX-License-Identifier: MIT
import BotKit
import BotStorage
import CDeathMark

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A small file in shared memory that says which events are in hand and whose code runs for them: the kernel keeps it when the process dies.
///
/// Only one process may have it open: whoever opens it holds the storage's lock. All functions may be called from any thread, cost a short lock
/// and a few stores, and never wait for the disk.
package final class HandsFile: Sendable {
    private struct Place: Hashable {
        let source: String
        let position: Int64
    }

    private struct State {
        /// Slots to be given out, the last first.
        var free: [Int] = []
        /// The slots of events that were in hand at a death.
        var remembered: [Place: Int] = [:]
        var isClosed = false
    }

    private let state: PlainMutex<State>
    /// Slots belong to whoever has taken them; only giving them out needs the lock.
    private let slots: HandSlots

    /// Takes over mapped memory whose deaths have been counted.
    init(_ slots: sending HandSlots) {
        self.slots = slots
        var state = State()
        state.free.reserveCapacity(HandSlots.count)
        for slot in (0..<HandSlots.count).reversed() {
            let word = slots.word(slot)
            if word.isRemembered, let source = slots.source(slot) {
                let place = Place(source: source, position: slots.position(slot))
                guard state.remembered[place] != nil else {
                    state.remembered[place] = slot
                    continue
                }
            }
            // An untouched page stays untouched.
            if word != .free { slots.setWord(slot, .free) }
            state.free.append(slot)
        }
        self.state = PlainMutex(state)
    }

    deinit {
        deathmark_unwatch(slots.mark)
        munmap(slots.memory, HandSlots.byteCount)
    }

    /// What is remembered, in the order of positions.
    func suspects(_ rules: PoisonRules) -> [Suspect] {
        let found = state.withLock { state in
            state.remembered.map { place, slot in
                let deaths = slots.word(slot).deaths
                return Suspect(
                    source: place.source, position: place.position, code: slots.code(slot), deaths: deaths,
                    verdict: rules.verdict(on: deaths), print: slots.print(slot))
            }
        }
        return found.sorted { ($0.position, $0.source) < ($1.position, $1.source) }
    }

    /// Names an event as being in hand.
    ///
    /// - Parameters:
    ///   - source: at most 40 bytes.
    ///   - print: tells it from another event that has this position in another database; 0: it is not told.
    /// - Returns: `nil` when it cannot be named: no slot is free, or the event is in hand already. It is worked on all the same.
    package func take(source: String, position: Int64, print: UInt32 = 0) -> Hand? {
        guard source.utf8.count <= HandSlots.sourceCapacity else { return nil }
        let slot = state.withLock { state -> (number: Int, isRemembered: Bool)? in
            guard !state.isClosed else { return nil }
            if !state.remembered.isEmpty, let slot = state.remembered[Place(source: source, position: position)] { return (slot, true) }
            return state.free.popLast().map { ($0, false) }
        }
        guard let slot else { return nil }
        return slot.isRemembered ? takeAgain(slot.number) : takeNew(slot.number, source, position, print)
    }

    private func takeNew(_ slot: Int, _ source: String, _ position: Int64, _ print: UInt32) -> Hand {
        let turn = slots.turn(slot) &+ 1
        slots.setTurn(slot, turn)
        slots.clearCode(slot)
        slots.setPosition(slot, position)
        slots.setSource(slot, source)
        slots.setPrint(slot, print)
        slots.setWord(slot, SlotWord(.inHand))
        return Hand(file: self, slot: slot, turn: turn)
    }

    private func takeAgain(_ slot: Int) -> Hand? {
        let word = slots.word(slot)
        guard word.state == .waiting else { return nil }
        let turn = slots.turn(slot) &+ 1
        slots.setTurn(slot, turn)
        slots.clearCode(slot)
        slots.setWord(slot, SlotWord(.inHand, word.deaths))
        return Hand(file: self, slot: slot, turn: turn)
    }

    /// The event is no longer worked on. One that was in hand at a death stays remembered until it is settled.
    package func release(_ hand: Hand) {
        state.withLock { state in
            guard !state.isClosed, isHeld(hand) else { return }
            let word = slots.word(hand.slot)
            guard word.deaths == Deaths() else { return slots.setWord(hand.slot, SlotWord(.waiting, word.deaths)) }
            slots.setWord(hand.slot, .free)
            state.free.append(hand.slot)
        }
    }

    /// The event is finished or set aside: nothing is remembered of it. Of no effect for an event that was not in hand at a death.
    package func settle(source: String, position: Int64) {
        state.withLock { state in
            guard !state.isClosed, !state.remembered.isEmpty else { return }
            guard let slot = state.remembered.removeValue(forKey: Place(source: source, position: position)) else { return }
            slots.setWord(slot, .free)
            state.free.append(slot)
        }
    }

    /// The process ends in order: whatever is still in hand is no suspect for that. Nothing is named afterwards.
    package func closeCleanly() {
        state.withLock { state in
            guard !state.isClosed else { return }
            state.isClosed = true
            slots.letGo()
            deathmark_unwatch(slots.mark)
            slots.mark.pointee = LastEnd.marksClean
        }
    }

    fileprivate func name(_ plugin: String, _ handler: String, in hand: Hand) {
        if isHeld(hand) { slots.setCode(hand.slot, plugin: plugin, handler: handler) }
    }

    private func isHeld(_ hand: Hand) -> Bool { slots.turn(hand.slot) == hand.turn && slots.word(hand.slot).state == .inHand }
}

/// One event in hand. Whatever is done with it after its release has no effect.
package struct Hand: Sendable {
    fileprivate let file: HandsFile
    fileprivate let slot: Int
    fileprivate let turn: UInt32

    /// Names whose code runs for the event from now on; names that are too long are cut.
    package func runs(plugin: String, handler: String) { file.name(plugin, handler, in: self) }
}

extension HandSlots {
    /// Nothing is in hand any more; what was remembered before stays so.
    func letGo() {
        for slot in 0..<Self.count where word(slot).state == .inHand {
            let deaths = word(slot).deaths
            setWord(slot, deaths == Deaths() ? .free : SlotWord(.waiting, deaths))
        }
    }
}
