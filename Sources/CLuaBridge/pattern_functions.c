// string.find, match, gmatch and gsub on the matcher of patterns.c.
#define _GNU_SOURCE // memmem
#include "patterns.h"

#include <string.h>

#define HAYSTACK 65536 // bytes searched between two looks

/// Whether the pattern can only match itself.
static bool is_plain(const char *pattern, size_t length) {
    for (size_t place = 0; place < length; place++) {
        switch (pattern[place]) {
        case '^': case '$': case '*': case '+': case '?': case '.': case '(': case '[': case '%': case '-': return false;
        default: break;
        }
    }
    return true;
}

/// The first place of `needle`, or NULL.
static const char *search(lua_State *L, const char *text, size_t length, const char *needle, size_t needle_length) {
    if (needle_length == 0) return text;
    if (needle_length > length) return NULL;
    // What a search prepares costs as much as the needle is long: the pieces are much longer.
    size_t piece = HAYSTACK > 4 * needle_length ? HAYSTACK : 4 * needle_length;
    while (length > piece) {
        const char *found = memmem(text, piece, needle, needle_length);
        if (found) return found;
        size_t done = piece - needle_length + 1;
        text += done;
        length -= done;
        // A short needle is compared at every place at worst.
        herald_work(L, piece / 8);
    }
    return memmem(text, length, needle, needle_length);
}

size_t herald_first_place(lua_Integer position, size_t length) {
    if (position > 0) return (lua_Unsigned)position - 1 > length ? length + 1 : (size_t)position - 1;
    if (position == 0 || position < -(lua_Integer)length) return 0;
    return (size_t)((lua_Integer)length + position);
}

static int find_or_match(lua_State *L, bool finds) {
    size_t length, pattern_length;
    const char *subject = luaL_checklstring(L, 1, &length);
    const char *pattern = luaL_checklstring(L, 2, &pattern_length);
    size_t place = herald_first_place(luaL_optinteger(L, 3, 1), length);
    if (place > length) {
        luaL_pushfail(L);
        return 1;
    }
    const char *at = subject + place;
    if (finds && (lua_toboolean(L, 4) || is_plain(pattern, pattern_length))) {
        const char *found = search(L, at, length - place, pattern, pattern_length);
        if (!found) {
            luaL_pushfail(L);
            return 1;
        }
        lua_pushinteger(L, found - subject + 1);
        lua_pushinteger(L, found - subject + (lua_Integer)pattern_length);
        return 2;
    }
    struct match match;
    bool is_anchored = *pattern == '^';
    if (is_anchored) {
        pattern++;
        pattern_length--;
    }
    herald_match_begin(&match, L, subject, length, pattern, pattern_length);
    do {
        match.count = 0;
        const char *end = herald_match(&match, at, pattern);
        if (!end) continue;
        if (!finds) return herald_match_push_all(&match, at, end);
        lua_pushinteger(L, at - subject + 1);
        lua_pushinteger(L, end - subject);
        return herald_match_push_all(&match, NULL, NULL) + 2;
    } while (at++ < match.subject_end && !is_anchored);
    luaL_pushfail(L);
    return 1;
}

static int find(lua_State *L) { return find_or_match(L, true); }
static int match_once(lua_State *L) { return find_or_match(L, false); }

// gmatch

struct walk {
    struct match match;
    const char *at, *pattern;
    const char *last; // the end of the last match: an empty one there is none
};

static int next_match(lua_State *L) {
    struct walk *walk = lua_touserdata(L, lua_upvalueindex(3));
    walk->match.L = L;
    for (const char *at = walk->at; at <= walk->match.subject_end; at++) {
        walk->match.count = 0;
        walk->match.depth_left = MATCH_DEPTH_LIMIT;
        const char *end = herald_match(&walk->match, at, walk->pattern);
        if (!end || end == walk->last) continue;
        walk->at = walk->last = end;
        return herald_match_push_all(&walk->match, at, end);
    }
    return 0;
}

static int match_all(lua_State *L) {
    size_t length, pattern_length;
    const char *subject = luaL_checklstring(L, 1, &length);
    const char *pattern = luaL_checklstring(L, 2, &pattern_length);
    size_t place = herald_first_place(luaL_optinteger(L, 3, 1), length);
    lua_settop(L, 2);
    struct walk *walk = lua_newuserdatauv(L, sizeof *walk, 0);
    herald_match_begin(&walk->match, L, subject, length, pattern, pattern_length);
    walk->at = subject + place;
    walk->pattern = pattern;
    walk->last = NULL;
    lua_pushcclosure(L, next_match, 3);
    return 1;
}

// gsub

/// Adds the replacement text, with captures in the place of %0 to %9.
static void add_text(struct match *match, luaL_Buffer *result, const char *start, const char *end) {
    lua_State *L = match->L;
    size_t length;
    const char *text = lua_tolstring(L, 3, &length);
    herald_match_spend(match, length / 16);
    const char *escape;
    while ((escape = memchr(text, '%', length))) {
        luaL_addlstring(result, text, (size_t)(escape - text));
        escape++;
        if (*escape == '%') {
            luaL_addchar(result, '%');
        } else if (*escape == '0') {
            luaL_addlstring(result, start, (size_t)(end - start));
        } else if (*escape >= '1' && *escape <= '9') {
            const char *captured;
            ptrdiff_t size = herald_match_capture(match, *escape - '1', start, end, &captured);
            if (size < 0) {
                luaL_addvalue(result);
            } else {
                luaL_addlstring(result, captured, (size_t)size);
            }
        } else {
            luaL_error(L, "invalid use of '%c' in replacement string", '%');
        }
        herald_match_spend(match, 4);
        length -= (size_t)(escape + 1 - text);
        text = escape + 1;
    }
    luaL_addlstring(result, text, length);
}

/// Adds what replaces the match; false when it stays as it is.
static bool add_replacement(struct match *match, luaL_Buffer *result, int kind, const char *start, const char *end) {
    lua_State *L = match->L;
    switch (kind) {
    case LUA_TFUNCTION:
        lua_pushvalue(L, 3);
        lua_call(L, herald_match_push_all(match, start, end), 1);
        break;
    case LUA_TTABLE:
        herald_match_push(match, 0, start, end);
        lua_gettable(L, 3);
        break;
    default: add_text(match, result, start, end); return true;
    }
    if (!lua_toboolean(L, -1)) {
        lua_pop(L, 1);
        luaL_addlstring(result, start, (size_t)(end - start));
        return false;
    }
    if (!lua_isstring(L, -1)) luaL_error(L, "invalid replacement value (a %s)", luaL_typename(L, -1));
    herald_match_spend(match, lua_rawlen(L, -1) / 16);
    luaL_addvalue(result);
    return true;
}

static int substitute(lua_State *L) {
    size_t length, pattern_length;
    const char *subject = luaL_checklstring(L, 1, &length);
    const char *pattern = luaL_checklstring(L, 2, &pattern_length);
    int kind = lua_type(L, 3);
    lua_Integer most = luaL_optinteger(L, 4, (lua_Integer)length + 1), count = 0;
    bool is_anchored = *pattern == '^', is_changed = false;
    luaL_argexpected(L, kind == LUA_TNUMBER || kind == LUA_TSTRING || kind == LUA_TFUNCTION || kind == LUA_TTABLE, 3,
        "string/function/table");
    if (is_anchored) {
        pattern++;
        pattern_length--;
    }
    struct match match;
    luaL_Buffer result;
    luaL_buffinit(L, &result);
    herald_match_begin(&match, L, subject, length, pattern, pattern_length);
    const char *at = subject, *kept = subject, *last = NULL; // from `kept` to `at` is still to be added
    while (count < most) {
        match.count = 0;
        const char *end = herald_match(&match, at, pattern);
        if (end && end != last) {
            count++;
            luaL_addlstring(&result, kept, (size_t)(at - kept));
            is_changed |= add_replacement(&match, &result, kind, at, end);
            at = last = kept = end;
        } else if (at < match.subject_end) {
            at++;
        } else {
            break;
        }
        if (is_anchored) break;
    }
    if (is_changed) {
        luaL_addlstring(&result, kept, (size_t)(match.subject_end - kept));
        luaL_pushresult(&result);
    } else {
        lua_pushvalue(L, 1);
    }
    lua_pushinteger(L, count);
    return 2;
}

void herald_bound_patterns(lua_State *L) {
    static const luaL_Reg functions[] = {
        {"find", find}, {"match", match_once}, {"gmatch", match_all}, {"gsub", substitute}, {NULL, NULL}};
    luaL_setfuncs(L, functions, 0);
}
