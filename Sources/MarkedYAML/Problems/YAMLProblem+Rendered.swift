// Govorun: a problem as people read it: one line, the line of the file, a caret. SPDX-License-Identifier: MIT

extension YAMLProblem: CustomStringConvertible {
    /// `bots.yaml:14:9: error: unknown key 'plugns' in bots.helpdesk; did you mean 'plugins'?`
    public var description: String {
        let place = file.isEmpty ? "" : "\(file):\(mark.line):\(mark.column): "
        return "\(place)\(severity.rawValue): \(message)"
    }

    /// The description, the line of the file, and a caret under the place.
    public var rendered: String {
        guard let excerpt, !excerpt.text.allSatisfy(\.isWhitespace) else { return description }
        return "\(description)\n\(excerpt.text)\n\(excerpt.padding)^"
    }
}
