#define _GNU_SOURCE  // memmem
#include "CMicroHTTPDShim.h"

#include <string.h>

const void *cmicrohttpd_find(const void *haystack, size_t length, const void *needle, size_t needle_length) {
    return memmem(haystack, length, needle, needle_length);
}
