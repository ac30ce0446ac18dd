// Govorun: what the control API shows. SPDX-License-Identifier: MIT
import MicroServer
import TapeJSON

extension ControlEndpoint {
    static let views: [String: View] = [
        "state": { (simulator, query) in simulator.change { $0.stateJSON(of: query.int("person")) } },
        "history": { (simulator, query) throws(SimulatorError) in
            guard let community = query.int("community"), let peer = query.int("peer") ?? query.int("person") else {
                throw SimulatorError(.invalid, "a request without community and peer or person")
            }
            return simulator.change { $0.historyJSON(peer, community, limit: query.int("limit") ?? 100, before: query.int("before")) }
        },
        "calls": { (simulator, query) in
            let calls = simulator.calls(limit: query.int("limit") ?? .max)
            return JSONFragment { $0.write(["calls": .array(calls.map(\.json))] as JSONValue) }
        },
        "files": { (simulator, _) in
            let files = simulator.files().map(\.json)
            return JSONFragment { $0.write(["files": .array(files)] as JSONValue) }
        },
        "captchas": { (simulator, _) in
            let captchas = simulator.captchas().map { captcha -> JSONValue in
                var json: JSONObject = ["sid": JSONValue(captcha.sid), "key": JSONValue(captcha.key)]
                if let token = captcha.successToken { json["success_token"] = JSONValue(token) }
                return .object(json)
            }
            return JSONFragment { $0.write(["captchas": .array(captchas)] as JSONValue) }
        },
        "callbacks": callbacks,
        "comments": comments,
        "limits": { (simulator, _) in
            let reports = simulator.arrivals().map(\.json)
            return JSONFragment { $0.write(["limits": .array(reports)] as JSONValue) }
        },
    ]
}

extension FieldList {
    fileprivate func int(_ name: String) -> Int? { first(named: name).flatMap { Int($0) } }
}

extension VKSimulator.ArrivalReport {
    fileprivate var json: JSONValue {
        [
            "caller": JSONValue(caller), "total": JSONValue(total), "refused": JSONValue(refused),
            "maximum_per_second": JSONValue(maximumPerSecond), "limit": JSONValue(limit),
        ]
    }
}

extension World {
    /// Everything but the messages, with the number of the last event: watch from there to miss nothing.
    ///
    /// - Parameter person: shows only this person's dialogs and chats, and what each community may do to them.
    mutating func stateJSON(of person: Int?) -> JSONFragment {
        let position = journal.position()
        return JSONFragment { writer in
            writer.object { writer in
                writer.member("event", position)
                writer.member("world", identity)
                writer.member("communities", communityOrder.map { communityJSON(self[community: $0], for: person) })
                writer.member("people", peopleOrder.compactMap { people[$0]?.controlJSON })
                writer.member("chats", conversations { $0.isChat(of: person) }.map { chatJSON($0.conversation, $0.community) })
                writer.member("dialogs", conversations { $0.isDialog(of: person) }.map { dialogJSON($0.conversation, $0.community) })
                writer.member("faults", faults.waiting.reduce(0) { $0 + $1.count })
                if let build { writer.member("build", build.json) }
            }
        }
    }

    /// - Parameter number: only what was written before the message of that number.
    func historyJSON(_ peer: Int, _ community: Int, limit: Int, before number: Int?) -> JSONFragment {
        let conversation = communities[community]?.conversations[peer]
        let messages = conversation?.existing.prefix { $0.number < number ?? .max } ?? []
        return JSONFragment { writer in
            writer.object { writer in
                writer.member("messages", Array(messages.suffix(max(limit, 0))))
                writer.key("keyboard")
                if let keyboard = conversation?.keyboard { keyboard.write(to: &writer, author: -community) } else { writer.writeNull() }
                writer.member("pinned", conversation?.chat?.pinned)
            }
        }
    }

    private func conversations(_ isWanted: (Conversation) -> Bool) -> [(conversation: Conversation, community: Int)] {
        communityOrder.flatMap { id in
            self[community: id].conversations.values.filter(isWanted).sorted { $0.peerID < $1.peerID }.map { ($0, id) }
        }
    }

    private func communityJSON(_ community: CommunityState, for person: Int?) -> JSONValue {
        var json = community.json
        json["members"] = .array(community.members.map { JSONValue($0) })
        json["bot_features"] = JSONValue(community.hasBotFeatures)
        json["long_poll"] = JSONValue(community.switches.isEnabled)
        json["waiting_polls"] = JSONValue(community.queue.waiting)
        guard let person else { return json }
        json["permission"] = JSONValue("\(community.permissions[person] ?? .never)")
        json["blocked"] = JSONValue(community.blacklist.contains(person))
        return json
    }

    private func chatJSON(_ conversation: Conversation, _ community: Int) -> JSONFragment {
        let members = (conversation.chat?.members ?? []).map { member -> JSONValue in
            ["id": JSONValue(member.id), "admin": JSONValue(member.isAdmin), "invited_by": JSONValue(member.invitedBy)]
        }
        return JSONFragment { writer in
            writer.object { writer in
                writer.member("community", community)
                writer.member("peer", conversation.peerID)
                writer.member("title", conversation.chat?.title ?? "")
                writer.member("owner", conversation.chat?.ownerID ?? 0)
                writer.member("members", members)
                writer.member("full_access", conversation.chat?.hasFullAccess ?? false)
                if let pinned = conversation.chat?.pinned { writer.member("pinned", pinned) }
                writer.writeEnd(of: conversation)
            }
        }
    }

    private func dialogJSON(_ conversation: Conversation, _ community: Int) -> JSONFragment {
        JSONFragment { writer in
            writer.object { writer in
                writer.member("community", community)
                writer.member("person", conversation.peerID)
                writer.member("read_by_community", conversation.readByCommunity)
                writer.member("read_by_person", conversation.readByPerson)
                writer.member("allowed", self[community: community].permissions[conversation.peerID] == .allowed)
                writer.writeEnd(of: conversation)
            }
        }
    }
}

extension JSONWriter {
    /// Where a conversation has got to, and its newest message.
    fileprivate mutating func writeEnd(of conversation: Conversation) {
        member("last_cmid", conversation.lastNumber)
        if let last = conversation.lastExisting { member("last", last) }
    }
}

extension Conversation {
    fileprivate func isChat(of person: Int?) -> Bool {
        guard let chat else { return false }
        return person.map { chat.contains($0) } ?? true
    }

    fileprivate func isDialog(of person: Int?) -> Bool { chat == nil && (person ?? peerID) == peerID }
}
