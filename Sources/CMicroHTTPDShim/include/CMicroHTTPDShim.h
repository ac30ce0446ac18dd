// Govorun: fixed-signature shims for the C library behind <microhttpd.h>. SPDX-License-Identifier: MIT
#pragma once

#if __has_include(<microhttpd.h>)
#include <microhttpd.h>
#else
#error "microhttpd.h not found: apt-get install libmicrohttpd-dev (make does it for you)"
#endif
