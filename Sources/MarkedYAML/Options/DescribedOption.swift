// Govorun: types that say what is written for them. SPDX-License-Identifier: MIT

/// A type of options that is read from a text of a form of its own.
public protocol DescribedOption {
    /// What a value looks like, in words and with an example: `time of day (09:00)`.
    static var optionForm: String { get }
}

extension Duration: DescribedOption {
    /// With the units that are understood.
    public static var optionForm: String { "duration (500ms, 10s, 5m, 2h, 1d)" }
}
