// Govorun: people and communities among the arguments. SPDX-License-Identifier: MIT

/// Somebody by a mention, a link, an id or a short name; a community arrives with a negative id.
///
/// Who is behind a short name VK is asked, at most once in ten minutes.
public struct UserArgument: CommandArgument {
    /// The name that usage shows.
    public let name: String
    /// `<name>`.
    public var placeholder: String { "<\(name)>" }

    /// Reads a mention, or one word.
    public func read(_ reader: inout ArgumentReader) throws -> Person {
        guard let run = reader.surroundings.run else { throw ArgumentProblem(name, .missing) }
        return Person(id: try id(&reader), run: run)
    }

    func id(_ reader: inout ArgumentReader) throws -> Int {
        var copy = reader
        guard let word = copy.word() else { throw ArgumentProblem(name, .missing) }
        let page = reader.mention().map { PageName($0) } ?? reader.word().flatMap { PageName($0) }
        switch page {
        case nil: throw ArgumentProblem(name, .unreadable(word), expected: .person)
        case .id(let id): return id
        case .shortName(let shortName):
            guard let known = reader.surroundings.pages[shortName] else {
                // Read again once VK has been asked; until then, nobody in particular.
                reader.want(shortName)
                return 0
            }
            guard let id = known else { throw ArgumentProblem(name, .unknownPage(word)) }
            return id
        }
    }
}

extension CommandArgument where Self == UserArgument {
    /// Somebody: `[id1|Павел]`, `@durov`, `vk.com/id1`, `id1`, `club1`.
    public static func user(_ name: String) -> Self { Self(name: name) }
}
