// Govorun: a handler uploads. SPDX-License-Identifier: MIT

extension HandlerRun {
    /// What VK calls `attachments`, uploaded where they have to be, side by side; in their order.
    ///
    /// An upload is not journalled: until it is attached nobody sees it, so one that is cut off is simply made again, and one that came to
    /// its end is found in the storage by its bytes.
    ///
    /// - Throws: `UploadError`, `VKError`; then nothing is to be sent.
    func names(of attachments: [Attachment], at place: AttachmentPlace) async throws -> [String] {
        guard !attachments.isEmpty else { return [] }
        return AttachmentNames(
            try await once("uploads", ContentHash(of: "\(attachments.count)")) {
                AttachmentNames(try await unjournalled { try await bot.names(of: attachments, at: place) }).bytes
            }
        ).names
    }

    /// Does `work`, whose calls do no harm twice or are answered for by whoever makes them.
    func unjournalled<Value>(_ work: () async throws -> Value) async throws -> Value {
        try await aside(answersOnce: false, work)
    }

    /// What a handler uploads by itself, `bot.vk.uploads.wallPhoto(…)`: later steps of its dialogue are told VK's answer, and no file goes out
    /// again. One that is cut off is made again where nobody sees it yet; elsewhere calls that do harm twice are kept as any others.
    func upload(_ name: String, isHarmlessTwice: Bool, _ perform: () async throws -> JSON) async throws -> JSON {
        let answer = try await once("upload \(name)", .none) {
            Array(try await aside(answersOnce: !isHarmlessTwice, perform).rawText.utf8)
        }
        return try JSONDocument(answer, maximumDepth: JSONDocument.deepestNesting).root
    }

    private func aside<Value>(answersOnce: Bool, _ work: () async throws -> Value) async throws -> Value {
        var calling = CallingTask.current
        calling.keeper = AsideKeeper(run: self, answersOnce: answersOnce)
        return try await CallingTask.$current.withValue(calling, operation: work)
    }
}

/// Lets every call pass while its run is alive; later steps of a dialogue are told nothing of them one by one.
private final class AsideKeeper: CallKeeper {
    private let run: HandlerRun
    /// Whether calls that do harm twice are kept.
    private let answersOnce: Bool

    init(run: HandlerRun, answersOnce: Bool) { (self.run, self.answersOnce) = (run, answersOnce) }

    var tag: RequestTag? { run.tag }
    func admit(_ call: Call) throws { try run.admit(call) }
    func randomID(for call: Call) -> Int? { run.randomID(for: call) }
    func answer(to call: Call, _ perform: () async throws -> JSON) async throws -> JSON {
        answersOnce ? try await run.answer(to: call, perform) : try await perform()
    }
}
