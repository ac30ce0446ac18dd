// Govorun: an error code of VK and what it means for the caller. SPDX-License-Identifier: MIT

/// The `error_code` of an answer; open, since VK adds codes (source: VK's JSON schema 5.199, `errors.json`).
public struct VKErrorCode: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
    /// VK's number.
    public let rawValue: Int

    /// The code with VK's number `rawValue`.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// The number.
    public var description: String { String(rawValue) }
}

/// What a failed call means for its caller: the thing to `switch` on.
public enum VKFailure: String, Sendable, CaseIterable {
    /// The token is invalid, revoked, expired or of the wrong kind (5, 27, 28, 1117 …).
    case authorization
    /// The token lacks a right, or the object is closed (7, 15 …).
    case accessDenied
    /// The person or chat cannot be written to (900, 901, 902 …); nothing to repair by repeating.
    case cannotWriteToPeer
    /// Calls came faster than the token's limit (6) and kept doing so.
    case tooManyRequests
    /// The same action too often (9) or a quota used up (29 …): minutes or hours.
    case flood
    /// A captcha is asked for (14): see `VKError.captcha`.
    case captcha
    /// The person must validate (17) or confirm (24): see `VKError.redirect` and `VKError.confirmationText`.
    case confirmation
    /// A parameter is missing or wrong (100, 113, 125, 911, 914 …).
    case badRequest
    /// There is no such thing (104, 18, 927 …).
    case notFound
    /// VK's own trouble (1, 10, 32, 36, 43), or an answer of another shape than the method's.
    case server
    /// The network failed, the answer was lost, or something that is no answer of VK came in its place.
    case transport
    /// An earlier run of the same handler on the same event was cut off during this call; whether VK performed it is not known, and it is
    /// not made again.
    case outcomeUnknown
    /// The client was shut down.
    case closed
    /// The client is offline, and no answer is kept: see `VKClient.isOffline`.
    case offline
    /// Another refusal; look at the code.
    case refused
}

extension VKErrorCode {
    /// VK's name of it, `messages_deny_send`; `nil` for a code that its schema does not have.
    public var name: String? { Self.names[rawValue] }

    /// The codes of VK's schema, ascending.
    public static var known: [VKErrorCode] { names.keys.sorted().map(VKErrorCode.init) }

    private static let names: [Int: String] = {
        let pairs = list.split(separator: " ").map { $0.split(separator: "=") }
        return Dictionary(uniqueKeysWithValues: pairs.compactMap { pair in Int(pair[0]).map { ($0, String(pair[1])) } })
    }()

    /// The meaning of this code (source: the reference's error table).
    public var failure: VKFailure { Self.failures[rawValue] ?? .refused }

    /// Whether VK may have begun what it then failed at; other errors are refusals.
    var mayFollowPerformance: Bool { [1, 10, 36].contains(rawValue) }

    private static let failures: [Int: VKFailure] = {
        var table: [Int: VKFailure] = [:]
        func add(_ failure: VKFailure, _ codes: [Int]) { for code in codes { table[code] = failure } }
        add(.authorization, [4, 5, 16, 25, 27, 28, 42, 1114, 1116, 1117, 1118, 3609])
        add(
            .accessDenied,
            [2, 7, 11, 15, 19, 20, 21, 23, 30, 37, 200, 201, 203, 204, 210, 211, 212, 213, 214, 703, 704, 912, 917, 925, 932, 962, 985])
        add(.cannotWriteToPeer, [900, 901, 902, 915, 916, 918, 922, 936, 939, 945, 946, 950, 987, 988, 1012])
        add(.tooManyRequests, [6])
        add(.flood, [9, 29, 601, 1105])
        add(.captcha, [14])
        add(.confirmation, [17, 24, 3300, 3301, 3302, 3303, 3304, 11500])
        add(
            .badRequest,
            [3, 8, 12, 13, 22, 34, 35, 100, 101, 105, 113, 114, 118, 121, 122, 125, 129, 150, 910, 911, 913, 914, 940, 943, 9999])
        add(.notFound, [18, 38, 39, 40, 104, 927, 935, 1150])
        add(.server, [1, 10, 32, 36, 43])
        return table
    }()
}
