// Govorun: fixed-signature shims for the C library behind <curl/curl.h>. SPDX-License-Identifier: MIT
#pragma once

#if __has_include(<curl/curl.h>)
#include <curl/curl.h>
#else
#error "curl/curl.h not found: apt-get install libcurl4-openssl-dev (make does it for you)"
#endif

#if LIBCURL_VERSION_NUM < 0x075700
#error "libcurl 7.87 or newer is needed (CURLOPT_QUICK_EXIT)"
#endif

#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/prctl.h>

// The setopt and getinfo families are variadic, so Swift cannot see them: one fixed signature per value type.

static inline CURLcode ccurl_set_long(CURL *easy, CURLoption option, long value) { return curl_easy_setopt(easy, option, value); }
static inline CURLcode ccurl_set_size(CURL *easy, CURLoption option, int64_t value) { return curl_easy_setopt(easy, option, (curl_off_t)value); }
static inline CURLcode ccurl_set_text(CURL *easy, CURLoption option, const char *value) { return curl_easy_setopt(easy, option, value); }
static inline CURLcode ccurl_set_bytes(CURL *easy, CURLoption option, const void *value) { return curl_easy_setopt(easy, option, value); }
static inline CURLcode ccurl_set_list(CURL *easy, CURLoption option, struct curl_slist *value) { return curl_easy_setopt(easy, option, value); }

/// A callback and the pointer handed to it, set together: one without the other is always a mistake.
static inline CURLcode ccurl_set_write(CURL *easy, curl_write_callback callback, void *context)
{
    CURLcode code = curl_easy_setopt(easy, CURLOPT_WRITEDATA, context);
    return code ? code : curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, callback);
}
static inline CURLcode ccurl_set_header(CURL *easy, curl_write_callback callback, void *context)
{
    CURLcode code = curl_easy_setopt(easy, CURLOPT_HEADERDATA, context);
    return code ? code : curl_easy_setopt(easy, CURLOPT_HEADERFUNCTION, callback);
}
static inline CURLcode ccurl_set_read(CURL *easy, curl_read_callback callback, void *context)
{
    CURLcode code = curl_easy_setopt(easy, CURLOPT_READDATA, context);
    return code ? code : curl_easy_setopt(easy, CURLOPT_READFUNCTION, callback);
}
static inline CURLcode ccurl_set_seek(CURL *easy, curl_seek_callback callback, void *context)
{
    CURLcode code = curl_easy_setopt(easy, CURLOPT_SEEKDATA, context);
    return code ? code : curl_easy_setopt(easy, CURLOPT_SEEKFUNCTION, callback);
}
static inline CURLcode ccurl_set_before_request(CURL *easy, curl_prereq_callback callback, void *context)
{
    CURLcode code = curl_easy_setopt(easy, CURLOPT_PREREQDATA, context);
    return code ? code : curl_easy_setopt(easy, CURLOPT_PREREQFUNCTION, callback);
}
static inline CURLcode ccurl_set_open_socket(CURL *easy, curl_opensocket_callback callback, void *context)
{
    CURLcode code = curl_easy_setopt(easy, CURLOPT_OPENSOCKETDATA, context);
    return code ? code : curl_easy_setopt(easy, CURLOPT_OPENSOCKETFUNCTION, callback);
}

static inline long ccurl_get_long(CURL *easy, CURLINFO info)
{
    long value = 0;
    return curl_easy_getinfo(easy, info, &value) ? 0 : value;
}
static inline int64_t ccurl_get_size(CURL *easy, CURLINFO info)
{
    curl_off_t value = 0;
    return curl_easy_getinfo(easy, info, &value) ? 0 : value;
}
static inline const char *ccurl_get_text(CURL *easy, CURLINFO info)
{
    char *value = NULL;
    return curl_easy_getinfo(easy, info, &value) ? NULL : value;
}
static inline void *ccurl_get_private(CURL *easy)
{
    char *value = NULL;
    return curl_easy_getinfo(easy, CURLINFO_PRIVATE, &value) ? NULL : value;
}

static inline CURLMcode ccurl_multi_set_long(CURLM *multi, CURLMoption option, long value) { return curl_multi_setopt(multi, option, value); }
static inline CURLMcode ccurl_multi_set_socket(CURLM *multi, curl_socket_callback callback, void *context)
{
    CURLMcode code = curl_multi_setopt(multi, CURLMOPT_SOCKETDATA, context);
    return code ? code : curl_multi_setopt(multi, CURLMOPT_SOCKETFUNCTION, callback);
}
static inline CURLMcode ccurl_multi_set_timer(CURLM *multi, curl_multi_timer_callback callback, void *context)
{
    CURLMcode code = curl_multi_setopt(multi, CURLMOPT_TIMERDATA, context);
    return code ? code : curl_multi_setopt(multi, CURLMOPT_TIMERFUNCTION, callback);
}

static inline CURLcode ccurl_message_result(const CURLMsg *message) { return message->data.result; }

// prctl is variadic too, and pthread_setname_np hides behind _GNU_SOURCE. At most 15 characters, for `top -H`.
static inline void ccurl_name_thread(const char *name) { prctl(PR_SET_NAME, name, 0, 0, 0); }
