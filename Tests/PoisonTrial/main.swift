// Govorun: takes events in hand and dies, for the tests of the hands file. SPDX-License-Identifier: MIT
// Usage: PoisonTrial FILE DEATH. A bystander is in hand at position 1, the culprit at position 2 with its code named.
//        PoisonTrial FILE work FIRST. Keeps 200 events in hand, finishes one for each byte of standard input and says its position.
import BotRunner
import Glibc

let arguments = CommandLine.arguments
guard arguments.count >= 3 else { exit(64) }
let opened = try HandsFile.open(arguments[1], build: "the trial")

/// Says a position in one write, so that a line is whole or not there.
func say(_ position: Int64) {
    let line = Array("\(position)\n".utf8)
    if write(1, line, line.count) != line.count { _exit(1) }
}

/// Events in the order of their positions, 200 of them in hand; a suspect only while it is the first.
func work(from first: Int64) {
    let alone = Set(opened.suspects.filter { $0.verdict == .runsAlone }.map(\.position))
    var hands: [Int64: Hand] = [:]
    func take(_ position: Int64) { hands[position] = opened.file.take(source: "7", position: position) }
    for position in first..<first + 200 where !alone.contains(position) { take(position) }
    var position = first
    var byte: UInt8 = 0
    while true {
        if hands[position] == nil { take(position) }
        hands[position]?.runs(plugin: "trial", handler: "work")
        guard read(0, &byte, 1) == 1 else { return }
        if let hand = hands.removeValue(forKey: position) { opened.file.release(hand) }
        opened.file.settle(source: "7", position: position)
        say(position)
        position += 1
        take(position + 199)
    }
}

/// Uses up the thread's stack.
@inline(never) func overflow(_ depth: Int) -> Int {
    withUnsafeTemporaryAllocation(byteCount: 512, alignment: 8) { memory in
        memory[depth & 511] = 1
        return overflow(depth + 1) + Int(memory[depth & 255])
    }
}

/// Runs on a thread made as the plugins' threads are.
func onPluginThread(_ body: @escaping @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer?) {
    var thread = pthread_t()
    pthread_create(&thread, nil, body, nil)
    pthread_join(thread, nil)
}

if arguments[2] == "work", arguments.count == 4, let first = Int64(arguments[3]) {
    work(from: first)
    _exit(0)
}

let bystander = opened.file.take(source: "7", position: 1)
let culprit = opened.file.take(source: "7", position: 2)
bystander?.runs(plugin: "echo", handler: "Hears")
culprit?.runs(plugin: "shop", handler: "Command buy")

switch arguments[2] {
case "fatalError": fatalError("as the test wants it")
case "making a plugin":
    DeathMark.isDoing("making plugin 'first' of bot 'tea' (bots.yaml:4)")
    DeathMark.isDoing(nil)
    DeathMark.isDoing("making plugin 'shop' of bot 'tea' (bots.yaml:12)")
    fatalError("as the test wants it")
case "cast":
    let value: Any = arguments[1]
    print(value as! Int)
case "abort": abort()
case "null pointer":
    let address = UInt(arguments.count) - 3
    UnsafeMutablePointer<Int>(bitPattern: address + 8)?.pointee = 1
case "division":
    let zero = Int32(arguments.count) - 3
    print(1 / zero)
case "stack overflow":
    onPluginThread { _ in
        DeathMark.withSignalStack { print(overflow(0)) }
        return nil
    }
case "trap on a masked thread":
    onPluginThread { _ in
        var signals = sigset_t()
        sigfillset(&signals)
        pthread_sigmask(SIG_BLOCK, &signals, nil)
        return DeathMark.withSignalStack { fatalError("as the test wants it") }
    }
case "exit": exit(0)
case "quick_exit": quick_exit(3)
case "child exits":
    // A child that goes by the usual door has no part in this process's death. Swift hides fork(), since little may be done in a child.
    typealias Fork = @convention(c) () -> pid_t
    guard let fork = dlsym(nil, "fork").map({ unsafeBitCast($0, to: Fork.self) }) else { _exit(70) }
    let child = fork()
    if child == 0 { exit(0) }
    waitpid(child, nil, 0)
    kill(getpid(), SIGKILL)
case "_exit": _exit(0)
case "SIGKILL": kill(getpid(), SIGKILL)
case "closed": opened.file.closeCleanly()
default: exit(64)
}
