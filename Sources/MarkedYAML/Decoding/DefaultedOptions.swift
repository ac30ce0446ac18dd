// Govorun: options whose missing keys take the default's values. SPDX-License-Identifier: MIT

/// A type that is whole without any key: what the file does not say, `init()` says.
///
/// Wherever `YAMLDecoder` meets such a type, at any depth and in lists too, it lays the file's keys over the encoded `init()`.
/// Nested structs are laid over key by key; lists, dictionaries and enum cases replace their default. Write plain stored
/// properties with defaults and leave `Codable` to the compiler:
/// ```swift
/// struct Options: DefaultedOptions { var greeting = "Hello"; var pause = Duration.seconds(3); var limit: Int? }
/// ```
public protocol DefaultedOptions: Codable {
    /// The options when the file says nothing.
    init()
}
