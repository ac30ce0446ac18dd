// Govorun: whose fault a failure is. SPDX-License-Identifier: MIT

/// Tells what VK or the network has kept a handler from.
package enum VKTrouble {
    /// Whether `error` says that VK, its upload server, or the way there was broken: later the same may go well.
    package static func isTrouble(_ error: any Error) -> Bool {
        switch error {
        case let error as VKError: error.isTroubleOfVK
        case let error as UploadError: error.isTroubleOfVK
        default: false
        }
    }

    /// Whether the network, VK's state or its limits are at fault, and no plugin that another program would mend.
    static func isNobodysFault(_ error: any Error) -> Bool {
        switch error {
        case let error as VKError: [.transport, .server, .tooManyRequests, .flood, .captcha].contains(error.failure)
        case let error as UploadError: error.isTroubleOfVK
        default: false
        }
    }

    /// The method by whose answers is seen that it is over; `nil` where VK's API goes on meanwhile.
    package static func method(of error: any Error) -> String? { (error as? VKError)?.method }
}

extension UploadError {
    /// A video may have arrived whole: another try would be a second one.
    fileprivate var isTroubleOfVK: Bool { (code == .lost || code == .unreadableAnswer) && kind != .video }
}
