// Govorun: the runner with the plugins of this checkout. SPDX-License-Identifier: MIT
import BotPlugins
import GovorunCLI

await Govorun.main(plugins: registeredPlugins)
