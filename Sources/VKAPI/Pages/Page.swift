// Govorun: one page of a long list. SPDX-License-Identifier: MIT

/// One answer of a list that comes in several.
public struct Page<Response: VKResponse>: Sendable {
    /// The answer, as a single call would give it.
    public let response: Response
    /// How many elements it has.
    public let count: Int
    /// The elements before it in VK's list; `nil` where VK turns pages by a mark.
    public let offset: Int?
    /// How many elements VK's whole list has; `nil` when VK does not say. It may change from page to page.
    public let total: Int?
    /// How many elements have come, those of this page included.
    public let seen: Int
    /// How many will have come in the end, as far as can be told: no more than the limit, and from the first offset on.
    public let expected: Int?

    /// How much of the list has come, 0...1; `nil` while that cannot be told.
    public var progress: Double? {
        guard let expected else { return nil }
        return expected > 0 ? min(1, Double(seen) / Double(expected)) : 1
    }
}

extension Page where Response: VKListing {
    /// The elements of this page.
    public var items: Response.Items { response.items }
}
