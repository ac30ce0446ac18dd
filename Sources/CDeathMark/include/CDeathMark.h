// Govorun: writes into mapped memory of what the process died. SPDX-License-Identifier: MIT
#pragma once

#include <signal.h>
#include <stddef.h>
#include <stdint.h>

/// What is written when the process ends by exit() or quick_exit(); traps write their signal's number.
#define DEATHMARK_EXIT 1000u

/// Has the first trap or exit of this process written into `word`, which is 0 until then.
///
/// The handlers are installed once, run on the thread's signal stack where it has one, and pass the signal on to whoever had it before; a
/// process forked from this one writes nothing. At most 16 words at a time.
///
/// Returns 0 or an errno.
int deathmark_watch(uint32_t *word);

/// Forgets `word`; afterwards its memory may go.
void deathmark_unwatch(uint32_t *word);

/// From now on a trap on the calling thread writes to standard error what it was at: `what`, which is copied, behind "while"; at most 398 bytes.
void deathmark_begin_doing(const char *what);

/// The calling thread is at nothing of note any more.
void deathmark_end_doing(void);

/// A signal stack of one thread.
typedef struct {
    /// The mapped memory; NULL when the thread has kept a stack of its own.
    void *memory;
    size_t size;
} deathmark_stack;

/// Gives the calling thread a signal stack, without which a stack overflow cannot be seen. A thread that has one keeps it.
///
/// It also unblocks the traps, which a thread inherits blocked from some that started it: the system kills without asking the handlers then.
///
/// Returns 0 or an errno.
int deathmark_begin_stack(deathmark_stack *stack);

/// Takes the stack from the calling thread and frees it.
void deathmark_end_stack(deathmark_stack *stack);
