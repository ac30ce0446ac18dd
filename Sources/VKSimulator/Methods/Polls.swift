// Govorun: polls.create. SPDX-License-Identifier: MIT
import TapeJSON

enum PollsCreate: SimulatedMethod {
    static let name = "polls.create"
    static let callers: Set<Caller.Kind> = [.person]

    static func answer(_ call: MethodCall, in world: inout World) throws(APIFailure) -> any JSONWritable {
        let owner = try call.page(try call.parameters.int("owner_id") ?? call.caller.page, in: world)
        let question = try call.parameters.text(required: "question")
        guard let list = try call.parameters.json("add_answers") else { throw .missing("add_answers") }
        let texts = list.items.compactMap(\.string).filter { !$0.isEmpty }
        guard texts.count == list.count, (1...10).contains(texts.count) else { throw .parameter("add_answers") }
        let id = world.media.nextID("poll")
        let answers = texts.enumerated().map { index, text -> JSONValue in
            ["id": JSONValue(id * 10 + index), "text": JSONValue(text), "votes": 0, "rate": 0]
        }
        let end = try call.parameters.int("end_date") ?? 0
        guard end == 0 || end > call.date else { throw .parameter("end_date", "is in the past") }
        let poll: JSONValue = [
            "id": JSONValue(id), "owner_id": JSONValue(owner), "author_id": JSONValue(call.caller.page), "created": JSONValue(call.date),
            "question": JSONValue(question), "votes": 0, "answers": .array(answers),
            "anonymous": JSONValue(try call.parameters.flag("is_anonymous") == true),
            "multiple": JSONValue(try call.parameters.flag("is_multiple") == true), "answer_ids": [], "end_date": JSONValue(end),
            "closed": false, "is_board": false, "can_edit": true, "can_vote": true, "can_report": false, "can_share": true,
            "disable_unvote": JSONValue(try call.parameters.flag("disable_unvote") == true),
        ]
        return world.add(MediaObject(kind: "poll", ownerID: owner, id: id, accessKey: nil, content: poll)).content
    }
}
