// JSON text straight into Lua tables. What is refused here the host reads again, slowly, to say what is wrong and where.
#include "json.h"

#include "CJSONBridge.h"

#include <string.h>

#define KEPT_SLOTS 64 // a power of two
#define KEPT_LENGTH 32

/// Strings that came before, on the Lua stack: pages repeat their keys, and comparing is cheaper than interning.
struct kept {
    const char *text;
    uint32_t length;
};

struct reading {
    herald_json_tape tape;
    bool is_refused; // too deep, or an integer that Lua has none for
    int first_kept; // where on the Lua stack the kept strings are
    int array_metatable;
    struct kept kept[KEPT_SLOTS];
};

static void push_string(lua_State *L, struct reading *reading, uint64_t word) {
    uint32_t length;
    const char *text = herald_json_string(&reading->tape, word, &length);
    if (length == 0 || length > KEPT_LENGTH) {
        lua_pushlstring(L, text, length);
        return;
    }
    // Four bytes of length stand before each text, so these may start before it.
    uint32_t first, last;
    memcpy(&first, text - 4 + (length < 4 ? length : 4), 4);
    memcpy(&last, text + length - 4, 4);
    uint32_t mixed = (first ^ last * 0x9E3779B1u) * 0x85EBCA6Bu + length * 0xC2B2AE35u;
    unsigned slot = (mixed ^ mixed >> 15) >> 8 & (KEPT_SLOTS - 1);
    struct kept *kept = &reading->kept[slot];
    if (kept->length == length && memcmp(kept->text, text, length) == 0) {
        lua_pushvalue(L, reading->first_kept + (int)slot);
        return;
    }
    kept->length = length;
    kept->text = lua_pushlstring(L, text, length);
    lua_pushvalue(L, -1);
    lua_replace(L, reading->first_kept + (int)slot);
}

static lua_Integer integer(uint64_t word) {
    lua_Integer value;
    memcpy(&value, &word, sizeof value);
    return value;
}

static lua_Number number(uint64_t word) {
    lua_Number value;
    memcpy(&value, &word, sizeof value);
    return value;
}

/// Builds the value on the tape; runs protected, since every allocation may fail.
static int build(lua_State *L) {
    struct reading *reading = lua_touserdata(L, 1);
    lua_Integer places[HERALD_JSON_DEPTH + 1]; // of the last element, by level; -1 in objects
    const uint64_t *word = reading->tape.words + 1;
    int level = 0;
    luaL_checkstack(L, KEPT_SLOTS + 8, NULL);
    herald_push_array_metatable(L);
    reading->array_metatable = lua_gettop(L);
    reading->first_kept = reading->array_metatable + 1;
    lua_settop(L, reading->array_metatable + KEPT_SLOTS);
    places[0] = 0;
    for (;;) {
        herald_work(L, 1);
        // A key, then its value; or the end of what is open.
        if (level > 0 && places[level] < 0 && herald_json_kind(*word) == '"') {
            push_string(L, reading, *word++);
        }
        switch (herald_json_kind(*word)) {
        case '{':
        case '[': {
            if (level == HERALD_JSON_DEPTH) {
                reading->is_refused = true;
                return 0;
            }
            bool is_array = herald_json_kind(*word) == '[';
            int count = (int)herald_json_count(*word++);
            luaL_checkstack(L, 8, NULL);
            lua_createtable(L, is_array ? count : 0, is_array ? 0 : count);
            if (is_array) {
                lua_pushvalue(L, reading->array_metatable);
                lua_setmetatable(L, -2);
            }
            places[++level] = is_array ? 0 : -1;
            continue;
        }
        case '}':
        case ']':
            word++;
            level--;
            break;
        case '"':
            push_string(L, reading, *word++);
            break;
        case 'l':
            lua_pushinteger(L, integer(word[1]));
            word += 2;
            break;
        case 'd':
            lua_pushnumber(L, number(word[1]));
            word += 2;
            break;
        case 't':
        case 'f':
            lua_pushboolean(L, herald_json_kind(*word++) == 't');
            break;
        case 'n':
            lua_pushlightuserdata(L, NULL);
            word++;
            break;
        default: // an integer above those of Lua
            reading->is_refused = true;
            return 0;
        }
        // The value goes where it belongs.
        if (level == 0) return 1;
        if (places[level] < 0) {
            lua_rawset(L, -3);
        } else {
            lua_rawseti(L, -2, ++places[level]);
        }
    }
}

int herald_refuse_memory(lua_State *L) {
    herald_machine *machine = MACHINE(L);
    machine->overflow = OVERFLOW_REFUSED;
    herald_check_overflow(L, machine);
    return 0;
}

static int decode(lua_State *L) {
    void *box = lua_touserdata(L, lua_upvalueindex(1));
    if (lua_gettop(L) != 1 || lua_type(L, 1) != LUA_TSTRING) return herald_invoke(L, box);
    size_t length;
    const char *text = lua_tolstring(L, 1, &length);
    const char *start = length >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0 ? text + 3 : text;
    length -= (size_t)(start - text);
    // What the parser takes counts as the script's for as long as it is taken.
    size_t cost = herald_json_cost(start, length);
    if (!herald_has_room(L, cost)) return herald_refuse_memory(L);
    struct reading reading;
    reading.is_refused = false;
    memset(reading.kept, 0, sizeof reading.kept);
    enum herald_json_status status = herald_json_parse(start, length, &reading.tape);
    if (status == HERALD_JSON_NO_MEMORY) return herald_refuse_memory(L);
    if (status == HERALD_JSON_INVALID) {
        herald_json_done();
        return herald_invoke(L, box);
    }
    herald_machine *machine = MACHINE(L);
    machine->used += cost;
    if (machine->used > machine->peak) machine->peak = machine->used;
    lua_pushcfunction(L, build);
    lua_pushlightuserdata(L, &reading);
    int outcome = lua_pcall(L, 1, 1, 0);
    machine->used -= cost;
    herald_json_done();
    if (outcome != LUA_OK) {
        herald_look(L);
        return lua_error(L);
    }
    if (!reading.is_refused) return 1;
    lua_settop(L, 1);
    return herald_invoke(L, box);
}

void herald_push_json_decoder(lua_State *L, void *box) {
    lua_pushlightuserdata(L, box);
    lua_pushcclosure(L, decode, 1);
}
