// Govorun: something a bot does although VK told nothing. SPDX-License-Identifier: MIT

extension UpdateType {
    /// Our own: a timer's time, a job that has come due, a hook's delivery.
    public static let errand: UpdateType = "errand"
}
