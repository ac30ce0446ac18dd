// Govorun: the rules of long poll, case by case. SPDX-License-Identifier: MIT
import Testing
import VKAPI
import VKUpdates

@Suite("PollMachine")
struct PollMachineTests {
    @Test("It begins by asking for a session")
    func start() { #expect(PollMachine().start == .renew(after: .zero)) }
}
