// One match of a pattern, as patterns.c makes it and the string functions use it.
#ifndef HERALD_PATTERNS_H
#define HERALD_PATTERNS_H

#include "machine.h"

#define MATCH_DEPTH_LIMIT 200 // of recursion, as in Lua
#define CAPTURE_LIMIT 32      // likewise

struct match {
    lua_State *L;
    const char *subject, *subject_end, *pattern_end;
    ptrdiff_t left; // steps until they are accounted for
    int depth_left;
    int count; // of captures
    struct {
        const char *start;
        ptrdiff_t length; // below 0 when it is not finished or a position
    } captures[CAPTURE_LIMIT];
};

void herald_match_begin(struct match *match, lua_State *L, const char *subject, size_t length, const char *pattern,
    size_t pattern_length);
/// The end of the match that begins at `at`, or NULL; `match->count` is to be 0 and `depth_left` full before each.
const char *herald_match(struct match *match, const char *at, const char *pattern);
/// Accounts for steps made around the matching; may not return.
void herald_match_spend(struct match *match, size_t steps);
/// Where the capture is and how long; a position is pushed as a number, and the result is below 0.
ptrdiff_t herald_match_capture(struct match *match, int index, const char *start, const char *end, const char **text);
void herald_match_push(struct match *match, int index, const char *start, const char *end);
/// Pushes all captures, or the whole match when there are none and `start` is not NULL; returns how many.
int herald_match_push_all(struct match *match, const char *start, const char *end);

#endif
