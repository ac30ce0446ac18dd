// Govorun: plugins that need each other. SPDX-License-Identifier: MIT
import BotTesting
import Synchronization
import Testing

@testable import BotKit

/// What happened, in order.
private final class Course: Sendable {
    @TaskLocal static var current: Course?
    private let kept = Mutex<[String]>([])
    var lines: [String] { kept.withLock { $0 } }
    func note(_ line: String) { kept.withLock { $0.append(line) } }
}

private func note(_ line: String) { Course.current?.note(line) }

private protocol Noting: Plugin {}

extension Noting {
    func start(_ bot: Bot) async throws { note("start \(Self.name)") }
    func stop() async { note("stop \(Self.name)") }
    var handlers: [Handler] { [] }
}

/// What things cost.
private struct PriceList: Sendable, Equatable { var tea = 100 }

private struct PaymentsPlugin: Noting {
    init(_ setup: PluginSetup<NoOptions>) { setup.offer(PriceList.self, PriceList(tea: setup.name == "second" ? 200 : 100)) }
}

private struct ShopPlugin: Noting {
    static let needs: [PluginNeed] = [.plugin("log"), .service(PriceList.self, of: PaymentsPlugin.self)]
    init(_ setup: PluginSetup<NoOptions>) {}
    func start(_ bot: Bot) async throws { note("start shop at \(try bot.service(PriceList.self).tea)") }
}

private struct LogPlugin: Noting { init(_ setup: PluginSetup<NoOptions>) {} }

private struct SilentPlugin: Noting {
    static let needs: [PluginNeed] = [.service(String.self, of: PaymentsPlugin.self)]
    init(_ setup: PluginSetup<NoOptions>) {}
}

private struct ChickenPlugin: Noting {
    static let needs: [PluginNeed] = [.plugin(EggPlugin.self)]
    init(_ setup: PluginSetup<NoOptions>) {}
}

private struct EggPlugin: Noting {
    static let needs: [PluginNeed] = [.plugin("nest")]
    init(_ setup: PluginSetup<NoOptions>) {}
}

private struct NestPlugin: Noting {
    static let needs: [PluginNeed] = [.plugin(ChickenPlugin.self)]
    init(_ setup: PluginSetup<NoOptions>) {}
}

private struct BrokenPlugin: Noting {
    static let needs: [PluginNeed] = [.plugin("log")]
    init(_ setup: PluginSetup<NoOptions>) {}
    func start(_ bot: Bot) async throws { throw Mishap() }
}

private func instance<P: Plugin>(_ type: P.Type, as name: String? = nil) throws -> PluginInstance {
    try PluginInstance(P.self, PluginSetup(name: name ?? P.name))
}

@Suite("Plugins that need each other")
struct PluginOrderTests {
    @Test("start after what they need and stop before it; the rest keeps the order of the file")
    func order() async throws {
        let course = Course()
        try await Course.$current.withValue(course) {
            let bot = try await TestBot([try instance(ShopPlugin.self), try instance(PaymentsPlugin.self), try instance(LogPlugin.self)])
            await bot.stop()
        }
        #expect(course.lines == ["start log", "start payments", "start shop at 100", "stop shop", "stop payments", "stop log"])
    }

    @Test("A plugin that is needed and not there is named")
    func missing() async throws {
        let problems = PluginOrder([try instance(ShopPlugin.self)]).problems
        #expect(
            problems.map(\.message) == [
                "'shop' needs the plugin 'log'; add '- log' to the plugins of this bot",
                "'shop' needs PriceList, which the plugin 'payments' offers; add '- payments' to the plugins of this bot",
            ])
        await #expect(throws: problems[0]) { _ = try await TestBot(ShopPlugin.self) }
    }

    @Test("An instance under another name is what is needed, by its type and by either name")
    func otherName() throws {
        let shop = try instance(ShopPlugin.self)
        #expect(PluginOrder([shop, try instance(PaymentsPlugin.self, as: "till"), try instance(LogPlugin.self, as: "x")]).problems == [])
        #expect(PluginOrder([shop, try instance(PaymentsPlugin.self), try instance(NestPlugin.self, as: "log")]).problems.count == 1)
    }

    @Test("A plugin that does not offer what it should is told so")
    func silence() throws {
        let problems = PluginOrder([try instance(SilentPlugin.self), try instance(PaymentsPlugin.self)]).problems
        #expect(problems.map(\.code) == [.missingService])
        #expect(
            problems.first?.message.contains("'payments' does not offer it; its 'init' has to call setup.offer(String.self, …)") == true)
    }

    @Test("A circle is told once, all the way round")
    func cycle() throws {
        let problems = PluginOrder([
            try instance(LogPlugin.self), try instance(EggPlugin.self), try instance(ChickenPlugin.self), try instance(NestPlugin.self),
        ]).problems
        #expect(
            problems.map(\.message) == [
                "'egg' needs 'nest', which needs 'chicken', which needs 'egg'; one of them has to do without the other"
            ])
    }

    @Test("When one does not start, those before it are stopped again")
    func failure() async throws {
        let course = Course()
        await Course.$current.withValue(course) {
            await #expect(throws: Mishap.self) { _ = try await TestBot([try instance(BrokenPlugin.self), try instance(LogPlugin.self)]) }
        }
        #expect(course.lines == ["start log", "stop log"])
    }
}

@Suite("Services of plugins")
struct ServiceTests {
    @Test("The first that offers a type is found, or the one that is named")
    func found() async throws {
        let bot = try await TestBot([try instance(PaymentsPlugin.self), try instance(PaymentsPlugin.self, as: "second")]).bot
        #expect(try bot.service(PriceList.self).tea == 100)
        #expect(try bot.service(PriceList.self, from: "second").tea == 200)
    }

    @Test("What nobody offers is an error that says who should")
    func absent() async throws {
        let bot = try await TestBot([try instance(PaymentsPlugin.self), try instance(LogPlugin.self)]).bot
        let nobody = #expect(throws: ServiceError.self) { try bot.service(String.self) }
        #expect(nobody?.description.hasPrefix("no plugin of this bot offers String: the one that has it must call setup.offer") == true)
        let other = #expect(throws: ServiceError.self) { try bot.service(PriceList.self, from: "log") }
        #expect(other?.description == "the plugin 'log' does not offer PriceList; payments do")
    }

    @Test("What a plugin writes while it is made appears once its bot starts")
    func earlyLines() async throws {
        struct EarlyPlugin: Plugin {
            init(_ setup: PluginSetup<NoOptions>) { setup.logger.warning("made", ["by": "init"]) }
            var handlers: [Handler] { Fallback { _ in } }
        }
        #expect(try await TestBot(EarlyPlugin.self).problems == ["warning: made (plugin: early, by: init)"])
    }
}
