// Govorun: the first look at the bytes of a YAML file: encoding and characters. SPDX-License-Identifier: MIT

/// What one pass over the bytes finds: the lines, and every character that YAML does not take.
struct SourceScan {
    private(set) var source: YAMLSource
    private(set) var problems: [YAMLProblem] = []
    /// The bytes after a byte order mark.
    let bytes: ArraySlice<UInt8>

    init(_ bytes: [UInt8], name: String, limits: YAMLLimits) {
        self.bytes = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
        source = YAMLSource(name: name, text: "", starts: [.init(byte: 0, scalar: 0)])
        if bytes.count > limits.bytes {
            note(.limit, at: .start, "the file has \(bytes.count) bytes; the limit is \(limits.bytes)")
        } else if let encoding = Self.foreignEncoding(bytes) {
            note(.encoding, at: .start, "the file is in \(encoding); save the file as UTF-8")
        } else {
            readCharacters(problemLimit: limits.problems)
        }
    }

    private mutating func readCharacters(problemLimit: Int) {
        var findings: [Finding] = []
        var lines = LineCounter()
        var iterator = bytes.makeIterator()
        var parser = Unicode.UTF8.ForwardParser()
        scan: while true {
            var finding: Finding.Kind?
            switch parser.parseScalar(from: &iterator) {
            case .emptyInput: break scan
            case .error(let length):
                finding = .notUTF8(bytes[bytes.startIndex + lines.byte])
                lines.pass(0xFFFD, length: length)
            case .valid(let encoded):
                let value = Unicode.UTF8.decode(encoded).value
                if Self.isRefused(value) { finding = .control(value) }
                lines.pass(value, length: encoded.count)
            }
            if let finding, findings.count < problemLimit { findings.append(Finding(offset: lines.scalar - 1, kind: finding)) }
        }
        source = YAMLSource(name: source.name, text: String(decoding: bytes, as: UTF8.self), starts: lines.finished())
        report(findings)
    }
}

/// Counts scalars and bytes, and notes where lines begin: after LF, CRLF or a lone CR.
private struct LineCounter {
    private(set) var byte = 0
    private(set) var scalar = 0
    private var starts = [YAMLSource.LineStart(byte: 0, scalar: 0)]
    private var isAfterReturn = false

    mutating func pass(_ value: UInt32, length: Int) {
        if isAfterReturn, value != 0x0A { begin() }
        scalar += 1
        byte += length
        if value == 0x0A { begin() }
        isAfterReturn = value == 0x0D
    }

    /// The lines, once everything is read.
    consuming func finished() -> [YAMLSource.LineStart] {
        if isAfterReturn { begin() }
        return starts
    }

    private mutating func begin() {
        starts.append(.init(byte: byte, scalar: scalar))
    }
}

extension SourceScan {
    private struct Finding {
        enum Kind { case notUTF8(UInt8), control(UInt32) }
        let offset: Int
        let kind: Kind
    }

    /// One problem for all bytes of a wrong encoding, one for each forbidden character.
    private mutating func report(_ findings: [Finding]) {
        var isEncodingKnown = false
        for finding in findings {
            let mark = source.mark(at: finding.offset)
            switch finding.kind {
            case .notUTF8(let byte):
                guard !isEncodingKnown else { continue }
                isEncodingKnown = true
                note(.encoding, at: mark, "byte 0x\(hex(UInt32(byte), 2)) is not UTF-8 (Windows-1251 or Latin-1?); save the file as UTF-8")
            case .control(0):
                note(.encoding, at: mark, "a NUL character (U+0000) is not allowed in YAML")
            case .control(let value):
                note(.encoding, at: mark, "the invisible character U+\(hex(value, 4)) is not allowed in YAML; delete it")
            }
        }
    }

    private mutating func note(_ code: YAMLProblem.Code, at mark: YAMLMark, _ message: String) {
        problems.append(YAMLProblem(code, in: source, at: mark, message: message))
    }

    /// UTF-16 and UTF-32, with or without their byte order mark: ASCII text in them is half zeros.
    private static func foreignEncoding(_ bytes: [UInt8]) -> String? {
        let head = bytes.prefix(64)
        if head.starts(with: [0xFF, 0xFE, 0, 0]) || head.starts(with: [0, 0, 0xFE, 0xFF]) { return "UTF-32" }
        if head.starts(with: [0xFF, 0xFE]) || head.starts(with: [0xFE, 0xFF]) { return "UTF-16" }
        let zeros = head.count { $0 == 0 }
        return zeros >= 2 && zeros * 3 >= head.count ? "UTF-16" : nil
    }

    /// What YAML leaves out of its printable characters (YAML 1.2.2, 5.1), and a stray byte order mark.
    private static func isRefused(_ value: UInt32) -> Bool {
        switch value {
        case 0x09, 0x0A, 0x0D, 0x20...0x7E, 0x85: false
        case 0...0x9F, 0xFEFF, 0xFFFE, 0xFFFF: true
        default: false
        }
    }
}

/// Upper-case hexadecimal digits, at least `width` of them.
func hex(_ value: UInt32, _ width: Int) -> String {
    let digits = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
}
