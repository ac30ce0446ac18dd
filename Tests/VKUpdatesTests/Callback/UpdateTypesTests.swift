// Govorun: which kinds come by which way. SPDX-License-Identifier: MIT
import TapeJSON
import Testing
import VKAPI
import VKUpdates

@Suite("Kinds of update and their ways")
struct UpdateTypesTests {
    private static let onlyByCallback: [UpdateType] = [
        .marketOrderNew, .marketOrderEdit, .leadFormsNew, .wallSchedulePostNew, .wallSchedulePostDelete,
    ]

    @Test("With both ways, callback brings only what long poll cannot")
    func split() {
        let parts = UpdateTypes.split([.messageNew, .marketOrderNew, "new_thing", .leadFormsNew, .appPayload])
        #expect(parts.longPoll == [.messageNew, "new_thing", .appPayload])
        #expect(parts.callback == [.marketOrderNew, .leadFormsNew])
        #expect(UpdateTypes.wanted(byCallbackBeside: [.longPoll, .callback]) == Set(Self.onlyByCallback))
        #expect(UpdateTypes.wanted(byCallbackBeside: [.callback]) == nil)
    }

    @Test("Kinds that a bot never gets are named with the remedy", arguments: onlyByCallback)
    func unreachable(type: UpdateType) throws {
        let found = UpdateTypes.unreachable(awaited: [.messageNew, type], by: [.longPoll])
        let one = try #require(found.first)
        #expect(found.count == 1)
        #expect(one.type == type)
        #expect(one.remedy.contains("updates: [long-poll, callback]") && one.remedy.contains("web.public"))
        #expect(UpdateTypes.unreachable(awaited: [type], by: [.longPoll, .callback]).isEmpty)
        #expect(UpdateTypes.unreachable(awaited: [type], by: [.callback]).isEmpty)
    }

    @Test("Every other documented kind comes by long poll")
    func reachable() {
        let others = UpdateType.documented.filter { !Self.onlyByCallback.contains($0) }
        #expect(UpdateTypes.unreachable(awaited: others, by: [.longPoll]).isEmpty)
    }
}

@Suite("A look at a community's settings")
struct EventSettingsCheckTests {
    private static func longPoll(_ text: String) throws -> GroupsLongPollSettings { GroupsLongPollSettings(try JSONDocument(text).root) }

    @Test("finds nothing when all that is awaited is on")
    func fine() throws {
        let settings = try Self.longPoll(#"{"is_enabled":true,"api_version":"5.199","events":{"message_new":1,"like_add":0}}"#)
        #expect(EventSettingsCheck(awaited: [.messageNew], longPoll: settings, version: "5.199").isFine)
    }

    @Test("names the awaited kinds that are off, in their order, and not those VK does not list")
    func off() throws {
        let settings = try Self.longPoll(
            #"{"is_enabled":true,"api_version":"5.199","events":{"message_new":0,"group_join":false,"like_add":0}}"#)
        let check = EventSettingsCheck(awaited: [.groupJoin, .messageEvent, .messageNew], longPoll: settings, version: "5.199")
        #expect(check.off == [.groupJoin, .messageNew])
        #expect(!check.isFine)
    }

    @Test("leaves out of long poll's settings what long poll cannot bring")
    func callbackOnly() throws {
        let settings = try Self.longPoll(#"{"is_enabled":true,"api_version":"5.199","events":{"market_order_new":0}}"#)
        #expect(EventSettingsCheck(awaited: [.marketOrderNew], longPoll: settings, version: "5.199").isFine)
    }

    @Test("tells when long poll is off as a whole, or shapes updates by another version")
    func whole() throws {
        let settings = try Self.longPoll(#"{"is_enabled":false,"api_version":"5.80","events":[]}"#)
        let check = EventSettingsCheck(awaited: [.messageNew], longPoll: settings, version: "5.199")
        #expect(check.isDisabled)
        #expect(check.otherVersion == "5.80")
        #expect(!check.isFine)
    }

    @Test("reads what VK leaves out as nothing to complain about", arguments: ["{}", "[]", #"{"events":null,"api_version":""}"#])
    func sparse(text: String) throws {
        #expect(EventSettingsCheck(awaited: [.messageNew], longPoll: try Self.longPoll(text), version: "5.199").isFine)
    }

    @Test("does the same with a callback server's settings")
    func callback() throws {
        let settings = GroupsCallbackSettings(try JSONDocument(#"{"api_version":"5.131","events":{"market_order_new":0}}"#).root)
        let check = EventSettingsCheck(awaited: [.marketOrderNew, .messageNew], callback: settings, version: "5.199")
        #expect(check.off == [.marketOrderNew])
        #expect(check.otherVersion == "5.131")
        #expect(!check.isDisabled)
    }

    @Test("reads VK's own sample")
    func sample() throws {
        let settings = GroupsLongPollSettings(try Fixture.json("longpoll/settings.json")["response"])
        let check = EventSettingsCheck(awaited: UpdateType.documented, longPoll: settings, version: "5.199")
        #expect(check.off.contains(.groupJoin) && !check.off.contains(.messageNew) && !check.off.contains(.leadFormsNew))
    }
}
