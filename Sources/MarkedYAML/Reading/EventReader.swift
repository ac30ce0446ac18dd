// Govorun: the one owner of a libyaml parser. SPDX-License-Identifier: MIT
internal import CYAMLShim

/// What libyaml reports: a piece of the file, and between which scalars it stands.
struct ParserEvent {
    enum Kind {
        case documentStart, streamEnd
        case alias(String)
        case scalar(String, style: YAMLNode.Style)
        case sequenceStart(YAMLNode.Style), mappingStart(YAMLNode.Style)
        case collectionEnd
        /// Start of the stream or end of a document: nothing to act on.
        case other
    }

    let kind: Kind
    let anchor: String?
    let tag: String?
    let start: Int
    let end: Int
}

/// Why libyaml stopped, in its own words.
struct SyntaxError: Error {
    let problem: String
    let offset: Int
    let context: String?
    let contextOffset: Int
}

/// Reads the events of one file; lives no longer than the bytes it was given.
struct EventReader: ~Copyable {
    private let parser: UnsafeMutablePointer<yaml_parser_t>

    init(_ bytes: UnsafeBufferPointer<UInt8>) throws(SyntaxError) {
        parser = .allocate(capacity: 1)
        parser.initialize(to: yaml_parser_t())
        guard yaml_parser_initialize(parser) == 1 else {
            throw SyntaxError(problem: "out of memory", offset: 0, context: nil, contextOffset: 0)
        }
        yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
        yaml_parser_set_input_string(parser, bytes.baseAddress, bytes.count)
    }

    deinit {
        yaml_parser_delete(parser)
        parser.deinitialize(count: 1)
        parser.deallocate()
    }

    mutating func next() throws(SyntaxError) -> ParserEvent {
        var event = yaml_event_t()
        guard yaml_parser_parse(parser, &event) == 1 else { throw failure }
        defer { yaml_event_delete(&event) }
        return ParserEvent(event)
    }

    private var failure: SyntaxError {
        let raw = parser.pointee
        return SyntaxError(
            problem: raw.problem.map { String(cString: $0) } ?? "out of memory", offset: Int(raw.problem_mark.index),
            context: raw.context.map { String(cString: $0) }, contextOffset: Int(raw.context_mark.index))
    }
}

extension ParserEvent {
    fileprivate init(_ event: yaml_event_t) {
        start = Int(event.start_mark.index)
        end = Int(event.end_mark.index)
        switch event.type {
        case YAML_DOCUMENT_START_EVENT: (kind, anchor, tag) = (.documentStart, nil, nil)
        case YAML_STREAM_END_EVENT: (kind, anchor, tag) = (.streamEnd, nil, nil)
        case YAML_ALIAS_EVENT: (kind, anchor, tag) = (.alias(Self.string(event.data.alias.anchor) ?? ""), nil, nil)
        case YAML_SCALAR_EVENT:
            let scalar = event.data.scalar
            let text = String(decoding: UnsafeBufferPointer(start: scalar.value, count: scalar.length), as: UTF8.self)
            (kind, anchor, tag) = (.scalar(text, style: .init(scalar.style)), Self.string(scalar.anchor), Self.string(scalar.tag))
        case YAML_SEQUENCE_START_EVENT:
            let list = event.data.sequence_start
            let style: YAMLNode.Style = list.style == YAML_FLOW_SEQUENCE_STYLE ? .flow : .block
            (kind, anchor, tag) = (.sequenceStart(style), Self.string(list.anchor), Self.string(list.tag))
        case YAML_MAPPING_START_EVENT:
            let mapping = event.data.mapping_start
            let style: YAMLNode.Style = mapping.style == YAML_FLOW_MAPPING_STYLE ? .flow : .block
            (kind, anchor, tag) = (.mappingStart(style), Self.string(mapping.anchor), Self.string(mapping.tag))
        case YAML_SEQUENCE_END_EVENT, YAML_MAPPING_END_EVENT: (kind, anchor, tag) = (.collectionEnd, nil, nil)
        default: (kind, anchor, tag) = (.other, nil, nil)
        }
    }

    private static func string(_ text: UnsafeMutablePointer<yaml_char_t>?) -> String? {
        text.map { String(cString: $0) }
    }
}

extension YAMLNode.Style {
    fileprivate init(_ style: yaml_scalar_style_t) {
        switch style {
        case YAML_SINGLE_QUOTED_SCALAR_STYLE: self = .singleQuoted
        case YAML_DOUBLE_QUOTED_SCALAR_STYLE: self = .doubleQuoted
        case YAML_LITERAL_SCALAR_STYLE: self = .literal
        case YAML_FOLDED_SCALAR_STYLE: self = .folded
        default: self = .plain
        }
    }
}
