// Govorun: the one error of MicroServer. SPDX-License-Identifier: MIT
import Glibc

/// Why a server could not start listening.
///
/// Once it listens, nothing is thrown any more: what a client does wrong is answered to that client.
public struct ServerError: Error, Sendable, CustomStringConvertible {
    /// What went wrong, to switch on.
    public enum Code: Sendable, Equatable {
        /// Something listens on that host and port already.
        case addressInUse
        /// The host is not a name or address of this machine, or the port is not in 0...65535.
        case badAddress
        /// This user may not listen there (a port below 1024).
        case notPermitted
        /// The system or the library refused for another reason, see ``ServerError/systemError``.
        case unavailable
    }

    /// Where in the source an error was made.
    public struct Origin: Sendable {
        /// Module and file, as `#fileID` gives them.
        public let fileID: String
        /// Line in that file, from 1.
        public let line: Int
    }

    /// What went wrong.
    public let code: Code
    /// The host that was asked for.
    public let host: String
    /// The port that was asked for.
    public let port: Int
    /// The number the system gave (`errno`), 0 when it gave none.
    public let systemError: Int32
    /// The line that threw.
    public let origin: Origin

    init(_ code: Code, host: String, port: Int, systemError: Int32 = 0, fileID: String = #fileID, line: Int = #line) {
        self.code = code
        self.host = host
        self.port = port
        self.systemError = systemError
        origin = Origin(fileID: fileID, line: line)
    }

    /// The sentence for people; it names host and port.
    public var description: String {
        let place = host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
        let reason = systemError == 0 ? "" : " (\(String(cString: strerror(systemError))))"
        return switch code {
        case .addressInUse: "\(place) is taken by another program"
        case .badAddress: "\(place) is not an address of this machine\(reason)"
        case .notPermitted: "not allowed to listen on \(place)"
        case .unavailable: "cannot listen on \(place)\(reason)"
        }
    }
}
