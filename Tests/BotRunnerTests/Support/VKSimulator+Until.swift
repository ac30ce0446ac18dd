// Govorun: waits for what bots do at the simulator. SPDX-License-Identifier: MIT
import Testing
import VKSimulator

extension VKSimulator {
    /// Returns once `holds`, which is asked again whenever something has happened here; a test's time limit ends the waiting.
    func until(_ what: Comment, _ holds: () async throws -> Bool) async throws {
        // Watched before the first look, so that nothing is missed.
        let happenings = happenings()
        if try await holds() { return }
        for await _ in happenings { if try await holds() { return } }
        try Task.checkCancellation()
        Issue.record(what)
    }

    /// Returns once a bot of each of `communities` waits for updates.
    func arePolled(_ communities: [Int]) async throws {
        try await until("a bot waits for updates") { communities.allSatisfy { waitingPolls(of: $0) > 0 } }
    }
}
