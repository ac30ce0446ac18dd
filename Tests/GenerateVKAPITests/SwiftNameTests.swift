// Govorun: VK's names in Swift's casing. SPDX-License-Identifier: MIT
import Testing

@testable import GenerateVKAPI

@Suite("Swift names")
struct SwiftNameTests {
    @Test(
        "Members begin small, acronyms after the first word are capitals",
        arguments: [
            ("user_ids", "userIDs"), ("getById", "getByID"), ("api_version", "apiVersion"), ("photo_50", "photo50"), ("q", "q"),
            ("mp4_720", "mp4At720"), ("auth_https", "authHTTPS"), ("APPROVED", "approved"), ("in a relationship", "inARelationship"),
            ("group_need_2fa", "groupNeed2FA"), ("leadForms", "leadForms"),
        ])
    func member(name: String, expected: String) { #expect(SwiftName.member(name) == expected) }

    @Test(
        "What Swift keeps for itself is quoted, what a view has already is renamed",
        arguments: [
            ("default", "`default`"), ("in", "`in`"), ("self", "selfValue"), ("json", "jsonValue"), ("exists", "existsValue"),
        ])
    func reserved(name: String, expected: String) { #expect(SwiftName.member(name) == expected) }

    @Test(
        "Types begin large",
        arguments: [
            ("messages_message", "MessagesMessage"), ("groups_getById_object_response", "GroupsGetByIDObjectResponse"),
            ("messages_send_user_ids_response_item", "MessagesSendUserIDsResponseItem"), ("prettyCards_button", "PrettyCardsButton"),
        ])
    func type(name: String, expected: String) { #expect(SwiftName.type(name) == expected) }

    @Test(
        "A nested type never hides one that generated code needs",
        arguments: [
            ("type", "Kind"), ("string", "StringValue"), ("color", "Color"),
        ])
    func nested(name: String, expected: String) {
        #expect(SwiftName.type(name, isNested: true) == expected)
    }
}
