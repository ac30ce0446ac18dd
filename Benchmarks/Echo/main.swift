// Govorun: from a message to its reply. SPDX-License-Identifier: MIT
//
// swift run -c release Echo [throughput|latency]…
//
// Throughput: 50 000 messages that are there at once, no limit of calls, against a server process that answers at once. Latency: ten
// messages a second on the simulator in another process, which takes the time from each message to its reply.
import Measuring
import PreparedVK

let arguments = CommandLine.arguments.dropFirst()
switch arguments.first {
case "serve": try await PreparedVK.serve()
case "simulate": try await Correspondence.serve()
default:
    if arguments.first != "latency" { try await Throughput().run() }
    if arguments.first != "throughput" { try await Latency().run() }
}
