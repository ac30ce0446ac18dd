// Govorun: what the control API shows. SPDX-License-Identifier: MIT
import MicroServer
import TapeJSON

extension ControlEndpoint {
    static let views: [String: View] = [
        "state": { (simulator, _) in simulator.change { $0.stateJSON() } },
        "history": { (simulator, query) throws(SimulatorError) in
            guard let community = query.int("community"), let peer = query.int("peer") ?? query.int("person") else {
                throw SimulatorError(.invalid, "a request without community and peer or person")
            }
            return simulator.change { $0.historyJSON(peer, community, limit: query.int("limit") ?? 100) }
        },
        "calls": { (simulator, query) in
            let calls = simulator.calls(limit: query.int("limit") ?? .max)
            return JSONFragment { $0.write(["calls": .array(calls.map(\.json))] as JSONValue) }
        },
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
    mutating func stateJSON() -> JSONFragment {
        let position = journal.position()
        return JSONFragment { writer in
            writer.object { writer in
                writer.member("event", position)
                writer.member("communities", communityOrder.map { communityJSON(self[community: $0]) })
                writer.member("people", peopleOrder.compactMap { people[$0]?.json(fields: ["sex", "screen_name"]) })
                writer.member("chats", conversations { $0.chat != nil }.map { chatJSON($0.conversation, $0.community) })
                writer.member("dialogs", conversations { $0.chat == nil }.map { dialogJSON($0.conversation, $0.community) })
                writer.member("faults", faults.waiting.reduce(0) { $0 + $1.count })
            }
        }
    }

    func historyJSON(_ peer: Int, _ community: Int, limit: Int) -> JSONFragment {
        let conversation = communities[community]?.conversations[peer]
        return JSONFragment { writer in
            writer.object { writer in
                writer.member("messages", Array((conversation?.existing ?? []).suffix(max(limit, 0))))
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

    private func communityJSON(_ community: CommunityState) -> JSONValue {
        var json = community.json
        json["members"] = .array(community.members.map { JSONValue($0) })
        json["bot_features"] = JSONValue(community.hasBotFeatures)
        json["long_poll"] = JSONValue(community.switches.isEnabled)
        json["waiting_polls"] = JSONValue(community.queue.waiting)
        return json
    }

    private func chatJSON(_ conversation: Conversation, _ community: Int) -> JSONValue {
        let members = (conversation.chat?.members ?? []).map { member -> JSONValue in
            ["id": JSONValue(member.id), "admin": JSONValue(member.isAdmin), "invited_by": JSONValue(member.invitedBy)]
        }
        var json: JSONObject = [
            "community": JSONValue(community), "peer": JSONValue(conversation.peerID), "title": JSONValue(conversation.chat?.title ?? ""),
            "owner": JSONValue(conversation.chat?.ownerID ?? 0), "members": .array(members),
            "full_access": JSONValue(conversation.chat?.hasFullAccess ?? false), "last_cmid": JSONValue(conversation.lastNumber),
        ]
        json["pinned"] = conversation.chat?.pinned.map { JSONValue($0) }
        return .object(json)
    }

    private func dialogJSON(_ conversation: Conversation, _ community: Int) -> JSONValue {
        [
            "community": JSONValue(community), "person": JSONValue(conversation.peerID), "last_cmid": JSONValue(conversation.lastNumber),
            "read_by_community": JSONValue(conversation.readByCommunity), "read_by_person": JSONValue(conversation.readByPerson),
            "allowed": JSONValue(self[community: community].permissions[conversation.peerID] == .allowed),
        ]
    }
}
