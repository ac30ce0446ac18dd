// Govorun: declarations spread over files of a bearable size. SPDX-License-Identifier: MIT

/// Cuts a long list of pieces into files: a build is fastest with about twenty types in one, a reader with few lines.
enum FileSet {
    /// One piece of source that stays together.
    struct Piece {
        let name: String
        let lines: [String]
    }

    private static let mostPieces = 20
    private static let mostLines = 380

    /// The pieces in files' portions; a piece above the limit has a file of its own.
    static func portions(_ pieces: [Piece]) -> [[Piece]] {
        var portions: [[Piece]] = []
        var lines = 0
        for piece in pieces {
            let fits = lines + piece.lines.count + 1 <= mostLines && (portions.last?.count ?? 0) < mostPieces
            if portions.isEmpty || !fits {
                portions.append([])
                lines = 0
            }
            portions[portions.count - 1].append(piece)
            lines += piece.lines.count + 1
        }
        return portions
    }

    /// Pieces with an empty line between.
    static func joined(_ pieces: [Piece]) -> [String] { Array(pieces.map(\.lines).joined(separator: [""])) }
}
