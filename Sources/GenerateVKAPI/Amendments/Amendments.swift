// Govorun: where the generator does not follow VK's schema. SPDX-License-Identifier: MIT

/// Corrections of the schema, and what is left to files written by hand; keys are `definition.property` or `method.parameter`.
struct Amendments: Sendable {
    /// Properties that an extension beside the generated file declares.
    var writtenByHand: Set<String> = []
    /// Properties that VK always sends although the schema does not say so.
    var alwaysSent: Set<String> = []
    /// Properties that hold a key to something.
    var secrets: Set<String> = []
    /// Properties of a definition that the schema lacks or types wrongly.
    var properties: [String: [Node]] = [:]
    /// Definitions that stand for another one than the schema says.
    var redefined: [String: String] = [:]
    /// Parameters of a method that the schema lacks or types wrongly.
    var parameters: [String: [Node]] = [:]
    /// Parameters that come before all others of a method, in this order.
    var leading: [String: [String]] = [:]
    /// Words that the schema's list lacks, by definition.
    var words: [String: [String]] = [:]
    /// Swift names of properties whose own name cannot be one.
    var renamed: [String: String] = [:]
    /// How to get an answer whose key in the schema does not name its parameter, by `method.key`.
    var answers: [String: Choice] = [:]

    /// What makes VK give one of several answers.
    struct Choice: Sendable {
        /// Added to the function's name.
        var suffix = ""
        /// Parameters that must be given.
        var required: [String] = []
        /// Parameters with a value of their own, as Swift writes it.
        var fixed: [String: String] = [:]
        /// Parameters that have no place beside the required ones.
        var dropped: [String] = []
    }
}
