// Govorun: what a client remembers of its uploads. SPDX-License-Identifier: MIT
import Synchronization

/// The uploads of one client that are under way, and those that were.
package final class UploadDesk: Sendable {
    let flights = SingleFlight<UploadKey, String>()
    let memory: MemoryUploadStore

    /// A desk that remembers nothing yet.
    package init(time: any TimeSource) { memory = MemoryUploadStore(time: time) }
}

extension VKClient {
    /// The desk of this client.
    var uploadDesk: UploadDesk { UploadDesks.desk(of: self) }
}

/// The desks of all living clients.
private enum UploadDesks {
    private struct Entry {
        weak var client: VKClient?
        let desk: UploadDesk
    }

    private static let entries = Mutex<[ObjectIdentifier: Entry]>([:])

    static func desk(of client: VKClient) -> UploadDesk {
        entries.withLock { entries in
            // An address may have been another client's before: the weak reference tells.
            if let entry = entries[ObjectIdentifier(client)], entry.client === client { return entry.desk }
            entries = entries.filter { $0.value.client != nil }
            let desk = UploadDesk(time: client.time)
            entries[ObjectIdentifier(client)] = Entry(client: client, desk: desk)
            return desk
        }
    }
}
