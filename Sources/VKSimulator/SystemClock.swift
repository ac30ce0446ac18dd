// Govorun: the wall clock. SPDX-License-Identifier: MIT
import Glibc

/// Seconds since 1970.
func systemSeconds() -> Int { time(nil) }
