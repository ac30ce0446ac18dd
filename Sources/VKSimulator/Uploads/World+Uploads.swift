// Govorun: uploads arriving. SPDX-License-Identifier: MIT
import CurlClient
import TapeJSON

extension World {
    /// Gives out an upload address.
    mutating func uploadURL(_ flow: UploadFlow, for call: MethodCall, owner: Int, _ change: (inout UploadTicket) -> Void = { _ in })
        -> String
    {
        var ticket = UploadTicket(flow: flow, caller: call.caller, owner: owner, end: call.at + UploadDesk.lifetime)
        change(&ticket)
        let hash = uploads.issue(ticket, salt: salt)
        let group = owner < 0 ? -owner : 0
        return "\(baseURL)/upload/\(flow.rawValue)/\(flow.script)?act=do_add&mid=\(max(owner, 0))&gid=\(group)&hash=\(hash)&api=1"
    }

    /// What came to an address, answered as VK's upload server does.
    ///
    /// - Parameter isRefused: whether a fault refuses the files whatever they are.
    mutating func receive(_ parts: [UploadedPart], for ticket: UploadTicket, isRefused: Bool, at now: Moment) -> [UInt8] {
        var files: [StoredFile] = []
        var refusal = UploadRules.Refusal.noFile
        for part in parts.filter({ ticket.flow.takes($0.field) }).prefix(ticket.flow.fileLimit) {
            do throws(UploadRules.Refusal) {
                guard !isRefused else { throw .kind }
                files.append(store(part, try UploadRules.check(part, for: ticket.flow), ticket, at: now.date))
            } catch {
                refusal = error
            }
        }
        guard !files.isEmpty else { return UploadAnswer.refused(refusal, ticket).bytes }
        let answer = UploadAnswer(ticket, files)
        uploads.remember(
            UploadResult(ticket: ticket, files: files, server: UploadAnswer.server(of: ticket), photo: answer.photo), as: answer.key)
        return answer.body.bytes
    }

    mutating func store(_ part: UploadedPart, _ nature: UploadRules.Nature, _ ticket: UploadTicket, at date: Int) -> StoredFile {
        let number = files.nextNumber()
        let name = part.filename ?? "file"
        let secret = SHA256.digest(of: Array("file \(number) \(salt)".utf8)).hex.prefix(20)
        let type = nature.picture?.format.type ?? (nature.voice == nil ? part.type : "audio/ogg") ?? "application/octet-stream"
        let file = StoredFile(
            number: number, flow: ticket.flow.rawValue, caller: ticket.caller.name, name: name, type: type, size: part.size,
            hash: part.hash,
            date: date, path: "/file/\(number)/\(secret)/\(name.escapedInPath)", picture: nature.picture, voice: nature.voice)
        files.add(file, content: part.isWhole ? part.bytes : nil, limit: configuration.fileStoreLimit)
        journal.note("file") { $0.member("file", file.json) }
        return file
    }
}

extension Caller {
    /// What stands in reports.
    var name: String {
        switch self {
        case .community(let id): "community \(id)"
        case .person(let id): "person \(id)"
        case .service: "service"
        }
    }

    /// The page it acts as: a person, or negative a community; 0 for an app.
    var page: Int {
        switch self {
        case .community(let id): -id
        case .person(let id): id
        case .service: 0
        }
    }
}

extension StoredFile {
    var json: JSONValue {
        var json: JSONObject = [
            "number": JSONValue(number), "flow": JSONValue(flow), "caller": JSONValue(caller), "name": JSONValue(name),
            "type": JSONValue(type), "size": JSONValue(size), "sha256": JSONValue(hash), "date": JSONValue(date), "path": JSONValue(path),
        ]
        if let picture { (json["width"], json["height"]) = (JSONValue(picture.width), JSONValue(picture.height)) }
        if let voice { json["seconds"] = JSONValue(voice.seconds) }
        return .object(json)
    }
}

extension String {
    /// As it may stand in a path: everything but ASCII letters, digits and `.-_` as its bytes in hexadecimal.
    var escapedInPath: String {
        utf8.reduce(into: "") { result, byte in
            let isPlain = (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte) || [45, 46, 95].contains(byte)
            result += isPlain ? String(UnicodeScalar(byte)) : "%" + CollectionOfOne(byte).hex.uppercased()
        }
    }
}
