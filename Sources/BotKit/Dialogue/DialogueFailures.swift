// Govorun: failures as a dialogue keeps them. SPDX-License-Identifier: MIT

extension VKError {
    var kept: JSONValue {
        var kept: JSONObject = ["failure": .string(failure.rawValue), "method": .string(method), "message": .string(message)]
        kept["code"] = code.map { .integer($0.rawValue) }
        if mayHaveBeenPerformed { kept["performed"] = true }
        return .object(kept)
    }

    init(kept: JSON) {
        self.init(
            kept["failure"].string.flatMap(VKFailure.init) ?? .refused, code: kept["code"].int.map { VKErrorCode(rawValue: $0) },
            method: kept["method"].string ?? "", message: kept["message"].string ?? "",
            mayHaveBeenPerformed: kept["performed"].bool ?? false)
    }
}

extension StorageError {
    var kept: JSONValue {
        var kept: JSONObject = ["code": .string(code.rawValue)]
        kept["subject"] = context.subject.map { .string($0) }
        kept["collection"] = context.collection.map { .string($0) }
        kept["index"] = context.index.map { .string($0) }
        return .object(kept)
    }

    init(kept: JSON) {
        self.init(kept["code"].string.flatMap(Code.init) ?? .failed) { context in
            context.subject = kept["subject"].string
            context.collection = kept["collection"].string
            context.index = kept["index"].string
        }
    }
}

extension UploadError {
    var kept: JSONValue {
        var kept: JSONObject = ["code": .string(code.rawValue), "kind": .string(kind.rawValue), "detail": .string(detail)]
        kept["name"] = name.map { .string($0) }
        return .object(kept)
    }

    /// How the network failed is not kept.
    init(kept: JSON) {
        self.init(
            kept["code"].string.flatMap(Code.init) ?? .lost, kind: kept["kind"].string.flatMap(UploadKind.init) ?? .messageDocument,
            name: kept["name"].string, detail: kept["detail"].string ?? "")
    }
}
