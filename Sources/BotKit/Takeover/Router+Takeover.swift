// Govorun: plugins fall silent where people write. SPDX-License-Identifier: MIT

extension Router {
    /// Notes what an update says about people: an administrator's line in a conversation, somebody who left, a don.
    ///
    /// What the community sends is told to us, too; it is an administrator's only where VK names one (source: the reference, "Event types").
    func notice(_ work: EventWork) {
        let type = work.type
        guard type != .messageNew else { return }
        audiences.note(work.update)
        guard type == .messageReply, let period = manners.takeover, let line = work.message else { return }
        guard let administrator = work.update.userID, let peer = work.peerID, line.action == nil else { return }
        let current = bot.takeovers.takeover(in: Peer(id: peer))
        let change = Takeover.change(
            current, by: administrator, saying: line.text, at: work.moment, for: period, [prefixes, Prefixes()])
        do {
            switch change {
            case .silence(let takeover): work.keep(Takeovers.key(peer), try Takeovers.value(takeover, for: period))
            case .end: work.keep(Takeovers.key(peer), nil)
            }
        } catch {
            bot.logger.error("a takeover cannot be kept", ["peer": peer, "error": "\(error)"])
        }
    }

    /// Whether the update is a message or a press in a conversation that people have taken over.
    func isSilent(_ work: EventWork) -> Bool {
        guard !bot.takeovers.isEmpty else { return false }
        guard work.type == .messageNew || work.type == .messageEvent, let peer = work.peerID else { return false }
        guard let takeover = bot.takeovers.takeover(in: Peer(id: peer)), work.moment < takeover.until else { return false }
        // With `takeover: false` only a plugin can hand a conversation over.
        return manners.takeover != nil || takeover.administrator == nil
    }

    /// Whether anybody at all listens to what `person` wrote or pressed.
    func listens(to person: Int, _ work: EventWork) -> Bool {
        guard !isFlooding(person, work) else { return false }
        return !isSilent(work) || instances.contains { $0.worksDuringTakeover }
    }
}

extension PluginInstance {
    /// Whether it goes on where people have taken over.
    var worksDuringTakeover: Bool { type(of: plugin).worksDuringTakeover }
}
