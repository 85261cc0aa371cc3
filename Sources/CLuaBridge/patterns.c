// Lua's patterns: a matcher that looks at the time while it backtracks, and whose results and errors are those of Lua 5.4.
#include "patterns.h"

#include <string.h>


#define BATCH 4096      // steps between two accounts

enum { UNFINISHED = -1, POSITION = -2 };

enum {
    ALPHA = 1, CONTROL = 2, DIGIT = 4, GRAPH = 8, LOWER = 16, PUNCTUATION = 32,
    SPACE = 64, UPPER = 128, ALPHANUMERIC = 256, HEXADECIMAL = 512, ZERO = 1024
};

/// What each byte is in the C locale; bytes from 128 on are nothing.
static const unsigned short kinds[256] = {
    0x402, 0x2, 0x2, 0x2, 0x2, 0x2, 0x2, 0x2, 0x2, 0x42, 0x42, 0x42, 0x42, 0x42, 0x2, 0x2, 0x2, 0x2, 0x2, 0x2, 0x2,
    0x2, 0x2, 0x2, 0x2, 0x2, 0x2, 0x2, 0x2, 0x2, 0x2, 0x2, 0x40, 0x28, 0x28, 0x28, 0x28, 0x28, 0x28, 0x28, 0x28,
    0x28, 0x28, 0x28, 0x28, 0x28, 0x28, 0x28, 0x30c, 0x30c, 0x30c, 0x30c, 0x30c, 0x30c, 0x30c, 0x30c, 0x30c, 0x30c,
    0x28, 0x28, 0x28, 0x28, 0x28, 0x28, 0x28, 0x389, 0x389, 0x389, 0x389, 0x389, 0x389, 0x189, 0x189, 0x189, 0x189,
    0x189, 0x189, 0x189, 0x189, 0x189, 0x189, 0x189, 0x189, 0x189, 0x189, 0x189, 0x189, 0x189, 0x189, 0x189, 0x189,
    0x28, 0x28, 0x28, 0x28, 0x28, 0x28, 0x319, 0x319, 0x319, 0x319, 0x319, 0x319, 0x119, 0x119, 0x119, 0x119, 0x119,
    0x119, 0x119, 0x119, 0x119, 0x119, 0x119, 0x119, 0x119, 0x119, 0x119, 0x119, 0x119, 0x119, 0x119, 0x119, 0x28,
    0x28, 0x28, 0x28, 0x2,
};

/// The classes by letter; 0 for letters that stand for themselves.
static const unsigned short classes[26] = {['a' - 'a'] = ALPHA, ['c' - 'a'] = CONTROL, ['d' - 'a'] = DIGIT,
    ['g' - 'a'] = GRAPH, ['l' - 'a'] = LOWER, ['p' - 'a'] = PUNCTUATION, ['s' - 'a'] = SPACE, ['u' - 'a'] = UPPER,
    ['w' - 'a'] = ALPHANUMERIC, ['x' - 'a'] = HEXADECIMAL, ['z' - 'a'] = ZERO};

static inline unsigned char byte(const char *at) { return (unsigned char)*at; }

static void account(struct match *match) {
    size_t steps = (size_t)(BATCH - match->left);
    match->left = BATCH;
    herald_work(match->L, steps);
}

/// Steps that were made; may not return.
static inline void spend(struct match *match, size_t steps) {
    match->left -= (ptrdiff_t)steps;
    if (match->left < 0) account(match);
}

void herald_match_spend(struct match *match, size_t steps) { spend(match, steps); }

void herald_match_begin(struct match *match, lua_State *L, const char *subject, size_t length, const char *pattern,
    size_t pattern_length) {
    match->L = L;
    match->subject = subject;
    match->subject_end = subject + length;
    match->pattern_end = pattern + pattern_length;
    match->left = BATCH;
    match->depth_left = MATCH_DEPTH_LIMIT;
    match->count = 0;
}

// Single characters: a byte, '.', a class or a set.

static inline unsigned class_of(unsigned char letter) {
    unsigned place = (letter | 32u) - 'a';
    return place < 26 ? classes[place] : 0;
}

static inline bool class_has(unsigned char letter, unsigned char value) {
    unsigned class = class_of(letter);
    if (!class) return letter == value;
    return ((kinds[value] & class) != 0) == ((letter & 32) != 0);
}

/// Whether the set from '[' at `set` to ']' at `last` has the byte.
static bool set_has(struct match *match, const char *set, const char *last, unsigned char value) {
    spend(match, (size_t)(last - set) / 8);
    bool is_in = true;
    const char *at = set + 1;
    if (*at == '^') {
        is_in = false;
        at++;
    }
    for (; at < last; at++) {
        if (*at == '%') {
            at++;
            if (class_has(byte(at), value)) return is_in;
        } else if (at[1] == '-' && at + 2 < last) {
            if (byte(at) <= value && value <= byte(at + 2)) return is_in;
            at += 2;
        } else if (byte(at) == value) {
            return is_in;
        }
    }
    return !is_in;
}

/// Where the single character at `item` ends in the pattern.
static const char *item_end(struct match *match, const char *item) {
    const char *at = item + 1;
    if (*item == '%') {
        if (at == match->pattern_end) luaL_error(match->L, "malformed pattern (ends with '%%')");
        return at + 1;
    }
    if (*item != '[') return at;
    if (*at == '^') at++;
    // A ']' in the first place stands for itself.
    do {
        if (at == match->pattern_end) luaL_error(match->L, "malformed pattern (missing ']')");
        if (*at++ == '%' && at < match->pattern_end) at++;
    } while (*at != ']');
    spend(match, (size_t)(at - item) / 8);
    return at + 1;
}

static inline bool item_has(struct match *match, const char *item, const char *end, unsigned char value) {
    switch (*item) {
    case '.': return true;
    case '%': return class_has(byte(item + 1), value);
    case '[': return set_has(match, item, end - 1, value);
    default: return byte(item) == value;
    }
}

/// How many bytes from `at` on the item has in a row.
static size_t run_length(struct match *match, const char *at, const char *item, const char *end) {
    const char *start = at, *stop = match->subject_end;
    switch (*item) {
    case '.': return (size_t)(stop - at);
    case '%': {
        unsigned char letter = byte(item + 1);
        unsigned class = class_of(letter);
        if (!class) {
            while (at < stop && byte(at) == letter) at++;
        } else if (letter & 32) {
            while (at < stop && kinds[byte(at)] & class) at++;
        } else {
            while (at < stop && !(kinds[byte(at)] & class)) at++;
        }
        break;
    }
    case '[':
        while (at < stop && set_has(match, item, end - 1, byte(at))) at++;
        break;
    default:
        while (at < stop && *at == *item) at++;
    }
    spend(match, (size_t)(at - start) / 8);
    return (size_t)(at - start);
}

// Items that repeat.

/// As many as there are, then fewer and fewer until the rest of the pattern matches.
static const char *match_most(struct match *match, const char *at, const char *item, const char *end) {
    size_t length = run_length(match, at, item, end);
    for (size_t taken = length + 1; taken-- > 0;) {
        const char *result = herald_match(match, at + taken, end + 1);
        if (result) return result;
    }
    return NULL;
}

/// As few as do.
static const char *match_least(struct match *match, const char *at, const char *item, const char *end) {
    for (;;) {
        const char *result = herald_match(match, at, end + 1);
        if (result) return result;
        if (at >= match->subject_end || !item_has(match, item, end, byte(at))) return NULL;
        at++;
    }
}

/// The end of the text that begins with the first and is balanced by the second byte at `pair`.
static const char *match_balanced(struct match *match, const char *at, const char *pair) {
    if (pair >= match->pattern_end - 1) {
        luaL_error(match->L, "malformed pattern (missing arguments to '%%b')");
    }
    if (*at != *pair) return NULL;
    char opening = pair[0], closing = pair[1];
    size_t depth = 1;
    const char *start = at;
    while (++at < match->subject_end) {
        if (*at == closing) {
            if (--depth == 0) break;
        } else if (*at == opening) {
            depth++;
        }
    }
    spend(match, (size_t)(at - start) / 4);
    return at < match->subject_end ? at + 1 : NULL;
}

// Captures.

static const char *open_capture(struct match *match, const char *at, const char *pattern, ptrdiff_t length) {
    if (match->count >= CAPTURE_LIMIT) luaL_error(match->L, "too many captures");
    match->captures[match->count].start = at;
    match->captures[match->count].length = length;
    match->count++;
    const char *result = herald_match(match, at, pattern);
    if (!result) match->count--;
    return result;
}

static const char *close_capture(struct match *match, const char *at, const char *pattern) {
    int index = match->count - 1;
    while (index >= 0 && match->captures[index].length != UNFINISHED) index--;
    if (index < 0) luaL_error(match->L, "invalid pattern capture");
    match->captures[index].length = at - match->captures[index].start;
    const char *result = herald_match(match, at, pattern);
    if (!result) match->captures[index].length = UNFINISHED;
    return result;
}

/// Matches what the capture with this digit holds.
static const char *match_capture(struct match *match, const char *at, unsigned char digit) {
    int index = digit - '1';
    if (index < 0 || index >= match->count || match->captures[index].length == UNFINISHED) {
        luaL_error(match->L, "invalid capture index %%%d", index + 1);
    }
    // A position is longer than any text.
    size_t length = (size_t)match->captures[index].length;
    if ((size_t)(match->subject_end - at) < length) return NULL;
    spend(match, length / 16);
    return memcmp(match->captures[index].start, at, length) == 0 ? at + length : NULL;
}

/// Whether a run of the set begins at `at`.
static bool is_frontier(struct match *match, const char *at, const char *set, const char *end) {
    unsigned char before = at == match->subject ? 0 : byte(at - 1);
    return !set_has(match, set, end - 1, before) && set_has(match, set, end - 1, byte(at));
}

const char *herald_match(struct match *match, const char *at, const char *pattern) {
    if (match->depth_left-- == 0) luaL_error(match->L, "pattern too complex");
    // Each turn matches one item and goes on behind it; what has to come back recurses.
    while (pattern != match->pattern_end) {
        spend(match, 1);
        switch (*pattern) {
        case '(':
            at = pattern[1] == ')' ? open_capture(match, at, pattern + 2, POSITION)
                                   : open_capture(match, at, pattern + 1, UNFINISHED);
            goto done;
        case ')': at = close_capture(match, at, pattern + 1); goto done;
        case '$':
            if (pattern + 1 != match->pattern_end) break;
            if (at != match->subject_end) at = NULL;
            goto done;
        case '%':
            switch (pattern[1]) {
            case 'b':
                at = match_balanced(match, at, pattern + 2);
                if (!at) goto done;
                pattern += 4;
                continue;
            case 'f': {
                pattern += 2;
                if (*pattern != '[') luaL_error(match->L, "missing '[' after '%%f' in pattern");
                const char *end = item_end(match, pattern);
                if (!is_frontier(match, at, pattern, end)) {
                    at = NULL;
                    goto done;
                }
                pattern = end;
                continue;
            }
            case '0': case '1': case '2': case '3': case '4':
            case '5': case '6': case '7': case '8': case '9':
                at = match_capture(match, at, byte(pattern + 1));
                if (!at) goto done;
                pattern += 2;
                continue;
            default: break;
            }
            break;
        default: break;
        }

        const char *end = item_end(match, pattern);
        bool has = at < match->subject_end && item_has(match, pattern, end, byte(at));
        if (!has) {
            // None of what may be none takes no recursion.
            if (*end != '*' && *end != '?' && *end != '-') {
                at = NULL;
                goto done;
            }
            pattern = end + 1;
            continue;
        }
        switch (*end) {
        case '*': at = match_most(match, at, pattern, end); goto done;
        case '+': at = match_most(match, at + 1, pattern, end); goto done;
        case '-': at = match_least(match, at, pattern, end); goto done;
        case '?': {
            const char *result = herald_match(match, at + 1, end + 1);
            if (result) {
                at = result;
                goto done;
            }
            pattern = end + 1;
            continue;
        }
        default: break;
        }
        at++;
        pattern = end;
    }
done:
    match->depth_left++;
    return at;
}

// What was captured.

ptrdiff_t herald_match_capture(struct match *match, int index, const char *start, const char *end, const char **text) {
    if (index >= match->count) {
        if (index != 0) luaL_error(match->L, "invalid capture index %%%d", index + 1);
        *text = start;
        return end - start;
    }
    *text = match->captures[index].start;
    ptrdiff_t length = match->captures[index].length;
    if (length == UNFINISHED) luaL_error(match->L, "unfinished capture");
    if (length == POSITION) lua_pushinteger(match->L, *text - match->subject + 1);
    return length;
}

void herald_match_push(struct match *match, int index, const char *start, const char *end) {
    const char *text;
    ptrdiff_t length = herald_match_capture(match, index, start, end, &text);
    if (length != POSITION) lua_pushlstring(match->L, text, (size_t)length);
}

int herald_match_push_all(struct match *match, const char *start, const char *end) {
    int count = match->count == 0 && start ? 1 : match->count;
    luaL_checkstack(match->L, count, "too many captures");
    for (int index = 0; index < count; index++) herald_match_push(match, index, start, end);
    return count;
}
