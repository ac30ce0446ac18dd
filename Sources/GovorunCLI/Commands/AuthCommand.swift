// Govorun: `govorun auth user` and `govorun auth community`. SPDX-License-Identifier: MIT
import BotKit

/// Gets the token of a person.
struct AuthUserCommand: Subcommand {
    static let syntax = CommandSyntax(
        words: ["auth", "user"], arguments: "", summary: "gets the token of a person", count: 0...0,
        options: [
            .init(name: "client-id", value: "N", help: "the number of your application on VK"),
            .init(name: "scope", value: "NAMES", help: "rights by VK's names, with commas; photos,wall,offline for one"),
            .init(name: "vk-id", help: "VK ID: a token of an hour and one to refresh it with; needs no key"),
        ] + AuthorizationRun.options, details: AuthorizationRun.details)

    func run(_ arguments: ArgumentList, in context: CommandContext) async throws -> ExitCode {
        let scopes = try AuthorizationRun.scopes(UserScopes.self, arguments["scope"]) ?? []
        if arguments.has("vk-id"), arguments.has("code") {
            throw ArgumentList.Problem(message: "'--vk-id' goes by code anyway; leave '--code' out")
        }
        let flow: AuthorizationRequest.Flow? = arguments.has("vk-id") ? .vkID(CodeProof()) : nil
        return try await AuthorizationRun(arguments, .user(scopes), flow: flow, context).run()
    }
}

/// Gets the tokens of communities, for their administrator.
struct AuthCommunityCommand: Subcommand {
    static let syntax = CommandSyntax(
        words: ["auth", "community"], arguments: "", summary: "gets the tokens of communities", count: 0...0,
        options: [
            .init(name: "client-id", value: "N", help: "the number of your application on VK"),
            .init(name: "group-ids", value: "IDS", help: "the communities, with commas; you must administer them"),
            .init(name: "scope", value: "NAMES", help: "rights by VK's names; messages,manage,photos,docs when left out"),
        ] + AuthorizationRun.options,
        details: """
            A bot needs none of this: copy a token from the community's settings, API usage. This is for those who run many.
            \(AuthorizationRun.details)
            """)

    func run(_ arguments: ArgumentList, in context: CommandContext) async throws -> ExitCode {
        let scopes = try AuthorizationRun.scopes(CommunityScopes.self, arguments["scope"]) ?? .bot
        guard let text = arguments["group-ids"] else { throw ArgumentList.Problem(message: "which communities? give '--group-ids 1,2'") }
        let ids = text.split(separator: ",").map { Int($0).map { abs($0) } ?? 0 }
        guard !ids.isEmpty, !ids.contains(0) else {
            throw ArgumentList.Problem(message: "'--group-ids' takes numbers with commas, not '\(text)'")
        }
        if let file = arguments["save"], ids.count > 1, !file.contains(TokenFile.placeholder) {
            throw ArgumentList.Problem(message: "several tokens need several files: write '\(TokenFile.placeholder)' where the id belongs")
        }
        return try await AuthorizationRun(arguments, .communities(ids, scopes), flow: nil, context).run()
    }
}
