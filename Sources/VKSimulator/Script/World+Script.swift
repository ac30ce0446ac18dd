// Govorun: API calls from inside a script. SPDX-License-Identifier: MIT
import MicroServer
import TapeJSON

extension World {
    /// Performs one call of a script with the rights of the whole; it does not count towards the limit.
    mutating func answerInside(_ method: String, _ fields: [FieldList.Field], of whole: MethodCall) throws(APIFailure) -> JSONValue {
        if case .error(let code)? = takeFault(for: method, where: \.isError) { throw .simulated(code) }
        guard !Self.refusedInside.contains(method) else { throw APIFailure(15, "Access denied: method is unavailable inside execute") }
        return JSONValue(copying: try answer(method, whole.replacing(Parameters(fields))))
    }

    /// What VK does not perform inside `execute` (protocol reference, section 4.2).
    private static let refusedInside: Set = [
        "photos.save", "photos.saveWallPhoto", "photos.saveOwnerPhoto", "photos.saveMessagesPhoto", "photos.saveOwnerCoverPhoto",
        "photos.saveMarketPhoto", "photos.saveMarketAlbumPhoto", "messages.setChatPhoto", "audio.save", "docs.save", "stories.save",
        "polls.savePhoto", "execute",
    ]
}

extension MethodCall {
    /// The same caller's call with other parameters.
    fileprivate func replacing(_ parameters: Parameters) -> MethodCall {
        MethodCall(parameters: parameters, caller: caller, version: version, rights: rights, at: at, date: date)
    }
}

extension JSONValue {
    /// What a method answered, as a value that a script can look into.
    fileprivate init(copying answer: any JSONWritable) {
        if let value = answer as? JSONValue {
            self = value
        } else {
            var writer = JSONWriter()
            answer.write(to: &writer)
            // What a method writes is JSON; anything else is no value.
            self = (try? JSONDocument(writer.bytes, maximumDepth: JSONDocument.deepestNesting)).map { JSONValue($0.root) } ?? .null
        }
    }
}
