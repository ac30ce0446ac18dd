// Govorun: files of people, from Swift. SPDX-License-Identifier: MIT
import CurlClient

extension VKSimulator {
    /// What a person's file is sent as.
    public enum FileKind: String, Sendable, CaseIterable {
        /// A JPEG, PNG or GIF as a photo.
        case photo
        /// Any file as a document.
        case document = "doc"
        /// An Ogg Opus file as a voice message.
        case voice = "audio_message"
        /// A PNG as a drawing.
        case graffiti
    }

    /// A person uploads a file, to be named in ``Writing/attached``.
    ///
    /// - Parameter type: the content type; nil takes what the bytes say.
    /// - Returns: the attachment's name with its key: `photo510001001_457240101_0a1b`.
    /// - Throws: ``SimulatorError`` `.notFound` for an unknown person, `.refused` for a file that VK does not take as that kind.
    public func upload(
        _ bytes: [UInt8], named name: String, as kind: FileKind, by person: Int, type: String? = nil
    ) throws(SimulatorError) -> String {
        try at { (world, now) throws(SimulatorError) in
            try world.upload(bytes, named: name, type: type, as: kind, by: person, at: now).name
        }
    }
}

extension World {
    /// Makes an object of a person's file.
    mutating func upload(
        _ bytes: [UInt8], named name: String, type: String?, as kind: VKSimulator.FileKind, by person: Int, at now: Moment
    ) throws(SimulatorError) -> MediaObject {
        guard people[person] != nil else { throw SimulatorError(.notFound, "person \(person)") }
        let ticket = UploadTicket(flow: kind.flow, caller: .person(person), owner: person, end: now.at)
        let part = UploadedPart(field: "", filename: name, type: type, size: bytes.count, hash: SHA256.digest(of: bytes).hex, bytes: bytes)
        let nature: UploadRules.Nature
        do { nature = try UploadRules.check(part, for: kind.flow) } catch {
            throw SimulatorError(.refused, "\(name) as \(kind.rawValue), \(error.words)")
        }
        let file = store(part, nature, ticket, at: now.date)
        return switch kind {
        case .photo: addPhoto(file, owner: person, album: kind.flow.album, at: now.date)
        case .document: addDocument(file, owner: person, title: nil, at: now.date)
        case .voice: addVoice(file, owner: person)
        case .graffiti: addGraffiti(file, owner: person)
        }
    }
}

extension VKSimulator.FileKind {
    fileprivate var flow: UploadFlow {
        switch self {
        case .photo: .messagePhoto
        case .document: .messageDocument
        case .voice: .voice
        case .graffiti: .graffiti
        }
    }
}
