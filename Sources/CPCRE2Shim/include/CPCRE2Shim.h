// Govorun: fixed-signature shims for the C library behind <pcre2.h>. SPDX-License-Identifier: MIT
#pragma once
#define PCRE2_CODE_UNIT_WIDTH 8
#if __has_include(<pcre2.h>)
#include <pcre2.h>
#else
#error "pcre2.h not found: apt-get install libpcre2-dev (make does it for you)"
#endif
