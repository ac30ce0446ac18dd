// Govorun: what VK takes for an id. SPDX-License-Identifier: MIT

/// An id, or the short name of a page: methods such as `users.get` take either, also side by side.
public protocol VKIdentifier: ParameterValue {}

extension Int: VKIdentifier {}
extension Int64: VKIdentifier {}
extension String: VKIdentifier {}
extension Substring: VKIdentifier {}

/// Ids and names with commas between.
func joined(_ identifiers: [any VKIdentifier]?) -> String? {
    identifiers?.map(\.parameterText).joined(separator: ",")
}
