// Govorun: misbehaving on demand. SPDX-License-Identifier: MIT

extension VKSimulator {
    /// Adds a fault after those that wait already.
    public func add(_ fault: Fault) { change { $0.faults.add(fault) } }

    /// Takes back every fault that has not happened yet.
    public func clearFaults() { change { $0.faults.removeAll() } }

    /// Loses what a community's pollers have not read yet: they get `failed` 1. What `messages.getLongPollHistory` tells stays.
    public func loseHistory(of community: Int) {
        change { world in if world.communities[community] != nil { world[community: community].queue.forgetAll() } }
    }

    /// Makes every long poll key of a community invalid: polls get `failed` 2.
    public func expireKeys(of community: Int) {
        change { world in if world.communities[community] != nil { world[community: community].queue.expireKeys() } }
    }
}
