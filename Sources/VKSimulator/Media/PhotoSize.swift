// Govorun: the sizes of a photo. SPDX-License-Identifier: MIT
import TapeJSON

/// One of VK's copies of a photo, named by a letter.
struct PhotoSize: Sendable, Equatable {
    let letter: String
    let width: Int
    let height: Int

    private static let longest: [(letter: String, side: Int)] = [("s", 75), ("m", 130), ("x", 604), ("y", 807), ("z", 1280), ("w", 2560)]

    /// The copies of a picture, smallest first: the first three always, a larger one when the picture is larger than the one before.
    static func all(width: Int, height: Int) -> [PhotoSize] {
        let side = max(width, height)
        var sizes: [PhotoSize] = []
        for (index, size) in longest.enumerated() where index < 3 || side > longest[index - 1].side {
            let target = min(side, size.side)
            sizes.append(PhotoSize(letter: size.letter, width: max(1, width * target / side), height: max(1, height * target / side)))
        }
        return sizes
    }

    static func all(of file: StoredFile) -> [PhotoSize] {
        let (width, height) = file.pixels ?? (1, 1)
        return all(width: width, height: height)
    }

    func json(_ file: StoredFile, at base: String) -> JSONValue {
        [
            "type": JSONValue(letter), "url": JSONValue("\(base)\(file.path)?size=\(width)x\(height)"), "width": JSONValue(width),
            "height": JSONValue(height),
        ]
    }
}
