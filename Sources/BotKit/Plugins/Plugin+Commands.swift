// Govorun: what a plugin can be asked. SPDX-License-Identifier: MIT

extension Plugin {
    /// Its commands, in the order of its handlers, under the names their author gave.
    public var commandForms: [CommandForm] {
        handlers.compactMap { if case .command(let form) = $0.trigger { form } else { nil } }
    }
}
