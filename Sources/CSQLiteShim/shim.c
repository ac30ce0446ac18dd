// Govorun: a target needs a source; the shims are in the header. SPDX-License-Identifier: MIT
#include "CSQLiteShim.h"
