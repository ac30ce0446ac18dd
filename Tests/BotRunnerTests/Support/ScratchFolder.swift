// Govorun: a place for the files of one test. SPDX-License-Identifier: MIT
import Foundation

/// A folder, made when something is put there, that is gone when the test lets go of it.
final class ScratchFolder: Sendable {
    let path = NSTemporaryDirectory() + "govorun-\(UUID().uuidString)"

    deinit { try? FileManager.default.removeItem(atPath: path) }  // nothing was put there

    /// Where a database may stand.
    var database: String { path + "/bots.db" }
}
