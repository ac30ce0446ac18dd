// Govorun plugin: options of plugins, shown and set from a chat. SPDX-License-Identifier: MIT
import BotKit

/// `/plugins echo` shows the options of a plugin; `/plugins echo command repeat` sets one, in the chat or everywhere.
struct PluginsTuning {
    let message: Message
    /// What is written before a plugin's name: `/plugins`.
    let command: String

    private var texts: PluginTexts { message.texts }
    private var tuning: PluginTuning { message.bot.tuning }

    func answer(to setting: PluginsSetting) async throws -> FormattedText {
        guard let plugin = message.plugins.map(\.name).first(where: { $0.lowercased() == setting.plugin }) else {
            return texts["unknown", ["plugin": setting.plugin, "plugins": message.plugins.map(\.name).joined(separator: ", ")]]
        }
        do {
            guard let key = setting.key, let change = setting.change else { return try list(plugin, only: setting.key) }
            let isEverywhere = setting.place.map { $0 == .everywhere } ?? !message.isFromChat
            if isEverywhere, try await !message.isWritten(by: .admins) { return texts["tuning.only-admins"] }
            return try await perform(change, key, plugin, isEverywhere ? nil : message.peer)
        } catch let problem as TuningProblem {
            return words(problem, setting, plugin)
        }
    }

    /// Written as people say it.
    private static let booleans = ["да": "true", "вкл": "true", "нет": "false", "выкл": "false"]

    private func perform(_ change: PluginsSetting.Change, _ key: String, _ plugin: String, _ peer: Peer?) async throws -> FormattedText {
        let place = peer == nil ? "" : "-here"
        switch change {
        case .to(let written):
            let form = try tuning.options(of: plugin, in: peer).first { $0.key == key }?.form
            let value = form == .boolean ? Self.booleans[written.lowercased()] ?? written : written
            try await tuning.set(key, of: plugin, to: value, in: peer)
            PluginsLog(message).note("an option was set from a chat", in: peer, ["plugin": plugin, "option": key, "value": value])
            return texts["tuning.set" + place, ["plugin": plugin, "key": key, "value": written]]
        case .reset:
            guard try await tuning.reset(key, of: plugin, in: peer) else {
                return texts["tuning.not-set" + place, ["plugin": plugin, "key": key]]
            }
            PluginsLog(message).note("an option that was set from a chat was taken back", in: peer, ["plugin": plugin, "option": key])
            if peer != nil { return texts["tuning.reset-here", ["plugin": plugin, "key": key]] }
            let option = try tuning.options(of: plugin).first { $0.key == key }
            let text = option?.source == .standard ? "tuning.reset-default" : "tuning.reset"
            return texts[text, ["plugin": plugin, "key": key, "value": option?.value ?? ""]]
        }
    }

    /// One line an option: its key, its value and where that comes from.
    private func list(_ plugin: String, only key: String?) throws -> FormattedText {
        let options = try tuning.options(of: plugin, in: message.peer)
        let shown = options.filter { key == nil || $0.key == key }
        if options.isEmpty { return texts["tuning.none", ["plugin": plugin]] }
        if shown.isEmpty { throw unknown(options) }
        let lines = [texts["tuning.title", ["plugin": plugin]]] + shown.map(line)
        let how = texts["tuning.how", ["command": command, "plugin": plugin]]
        return (options.contains { $0.bar == nil } ? lines + [how] : lines).joined(separator: "\n")
    }

    private func unknown(_ options: [TunedOption]) -> TuningProblem {
        TuningProblem(.unknownOption(options.filter { $0.bar == nil }.map(\.key)))
    }

    private func line(_ option: TunedOption) -> FormattedText {
        let source =
            switch option.source {
            case .standard: "tuning.from.standard"
            case .file: "tuning.from.file"
            case .everywhere: "tuning.from.everywhere"
            case .here: "tuning.from.here"
            }
        let value = option.value.map { FormattedText.escaped($0) } ?? texts["tuning.hidden"]
        let bar: FormattedText = option.bar == nil ? "" : ", \(texts["tuning.barred"])"
        return "\(option.key): \(value) — \(texts[source])\(bar)"
    }

    // MARK: What keeps it from being set

    private func words(_ problem: TuningProblem, _ setting: PluginsSetting, _ plugin: String) -> FormattedText {
        let key = setting.key ?? ""
        switch problem.code {
        case .nothingToSet: return texts["tuning.none", ["plugin": plugin]]
        case .unknownOption(let known):
            return texts["tuning.unknown", ["plugin": plugin, "key": key, "keys": known.joined(separator: ", ")]]
        case .barred(let bar): return texts["tuning.bar.\(bar.rawValue)", ["key": key]]
        case .onlyEverywhere:
            return texts["tuning.only-everywhere", ["command": command, "plugin": plugin, "key": key, "value": value(of: setting)]]
        case .unreadable(let form):
            return texts["tuning.wrong", ["key": key, "form": words(form), "value": value(of: setting)]]
        case .refused: return texts["tuning.refused", ["reason": problem.description]]
        }
    }

    private func value(of setting: PluginsSetting) -> String { if case .to(let value) = setting.change { value } else { "" } }

    private func words(_ form: TunedOption.Form) -> String {
        switch form {
        case .text: texts["tuning.form.text"].text
        case .integer: texts["tuning.form.integer"].text
        case .number: texts["tuning.form.number"].text
        case .boolean: texts["tuning.form.boolean"].text
        case .duration: texts["tuning.form.duration"].text
        case .choice(let choices): texts["tuning.form.choice", ["choices": choices.joined(separator: ", ")]].text
        case .timeOfDay: texts["tuning.form.time-of-day"].text
        case .schedule: texts["tuning.form.schedule"].text
        case .other(let words): words
        }
    }
}
