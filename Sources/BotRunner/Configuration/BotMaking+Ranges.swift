// Govorun: numbers and durations of a bot that are too small or too large. SPDX-License-Identifier: MIT
import BotKit
import MarkedYAML

extension BotMaking {
    /// Notes what of `vk:` and `resume:` is out of its range, where it stands.
    func checkRanges(of bot: BotConfiguration, _ reading: inout ConfigurationReading) {
        if !(.seconds(1) ... .seconds(90)).contains(bot.wait) { noteVK("wait", "'wait' is 1s to 90s; VK holds a poll no longer", &reading) }
        if !(.milliseconds(100) ... .seconds(3_600)).contains(bot.vk.timeout) { noteVK("timeout", "'timeout' is 100ms to 1h", &reading) }
        // VK's JSON schema 5.199, `messages.send`: at most 9000 characters.
        if !(1...9_000).contains(bot.messageLimit) { noteVK("text_limit", "'text_limit' is 1 to 9000; VK takes no longer text", &reading) }
        let isOwn = node["resume"] != nil
        let keyPath = (isOwn ? path : "defaults") + ".resume.max_age"
        guard bot.resume.maxAge < .seconds(1), !reading.hasProblem(at: keyPath) else { return }
        let place = node["resume"] ?? root["defaults"]?["resume"]
        reading.note(
            "'max_age' is at least 1s; write resume: false to handle nothing of before", at: place?["max_age"] ?? place ?? node,
            keyPath)
    }

    /// Notes what is wrong with a key of `vk:` at the nearest place that says it, as it is the one that counts.
    func noteVK(_ key: String, _ message: String, _ reading: inout ConfigurationReading) {
        let (place, keyPath) = nearestVK(key)
        // What could not be read stands for a default of its own, and is noted.
        if !reading.hasProblem(at: keyPath) { reading.note(message, at: place ?? node, keyPath) }
    }

    /// Where the key of `vk:` stands that counts for this bot.
    private func nearestVK(_ key: String) -> (node: YAMLNode?, keyPath: String) {
        let sections = [(node, path + "."), (root["defaults"], "defaults."), (root, "")] as [(YAMLNode?, String)]
        let found = sections.lazy.compactMap { section, path in section?["vk"]?[key].map { ($0, path) } }.first
        return (found?.0, (found?.1 ?? "") + "vk." + key)
    }

    /// Whether `vk.api` was to be the simulator, and is misspelt, which is noted already.
    func misspellsSimulator(_ reading: ConfigurationReading) -> Bool {
        let (place, keyPath) = nearestVK("api")
        guard let text = place?.scalar, reading.hasProblem(at: keyPath) else { return false }
        return Spelling.meant(by: text, among: ["simulator"]) != nil
    }
}
