// Govorun: fixed-signature shims for PCRE2, 8-bit. SPDX-License-Identifier: MIT
#pragma once
#define PCRE2_CODE_UNIT_WIDTH 8
#if __has_include(<pcre2.h>)
#include <pcre2.h>
#else
#error "PCRE2 headers not found: apt-get install libpcre2-dev (make does it for you)"
#endif
#include <stdint.h>

// PCRE2's names are macros over the code unit width, which Swift cannot see.
typedef pcre2_code_8 cpcre2_code;
typedef pcre2_match_data_8 cpcre2_match_data;
typedef pcre2_match_context_8 cpcre2_match_context;

/// UTF-8 text with Unicode properties, so that \w and letter case know Cyrillic.
static inline cpcre2_code *cpcre2_compile(const uint8_t *pattern, size_t length, int ignore_case, int *error, size_t *offset) {
    uint32_t options = PCRE2_UTF | PCRE2_UCP | (ignore_case ? PCRE2_CASELESS : 0);
    cpcre2_code *code = pcre2_compile_8(pattern, length, options, error, offset, NULL);
    // Where JIT is not allowed or not built, matching falls back to the interpreter by itself.
    if (code) (void)pcre2_jit_compile_8(code, PCRE2_JIT_COMPLETE);
    return code;
}
static inline void cpcre2_code_free(cpcre2_code *code) { pcre2_code_free_8(code); }
static inline int cpcre2_error_text(int error, uint8_t *buffer, size_t size) { return pcre2_get_error_message_8(error, buffer, size); }
static inline cpcre2_match_context *cpcre2_context(uint32_t match_limit, uint32_t depth_limit) {
    cpcre2_match_context *context = pcre2_match_context_create_8(NULL);
    if (context) {
        pcre2_set_match_limit_8(context, match_limit);
        pcre2_set_depth_limit_8(context, depth_limit);
    }
    return context;
}
static inline void cpcre2_context_free(cpcre2_match_context *context) { pcre2_match_context_free_8(context); }
static inline cpcre2_match_data *cpcre2_data(const cpcre2_code *code) { return pcre2_match_data_create_from_pattern_8(code, NULL); }
static inline void cpcre2_data_free(cpcre2_match_data *data) { pcre2_match_data_free_8(data); }
static inline int cpcre2_match(const cpcre2_code *code, const uint8_t *text, size_t length, cpcre2_match_data *data, cpcre2_match_context *context) {
    int found = pcre2_match_8(code, text, length, 0, 0, data, context);
    // The JIT stack is small; what is too deep for it the interpreter may still do within its limits.
    if (found == PCRE2_ERROR_JIT_STACKLIMIT) found = pcre2_match_8(code, text, length, 0, PCRE2_NO_JIT, data, context);
    return found;
}
static inline const size_t *cpcre2_offsets(cpcre2_match_data *data) { return pcre2_get_ovector_pointer_8(data); }
static inline size_t cpcre2_unset(void) { return PCRE2_UNSET; }
static inline int cpcre2_no_match(void) { return PCRE2_ERROR_NOMATCH; }
static inline uint32_t cpcre2_names(const cpcre2_code *code, const uint8_t **table, uint32_t *entry_size) {
    uint32_t count = 0;
    pcre2_pattern_info_8(code, PCRE2_INFO_NAMECOUNT, &count);
    pcre2_pattern_info_8(code, PCRE2_INFO_NAMETABLE, table);
    pcre2_pattern_info_8(code, PCRE2_INFO_NAMEENTRYSIZE, entry_size);
    return count;
}
