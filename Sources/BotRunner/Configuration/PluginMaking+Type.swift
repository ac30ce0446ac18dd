// Govorun: a plugin from its entry in the file. SPDX-License-Identifier: MIT
import BotKit
import MarkedYAML

extension Plugin {
    /// Makes the plugin from what stands under `with:` and `texts:`.
    ///
    /// - Throws: `YAMLErrors` with every mistake in the options and texts, each at its place; and those in the plugin's strings files.
    static func make(
        _ entry: PluginEntry, at node: YAMLNode, language: String, folder: String, _ path: String
    ) throws(YAMLErrors) -> PluginInstance {
        var problems = strings.faults
        var (options, texts) = (Options?.none, TextOverrides())
        do { options = try Self.options(entry, at: path + ".with") } catch { problems += error.problems.map(advised) }
        if let node = entry.texts {
            do {
                texts = try TextOverrides(reading: node, over: strings, of: entry.name, language: language, at: path + ".texts")
            } catch { problems += error.problems }
        }
        guard let options, problems.isEmpty else { throw YAMLErrors(problems) }
        do {
            let setup = PluginSetup(options: options, name: entry.name, language: language, folder: folder)
            var instance = try PluginInstance(Self.self, setup, texts: texts)
            instance.recipe = instance.recipe?.reading(entry.with, texts: entry.texts)
            return instance
        } catch {
            throw YAMLErrors([problem(error, of: entry, at: node, path)])
        }
    }

    /// The plugin with its default options, as `govorun plugins NAME` makes it; `nil` when it cannot do with these.
    static func makeWithDefaults(_ entry: PluginEntry, language: String, folder: String) -> PluginInstance? {
        do {
            return try PluginInstance(Self.self, PluginSetup(options: Options(), name: entry.name, language: language, folder: folder))
        } catch {
            return nil
        }
    }

    private static func options(_ entry: PluginEntry, at path: String) throws(YAMLErrors) -> Options {
        guard let node = entry.with, !node.isNull else { return Options() }
        // Without a key to ask for, nothing of the mapping would be looked at.
        if Options.self == NoOptions.self, let first = node.mapping?.first {
            let message = "the plugin '\(entry.name)' has no options"
            throw YAMLErrors([YAMLProblem(.unknownKey, with: first.key, keyPath: "\(path).\(first.name)", message: message)])
        }
        return try YAMLDecoder().decode(Options.self, from: node, at: path)
    }

    /// Says of a key that is no option where it belongs, when it is a text.
    private static func advised(_ problem: YAMLProblem) -> YAMLProblem {
        guard problem.code == .unknownKey, let name = problem.keyPath.split(separator: ".").last.map(String.init),
            strings.keys.contains(where: { $0 == name || $0.hasPrefix(name + ".") })
        else { return problem }
        return problem.saying("\(problem.message); '\(name)' is a text: write it under 'texts:'")
    }

    private static func problem(_ error: any Error, of entry: PluginEntry, at node: YAMLNode, _ path: String) -> YAMLProblem {
        guard let problem = error as? OptionProblem else {
            return YAMLProblem(.invalidValue, with: entry.with ?? node, keyPath: path + ".with", message: "\(entry.name): \(error)")
        }
        let place = problem.key.split(separator: ".").reduce(entry.with) { found, key in found?[String(key)] ?? found }
        let keyPath = "\(path).with.\(problem.key)"
        return YAMLProblem(.invalidValue, with: place ?? node, keyPath: keyPath, message: "\(keyPath): \(problem.message)")
    }
}
