#define _GNU_SOURCE  // memmem
#include "CMicroHTTPDShim.h"

#include <string.h>

const void *cmicrohttpd_find(const void *haystack, size_t length, const void *needle, size_t needle_length) {
    return memmem(haystack, length, needle, needle_length);
}

// What has been read of a head so far: all up to `end`.
struct reading {
    const char *end;
    bool is_plain;
};

static bool is_between(const char *from, const char *to) {
    for (const char *byte = from; byte < to; byte++)
        if (*byte != 0 && *byte != ' ' && *byte != '\t' && *byte != '\r' && *byte != '\n') return false;
    return true;
}

static enum MHD_Result read_field(
    void *context, enum MHD_ValueKind kind, const char *name, size_t name_length, const char *value, size_t value_length) {
    (void)kind;
    struct reading *reading = context;
    bool follows = value && name >= reading->end && value >= name + name_length;
    reading->is_plain = reading->is_plain && follows && is_between(reading->end, name) && is_between(name + name_length, value);
    if (!reading->is_plain) return MHD_NO;
    reading->end = value + value_length;
    return MHD_YES;
}

bool cmicrohttpd_head_is_plain(struct MHD_Connection *connection, uintptr_t target_end, const char *version) {
    if (strcmp(MHD_get_version(), "0.9.75") != 0) return true;
    if ((uintptr_t)version != target_end + 1) return false;
    struct reading reading = {.end = version + strlen(version), .is_plain = true};
    MHD_get_connection_values_n(connection, MHD_HEADER_KIND, read_field, &reading);
    // Behind the last line there is at least the empty one: two bytes.
    return reading.is_plain && is_between(reading.end, reading.end + 2);
}
