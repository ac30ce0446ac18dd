// Govorun: plugins with what was set from chats. SPDX-License-Identifier: MIT
import MarkedYAML

extension Bot {
    /// The plugins of a list with what was set everywhere, and a router over them; what does not fit any more is dropped.
    ///
    /// - Throws: `RoutingProblem` that is not for what was set.
    func tuned(_ listed: [PluginInstance], _ settings: RouterSettings, sharing other: Router?) async throws -> (
        instances: [PluginInstance], router: Router
    ) {
        let changed = await fitting(listed, in: nil)
        do {
            let instances = listed.replacing(changed)
            return (instances, try settings.router(self, instances, sharing: other))
        } catch let problem as RoutingProblem {
            let culprits = changed.filter { problem.plugins.contains($0.name) }
            if culprits.isEmpty { throw problem }
            for culprit in culprits { await tuning.drop(nil, of: culprit.name, in: nil, because: problem.message) }
        }
        return try await tuned(listed, settings, sharing: other)
    }

    /// Those of `instances` for which something was set for a conversation alone, or everywhere, made with it; what does not fit any more
    /// is dropped.
    func fitting(_ instances: [PluginInstance], in peer: Int?) async -> [PluginInstance] {
        var made: [PluginInstance] = []
        let values = tuning.values(in: peer)
        for instance in instances {
            guard let own = values[instance.name] else { continue }
            do {
                made.append(try instance.tuned(by: own))
            } catch {
                if let rest = await fitting(instance, own, in: peer) { made.append(rest) }
            }
        }
        return made
    }

    /// An instance with as much of `values` as fits.
    private func fitting(_ instance: PluginInstance, _ values: [String: String], in peer: Int?) async -> PluginInstance? {
        var (kept, made): ([String: String], PluginInstance?) = ([:], nil)
        for (key, value) in values.sorted(by: { $0.key < $1.key }) {
            do {
                made = try instance.tuned(by: kept.merging([key: value]) { $1 })
                kept[key] = value
            } catch {
                await tuning.drop(key, of: instance.name, in: peer, because: TuningProblem(error).description)
            }
        }
        return made
    }
}

extension [PluginInstance] {
    /// Those of the same names in the places of these.
    func replacing(_ others: [PluginInstance]) -> [PluginInstance] { map { own in others.first { $0.name == own.name } ?? own } }
}

extension PluginInstance {
    /// The instance made again with other values laid over its options.
    ///
    /// - Throws: `TuningProblem`; `YAMLErrors`; `OptionProblem`; what else making the plugin throws.
    func tuned(by values: [String: String]) throws -> PluginInstance {
        guard let recipe else { throw TuningProblem(.nothingToSet, "nobody knows what it is made from") }
        for key in values.keys.sorted() { try check(key, recipe) }
        let changed = recipe.overridden(by: recipe.overrides.merging(values) { $1 })
        return settings(around: try PluginMark.naming(name) { try changed.make(gear.metrics) })
    }

    private func check(_ key: String, _ recipe: PluginRecipe) throws {
        let options = try recipe.knownOptions(written: .standard)
        guard let option = options.first(where: { $0.key == key }) else {
            let known = options.filter { $0.bar == nil }.map(\.key)
            throw TuningProblem(known.isEmpty ? .nothingToSet : .unknownOption(known), "there is no option '\(key)'")
        }
        if let bar = option.bar { throw TuningProblem(.barred(bar), "'\(key)' is not to be set from a chat") }
    }

    /// The options of an instance in a conversation for which `here` was set.
    ///
    /// - Throws: as `tuned(by:)`.
    func options(_ here: [String: String]) throws -> [TunedOption] {
        guard let recipe else { return [] }
        return try recipe.overridden(by: recipe.overrides.merging(here) { $1 }).knownOptions { keys, option in
            let key = keys.joined(separator: ".")
            if here[key] != nil { return .here }
            if recipe.overrides[key] != nil { return .everywhere }
            return recipe.isWritten(keys, option) ? .file : .standard
        }
    }
}

extension PluginRecipe {
    fileprivate func knownOptions(written source: TunedOption.Source) throws -> [TunedOption] { try knownOptions { _, _ in source } }

    fileprivate func knownOptions(_ source: ([String], OptionTree) -> TunedOption.Source) throws -> [TunedOption] {
        let fixed = type.fixedOptions
        return try options().leaves.map { keys, option in
            let key = keys.joined(separator: ".")
            return TunedOption(
                keys, option, fixed: fixed, source(keys, option), written: overrides[key] == nil ? written?.value(at: keys) : nil)
        }
    }
}

extension Plugin {
    fileprivate static var fixedOptions: Set<String> { Options.fixed }
}

extension TuningProblem {
    /// What an error says about a value that was to be set.
    init(_ error: any Error) {
        switch error {
        case let problem as TuningProblem: self = problem
        case let errors as YAMLErrors: self.init(.refused, errors.problems.first?.message ?? "\(errors)")
        case let problem as OptionProblem:
            self.init(.refused, problem.message.contains(problem.key) ? problem.message : problem.description)
        case let problem as RoutingProblem: self.init(.refused, problem.reason ?? problem.message)
        case let failure as PluginStartFailure: self.init(.refused, "\(failure.cause)")
        default: self.init(.refused, "\(error)")
        }
    }
}
