// Govorun: what administrators read about captchas. SPDX-License-Identifier: MIT
import BotKit

/// Our texts, in the bot's language.
struct CaptchaWords: Sendable {
    let isRussian: Bool

    init(language: String) { isRussian = language != "en" }

    func question(_ question: AskingSolver.Question) -> String {
        switch question {
        case .picture(let address):
            isRussian
                ? "ВКонтакте просит ввести капчу. Ответьте: капча и текст с картинки\n\(address)"
                : "VK asks for a captcha. Answer: captcha and the text of the picture\n\(address)"
        case .consent(let confirmation):
            isRussian
                ? "ВКонтакте просит подтвердить действие (\(confirmation.method)): \(confirmation.text)\nОтветьте: капча да или капча нет"
                : "VK asks to confirm an action (\(confirmation.method)): \(confirmation.text)\nAnswer: captcha yes or captcha no"
        }
    }

    func verdict(wasRight: Bool) -> String {
        switch (isRussian, wasRight) {
        case (true, true): "Капча принята, спасибо."
        case (true, false): "Капча не подошла."
        case (false, true): "The captcha was right, thank you."
        case (false, false): "The captcha was wrong."
        }
    }

    /// What stands behind the word in `text`: `капча zhkp`, `/captcha zhkp`, in any letter case; `nil` for any other text.
    static func answer(in text: String) -> String? {
        let words = TokenText.trimmed(text).split(maxSplits: 1, whereSeparator: \.isWhitespace)
        guard words.count == 2 else { return nil }
        let first = words[0].lowercased().drop { "/!".contains($0) }
        return ["капча", "captcha"].contains(String(first)) ? TokenText.trimmed(String(words[1])) : nil
    }

    /// A yes or a no; `nil` for anything else.
    static func consent(_ text: String) -> Bool? {
        switch text.lowercased() {
        case "да", "yes": true
        case "нет", "no": false
        default: nil
        }
    }
}
