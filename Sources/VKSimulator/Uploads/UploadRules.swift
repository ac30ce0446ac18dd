// Govorun: what upload servers refuse. SPDX-License-Identifier: MIT

/// Checks files by the limits of section 17 of the protocol reference.
enum UploadRules {
    /// Why a file is refused.
    enum Refusal: Error, Sendable, Equatable {
        /// There is no file in the field that wants one.
        case noFile
        /// It is of a kind that is not taken.
        case kind
        /// It has too many bytes.
        case tooLarge
        /// A picture with too few or too many pixels, or too long and thin.
        case pictureSize(String)
    }

    /// What a file is, as far as its bytes say.
    struct Nature: Sendable {
        var picture: PictureHeader?
        var voice: VoiceHeader?
    }

    static func check(_ part: UploadedPart, for flow: UploadFlow) throws(Refusal) -> Nature {
        guard let name = part.filename, part.size > 0 else { throw .noFile }
        guard part.size <= flow.limit else { throw .tooLarge }
        let suffix = name.fileExtension
        switch flow.content {
        case .picture: return Nature(picture: try picture(part, suffix, flow))
        case .document: try document(part, suffix)
        case .voice:
            guard part.isWhole, let voice = VoiceHeader(part.bytes), voice.seconds <= 300 else { throw .kind }
            return Nature(voice: voice)
        case .graffiti:
            guard let picture = PictureHeader(part.bytes), picture.format == .png, suffix == "png" else { throw .kind }
            return Nature(picture: picture)
        case .video:
            let isTaken = flow == .storyVideo ? suffix == "mp4" : videos.contains(suffix)
            guard isTaken else { throw .kind }
        }
        return Nature(picture: PictureHeader(part.bytes))
    }

    private static let videos: Set = ["avi", "mp4", "3gp", "mpeg", "mpg", "mov", "flv", "wmv"]
    private static let refusedDocuments: Set = ["mp3", "exe", "com", "bat", "cmd", "msi", "scr", "pif", "dll", "cpl", "vbs"]

    private static func picture(_ part: UploadedPart, _ suffix: String, _ flow: UploadFlow) throws(Refusal) -> PictureHeader {
        guard ["jpg", "jpeg", "png", "gif"].contains(suffix), let picture = PictureHeader(part.bytes) else { throw .kind }
        let (width, height) = (picture.width, picture.height)
        guard width + height <= 14_000 else { throw .pictureSize("width and height together are above 14000") }
        guard max(width, height) <= 20 * min(width, height) else { throw .pictureSize("ratio is above 20") }
        if let smallest = flow.smallest, width < smallest.width || height < smallest.height {
            throw .pictureSize("min size \(smallest.width)x\(smallest.height)")
        }
        let isNarrow = 4 * width < height || width > 3 * height
        guard flow != .ownerPhoto || !isNarrow else { throw .pictureSize("ratio is outside 0.25...3") }
        return picture
    }

    private static func document(_ part: UploadedPart, _ suffix: String) throws(Refusal) {
        guard !suffix.isEmpty, !refusedDocuments.contains(suffix) else { throw .kind }
        let isProgram = part.bytes.starts(with: Array("MZ".utf8)) || part.bytes.starts(with: [0x7f, 0x45, 0x4c, 0x46])
        guard !isProgram else { throw .kind }
    }
}

extension String {
    /// What follows the last dot of a file name, in small letters; empty without one.
    var fileExtension: String {
        guard let dot = lastIndex(of: "."), dot != startIndex else { return "" }
        return self[index(after: dot)...].lowercased()
    }
}
