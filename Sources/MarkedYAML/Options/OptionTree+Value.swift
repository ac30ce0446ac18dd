// Govorun: the options of a type with the values of one of it. SPDX-License-Identifier: MIT

extension OptionTree {
    /// The options of `options` with its own values in the place of defaults.
    ///
    /// - Throws: what the type's `encode(to:)` throws.
    package init(of options: any DefaultedOptions) throws {
        let box = OptionBox()
        try box.write(options)
        self.init(box)
    }

    /// The options that are no groups, each with the keys that lead to it.
    package var leaves: [(keys: [String], option: OptionTree)] {
        children.flatMap { child -> [(keys: [String], option: OptionTree)] in
            child.kind == .group && !child.children.isEmpty
                ? child.leaves.map { ([child.name] + $0.keys, $0.option) } : [([child.name], child)]
        }
    }
}
