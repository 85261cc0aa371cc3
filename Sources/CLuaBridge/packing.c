// string.pack, packsize and unpack as in Lua 5.4: a format may be long, and one option may stand for gigabytes.
#include "machine.h"

#include <limits.h>
#include <string.h>

#define WIDEST 16 // bytes of an integer
#define OWN_WIDTH ((int)sizeof(lua_Integer))
#define DEFAULT_ALIGNMENT 8
#define PIECE 65536 // bytes filled between two looks

enum kind { SIGNED, UNSIGNED, FLOAT, DOUBLE, FIXED, COUNTED, TERMINATED, PADDING, ALIGNMENT, NOTHING };

struct item {
    enum kind kind;
    int size;    // bytes; of a string with a count those of the count
    int padding; // bytes before it
};

struct form {
    lua_State *L;
    const char *at;
    bool is_little;
    int most; // bytes that items are aligned to at most
};

static bool is_native_little(void) {
    const union { int number; char first; } probe = {1};
    return probe.first == 1;
}

static struct form begin(lua_State *L) {
    return (struct form){L, luaL_checkstring(L, 1), is_native_little(), 1};
}

// The format.

static bool is_digit(char letter) { return letter >= '0' && letter <= '9'; }

/// The number at this place of the format, or `otherwise`; a digit that would make it too large is left.
static int read_number(struct form *form, int otherwise) {
    if (!is_digit(*form->at)) return otherwise;
    int number = 0;
    do {
        number = number * 10 + (*form->at++ - '0');
    } while (is_digit(*form->at) && number <= (INT_MAX - 9) / 10);
    return number;
}

static int read_width(struct form *form, int otherwise) {
    int width = read_number(form, otherwise);
    if (width < 1 || width > WIDEST) {
        luaL_error(form->L, "integral size (%d) out of limits [1,%d]", width, WIDEST);
    }
    return width;
}

static enum kind read_option(struct form *form, int *size) {
    char letter = *form->at++;
    *size = 0;
    switch (letter) {
    case 'b': *size = sizeof(char); return SIGNED;
    case 'B': *size = sizeof(char); return UNSIGNED;
    case 'h': *size = sizeof(short); return SIGNED;
    case 'H': *size = sizeof(short); return UNSIGNED;
    case 'i': *size = read_width(form, sizeof(int)); return SIGNED;
    case 'I': *size = read_width(form, sizeof(int)); return UNSIGNED;
    case 'l': *size = sizeof(long); return SIGNED;
    case 'L': *size = sizeof(long); return UNSIGNED;
    case 'j': *size = sizeof(lua_Integer); return SIGNED;
    case 'J': *size = sizeof(lua_Integer); return UNSIGNED;
    case 'T': *size = sizeof(size_t); return UNSIGNED;
    case 'f': *size = sizeof(float); return FLOAT;
    case 'd': case 'n': *size = sizeof(double); return DOUBLE;
    case 's': *size = read_width(form, sizeof(size_t)); return COUNTED;
    case 'c':
        *size = read_number(form, -1);
        if (*size < 0) luaL_error(form->L, "missing size for format option 'c'");
        return FIXED;
    case 'z': return TERMINATED;
    case 'x': *size = 1; return PADDING;
    case 'X': return ALIGNMENT;
    case ' ': return NOTHING;
    case '<': form->is_little = true; return NOTHING;
    case '>': form->is_little = false; return NOTHING;
    case '=': form->is_little = is_native_little(); return NOTHING;
    case '!': form->most = read_width(form, DEFAULT_ALIGNMENT); return NOTHING;
    default: luaL_error(form->L, "invalid format option '%c'", letter); return NOTHING;
    }
}

/// Reads the next item, which is to begin `offset` bytes behind the start or at the first aligned place from there.
static struct item read_item(struct form *form, size_t offset) {
    herald_work(form->L, 4);
    struct item item = {.padding = 0};
    item.kind = read_option(form, &item.size);
    int alignment = item.size;
    if (item.kind == ALIGNMENT) {
        // Another option follows, of which only the alignment counts.
        bool is_aligned = *form->at && read_option(form, &alignment) != FIXED && alignment != 0;
        if (!is_aligned) luaL_argerror(form->L, 1, "invalid next option for option 'X'");
    }
    if (alignment <= 1 || item.kind == FIXED) return item;
    if (alignment > form->most) alignment = form->most;
    if (alignment & (alignment - 1)) luaL_argerror(form->L, 1, "format asks for alignment not power of 2");
    item.padding = (int)(-offset & (size_t)(alignment - 1));
    return item;
}

// pack

static void fill(lua_State *L, luaL_Buffer *result, size_t count) {
    char *out = luaL_prepbuffsize(result, count);
    for (size_t done = 0; done < count;) {
        size_t piece = count - done < PIECE ? count - done : PIECE;
        memset(out + done, 0, piece);
        done += piece;
        herald_work(L, piece / 16);
    }
    luaL_addsize(result, count);
}

static void add_integer(luaL_Buffer *result, const struct form *form, lua_Unsigned value, int size, bool is_negative) {
    char *out = luaL_prepbuffsize(result, WIDEST);
    for (int place = 0; place < size; place++) {
        unsigned byte = place < OWN_WIDTH ? (unsigned)(value >> (8 * place)) & 255 : is_negative ? 255 : 0;
        out[form->is_little ? place : size - 1 - place] = (char)byte;
    }
    luaL_addsize(result, (size_t)size);
}

static void copy(char *out, const char *in, int size, bool is_little) {
    if (is_little == is_native_little()) {
        memcpy(out, in, (size_t)size);
    } else {
        for (int place = 0; place < size; place++) out[place] = in[size - 1 - place];
    }
}

static void add_float(luaL_Buffer *result, const struct form *form, lua_Number value, int size) {
    float narrow = (float)value;
    char *out = luaL_prepbuffsize(result, sizeof value);
    copy(out, size == sizeof narrow ? (const char *)&narrow : (const char *)&value, size, form->is_little);
    luaL_addsize(result, (size_t)size);
}

static void add_signed(luaL_Buffer *result, const struct form *form, int size, int argument) {
    lua_Integer value = luaL_checkinteger(form->L, argument);
    if (size < OWN_WIDTH) {
        lua_Integer limit = (lua_Integer)1 << (size * 8 - 1);
        luaL_argcheck(form->L, -limit <= value && value < limit, argument, "integer overflow");
    }
    add_integer(result, form, (lua_Unsigned)value, size, value < 0);
}

static void add_unsigned(luaL_Buffer *result, const struct form *form, int size, int argument) {
    lua_Unsigned value = (lua_Unsigned)luaL_checkinteger(form->L, argument);
    if (size < OWN_WIDTH) {
        luaL_argcheck(form->L, value < (lua_Unsigned)1 << (size * 8), argument, "unsigned overflow");
    }
    add_integer(result, form, value, size, false);
}

/// Returns how many bytes were added besides those of the item's size.
static size_t add_string(luaL_Buffer *result, const struct form *form, struct item item, int argument) {
    lua_State *L = form->L;
    size_t length, size = (size_t)item.size;
    const char *text = luaL_checklstring(L, argument, &length);
    herald_work(L, length / 64);
    switch (item.kind) {
    case FIXED:
        luaL_argcheck(L, length <= size, argument, "string longer than given size");
        luaL_addlstring(result, text, length);
        if (length < size) fill(L, result, size - length);
        return 0;
    case COUNTED:
        luaL_argcheck(L, size >= sizeof length || length < (size_t)1 << (size * 8), argument,
            "string length does not fit in given size");
        add_integer(result, form, length, item.size, false);
        luaL_addlstring(result, text, length);
        return length;
    default:
        luaL_argcheck(L, strlen(text) == length, argument, "string contains zeros");
        luaL_addlstring(result, text, length);
        luaL_addchar(result, 0);
        return length + 1;
    }
}

static int pack(lua_State *L) {
    struct form form = begin(L);
    size_t total = 0;
    int argument = 1;
    lua_pushnil(L); // what a missing argument is
    luaL_Buffer result;
    luaL_buffinit(L, &result);
    while (*form.at) {
        struct item item = read_item(&form, total);
        total += (size_t)item.padding + (size_t)item.size;
        for (int count = 0; count < item.padding; count++) luaL_addchar(&result, 0);
        switch (item.kind) {
        case SIGNED: add_signed(&result, &form, item.size, ++argument); break;
        case UNSIGNED: add_unsigned(&result, &form, item.size, ++argument); break;
        case FLOAT: case DOUBLE: add_float(&result, &form, luaL_checknumber(L, ++argument), item.size); break;
        case FIXED: case COUNTED: case TERMINATED: total += add_string(&result, &form, item, ++argument); break;
        case PADDING: luaL_addchar(&result, 0); break;
        case ALIGNMENT: case NOTHING: break;
        }
    }
    luaL_pushresult(&result);
    return 1;
}

static int pack_size(lua_State *L) {
    struct form form = begin(L);
    size_t total = 0;
    while (*form.at) {
        struct item item = read_item(&form, total);
        luaL_argcheck(L, item.kind != COUNTED && item.kind != TERMINATED, 1, "variable-length format");
        size_t size = (size_t)item.size + (size_t)item.padding;
        luaL_argcheck(L, total <= INT_MAX - size, 1, "format result too large");
        total += size;
    }
    lua_pushinteger(L, (lua_Integer)total);
    return 1;
}

// unpack

static lua_Integer integer_at(const struct form *form, const char *text, int size, bool is_signed) {
    lua_Unsigned value = 0;
    int width = size < OWN_WIDTH ? size : OWN_WIDTH;
    for (int place = width - 1; place >= 0; place--) {
        value = value << 8 | (unsigned char)text[form->is_little ? place : size - 1 - place];
    }
    if (size < OWN_WIDTH && is_signed) {
        lua_Unsigned sign = (lua_Unsigned)1 << (size * 8 - 1);
        value = (value ^ sign) - sign;
    }
    char beyond = is_signed && (lua_Integer)value < 0 ? (char)255 : 0;
    for (int place = width; place < size; place++) {
        if (text[form->is_little ? place : size - 1 - place] != beyond) {
            luaL_error(form->L, "%d-byte integer does not fit into Lua Integer", size);
        }
    }
    return (lua_Integer)value;
}

static lua_Number float_at(const struct form *form, const char *text, int size) {
    float narrow;
    lua_Number value;
    if (size == sizeof narrow) {
        copy((char *)&narrow, text, size, form->is_little);
        return narrow;
    }
    copy((char *)&value, text, size, form->is_little);
    return value;
}

/// Pushes the string; returns how many bytes it takes besides those of the item's size.
static size_t push_string(const struct form *form, struct item item, const char *text, size_t left) {
    lua_State *L = form->L;
    size_t size = (size_t)item.size, length = size;
    const char *start = text;
    if (item.kind == COUNTED) {
        length = (size_t)integer_at(form, text, item.size, false);
        luaL_argcheck(L, length <= left - size, 2, "data string too short");
        start += size;
    } else if (item.kind == TERMINATED) {
        const char *end = memchr(text, 0, left);
        luaL_argcheck(L, end, 2, "unfinished string for format 'z'");
        length = (size_t)(end - text);
    }
    herald_work(L, length / 64);
    lua_pushlstring(L, start, length);
    return item.kind == COUNTED ? length : item.kind == TERMINATED ? length + 1 : 0;
}

static int unpack(lua_State *L) {
    struct form form = begin(L);
    size_t length;
    const char *data = luaL_checklstring(L, 2, &length);
    size_t place = herald_first_place(luaL_optinteger(L, 3, 1), length);
    int count = 0;
    luaL_argcheck(L, place <= length, 3, "initial position out of string");
    while (*form.at) {
        struct item item = read_item(&form, place);
        luaL_argcheck(L, (size_t)item.padding + (size_t)item.size <= length - place, 2, "data string too short");
        place += (size_t)item.padding;
        luaL_checkstack(L, 2, "too many results");
        count++;
        switch (item.kind) {
        case SIGNED: case UNSIGNED:
            lua_pushinteger(L, integer_at(&form, data + place, item.size, item.kind == SIGNED));
            break;
        case FLOAT: case DOUBLE: lua_pushnumber(L, float_at(&form, data + place, item.size)); break;
        case FIXED: case COUNTED: case TERMINATED:
            place += push_string(&form, item, data + place, length - place);
            break;
        case PADDING: case ALIGNMENT: case NOTHING: count--; break;
        }
        place += (size_t)item.size;
    }
    lua_pushinteger(L, (lua_Integer)place + 1);
    return count + 1;
}

void herald_bound_packing(lua_State *L) {
    static const luaL_Reg functions[] = {{"pack", pack}, {"packsize", pack_size}, {"unpack", unpack}, {NULL, NULL}};
    luaL_setfuncs(L, functions, 0);
}
