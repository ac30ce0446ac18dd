// Govorun: what a call needs before it leaves. SPDX-License-Identifier: MIT

/// Completes a call once, before its first attempt, so that every attempt carries the same values.
enum SendRules {
    /// `messages.send` without `random_id` gets a positive one of 31 bits, from a handler the same on every run; a value set by the caller, 0 included, is kept.
    static func complete(_ call: inout Call) {
        guard call.method == "messages.send", call.parameters["random_id"] == nil else { return }
        let kept = CallingTask.current.keeper?.randomID(for: call)
        call.parameters["random_id"] = (kept ?? Int(Int32.random(in: 1...Int32.max))).parameterText
    }
}
