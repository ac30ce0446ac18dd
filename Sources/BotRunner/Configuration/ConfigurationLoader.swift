// Govorun: from bots.yaml to a configuration, with every mistake at once. SPDX-License-Identifier: MIT
public import BotKit
public import MarkedYAML

/// Reads and checks `bots.yaml`; touches no network.
public struct ConfigurationLoader: Sendable {
    /// What a file comes to.
    public struct Outcome: Sendable {
        /// The configuration; `nil` when there are errors.
        public let configuration: RunnerConfiguration?
        /// Errors and warnings in the order of the file.
        public let problems: [YAMLProblem]
        /// Every secret that was read, for the log to take out.
        public let secrets: [Secret]
        /// `simulator.listen` as far as it can be read, also with errors elsewhere.
        public let simulator: ListenAddress?
    }

    let catalog: PluginCatalog
    let environment: [String: String]

    /// A loader that knows the plugins of `catalog` and the process's `environment`.
    public init(catalog: PluginCatalog, environment: [String: String]) {
        self.catalog = catalog
        self.environment = environment
    }

    /// Reads the file at `path` and the `.env` beside it.
    ///
    /// - Throws: `FileProblem` when the file itself cannot be read.
    public func load(path: String) throws(FileProblem) -> Outcome {
        let file = try TextFile(path: path)
        let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
        let (dotEnv, warning) = try Self.dotEnv(in: folder.isEmpty ? "/" : folder)
        let outcome = load(bytes: file.bytes, name: path, folder: folder.isEmpty ? "/" : folder, dotEnv: dotEnv)
        return Outcome(
            configuration: outcome.configuration, problems: warning + outcome.problems, secrets: outcome.secrets,
            simulator: outcome.simulator)
    }

    /// Reads `bytes` as the file `name` in `folder`.
    public func load(bytes: [UInt8], name: String, folder: String = ".", dotEnv: String = "") -> Outcome {
        var reading = ConfigurationReading(
            catalog: catalog, environment: Environment(process: environment, dotEnv: dotEnv), folder: folder)
        let configuration = reading.read(bytes, name: name)
        let problems = reading.problems.sorted { $0.mark < $1.mark }
        let isGood = !problems.contains { $0.severity == .error }
        return Outcome(
            configuration: isGood ? configuration : nil, problems: problems, secrets: reading.secrets,
            simulator: reading.simulator ?? ListenAddress(ofSimulatorIn: bytes))
    }

    private static func dotEnv(in folder: String) throws(FileProblem) -> (text: String, warnings: [YAMLProblem]) {
        let path = folder + "/.env"
        do {
            let file = try TextFile(path: path)
            var words: [String] = []
            if file.mode & 0o077 != 0 { words.append("\(path) can be read by others; it holds secrets, so run chmod 600 \(path)") }
            if let refusal = Environment.refusal(of: file.bytes) { return ("", warnings(words + ["\(path): \(refusal)"])) }
            // Never the line itself, which may be a secret.
            words += Environment.parse(file.text).faults.prefix(shownFaults).map { "\(path):\($0.line): \($0.reason)" }
            return (file.text, warnings(words))
        } catch {
            guard error.isMissing else { throw error }
            return ("", [])
        }
    }

    /// Of more than so many lines of `.env` the rest will be wrong alike.
    private static let shownFaults = 5

    private static func warnings(_ messages: [String]) -> [YAMLProblem] {
        let node = YAMLNode(.scalar(""), style: .plain)
        return messages.map { YAMLProblem(.invalidValue, with: node, keyPath: "", message: $0, severity: .warning) }
    }
}
