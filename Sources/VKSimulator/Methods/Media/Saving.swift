// Govorun: what every save call of an upload has in common. SPDX-License-Identifier: MIT
import TapeJSON

extension World {
    /// Takes an upload's result, once.
    ///
    /// - Parameter unknown: for a result that never was, is somebody else's, or belongs to another kind of upload.
    /// - Parameter spent: for one that was saved already.
    mutating func takeUpload(
        _ key: String, _ flows: Set<UploadFlow>, by caller: Caller, unknown: APIFailure, spent: APIFailure
    ) throws(APIFailure) -> UploadResult {
        guard let result = uploads.result(key), flows.contains(result.ticket.flow), result.ticket.caller == caller else { throw unknown }
        guard !result.isSaved else { throw spent }
        return result
    }

    /// Takes the result that `server`, `hash` and the string about the photos name, all unchanged.
    ///
    /// - Parameter field: `photo`, or `photos_list` of an album.
    mutating func takePhotos(
        _ call: MethodCall, _ flow: UploadFlow, field: String = "photo", spent: APIFailure
    ) throws(APIFailure) -> UploadResult {
        let photo = try call.parameters.text(required: field)
        guard photo != "[]" else { throw .parameter(field) }
        let server = try call.parameters.int(required: "server")
        let hash = try call.parameters.text(required: "hash")
        let result = try takeUpload(hash, [flow], by: call.caller, unknown: .badHash, spent: spent)
        guard server == result.server else { throw .badServer }
        guard photo == result.photo else { throw field == "photo" ? .badPhoto : .badPhotos }
        uploads.markSaved(hash)
        return result
    }
}

extension APIFailure {
    static let badServer = APIFailure(118, "Invalid server")
    static let badHash = APIFailure(121, "Invalid hash")
    static let badPhotos = APIFailure(122, "Invalid photos")
    static let badPhoto = APIFailure(129, "Invalid photo")
    static let uploadRejected = APIFailure(22, "Upload error")
    static let fileNotSaved = APIFailure(105, "Couldn't save file")
}

extension MethodCall {
    /// The page a call with an optional `group_id` is about: its own, or negative a community that a person must be an editor of.
    func page(in world: World, _ parameter: String = "group_id") throws(APIFailure) -> Int {
        guard let named = try parameters.int(parameter), named != 0 else { return caller.page }
        return try page(-abs(named), in: world)
    }

    /// Checks that the caller may act for a page, negative a community.
    func page(_ page: Int, in world: World) throws(APIFailure) -> Int {
        guard page != caller.page else { return page }
        guard page < 0 else { throw APIFailure(15, "Access denied: the page is somebody else's") }
        guard world.communities[-page] != nil else { throw APIFailure(125, "Invalid group id") }
        guard case .person(let person) = caller, world.isOfficer(person, .editor, of: -page) else {
            throw APIFailure(15, "Access denied: only editors of the community may")
        }
        return page
    }
}
