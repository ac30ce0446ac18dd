// Govorun: what makes two calls one. SPDX-License-Identifier: MIT
import CurlClient

/// Whose an answer is.
enum CacheScope: Hashable, Sendable {
    /// An account under the name the configuration gives it.
    case account(String)
    /// An account nobody named, by a salted hash of its token that leaves no memory.
    case unnamed(SHA256.Digest)
    /// Nobody's: bytes that anyone gets.
    case bytes

    /// Whether it means the same in another process.
    var isDurable: Bool {
        if case .unnamed = self { false } else { true }
    }
}

/// Equal for calls whose answers are the same: all that shapes an answer, without tokens.
struct CacheKey: Hashable, Sendable {
    let scope: CacheScope
    /// The method and what it was asked, for memory only; what is stored has its hash.
    let text: String

    /// The key of bytes under an address: what one who may ask any host was given is not for one who may ask public ones alone.
    init(url: String, reach: LinkReach = .publicHosts) {
        scope = .bytes
        text = "\(reach) \(url)"
    }

    /// The key of `call` as `scope` asks it.
    init(_ call: Call, of scope: CacheScope, configuration: VKClient.Configuration) {
        let options = call.options.over(configuration.defaults)
        var asked = Parameters()
        for item in call.parameters.items.sorted(by: { $0.name < $1.name }) where !CacheRules.isNoise(item.name) {
            asked[item.name] = item.value
        }
        if asked["v"] == nil { asked["v"] = options.version ?? configuration.version }
        if asked["lang"] == nil { asked["lang"] = options.language ?? configuration.language }
        if options.testMode == true { asked["test_mode"] = "1" }
        self.scope = scope
        let address = APIAddress.endpoint(of: configuration.api) + call.method
        text = address + "?" + String(decoding: asked.formBody, as: UTF8.self)
    }

    /// The hash under which it is stored.
    var digest: SHA256.Digest { SHA256.Digest(bytes: SHA256.digest(of: Array(text.utf8))) }
}

/// Which calls may be kept at all.
enum CacheRules {
    /// Whether an answer to `call` may be kept.
    ///
    /// Not where headers of its own shape the answer, nor where a parameter or the answer is a secret.
    static func allows(_ call: Call, isRead: Bool) -> Bool {
        guard call.options.headers.isEmpty, !holdsKeys(call.method) else { return false }
        let isCode = call.method == "execute"  // there `code` is what runs, elsewhere it is worth a token
        guard !call.parameters.items.contains(where: { secrets.contains($0.name) && !(isCode && $0.name == "code") }) else { return false }
        if isRead { return true }
        return if case .read = RepeatRules.rule(for: call) { true } else { false }
    }

    /// Whether a parameter differs from call to call without a difference in the answer.
    static func isNoise(_ name: String) -> Bool { noise.contains(name) || name.hasPrefix("captcha_") }

    private static let noise: Set<String> = ["access_token", "random_id", "success_token", "confirm"]
    private static let secrets: Set<String> = ["client_secret", "password", "secret_key", "secret", "token", "code"]

    /// Whether the answers of `method` hold keys, or are good for this moment only.
    private static func holdsKeys(_ method: String) -> Bool {
        method.hasSuffix("UploadServer") || method.contains("LongPoll") || method.contains(".getCallback") || method.hasPrefix("auth.")
            || method == "utils.getServerTime" || method == "groups.getTokenPermissions"
    }
}
