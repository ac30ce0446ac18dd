// Govorun: the memory of one large upload, measured. SPDX-License-Identifier: MIT
// Run: swift run -c release UploadMemory [MEGABYTES]

let words = CommandLine.arguments.dropFirst()
if words.first == "client", let port = words.dropFirst().first.flatMap({ Int($0) }), let size = words.last.flatMap({ Int($0) }) {
    try await MeasuredUpload(port: port, megabytes: size).run()
} else {
    let outcome = try await UploadServer.serving(megabytes: words.first.flatMap { Int($0) } ?? 200)
    Exit.with(outcome)
}
