// Govorun: what people allowed apps, until it is fetched. SPDX-License-Identifier: MIT
import CurlClient

/// What a person allowed an app.
struct Grant: Sendable {
    let app: Int
    let person: Int
    let redirect: String
    /// Bits of a person's token, or of a community's.
    let scope: Int
    /// The communities it is about; empty for the person.
    let communities: [Int]
    /// The hash of a secret the app has to show (PKCE); nil in the older flow.
    var challenge: String?
    var device = ""
    /// Until when it can be fetched, on the time axis.
    let end: Duration
}

/// Codes, refresh tokens and validations, each good once.
struct GrantDesk: Sendable {
    private var grants = BoundedMemory<String, Grant>(limit: 10_000)
    private var validations = BoundedMemory<String, Int>(limit: 1000)
    private var last = 0

    /// How long a code is good.
    static let codeLifetime = Duration.seconds(3600)

    /// A made-up secret.
    mutating func secret(_ use: String, salt: UInt64) -> String {
        last += 1
        return SHA256.digest(of: Array("\(use) \(last) \(salt)".utf8)).hex
    }

    /// Keeps a grant under a new name: a code, or a refresh token.
    mutating func keep(_ grant: Grant, as use: String, salt: UInt64) -> String {
        let name = String(secret(use, salt: salt).prefix(36))
        grants.remember(grant, for: name)
        return name
    }

    func grant(_ name: String, at time: Duration) -> Grant? { grants[name].flatMap { time < $0.end ? $0 : nil } }

    mutating func spend(_ name: String) { grants.drop(name) }

    mutating func startValidation(of caller: Caller?, salt: UInt64) -> String {
        let hash = String(secret("validation", salt: salt).prefix(24))
        if case .person(let person)? = caller { validations.remember(person, for: hash) }
        return hash
    }

    mutating func finishValidation(_ hash: String) -> Int? {
        defer { validations.drop(hash) }
        return validations[hash]
    }
}

extension World {
    /// Makes a token and gives it to somebody.
    ///
    /// - Parameter lifetime: nil for ever.
    mutating func makeToken(for caller: Caller, rights: Int, lifetime: Duration?, at time: Duration) -> String {
        let token = "vk1.a." + grants.secret("token", salt: salt)
        addToken(token, for: caller, rights: rights, label: caller.name, end: lifetime.map { time + $0 })
        return token
    }

    /// - Returns: nil for a validation that never was, or is over.
    mutating func finishValidation(_ hash: String, at time: Duration) -> (token: String, person: Int)? {
        guard let person = grants.finishValidation(hash) else { return nil }
        return (makeToken(for: .person(person), rights: UserScope.all, lifetime: .seconds(86_400), at: time), person)
    }
}
