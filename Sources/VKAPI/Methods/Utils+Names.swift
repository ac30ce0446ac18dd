// Govorun: short names of pages. SPDX-License-Identifier: MIT

extension VKClient.Utils {
    /// VK's `utils.resolveScreenName`; for an unknown name the answer does not exist.
    public func resolveScreenName(_ screenName: String) -> Request<UtilsDomainResolved> { resolveScreenName(screenName: screenName) }
}
