// Govorun: a plugin needs one import. SPDX-License-Identifier: MIT

// With MemberImportVisibility a plugin that imports only BotKit could not reach members defined in these.
@_exported public import BotStorage
@_exported public import TapeJSON
@_exported public import VKAPI
