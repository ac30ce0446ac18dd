// Govorun: an option of a plugin as people see it in a chat. SPDX-License-Identifier: MIT
package import MarkedYAML

/// One option of a plugin at work, with its value and where that comes from.
public struct TunedOption: Sendable, Equatable {
    /// Where a value comes from.
    public enum Source: Sendable, Equatable {
        /// Nobody has said anything.
        case standard
        /// `bots.yaml`.
        case file
        /// Somebody has set it for all conversations.
        case everywhere
        /// Somebody has set it for this conversation.
        case here
    }

    /// What a value looks like.
    public enum Form: Sendable, Equatable {
        /// Any text.
        case text
        /// A number of either kind.
        case integer, number
        /// `true` or `false`.
        case boolean
        /// With its unit: `10s`.
        case duration
        /// One of these.
        case choice([String])
        /// What a clock shows: `09:00`.
        case timeOfDay
        /// A cron schedule: `0 9 * * 1-5`.
        case schedule
        /// In words, with an example: `colour (#aabbcc)`.
        case other(String)
    }

    /// Why an option cannot be set from a chat.
    public enum Bar: String, Sendable, Equatable {
        /// The plugin's author says so.
        case fixed
        /// It is an address, where the bot would go on somebody's word.
        case address
        /// It is a token, a secret or a password.
        case secret
        /// It is a list, or several values.
        case several
    }

    /// The key, with dots for depth.
    public let key: String
    /// The value as YAML on one line; `nil` when it must not be shown.
    public let value: String?
    /// Where it comes from.
    public let source: Source
    /// What a value looks like.
    public let form: Form
    /// Why it cannot be set from a chat; `nil`: it can.
    public let bar: Bar?
}

extension TunedOption {
    init(_ keys: [String], _ option: OptionTree, fixed: Set<String>, _ source: Source, written: YAMLNode?) {
        (key, self.source) = (keys.joined(separator: "."), source)
        form = Form(option)
        let bar = Bar(keys, option, fixed)
        self.bar = bar
        value = bar == .secret || written?.isSensitive == true ? nil : option.value.flowText
    }
}

extension TunedOption.Form {
    /// Whether it is a time at which handlers run, not only of one conversation.
    var isForTimers: Bool { self == .timeOfDay || self == .schedule }

    fileprivate init(_ option: OptionTree) {
        self =
            switch option.kind {
            case _ where option.form == TimeOfDay.optionForm: .timeOfDay
            case _ where option.form == CronExpression.optionForm: .schedule
            case _ where option.form != nil && option.kind != .duration: .other(option.form ?? "")
            case .integer: .integer
            case .number: .number
            case .boolean: .boolean
            case .duration: .duration
            case .choice: .choice(option.choices)
            case .text, .url, .list, .dictionary, .group, .any: .text
            }
    }
}

extension TunedOption.Bar {
    /// Why `option`, whose name with those of the groups around it is `keys`, cannot be set; `nil`: it can.
    package init?(_ keys: [String], _ option: OptionTree, _ fixed: Set<String>) {
        let isFixed = keys.indices.contains { fixed.contains(keys[...$0].joined(separator: ".")) }
        if Self.isSecret(keys.last ?? "") {
            self = .secret
        } else if isFixed {
            self = .fixed
        } else if option.kind == .url {
            self = .address
        } else if [.list, .dictionary, .group].contains(option.kind)
            || option.kind == .any && option.form == nil && option.value.scalar == nil
        {
            self = .several
        } else {
            return nil
        }
    }

    /// Whether a key is called like something that nobody but the operator should know.
    private static func isSecret(_ key: String) -> Bool {
        let name = key.lowercased()
        return ["token", "secret", "password"].contains { name.contains($0) } || name == "key" || name.hasSuffix("_key")
            || name.hasSuffix("apikey")
    }
}

/// Why an option was not set.
public struct TuningProblem: Error, Sendable, Equatable, CustomStringConvertible {
    /// What is wrong.
    public enum Code: Sendable, Equatable {
        /// The plugin has no options that could be set.
        case nothingToSet
        /// It has no option of this name; it has these.
        case unknownOption([String])
        /// It must not be set from a chat.
        case barred(TunedOption.Bar)
        /// The value cannot be read.
        case unreadable(TunedOption.Form)
        /// It says when timers run, which go by what counts everywhere; for one conversation it cannot be set.
        case onlyEverywhere
        /// The plugin cannot use it, or cannot be put to work with it.
        case refused
    }

    /// What is wrong.
    public let code: Code
    /// What the decoder or the plugin says about it.
    public let description: String

    /// A problem that is told in the words of whoever meets it.
    public init(_ code: Code, _ description: String = "") { (self.code, self.description) = (code, description) }
}
