// Govorun: what a client remembers of its uploads. SPDX-License-Identifier: MIT

/// The uploads of one client that are under way, and those that were.
package final class UploadDesk: Sendable {
    let flights = SingleFlight<UploadKey, String>()
    let memory: MemoryUploadStore

    /// A desk that remembers nothing yet.
    package init(time: any TimeSource) { memory = MemoryUploadStore(time: time) }
}
