// Govorun: downloads of what people send. SPDX-License-Identifier: MIT
import TapeJSON

/// Fetches photos, documents and voice messages from VK's hosts, without the token.
public struct Downloads: Sendable {
    /// The client over whose route files are fetched.
    public let client: VKClient
    /// Domains that files are fetched from, with their subdomains, over https; the API's own host always is one.
    public var hosts: [String]
    /// The most bytes of one file.
    public var limit = 50 << 20
    /// The longest one file may take.
    public var timeout: Duration = .seconds(600)

    /// Downloads through `client`.
    public init(_ client: VKClient) {
        self.client = client
        hosts = client.configuration.downloadHosts
    }

    /// The largest picture of a photo.
    public func photo(_ photo: PhotosPhoto) -> Download { download(photo.largestURL) }

    /// A document.
    public func document(_ document: DocsDoc) -> Download { download(document.url) }

    /// A voice message, as Ogg Opus; where there is none, or it is wanted, as MP3.
    public func voice(_ message: MessagesAudioMessage, asMP3: Bool = false) -> Download {
        let links = asMP3 ? [message.linkMp3, message.linkOgg] : [message.linkOgg, message.linkMp3]
        return download(links.first { !$0.isEmpty })
    }

    /// A graffiti, PNG.
    public func graffiti(_ graffiti: MessagesGraffiti) -> Download { download(graffiti.url) }

    /// The photo of a story, or its video at the best quality.
    public func story(_ story: StoriesStory) -> Download { download(story.photo.largestURL ?? story.video.files.bestURL) }

    /// What lies at an address that VK gave.
    public func url(_ url: String) -> Download { download(url) }

    private func download(_ url: String?) -> Download { Download(url: url ?? "", from: self) }
}

extension VKClient {
    /// Downloads through this client.
    public var downloads: Downloads { Downloads(self) }
}

extension PhotosPhoto {
    /// The address of the largest picture: by its sides, since letters say little; `nil` for a photo without sizes.
    public var largestURL: String? {
        let sizes = sizes.compactMap { size in
            (size.url ?? size.src).map {
                (url: $0, rank: (Double(size.width) * Double(size.height), Self.letters.firstIndex(of: size.type.rawValue) ?? -1))
            }
        }
        let original = json["orig_photo"]
        let largest = sizes.max { $0.rank < $1.rank }
        guard let url = original["url"].string else { return largest?.url }
        let area = Double(original["width"].int ?? 0) * Double(original["height"].int ?? 0)
        return area >= largest?.rank.0 ?? 0 ? url : largest?.url
    }

    /// From small to large, for photos so old that their sizes have no sides.
    private static let letters = ["s", "m", "o", "p", "q", "r", "x", "y", "z", "w"]
}

extension VideoVideoFiles {
    /// The address of the file with the most lines; `nil` where VK gives none.
    var bestURL: String? {
        let files = json.members.compactMap { key, value -> (lines: Int, url: String)? in
            guard key.hasPrefix("mp4_"), let lines = Int(key.dropFirst(4)), let url = value.string else { return nil }
            return (lines, url)
        }
        return files.max { $0.lines < $1.lines }?.url
    }
}
