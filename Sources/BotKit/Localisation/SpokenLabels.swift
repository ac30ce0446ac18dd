// Govorun: what stands beside a handler, in the language of whoever reads it. SPDX-License-Identifier: MIT

extension HandlerRun {
    /// `text` in the language of whoever did it, where the plugin has it from the texts of its setup; else as it is.
    func spoken(_ text: String) -> String {
        bot.languages.count > 1 ? route.instance.gear.spoken(text, in: languages) : text
    }
}

extension CommandForm {
    /// The same with its help and the names of its arguments as `say` says them; words that are typed stay.
    func spoken(_ say: (String) -> String) -> CommandForm {
        showing(help: say(help), isGroup ? placeholders : placeholders.map { Self.spoken($0, Set(names), say) })
    }

    /// `[<size>|all]` with what is one of `names` said by `say`.
    private static func spoken(_ placeholder: String, _ names: Set<String>, _ say: (String) -> String) -> String {
        var (text, word) = ("", "")
        for sign in placeholder {
            guard "<>[]()|…=".contains(sign) else {
                word.append(sign)
                continue
            }
            text += (names.contains(word) ? say(word) : word) + String(sign)
            word = ""
        }
        return text + (names.contains(word) ? say(word) : word)
    }
}

extension ArgumentProblem {
    /// The same with the argument's name, and what its author expects, as `say` says them.
    func spoken(_ say: (String) -> String) -> ArgumentProblem {
        let names = argument.split(separator: "|", omittingEmptySubsequences: false).map { say(String($0)) }
        return ArgumentProblem(names.joined(separator: "|"), kind, expected: expected?.spoken(say))
    }
}

extension ArgumentProblem.Expectation {
    fileprivate func spoken(_ say: (String) -> String) -> Self {
        switch self {
        case .other(let text): .other(say(text))
        case .anyOf(let expected): .anyOf(expected.map { $0.spoken(say) })
        default: self
        }
    }
}
