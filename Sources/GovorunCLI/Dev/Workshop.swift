// Govorun: edit and see. SPDX-License-Identifier: MIT
import BotRunner
import BotStorage
import Foundation
import VKSimulator

/// Rebuilds and restarts the bots whenever a file of theirs is saved; VK goes on in this process, so that the web chat keeps its people and
/// what they wrote. A build that fails, or a mistake in `bots.yaml`, is shown there, and the bots as they were go on.
struct Workshop: Sendable {
    /// `bots.yaml`.
    let file: String
    /// Where the plugins are.
    let pluginFolder: String
    /// The shell command that builds.
    let build: String
    /// The program that it makes.
    let program: String
    /// For what the bots remember while we run, and for the program as it was built last.
    let folder: String
    let simulator: VKSimulator
    let terminal: Terminal

    /// `simulator.listen` as it was at the start; `nil` when the command line says where to listen.
    var listen: ListenAddress?
    private let saves = Saves()

    /// How often files are looked at.
    private static let glance: Duration = .milliseconds(150)
    /// Deaths in a row after which the bots wait for the next change.
    private static let patience = 3

    private enum News: Sendable {
        case saved
        /// `nil` when we are to end.
        case built(problems: [BuildReport.Problem]?)
        case ended(ChildProcess.End, of: Int)
    }

    private struct Bench {
        var bots: BotsProcess?
        /// Which start of the bots this is.
        var turn = 0
        var deaths = 0
        var plan = WorkPlan()
        /// When that was saved which is being built.
        var moment = ContinuousClock.now
        /// The address that was told to wait for the next start.
        var told: ListenAddress?
        /// What the bots were started from.
        var configuration: [String: Data] = [:]
    }

    /// Works until cancelled.
    func run() async {
        let (news, tell) = AsyncStream.makeStream(of: News.self)
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await watch(tell) }
            var bench = Bench()
            await perform(bench.plan.saved(code: true, configuration: true), &bench, since: .now, &group, tell)
            for await item in news {
                switch item {
                case .saved: await takeSaves(&bench, &group, tell)
                case .built(let problems):
                    if let problems { await takeBuild(problems, &bench, &group, tell) }
                case .ended(let end, let turn):
                    if turn == bench.turn { await mourn(end, &bench, &group, tell) }
                }
            }
            bench.bots?.stop()
            group.cancelAll()
        }
    }

    private func takeSaves(_ bench: inout Bench, _ group: inout TaskGroup<Void>, _ tell: AsyncStream<News>.Continuation) async {
        // What was saved while we were busy came with an earlier one.
        guard let change = saves.take() else { return }
        simulator.show(BuildReport(.building))
        terminal.say("saved: \(change.paths.sorted().joined(separator: ", "))")
        bench.deaths = 0
        if change.hasCode { bench.moment = change.moment }
        let step = bench.plan.saved(code: change.hasCode, configuration: change.hasConfiguration)
        await perform(step, &bench, since: change.moment, &group, tell)
    }

    private func takeBuild(
        _ problems: [BuildReport.Problem], _ bench: inout Bench, _ group: inout TaskGroup<Void>, _ tell: AsyncStream<News>.Continuation
    ) async {
        let step = bench.plan.built(well: problems.isEmpty)
        if problems.isEmpty, step != .build { bench.plan.hasProgram = keepProgram() }
        if step == .tell { return fail(problems, goesOn: bench.bots != nil) }
        await perform(step, &bench, since: bench.moment, &group, tell)
    }

    private func perform(
        _ step: WorkPlan.Step, _ bench: inout Bench, since moment: ContinuousClock.Instant, _ group: inout TaskGroup<Void>,
        _ tell: AsyncStream<News>.Continuation
    ) async {
        switch step {
        case .build:
            simulator.show(BuildReport(.building))
            terminal.say("building: \(build)")
            group.addTask {
                let problems = await failure(of: ["/bin/sh", "-c", "exec 2>&1; " + build])
                tell.yield(.built(problems: problems))
            }
        case .renew(let hasNewCode): await renew(&bench, hasNewCode: hasNewCode, since: moment, &group, tell)
        case .tell, .wait: break
        }
    }

    /// Tells of what was saved; several files at once, as editors and `git` save them, are one change.
    private func watch(_ tell: AsyncStream<News>.Continuation) async {
        var known = FileSnapshot(pluginFolder: pluginFolder, file: file)
        while !Task.isCancelled {
            do { try await Task.sleep(for: Self.glance) } catch { break }
            var now = FileSnapshot(pluginFolder: pluginFolder, file: file)
            guard now != known else { continue }
            let moment = ContinuousClock.now
            // Until a look finds nothing new.
            while !Task.isCancelled {
                do { try await Task.sleep(for: .milliseconds(40)) } catch { break }
                let next = FileSnapshot(pluginFolder: pluginFolder, file: file)
                if next == now { break }
                now = next
            }
            let changes = now.changes(since: known)
            known = now
            guard !changes.isEmpty else { continue }
            saves.add(changes, at: moment)
            tell.yield(.saved)
        }
        tell.finish()
    }

    /// Checks `bots.yaml`, and changes the bots for new ones.
    private func renew(
        _ bench: inout Bench, hasNewCode: Bool, since moment: ContinuousClock.Instant, _ group: inout TaskGroup<Void>,
        _ tell: AsyncStream<News>.Continuation
    ) async {
        simulator.show(BuildReport(.building))
        let program = bench.plan.hasProgram ? keptProgram : program
        let configuration = FileSnapshot(pluginFolder: pluginFolder, file: file).configuration()
        guard let mistakes = await failure(of: ["/bin/sh", "-c", "exec 2>&1; exec \"$0\" check \"$1\"", program, file]) else { return }
        guard mistakes.isEmpty else {
            fail(mistakes, goesOn: bench.bots != nil)
            // It may be meant for the code that is being built.
            if bench.plan.isBuilding { terminal.complain("the build goes on, and \(file) is looked at again after it") }
            return
        }
        tellOfAddress(&bench)
        // A mistake that is mended again changes nothing.
        if hasNewCode || bench.bots == nil || configuration != bench.configuration {
            await change(&bench, program, hasNewCode: hasNewCode, &group, tell)
            bench.configuration = configuration
            guard let bots = bench.bots, await bots.isReady() else { return }
        }
        let took = moment.duration(to: .now)
        guard !bench.plan.isBuilding else {
            simulator.show(BuildReport(.building))
            return terminal.say("the bots have the newest \(file), after \(Self.seconds(took)); the build goes on")
        }
        simulator.show(BuildReport(.running, took: took))
        terminal.say("the bots are the newest, after \(Self.seconds(took))")
    }

    /// Tells once of an address that the simulator, which goes on, does not take.
    private func tellOfAddress(_ bench: inout Bench) {
        guard let listen else { return }
        let loader = ConfigurationLoader(catalog: PluginCatalog([]), environment: [:])
        guard let outcome = try? loader.load(path: file) else { return }
        let written = outcome.simulator ?? RunnerConfiguration().simulator
        defer { bench.told = written }
        guard written != listen, written != bench.told else { return }
        terminal.say("simulator.listen counts from the next start of govorun dev on; the web chat stays at \(simulator.baseURL)/")
    }

    /// A copy that the next build does not write over while it is run.
    private var keptProgram: String { folder + "/govorun" }

    private func keepProgram() -> Bool {
        let files = FileManager.default
        do {
            if files.fileExists(atPath: keptProgram) { try files.removeItem(atPath: keptProgram) }
            try files.copyItem(atPath: program, toPath: keptProgram)
            return true
        } catch {
            return false
        }
    }

    /// Runs a command to its end.
    ///
    /// - Returns: what it found wrong, nothing when it ended well; `nil` when we are to end.
    private func failure(of words: [String]) async -> [BuildReport.Problem]? {
        do {
            let child = try ChildProcess(words, input: [], capacity: 1 << 20)
            let end = await withTaskCancellationHandler {
                await child.end()
            } onCancel: {
                child.kill()
            }
            if Task.isCancelled { return nil }
            return end == .exited(0) ? [] : ProblemText.problems(in: child.printed, under: currentFolder())
        } catch {
            return [BuildReport.Problem(message: "'\(words.joined(separator: " "))' cannot be run")]
        }
    }

    /// - Parameter goesOn: whether the bots are at work as they were.
    private func fail(_ problems: [BuildReport.Problem], goesOn: Bool) {
        simulator.show(BuildReport(.failed, problems: problems))
        for problem in problems {
            let place = problem.file.isEmpty ? "" : "\(problem.file):\(problem.line):\(problem.column): "
            terminal.complain(place + terminal.red("error: ") + problem.message)
        }
        if goesOn { terminal.complain("the bots go on as they were") }
    }

    /// The old ones finish what they have begun before the new ones start: both have the same store.
    private func change(
        _ bench: inout Bench, _ program: String, hasNewCode: Bool, _ group: inout TaskGroup<Void>, _ tell: AsyncStream<News>.Continuation
    ) async {
        if let old = bench.bots {
            bench.turn += 1
            old.stop()
            _ = await old.end()
        }
        bench.turn += 1
        let turn = bench.turn
        if hasNewCode { await unpark() }
        do {
            let bots = try BotsProcess([
                program, "run", file, "--simulator", simulator.baseURL, "--keep", storage, "--companion",
            ])
            bench.bots = bots
            group.addTask {
                let end = await withTaskCancellationHandler {
                    await bots.end()
                } onCancel: {
                    bots.stop()
                }
                tell.yield(.ended(end, of: turn))
            }
        } catch {
            bench.bots = nil
            fail([BuildReport.Problem(message: "'\(program)' cannot be run")], goesOn: false)
        }
    }

    /// A plugin that was parked for what its code did gets a new chance with new code.
    private func unpark() async {
        do {
            let kept = try await StorageChoice.sqlite(path: storage).open()
            let parked = ParkedPlugins(kept)
            for source in try await parked.sources() {
                for entry in try await parked.entries(of: source) { try await parked.unpark(entry.plugin, of: source) }
            }
            await kept.close()
        } catch {
            terminal.complain("plugins that are parked stay so: \(error)")
        }
    }

    /// The bots have ended by themselves.
    private func mourn(
        _ end: ChildProcess.End, _ bench: inout Bench, _ group: inout TaskGroup<Void>, _ tell: AsyncStream<News>.Continuation
    ) async {
        bench.bots = nil
        bench.deaths += 1
        let reason =
            switch end {
            case .exited(let status): "the bots ended with status \(status)"
            case .killed(let signal): "the bots died of signal \(signal); the terminal says where"
            }
        let isHopeless = bench.deaths >= Self.patience || end == .exited(78)
        fail([BuildReport.Problem(message: reason + (isHopeless ? "; they start again when a file is saved" : ""))], goesOn: false)
        if !isHopeless { await renew(&bench, hasNewCode: false, since: .now, &group, tell) }
    }

    private var storage: String { folder + "/bots.db" }

    private static func seconds(_ duration: Duration) -> String {
        let tenths = Int((duration / .milliseconds(100)).rounded())
        return "\(tenths / 10).\(tenths % 10) s"
    }
}
