// Govorun: a person who reads the simulator's captchas. SPDX-License-Identifier: MIT
import Synchronization
import VKAPI
import VKSimulator

/// Solves every captcha of the simulator it watches, right.
final class WatchingSolver: ChallengeSolver {
    private let simulator = Mutex<VKSimulator?>(nil)

    func watch(_ simulator: VKSimulator) { self.simulator.withLock { $0 = simulator } }

    func solve(_ captcha: VKError.Captcha) async throws -> CaptchaSolution? {
        let waiting = simulator.withLock { $0 }?.captchas() ?? []
        return waiting.first { $0.sid == captcha.sid }.map { .key($0.key) }
    }
}
