// Govorun: a plugin's test needs one import. SPDX-License-Identifier: MIT

// With MemberImportVisibility a test that imports only BotTesting could not reach members defined in BotKit.
@_exported public import BotKit
