// table.sort: the quicksort of Lua 5.4, which compares the same pairs in the same order and looks at the time as it does.
#include "machine.h"
#include "tables.h"

#include <limits.h>
#include <time.h>

#define LARGE 100 // elements of a part that gets a random pivot when the parts before were uneven

typedef unsigned int place; // of an element; a sorted array has fewer than INT_MAX

struct sorting {
    lua_State *L;
    size_t weight;
};

/// Whether the value at `left` is to come before the one at `right`.
static bool precedes(const struct sorting *sorting, int left, int right) {
    lua_State *L = sorting->L;
    if (lua_isnil(L, 2)) {
        size_t steps = sorting->weight;
        // Long strings that begin alike.
        if (lua_type(L, left) == LUA_TSTRING) steps += lua_rawlen(L, left) / 32;
        herald_work(L, steps);
        return lua_compare(L, left, right, LUA_OPLT) != 0;
    }
    herald_work(L, sorting->weight);
    lua_pushvalue(L, 2);
    lua_pushvalue(L, left - 1);
    lua_pushvalue(L, right - 2);
    lua_call(L, 2, 1);
    bool result = lua_toboolean(L, -1) != 0;
    lua_pop(L, 1);
    return result;
}

/// Stores the two values on top: the topmost at `first`, the other at `second`.
static void store(const struct sorting *sorting, place first, place second) {
    lua_seti(sorting->L, 1, first);
    lua_seti(sorting->L, 1, second);
}

/// Brings two elements into order; `first` is the lower place.
static void order(const struct sorting *sorting, place first, place second) {
    lua_State *L = sorting->L;
    lua_geti(L, 1, first);
    lua_geti(L, 1, second);
    if (precedes(sorting, -1, -2)) {
        store(sorting, first, second);
    } else {
        lua_pop(L, 2);
    }
}

/// Parts what lies between `low` and `high` by the pivot on top, which also is at `high - 1`; takes it off.
///
/// Returns the pivot's place. No order function, however wrong, leads out of the bounds.
static place part(const struct sorting *sorting, place low, place high) {
    lua_State *L = sorting->L;
    place left = low, right = high - 1;
    for (;;) {
        while (lua_geti(L, 1, ++left), precedes(sorting, -1, -2)) {
            if (left == high - 1) luaL_error(L, "invalid order function for sorting");
            lua_pop(L, 1);
        }
        while (lua_geti(L, 1, --right), precedes(sorting, -3, -1)) {
            if (right < left) luaL_error(L, "invalid order function for sorting");
            lua_pop(L, 1);
        }
        if (right < left) {
            lua_pop(L, 1);
            store(sorting, high - 1, left);
            return left;
        }
        store(sorting, left, right);
    }
}

static place choose_pivot(place low, place high, unsigned seed) {
    place quarter = (high - low) / 4;
    return seed % (quarter * 2) + (low + quarter);
}

/// Any number: it keeps arrays that were made for it from taking quadratic time.
static unsigned any_number(void) {
    clock_t clock_now = clock();
    return (unsigned)clock_now + (unsigned)time(NULL);
}

static void sort(const struct sorting *sorting, place low, place high, unsigned seed) {
    lua_State *L = sorting->L;
    while (low < high) {
        order(sorting, low, high);
        if (high - low == 1) return;
        place middle = high - low < LARGE || seed == 0 ? (low + high) / 2
                                                       : choose_pivot(low, high, seed);
        lua_geti(L, 1, middle);
        lua_geti(L, 1, low);
        if (precedes(sorting, -2, -1)) {
            store(sorting, middle, low);
        } else {
            lua_pop(L, 1);
            lua_geti(L, 1, high);
            if (precedes(sorting, -1, -2)) {
                store(sorting, middle, high);
            } else {
                lua_pop(L, 2);
            }
        }
        if (high - low == 2) return;
        lua_geti(L, 1, middle);
        lua_pushvalue(L, -1);
        lua_geti(L, 1, high - 1);
        store(sorting, middle, high - 1);
        middle = part(sorting, low, high);
        place size;
        // The smaller part recurses: the stack stays as deep as the logarithm.
        if (middle - low < high - middle) {
            sort(sorting, low, middle - 1, seed);
            size = middle - low;
            low = middle + 1;
        } else {
            sort(sorting, middle + 1, high, seed);
            size = high - middle;
            high = middle - 1;
        }
        if ((high - low) / 128 > size) seed = any_number();
    }
}

int herald_sort(lua_State *L) {
    lua_Integer length = herald_table_length(L, 1, TABLE_READ | TABLE_WRITE);
    if (length <= 1) return 0;
    luaL_argcheck(L, length < INT_MAX, 1, "array too big");
    if (!lua_isnoneornil(L, 2)) luaL_checktype(L, 2, LUA_TFUNCTION);
    lua_settop(L, 2);
    struct sorting sorting = {L, herald_table_weight(L, 1)};
    sort(&sorting, 1, (place)length, 0);
    return 0;
}
