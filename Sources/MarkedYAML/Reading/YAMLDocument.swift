// Govorun: one YAML file, read. SPDX-License-Identifier: MIT

/// One YAML file as nodes with their places.
public struct YAMLDocument: Sendable {
    /// The name that heads every problem of this file.
    public var name: String { source.name }
    /// The outermost value; never null.
    public let root: YAMLNode
    /// Keys that stand twice in one mapping.
    package let duplicates: [YAMLProblem]
    let source: YAMLSource

    /// Reads a file: UTF-8, with or without a byte order mark, any line ends, one document.
    ///
    /// - Parameter bytes: the file as it lies on disk.
    /// - Parameter name: shown in errors, usually the file's name.
    /// - Parameter limits: bounds on size, depth and aliases.
    /// - Throws: every problem of the file that can be told at once: wrong encoding, control characters, the first mistake in
    ///   syntax, duplicate keys, unknown aliases, a limit passed, an empty file.
    public init(bytes: [UInt8], name: String, limits: YAMLLimits = YAMLLimits()) throws(YAMLErrors) {
        self = try Self(surveying: bytes, name: name, limits: limits).whole()
    }

    /// Reads a file even with keys that stand twice, of which the first counts: what is wrong besides can be told with it.
    ///
    /// - Throws: as `init(bytes:name:limits:)`, when there is more than ``duplicates`` in its way.
    package init(surveying bytes: [UInt8], name: String, limits: YAMLLimits = YAMLLimits()) throws(YAMLErrors) {
        let scan = SourceScan(bytes, name: name, limits: limits)
        guard scan.problems.isEmpty else { throw YAMLErrors(scan.problems) }
        source = scan.source
        (root, duplicates) = try scan.bytes.withUnsafeBufferPointer { (bytes) throws(YAMLErrors) in
            try Self.compose(bytes, scan.source, limits)
        }
    }

    private func whole() throws(YAMLErrors) -> YAMLDocument {
        guard duplicates.isEmpty else { throw YAMLErrors(duplicates) }
        return self
    }

    init(root: YAMLNode, source: YAMLSource) {
        self.root = root
        self.source = source
        duplicates = []
    }

    /// The lines of the file, without their line breaks.
    public var lines: [String] {
        (1...source.lineCount).map { String(source.line($0) ?? "") }
    }

    private static func compose(_ bytes: UnsafeBufferPointer<UInt8>, _ source: YAMLSource, _ limits: YAMLLimits) throws(YAMLErrors)
        -> (YAMLNode, duplicates: [YAMLProblem])
    {
        guard !bytes.isEmpty else { throw YAMLErrors([YAMLProblem(.syntax, in: source, at: .start, message: "the file is empty")]) }
        let reader: EventReader
        do {
            reader = try EventReader(bytes)
        } catch {
            throw YAMLErrors([error.explained(in: source)])
        }
        var composer = NodeComposer(reader, source: source, limits: limits)
        let root: YAMLNode
        do {
            root = try composer.root()
        } catch {
            throw YAMLErrors(composer.problems + [error])
        }
        guard composer.problems.allSatisfy({ $0.code == .duplicateKey }) else { throw YAMLErrors(composer.problems) }
        return (root, composer.problems)
    }
}
