// Govorun: SwiftPM wants one C file per C target; the shims are in the header. SPDX-License-Identifier: MIT
#include "CCurlShim.h"
