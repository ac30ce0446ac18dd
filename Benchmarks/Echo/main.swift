// Govorun: from a message to its reply. SPDX-License-Identifier: MIT
//
// swift run -c release Echo [throughput|alone|packs|latency]
//
// Throughput: 50 000 messages that are there at once, no limit of calls, against a server process that answers at once: `alone` one by one,
// `packs` 25 to an `execute`. Latency: ten messages a second from another process, which takes the time from each to its reply.
import Measuring
import PreparedVK

let arguments = CommandLine.arguments.dropFirst()
switch arguments.first {
case "serve": try await PreparedVK.serve(timing: Int(arguments.dropFirst().first ?? "") ?? 0)
default:
    let part = arguments.first
    if part != "latency" { try await Throughput(packs: part == "alone" ? false : part == "packs" ? true : nil).run() }
    if part == nil || part == "latency" { try await Latency().run() }
}
