// Govorun: one peer's failure inside a successful answer. SPDX-License-Identifier: MIT
import TapeJSON

/// Why one peer of several got nothing.
public typealias MessagesSendError = BaseMessageError

extension MessagesSendUserIDsResponseItem {
    /// Why this peer got nothing.
    public var error: MessagesSendError? { json["error"].kind == .object ? MessagesSendError(json["error"]) : nil }
}

extension BaseMessageError {
    /// VK's code.
    public var code: VKErrorCode { VKErrorCode(rawValue: json["code"].int ?? 0) }
}
