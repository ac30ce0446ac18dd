// Govorun: answers that are a list. SPDX-License-Identifier: MIT

/// An answer whose elements are known: VK's `{"count": …, "items": […]}`, or a bare list.
public protocol VKListing: VKResponse {
    /// The elements' collection.
    associatedtype Items: RandomAccessCollection & Sendable where Items.Element: Sendable
    /// The elements, in VK's order.
    var items: Items { get }
}

extension VKList: VKListing {
    /// Itself.
    public var items: VKList<Element> { self }
}

extension Array: VKListing where Element: VKResponse {
    /// Itself.
    public var items: [Element] { self }
}
