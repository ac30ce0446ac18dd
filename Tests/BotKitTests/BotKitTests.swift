// Govorun: placeholder. SPDX-License-Identifier: MIT
import BotKit
