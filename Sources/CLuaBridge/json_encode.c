// Lua values straight to JSON text. No metamethod runs, nothing is changed, and no Lua object is made but a list of the
// keys of a large table; what is refused is named by `enum herald_json_fault` and a pointer.
#include "json.h"

#include "CJSONBridge.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SMALL_OBJECT 48  // members that are sorted on the Lua stack
#define POINTER_ROOM 4096 // a longer pointer ends at an ancestor
#define TOP_TOKENS 8      // of the pointer to what is nested too deep

/// A table that is being written.
struct level {
    const void *identity;
    int key;           // where on the Lua stack the name of the member under way is; 0 for none
    lua_Integer place; // of the element under way; 0 for none
};

/// A member that waits for its turn.
struct member {
    uint64_t prefix; // first eight bytes of the name; most names differ there
    const char *name;
    size_t length;
    int place; // of the name: on the Lua stack, or in the list of names
};

struct writing {
    lua_State *L;
    struct herald_json_text *text;
    bool may_look;
    const void *array_metatable;
    int depth;
    size_t member_count, member_capacity;
    struct member *members; // of all objects under way
    struct level levels[HERALD_JSON_DEPTH];
};

static bool write_value(struct writing *w, int index);

// Faults.

static size_t add_token(char *pointer, size_t length, const char *token, size_t size) {
    size_t start = length;
    if (length == POINTER_ROOM) return length;
    pointer[length++] = '/';
    for (size_t place = 0; place < size; place++) {
        if (length + 2 > POINTER_ROOM) return start;
        if (token[place] == '~' || token[place] == '/') {
            pointer[length++] = '~';
            pointer[length++] = token[place] == '~' ? '0' : '1';
        } else {
            pointer[length++] = token[place];
        }
    }
    return length;
}

static void point(struct writing *w, int tokens) {
    struct herald_json_text *text = w->text;
    text->pointer = malloc(POINTER_ROOM);
    for (int level = 0; text->pointer && level < tokens; level++) {
        size_t before = text->pointer_length;
        const struct level *at = &w->levels[level];
        if (at->key) {
            size_t size;
            const char *name = lua_tolstring(w->L, at->key, &size);
            text->pointer_length = add_token(text->pointer, before, name, size);
        } else if (at->place) {
            char number[32];
            int size = snprintf(number, sizeof number, "%lld", (long long)at->place - 1);
            text->pointer_length = add_token(text->pointer, before, number, (size_t)size);
        }
        if (text->pointer_length == before) return;
    }
}

static bool fault(struct writing *w, enum herald_json_fault fault) {
    w->text->fault = fault;
    point(w, fault == HERALD_JSON_DEEP && w->depth > TOP_TOKENS ? TOP_TOKENS : w->depth);
    return false;
}

/// A fault of the value at `index`, which is left on top.
static bool fault_at(struct writing *w, enum herald_json_fault kind, int index) {
    lua_pushvalue(w->L, index);
    return fault(w, kind);
}

// The text.

/// Accounts for memory outside of Lua's.
static bool take(struct writing *w, size_t bytes) {
    herald_machine *machine = MACHINE(w->L);
    if (bytes > machine->limit || machine->used > machine->limit - bytes) return fault(w, HERALD_JSON_MEMORY);
    machine->used += bytes;
    if (machine->used > machine->peak) machine->peak = machine->used;
    return true;
}

static bool grow(struct writing *w, size_t more) {
    struct herald_json_text *text = w->text;
    if (text->count + more > HERALD_STRING_LIMIT) return fault(w, HERALD_JSON_LONG);
    size_t capacity = text->capacity ? text->capacity : 512;
    while (capacity < text->count + more) capacity *= 2;
    if (!take(w, capacity - text->capacity)) return false;
    char *bytes = realloc(text->bytes, capacity);
    if (!bytes) {
        MACHINE(w->L)->used -= capacity - text->capacity;
        return fault(w, HERALD_JSON_MEMORY);
    }
    text->bytes = bytes;
    text->capacity = capacity;
    return true;
}

static inline bool room(struct writing *w, size_t more) {
    return w->text->capacity - w->text->count >= more || grow(w, more);
}

static inline void put(struct writing *w, char byte) { w->text->bytes[w->text->count++] = byte; }

static bool write_word(struct writing *w, const char *word, size_t length) {
    if (!room(w, length)) return false;
    memcpy(w->text->bytes + w->text->count, word, length);
    w->text->count += length;
    return true;
}

/// Writes a string; `mark` follows it.
static bool write_string(struct writing *w, const char *text, size_t length, char mark) {
    bool is_ascii = true;
    if (w->may_look) herald_work(w->L, length / 64);
    if (!room(w, length + 3)) return false;
    put(w, '"');
    for (size_t place = 0;;) {
        size_t run = herald_json_plain(text + place, length - place, &is_ascii);
        memcpy(w->text->bytes + w->text->count, text + place, run);
        w->text->count += run;
        place += run;
        if (place == length) break;
        if (!room(w, HERALD_JSON_ESCAPE_ROOM + length - place + 3)) return false;
        w->text->count += herald_json_write_escape(text[place++], w->text->bytes + w->text->count);
    }
    put(w, '"');
    if (mark) put(w, mark);
    if (is_ascii || herald_json_is_utf8(text, length)) return true;
    return fault(w, mark ? HERALD_JSON_NAME_BYTES : HERALD_JSON_BYTES);
}

static bool write_number(struct writing *w, int index) {
    lua_State *L = w->L;
    if (!room(w, HERALD_JSON_NUMBER_ROOM)) return false;
    char *end = w->text->bytes + w->text->count;
    if (lua_isinteger(L, index)) {
        w->text->count += herald_json_write_integer(lua_tointeger(L, index), end);
        return true;
    }
    lua_Number value = lua_tonumber(L, index);
    if (!isfinite(value)) return fault_at(w, HERALD_JSON_NOT_FINITE, index);
    w->text->count += herald_json_write_double(value, end);
    return true;
}

// Objects.

static uint64_t prefix(const char *name, size_t length) {
    unsigned char bytes[8] = {0};
    memcpy(bytes, name, length < 8 ? length : 8);
    uint64_t value;
    memcpy(&value, bytes, 8);
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    value = __builtin_bswap64(value);
#endif
    return value;
}

/// By bytes.
static int compare(const void *left, const void *right) {
    const struct member *a = left, *b = right;
    if (a->prefix != b->prefix) return a->prefix < b->prefix ? -1 : 1;
    int order = memcmp(a->name, b->name, a->length < b->length ? a->length : b->length);
    if (order) return order;
    return a->length < b->length ? -1 : a->length > b->length;
}

static void sort(struct member *members, size_t count) {
    if (count > SMALL_OBJECT) {
        qsort(members, count, sizeof *members, compare);
        return;
    }
    for (size_t next = 1; next < count; next++) {
        if (compare(&members[next - 1], &members[next]) < 0) continue;
        struct member member = members[next];
        size_t place = next;
        for (; place > 0 && compare(&member, &members[place - 1]) < 0; place--) members[place] = members[place - 1];
        members[place] = member;
    }
}

/// Remembers the member whose name is on the Lua stack at `index`.
static bool add_member(struct writing *w, int index, int place) {
    if (w->member_count == w->member_capacity) {
        size_t capacity = w->member_capacity ? w->member_capacity * 2 : 64;
        size_t bytes = (capacity - w->member_capacity) * sizeof *w->members;
        if (!take(w, bytes)) return false;
        struct member *members = realloc(w->members, capacity * sizeof *members);
        if (!members) {
            MACHINE(w->L)->used -= bytes;
            return fault(w, HERALD_JSON_MEMORY);
        }
        w->members = members;
        w->member_capacity = capacity;
    }
    struct member *member = &w->members[w->member_count++];
    member->name = lua_tolstring(w->L, index, &member->length);
    member->prefix = prefix(member->name, member->length);
    member->place = place;
    return true;
}

/// Writes the value at `index` as the member whose name is at `key`.
static bool write_member(struct writing *w, const struct member *member, bool is_first, int key, int index) {
    struct level *level = &w->levels[w->depth - 1];
    if (!is_first && !write_word(w, ",", 1)) return false;
    if (!write_string(w, member->name, member->length, ':')) return false;
    level->key = key;
    if (!write_value(w, index)) return false;
    level->key = 0;
    return true;
}

/// Writes the members of a large table by way of a list of their names, which keeps those alive.
static bool write_large_object(struct writing *w, int index, size_t base) {
    lua_State *L = w->L;
    lua_Integer count = 0;
    for (lua_pushnil(L); lua_next(L, index); lua_pop(L, 1)) {
        if (lua_type(L, -2) != LUA_TSTRING) return fault_at(w, HERALD_JSON_KEY, -2);
        count++;
    }
    if (count > INT32_MAX) return fault(w, HERALD_JSON_LONG);
    lua_createtable(L, (int)count, 0);
    int names = lua_gettop(L);
    w->member_count = base;
    int place = 0;
    for (lua_pushnil(L); lua_next(L, index); lua_pop(L, 1)) {
        if (w->may_look) herald_work(L, 1);
        lua_pushvalue(L, -2);
        lua_rawseti(L, names, ++place);
        if (!add_member(w, -2, place)) return false;
    }
    sort(w->members + base, w->member_count - base);
    for (size_t next = base; next < base + (size_t)place; next++) {
        struct member member = w->members[next];
        lua_rawgeti(L, names, member.place);
        lua_pushvalue(L, -1);
        lua_rawget(L, index);
        if (!write_member(w, &member, next == base, names + 1, names + 2)) return false;
        lua_settop(L, names);
    }
    return true;
}

/// Writes the members; the first name and value are on top.
static bool write_members(struct writing *w, int index) {
    lua_State *L = w->L;
    int first = lua_gettop(L) - 1;
    size_t base = w->member_count;
    size_t count = 0;
    do {
        int key = lua_gettop(L) - 1;
        if (lua_type(L, key) != LUA_TSTRING) return fault_at(w, HERALD_JSON_KEY, key);
        if (!add_member(w, key, key)) return false;
        count++;
        if (!lua_checkstack(L, 8)) return fault(w, HERALD_JSON_MEMORY);
        lua_pushvalue(L, key);
    } while (count < SMALL_OBJECT && lua_next(L, index));
    bool is_large = lua_gettop(L) > first - 1 + 2 * (int)count;
    if (is_large) {
        lua_settop(L, first - 1);
        if (!write_large_object(w, index, base)) return false;
    } else {
        sort(w->members + base, count);
        for (size_t next = base; next < base + count; next++) {
            struct member member = w->members[next];
            if (!write_member(w, &member, next == base, member.place, member.place + 1)) return false;
        }
    }
    w->member_count = base;
    return true;
}

// Arrays.

static bool write_element(struct writing *w, lua_Integer place) {
    if (place > 1 && !write_word(w, ",", 1)) return false;
    struct level *level = &w->levels[w->depth - 1];
    level->place = place;
    if (!write_value(w, lua_gettop(w->L))) return false;
    level->place = 0;
    return true;
}

/// How many elements there are and the highest place; refuses every other key.
static bool measure(struct writing *w, int index, lua_Integer *count, lua_Integer *highest) {
    lua_State *L = w->L;
    for (lua_pushnil(L); lua_next(L, index); lua_pop(L, 1)) {
        if (w->may_look) herald_work(L, 1);
        if (lua_type(L, -2) == LUA_TSTRING) return fault_at(w, HERALD_JSON_NAME_IN_LIST, -2);
        if (!lua_isinteger(L, -2)) return fault_at(w, HERALD_JSON_KEY, -2);
        lua_Integer place = lua_tointeger(L, -2);
        if (place < 1) {
            w->text->place = place;
            return fault(w, HERALD_JSON_LOW);
        }
        if (place > *highest) *highest = place;
        ++*count;
    }
    return true;
}

/// Writes the elements after the first `written` of a list whose parts Lua does not keep in order.
static bool write_scattered(struct writing *w, int index, lua_Integer written) {
    lua_State *L = w->L;
    lua_Integer count = 0, highest = 0;
    if (!measure(w, index, &count, &highest)) return false;
    if (count != highest) {
        lua_Integer missing = written + 1;
        for (; lua_rawgeti(L, index, missing) != LUA_TNIL; missing++) lua_pop(L, 1);
        w->levels[w->depth - 1].place = missing;
        w->text->place = missing;
        w->text->elements = count;
        w->text->highest = highest;
        return fault(w, HERALD_JSON_HOLE);
    }
    for (lua_Integer place = written + 1; place <= highest; place++) {
        lua_rawgeti(L, index, place);
        if (!write_element(w, place)) return false;
        lua_pop(L, 1);
    }
    return true;
}

/// Writes the elements; the first key and value are on top.
static bool write_elements(struct writing *w, int index) {
    lua_State *L = w->L;
    lua_Integer written = 0;
    do {
        if (!lua_isinteger(L, -2) || lua_tointeger(L, -2) != written + 1) {
            lua_pop(L, 2);
            return write_scattered(w, index, written);
        }
        if (!write_element(w, ++written)) return false;
        lua_pop(L, 1);
    } while (lua_next(L, index));
    return true;
}

// Values.

static bool is_array(struct writing *w, int index) {
    if (!lua_getmetatable(w->L, index)) return false;
    bool is_marked = lua_topointer(w->L, -1) == w->array_metatable;
    lua_pop(w->L, 1);
    return is_marked;
}

static bool write_table(struct writing *w, int index) {
    lua_State *L = w->L;
    if (w->depth == HERALD_JSON_DEPTH) return fault(w, HERALD_JSON_DEEP);
    if (!lua_checkstack(L, 8)) return fault(w, HERALD_JSON_MEMORY);
    const void *identity = lua_topointer(L, index);
    for (int level = 0; level < w->depth; level++) {
        if (w->levels[level].identity == identity) return fault(w, HERALD_JSON_CYCLE);
    }
    w->levels[w->depth++] = (struct level){identity, 0, 0};
    bool is_marked = is_array(w, index);
    int top = lua_gettop(L);
    lua_pushnil(L);
    if (!lua_next(L, index)) {
        w->depth--;
        return write_word(w, is_marked ? "[]" : "{}", 2);
    }
    bool is_object = !is_marked && lua_type(L, -2) == LUA_TSTRING;
    if (!write_word(w, is_object ? "{" : "[", 1)) return false;
    if (!(is_object ? write_members(w, index) : write_elements(w, index))) return false;
    lua_settop(L, top);
    w->depth--;
    return write_word(w, is_object ? "}" : "]", 1);
}

void herald_set_object_json(herald_machine *machine, herald_object_json object_json) {
    machine->object_json = object_json;
}

char *herald_copy(const void *bytes, size_t length) {
    char *copy = malloc(length ? length : 1);
    if (copy) memcpy(copy, bytes, length);
    return copy;
}

/// Writes the JSON of a Swift object that has one.
static bool write_object(struct writing *w, int index) {
    herald_machine *machine = MACHINE(w->L);
    void *object = herald_any_object(w->L, index);
    size_t length = 0;
    char *text = object && machine->object_json ? machine->object_json(object, &length) : NULL;
    if (!text) return fault_at(w, HERALD_JSON_KIND, index);
    // What it costs as a tree, roughly.
    w->text->values += length / 8;
    bool is_written = write_word(w, text, length);
    free(text);
    return is_written;
}

static bool write_value(struct writing *w, int index) {
    lua_State *L = w->L;
    if (w->may_look) herald_work(L, 1);
    w->text->values++;
    switch (lua_type(L, index)) {
    case LUA_TNIL:
    case LUA_TLIGHTUSERDATA: return write_word(w, "null", 4);
    case LUA_TBOOLEAN: return lua_toboolean(L, index) ? write_word(w, "true", 4) : write_word(w, "false", 5);
    case LUA_TNUMBER: return write_number(w, index);
    case LUA_TSTRING: {
        size_t length;
        const char *text = lua_tolstring(L, index, &length);
        return write_string(w, text, length, 0);
    }
    case LUA_TTABLE: return write_table(w, index);
    case LUA_TUSERDATA: return write_object(w, index);
    default: return fault_at(w, HERALD_JSON_KIND, index);
    }
}

// Entries.

static void start(struct writing *w, lua_State *L, struct herald_json_text *text, bool may_look) {
    memset(text, 0, sizeof *text);
    w->L = L;
    w->text = text;
    w->may_look = may_look;
    w->depth = 0;
    w->member_count = w->member_capacity = 0;
    w->members = NULL;
}

/// Writes the value at `index`, and leaves the stack as it was but for what a fault leaves on top.
static bool write(struct writing *w, int index) {
    lua_State *L = w->L;
    if (!lua_checkstack(L, 8)) return fault(w, HERALD_JSON_MEMORY);
    int top = lua_gettop(L);
    herald_push_array_metatable(L);
    w->array_metatable = lua_topointer(L, -1);
    lua_settop(L, top);
    if (!write_value(w, index)) {
        if (lua_gettop(L) == top) lua_pushnil(L);
        // Not lua_replace: it takes the value off where it is the only one.
        lua_copy(L, -1, top + 1);
        lua_settop(L, top + 1);
        return false;
    }
    return true;
}

static void finish(struct writing *w) {
    MACHINE(w->L)->used -= w->member_capacity * sizeof *w->members;
    free(w->members);
}

bool herald_json_write(lua_State *L, int index, struct herald_json_text *text) {
    index = lua_absindex(L, index);
    for (int attempt = 1;; attempt++) {
        struct writing writing;
        start(&writing, L, text, false);
        bool is_written = write(&writing, index);
        finish(&writing);
        if (is_written || text->fault != HERALD_JSON_MEMORY || attempt == 2) return is_written;
        // What is garbage may make room.
        herald_json_free(L, text);
        lua_pop(L, 1);
        herald_collect(L);
    }
}

void herald_json_free(lua_State *L, struct herald_json_text *text) {
    MACHINE(L)->used -= text->capacity;
    free(text->bytes);
    free(text->pointer);
    memset(text, 0, sizeof *text);
}

/// Runs protected: looking may raise. While it writes, allocations do not fail and the collector does not run, so that
/// names stay where they are.
static int write_and_push(lua_State *L) {
    struct writing *w = lua_touserdata(L, 2);
    herald_machine *machine = MACHINE(L);
    machine->in_swift = true;
    bool is_written = write(w, 1);
    machine->in_swift = false;
    if (!is_written) return 0;
    lua_pushlstring(L, w->text->bytes, w->text->count);
    return 1;
}

static int encode(lua_State *L) {
    herald_machine *machine = MACHINE(L);
    luaL_checkstack(L, 4, NULL);
    if (lua_gettop(L) != 1) return herald_invoke(L, lua_touserdata(L, lua_upvalueindex(1)));
    for (int attempt = 1;; attempt++) {
        struct herald_json_text text;
        struct writing writing;
        start(&writing, L, &text, true);
        lua_pushcfunction(L, write_and_push);
        lua_pushvalue(L, 1);
        lua_pushlightuserdata(L, &writing);
        int outcome = lua_pcall(L, 2, 1, 0);
        machine->in_swift = false;
        enum herald_json_fault fault = text.fault;
        finish(&writing);
        herald_json_free(L, &text);
        if (outcome != LUA_OK) {
            herald_look(L);
            return lua_error(L);
        }
        if (machine->overflow) herald_check_overflow(L, machine);
        if (fault == HERALD_JSON_NO_FAULT) return 1;
        lua_settop(L, 1);
        if (fault != HERALD_JSON_MEMORY) return herald_invoke(L, lua_touserdata(L, lua_upvalueindex(1)));
        // What is garbage may make room.
        if (attempt == 2) return herald_refuse_memory(L);
        herald_collect(L);
    }
}

void herald_push_json_encoder(lua_State *L, void *box) {
    lua_pushlightuserdata(L, box);
    lua_pushcclosure(L, encode, 1);
}
