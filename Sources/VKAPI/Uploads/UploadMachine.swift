// Govorun: what follows each outcome of an upload. SPDX-License-Identifier: MIT
import CurlClient
import TapeJSON

/// The decisions of one upload, as a value without clock or socket: when to save, when to begin anew, when to give up.
///
/// It begins anew once at most, with a new address: an address expires, and what it took may have expired before it was saved (source: the
/// reference, "Uploads", and errors 22, 105, 114 … 129, 1160). Never after a save whose outcome is unknown: that would save twice.
struct UploadMachine {
    /// What to do next.
    enum Step {
        /// Ask for a new address and send the file there.
        case beginAnew
        /// Save what was taken.
        case save(JSON)
        /// Give up.
        case fail(UploadError)
        /// Give up with what VK said.
        case surface(VKError)
    }

    /// Refusals of a save call that a new upload mends.
    static let staleCodes: Set<Int> = [22, 105, 114, 118, 121, 122, 129, 1160]

    private let kind: UploadKind
    private let name: String?
    private var repeatsLeft: Int

    init(kind: UploadKind, name: String?, repeats: Int) {
        self.kind = kind
        self.name = name
        repeatsLeft = repeats
    }

    /// The upload server has answered.
    mutating func receive(_ answer: UploadAnswer) -> Step {
        switch answer {
        case .taken(let json): .save(json)
        case .refused(let words): .fail(error(.refused, words))
        case .unreadable(let words): again ?? .fail(error(.unreadableAnswer, words))
        }
    }

    /// The file did not get there, or no answer came back.
    mutating func receive(_ failure: HTTPError) -> Step {
        switch failure.code {
        case .bodyFailed: .fail(error(.changed, cause: failure))
        // It may be there whole, and a new address would be a second video.
        case _ where kind == .video && failure.mayHaveBeenPerformed: .fail(error(.lost, cause: failure))
        case .connectionLost, .emptyAnswer, .cutAnswer, .badAnswer, .couldNotConnect, .couldNotResolve, .connectTimedOut, .stalled:
            again ?? .fail(error(.lost, cause: failure))
        default: .fail(error(.lost, cause: failure))
        }
    }

    /// VK refused to save.
    mutating func receive(_ refusal: VKError) -> Step {
        guard let code = refusal.code, Self.staleCodes.contains(code.rawValue), !refusal.mayHaveBeenPerformed else {
            return .surface(refusal)
        }
        return again ?? .surface(refusal)
    }

    private var again: Step? {
        mutating get {
            guard repeatsLeft > 0 else { return nil }
            repeatsLeft -= 1
            return .beginAnew
        }
    }

    private func error(_ code: UploadError.Code, _ detail: String = "", cause: HTTPError? = nil) -> UploadError {
        UploadError(code, kind: kind, name: name, detail: detail, cause: cause)
    }
}
