// Govorun: fixed-signature shims for the C library behind <curl/curl.h>. SPDX-License-Identifier: MIT
#pragma once

#if __has_include(<curl/curl.h>)
#include <curl/curl.h>
#else
#error "curl/curl.h not found: apt-get install libcurl4-openssl-dev (make does it for you)"
#endif
