// Govorun: writes into mapped memory of what the process died. SPDX-License-Identifier: MIT
#define _GNU_SOURCE
#include "CDeathMark.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { places = 16, stack_size = 128 * 1024 };

static const int traps[] = {SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGFPE, SIGABRT, SIGSYS};

static uint32_t *words[places];
static struct sigaction previous[NSIG];
static pid_t owner;
static int installed_error;
static pthread_once_t once = PTHREAD_ONCE_INIT;
// Of this thread, as traps are: what it does, with a line end; empty while nobody wants to know.
static _Thread_local char doing[400];

// From a signal handler: atomic loads and stores and getpid() only.
static void note(uint32_t reason)
{
    if (getpid() != owner) return;
    for (int place = 0; place < places; place++) {
        uint32_t *word = __atomic_load_n(&words[place], __ATOMIC_ACQUIRE);
        uint32_t none = 0;
        // The first word stays: what follows it is the death itself.
        if (word) __atomic_compare_exchange_n(word, &none, reason, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
    }
}

// From a signal handler: getpid() and write() only.
static void say_doing(void)
{
    static const char before[] = "govorun: the process ended while ";
    if (!doing[0] || getpid() != owner) return;
    if (write(STDERR_FILENO, before, sizeof before - 1) < 0) return;
    if (write(STDERR_FILENO, doing, strlen(doing)) < 0) return;
}

static void on_trap(int number, siginfo_t *info, void *context)
{
    int error = errno;
    note((uint32_t)number);
    say_doing();
    const struct sigaction *before = &previous[number];
    // From here on the signal is theirs, also when it comes again.
    sigaction(number, before, NULL);
    errno = error;
    if (before->sa_flags & SA_SIGINFO) {
        before->sa_sigaction(number, info, context);
    } else if (before->sa_handler != SIG_DFL && before->sa_handler != SIG_IGN) {
        before->sa_handler(number);
    } else if (info->si_code <= 0) {
        // Somebody sent it, abort() for example; what the processor raised comes again by itself on return.
        raise(number);
    }
}

static void on_exit_of_process(void) { note(DEATHMARK_EXIT); }

static void install(void)
{
    owner = getpid();
    for (size_t i = 0; i < sizeof traps / sizeof *traps; i++) {
        struct sigaction action = {.sa_sigaction = on_trap, .sa_flags = SA_SIGINFO | SA_ONSTACK};
        sigemptyset(&action.sa_mask);
        // What was there must be known before ours can run.
        if (sigaction(traps[i], NULL, &previous[traps[i]]) || sigaction(traps[i], &action, NULL)) installed_error = errno;
    }
    if (atexit(on_exit_of_process) || at_quick_exit(on_exit_of_process)) installed_error = ENOMEM;
}

int deathmark_watch(uint32_t *word)
{
    pthread_once(&once, install);
    if (installed_error) return installed_error;
    for (int place = 0; place < places; place++) {
        uint32_t *none = NULL;
        if (__atomic_compare_exchange_n(&words[place], &none, word, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)) return 0;
    }
    return EBUSY;
}

void deathmark_unwatch(uint32_t *word)
{
    for (int place = 0; place < places; place++) {
        uint32_t *expected = word;
        __atomic_compare_exchange_n(&words[place], &expected, NULL, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
    }
}

void deathmark_begin_doing(const char *what)
{
    pthread_once(&once, install);
    size_t length = strnlen(what, sizeof doing - 2);
    // Whole characters only.
    if (what[length]) while (length && ((unsigned char)what[length] & 0xC0) == 0x80) length--;
    doing[0] = 0;
    memcpy(doing + 1, what + 1, length ? length - 1 : 0);
    memcpy(doing + length, "\n", 2);
    // A trap in between finds nothing, or all of it.
    if (length) __atomic_store_n(&doing[0], what[0], __ATOMIC_RELEASE);
}

void deathmark_end_doing(void) { doing[0] = 0; }

static void unblock_traps(void)
{
    sigset_t signals;
    sigemptyset(&signals);
    for (size_t i = 0; i < sizeof traps / sizeof *traps; i++) sigaddset(&signals, traps[i]);
    pthread_sigmask(SIG_UNBLOCK, &signals, NULL);
}

int deathmark_begin_stack(deathmark_stack *stack)
{
    *stack = (deathmark_stack){NULL, 0};
    unblock_traps();
    stack_t present;
    if (sigaltstack(NULL, &present)) return errno;
    if (!(present.ss_flags & SS_DISABLE)) return 0;
    void *memory = mmap(NULL, stack_size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_STACK | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED) return errno;
    stack_t mine = {.ss_sp = memory, .ss_size = stack_size};
    if (sigaltstack(&mine, NULL)) {
        int error = errno;
        munmap(memory, stack_size);
        return error;
    }
    *stack = (deathmark_stack){memory, stack_size};
    return 0;
}

void deathmark_end_stack(deathmark_stack *stack)
{
    if (!stack->memory) return;
    stack_t none = {.ss_flags = SS_DISABLE};
    if (sigaltstack(&none, NULL) == 0) munmap(stack->memory, stack->size);
    *stack = (deathmark_stack){NULL, 0};
}
