// Govorun: where libFuzzer and the differential test meet. SPDX-License-Identifier: MIT
import TapeJSON

/// The driver of libFuzzer, which `-sanitize=fuzzer` links.
@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
    _ count: UnsafeMutablePointer<CInt>, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>,
    _ test: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

/// SwiftPM links an executable to start at this name; libFuzzer's own `main` therefore never runs.
@_cdecl("FuzzJSON_main")
public func entry(_ count: CInt, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?) -> CInt {
    var count = count
    var arguments = arguments
    return runDriver(&count, &arguments) { bytes, count in test(bytes, count) }
}

/// One case: libFuzzer saves its bytes when the process stops in here.
@_cdecl("LLVMFuzzerTestOneInput")
public func test(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    Case(bytes: Array(UnsafeBufferPointer(start: bytes, count: count))).check()
    return 0
}
