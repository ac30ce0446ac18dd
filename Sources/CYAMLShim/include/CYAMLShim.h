// Govorun: fixed-signature shims for the C library behind <yaml.h>. SPDX-License-Identifier: MIT
#pragma once

#if __has_include(<yaml.h>)
#include <yaml.h>
#else
#error "yaml.h not found: apt-get install libyaml-dev (make does it for you)"
#endif
