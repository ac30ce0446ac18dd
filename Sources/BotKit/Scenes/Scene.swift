// Govorun: a conversation in steps that are stored. SPDX-License-Identifier: MIT

/// A conversation in named steps, with what has been said so far: for what a `message.ask` after another cannot say, since people go back,
/// skip and come again.
///
/// ```swift
/// struct Order: Scene {
///     enum Step: String, CaseIterable { case item, address }
///     var item = "", address = ""
/// }
/// Command("order") { message in try await message.enter(Order.self) }
/// InScene(Order.self, .item, enter: { try await $0.send("Что везём?") }) { message, order in
///     try await order.change { $0.item = message.text }
///     try await order.next()
/// }
/// InScene(Order.self, .address, enter: { try await $0.send("Куда?") { Row { Button("Назад") } } }) { message, order in
///     if message.text == "Назад" { return try await order.back() }
///     let done = try await order.leave()
///     try await message.reply("Везём \(done.item) сюда: \(message.text)")
/// }
/// ```
///
/// Somebody is in one scene of a plugin at a time, in each conversation. It is stored with the mark that the update is done, like
/// `PluginState`. What they write goes to the step they are at, after commands and buttons and before everything else.
///
/// **A step that throws** has changed nothing: whoever wrote stays at the step, with what was said before, is told so, and may write again.
public protocol Scene: Codable, Sendable {
    /// The steps in their order; the first is where one enters.
    associatedtype Step: RawRepresentable & CaseIterable & Hashable & Sendable where Step.RawValue == String

    /// What is known before anything was said.
    init()

    /// What it is stored under; by default the type's name.
    static var name: String { get }

    /// How long a step waits for a message; then the scene is left, and `late` is said. By default a day.
    static var timeout: Duration { get }

    /// What is said when a step has waited too long; an empty text: nothing. By default, `nil`: that the time is up, or what stands under
    /// `dialogue.late` in the plugin's strings or in `texts:`.
    static var late: FormattedText? { get }

    /// What is said when a step fails; an empty text: nothing. By default, `nil`: to try once more, or what stands under `dialogue.again`.
    static var failed: FormattedText? { get }
}

extension Scene {
    /// The type's name.
    public static var name: String { String(describing: Self.self) }
    /// A day.
    public static var timeout: Duration { .days(1) }
    /// That the time is up.
    public static var late: FormattedText? { nil }
    /// To try once more.
    public static var failed: FormattedText? { nil }
}

/// Where somebody is, as it is stored.
struct SceneRecord: Codable, Sendable {
    let scene: String
    var step: String
    /// The steps before, the latest last.
    var past: [String]
    var data: JSONValue
    /// When the step was entered, milliseconds.
    var asked: Int64
    /// Until when it waits, milliseconds.
    var due: Int64

    /// Steps that one can go back.
    static let mostPast = 50
}

/// A step as handlers are found by it.
struct SceneForm: Sendable {
    let scene: String
    let step: String
    let enter: @Sendable (HandlerRun) async throws -> Void
    /// What its scene says itself.
    let (late, failed): (FormattedText?, FormattedText?)

    /// No step is called so: it stands for each of them.
    static let anyStep = ""

    /// Among all of a bot.
    static func key(_ plugin: String, _ scene: String, _ step: String) -> String { "\(plugin)/\(scene)/\(step)" }
}

extension StateKey {
    /// Where the scene is that a person is in.
    static func scene(of plugin: String, at place: TalkPlace) -> StateKey { StateKey(plugin: plugin + "/scenes", name: place.name) }
}

/// Why a scene cannot be entered.
public struct SceneError: Error, Sendable, CustomStringConvertible {
    private let reason: String

    init(_ reason: String) { self.reason = reason }

    /// For the log.
    public var description: String { reason }
}
