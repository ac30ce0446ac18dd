// Govorun: timers and hooks as operators are told of them. SPDX-License-Identifier: MIT
import MarkedYAML

extension Plugin {
    /// Its timers, a line each: `every 1h`, `daily 09:00 21:00, Europe/Moscow`, `cron 0 9 * * 1-5, what is missed is skipped`.
    package var timerWords: [String] {
        handlers.compactMap { if case .errand(.timer(let form)) = $0.trigger { form.words } else { nil } }
    }

    /// Its hooks, also those that have no secret and are off.
    package var hookForms: [HookForm] {
        handlers.compactMap { if case .errand(.hook(let form)) = $0.trigger { form } else { nil } }
    }
}

extension TimerForm {
    fileprivate var words: String {
        ([schedule.words] + [zone?.name, missed.words].compactMap { $0 }).joined(separator: ", ")
    }
}

extension Schedule {
    fileprivate var words: String {
        switch self {
        case .every(let step): "every \(DurationText.write(.milliseconds(step)))"
        case .daily(let times) where times.isEmpty: "daily, at times that its options give"
        case .daily, .cron: description
        }
    }
}

extension MissedRuns {
    /// What becomes of times that went by; nothing where it is as usual.
    fileprivate var words: String? {
        switch self {
        case .runOnce: nil
        case .runOnceWithin(let limit): "what is missed by more than \(DurationText.write(limit)) is skipped"
        case .skip: "what is missed is skipped"
        }
    }
}
