// Bounds on chunks: the compiler runs without interruption, and walks lists of jumps as long as a chunk makes them.
#include "source.h"

#include "machine.h"

#include <string.h>

#define SIZE_LIMIT (4u << 20) // bytes; 16 MiB take Lua 1.7 s
#define JUMP_LIMIT 10000      // 0.14 s at worst; four times as many take sixteen times as long

static bool is_word(char letter) {
    return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') || (letter >= '0' && letter <= '9')
        || letter == '_';
}

static void end_word(struct source *source) {
    static const char *const jumps[] = {"and", "or", "elseif", "break", "goto"};
    for (size_t index = 0; index < sizeof jumps / sizeof *jumps; index++) {
        if (strlen(jumps[index]) == source->word_length
            && memcmp(jumps[index], source->word, source->word_length) == 0) {
            source->jumps++;
        }
    }
    source->place = SOURCE_CODE;
}

static void begin(struct source *source, char letter) {
    switch (letter) {
    case '"': case '\'':
        source->quote = letter;
        source->place = SOURCE_QUOTED;
        return;
    case '-': source->place = SOURCE_DASH; return;
    case ':': source->place = SOURCE_COLON; return;
    case '[':
        source->place = SOURCE_BRACKET;
        source->level = 0;
        return;
    default: source->place = SOURCE_CODE;
    }
    if (!is_word(letter)) return;
    source->place = SOURCE_WORD;
    source->word[0] = letter;
    source->word_length = 1;
}

/// A letter outside of strings and comments.
static void read_code(struct source *source, char letter) {
    switch (source->place) {
    case SOURCE_WORD:
        if (is_word(letter)) {
            if (source->word_length < sizeof source->word) source->word[source->word_length++] = letter;
            return;
        }
        end_word(source);
        break;
    case SOURCE_COLON:
        if (letter == ':') {
            source->jumps++;
            source->place = SOURCE_CODE;
            return;
        }
        break;
    case SOURCE_DASH:
        if (letter == '-') {
            source->place = SOURCE_COMMENT_BRACKET;
            source->level = SIZE_MAX; // no bracket yet
            return;
        }
        break;
    case SOURCE_BRACKET:
        if (letter == '=') {
            source->level++;
            return;
        }
        if (letter == '[') {
            source->place = SOURCE_LONG;
            return;
        }
        break;
    default: break;
    }
    begin(source, letter);
}

/// A letter in a comment, before it is known of which kind.
static void read_comment_start(struct source *source, char letter) {
    if (letter == '[' && source->level == SIZE_MAX) {
        source->level = 0;
    } else if (letter == '=' && source->level != SIZE_MAX) {
        source->level++;
    } else if (letter == '[') {
        source->place = SOURCE_LONG;
    } else {
        source->place = letter == '\n' || letter == '\r' ? SOURCE_CODE : SOURCE_COMMENT;
    }
}

static void read_long_end(struct source *source, char letter) {
    if (letter == ']') {
        if (source->closing == source->level) source->place = SOURCE_CODE;
        source->closing = 0;
    } else if (letter == '=') {
        source->closing++;
    } else {
        source->place = SOURCE_LONG;
    }
}

const char *herald_scan_source(struct source *source, const char *text, size_t length) {
    source->size += length;
    if (source->size > SIZE_LIMIT) return "the chunk is too long: it has more than 4 MiB";
    for (const char *at = text, *end = text + length; at < end; at++) {
        if (*at == '\n') source->line++;
        switch (source->place) {
        // A line end ends no string here: for Lua it is an error, or skipped by an escape.
        case SOURCE_QUOTED:
            if (*at == '\\') {
                source->place = SOURCE_ESCAPE;
            } else if (*at == source->quote) {
                source->place = SOURCE_CODE;
            }
            break;
        case SOURCE_ESCAPE: source->place = SOURCE_QUOTED; break;
        case SOURCE_COMMENT:
            if (*at == '\n' || *at == '\r') source->place = SOURCE_CODE;
            break;
        case SOURCE_COMMENT_BRACKET: read_comment_start(source, *at); break;
        case SOURCE_LONG:
            if (*at == ']') {
                source->place = SOURCE_LONG_END;
                source->closing = 0;
            }
            break;
        case SOURCE_LONG_END: read_long_end(source, *at); break;
        default: read_code(source, *at);
        }
        if (source->jumps > JUMP_LIMIT) {
            return "the chunk has more than 10000 jumps ('and', 'or', 'elseif', 'break', 'goto' and labels)";
        }
    }
    return NULL;
}

void herald_push_refusal(lua_State *L, const struct source *source, const char *name, const char *reason) {
    lua_Debug record;
    // Only Lua knows how it shortens the name.
    if (luaL_loadbufferx(L, "", 0, name, "t") != LUA_OK) return;
    lua_getinfo(L, ">S", &record);
    lua_pushfstring(L, "%s:%I: %s", record.short_src, (LUAI_UACINT)(source->line + 1), reason);
}

int herald_compile(lua_State *L, const char *text, size_t length, const char *name) {
    struct source source = {0};
    // A binary chunk is refused by its first byte, and by Lua's own words.
    const char *reason = length > 0 && *text == *LUA_SIGNATURE ? NULL : herald_scan_source(&source, text, length);
    if (!reason) return luaL_loadbufferx(L, text, length, name, "t");
    herald_push_refusal(L, &source, name, reason);
    return LUA_ERRSYNTAX;
}

// load

struct reading {
    struct source source;
    const char *name;
};

#define PIECE 5 // the stack index that keeps the piece under way

static const char *read_piece(lua_State *L, void *context, size_t *size) {
    struct reading *reading = context;
    luaL_checkstack(L, 2, "too many nested functions");
    lua_pushvalue(L, 1);
    lua_call(L, 0, 1);
    if (lua_isnil(L, -1)) {
        lua_pop(L, 1);
        *size = 0;
        return NULL;
    }
    if (!lua_isstring(L, -1)) luaL_error(L, "reader function must return a string");
    lua_replace(L, PIECE);
    const char *text = lua_tolstring(L, PIECE, size);
    herald_work(L, *size / 16 + 1);
    const char *reason = herald_scan_source(&reading->source, text, *size);
    if (reason) {
        herald_push_refusal(L, &reading->source, reading->name, reason);
        lua_error(L);
    }
    return text;
}

int herald_load_text(lua_State *L) {
    size_t length;
    const char *text = lua_tolstring(L, 1, &length);
    luaL_optstring(L, 3, "t");
    bool has_environment = !lua_isnone(L, 4);
    int status;
    if (text) {
        herald_work(L, length / 16);
        status = herald_compile(L, text, length, luaL_optstring(L, 2, text));
    } else {
        struct reading reading = {.name = luaL_optstring(L, 2, "=(load)")};
        luaL_checktype(L, 1, LUA_TFUNCTION);
        lua_settop(L, PIECE);
        status = lua_load(L, read_piece, &reading, reading.name, "t");
    }
    if (status != LUA_OK) {
        luaL_pushfail(L);
        lua_insert(L, -2);
        return 2;
    }
    if (has_environment) {
        lua_pushvalue(L, 4);
        if (!lua_setupvalue(L, -2, 1)) lua_pop(L, 1);
    }
    return 1;
}
