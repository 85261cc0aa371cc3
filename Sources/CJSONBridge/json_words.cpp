// How numbers and strings are written.
#include "CJSONBridge.h"

#include <charconv>
#include <cmath>
#include <cstring>
#include <simdjson.h>

size_t herald_json_write_integer(int64_t value, char *room) {
    return size_t(std::to_chars(room, room + HERALD_JSON_NUMBER_ROOM, value).ptr - room);
}

namespace {

/// Writes digits as `12.5`, with zeros where the digits do not reach. `point` digits stand before the point.
char *write_plain(const char *digits, int count, int point, char *out) {
    if (point <= 0) {
        *out++ = '0';
        *out++ = '.';
        for (int place = point; place < 0; place++) *out++ = '0';
        std::memcpy(out, digits, size_t(count));
        return out + count;
    }
    for (int place = 0; place < point; place++) *out++ = place < count ? digits[place] : '0';
    *out++ = '.';
    if (count <= point) {
        *out++ = '0';
        return out;
    }
    std::memcpy(out, digits + point, size_t(count - point));
    return out + count - point;
}

/// Writes digits as `1.25e+20`; the exponent has two digits at least.
char *write_exponent(const char *digits, int count, int exponent, char *out) {
    *out++ = digits[0];
    if (count > 1) {
        *out++ = '.';
        std::memcpy(out, digits + 1, size_t(count - 1));
        out += count - 1;
    }
    *out++ = 'e';
    *out++ = exponent < 0 ? '-' : '+';
    int size = exponent < 0 ? -exponent : exponent;
    if (size < 10) *out++ = '0';
    return std::to_chars(out, out + 3, size).ptr;
}

} // namespace

size_t herald_json_write_double(double value, char *room) {
    char *out = room;
    if (std::signbit(value)) {
        *out++ = '-';
        value = -value;
    }
    if (value == 0) {
        std::memcpy(out, "0.0", 3);
        return size_t(out + 3 - room);
    }
    // Shortest digits, as `d.ddde+XX`.
    char shortest[HERALD_JSON_NUMBER_ROOM];
    char *end = std::to_chars(shortest, shortest + sizeof shortest, value, std::chars_format::scientific).ptr;
    char *mark = end;
    while (*--mark != 'e') {}
    int exponent = 0;
    std::from_chars(mark[1] == '+' ? mark + 2 : mark + 1, end, exponent);
    // The digits side by side.
    int count = int(mark - shortest);
    if (count > 1) {
        std::memmove(shortest + 1, shortest + 2, size_t(count - 2));
        count--;
    }
    // Doubles up to 2^53 are written out; beyond, the last digits would say more than the double knows.
    end = exponent < -4 || value > 0x1p53 ? write_exponent(shortest, count, exponent, out)
                                          : write_plain(shortest, count, exponent + 1, out);
    return size_t(end - room);
}

size_t herald_json_plain(const char *text, size_t length, bool *is_ascii) {
    const uint64_t ones = 0x0101010101010101, tops = 0x8080808080808080;
    size_t place = 0;
    uint64_t high = 0;
    for (; place + 8 <= length; place += 8) {
        uint64_t word;
        std::memcpy(&word, text + place, 8);
        uint64_t quote = word ^ (ones * '"'), slash = word ^ (ones * '\\');
        // A top bit where the byte is less than 0x20, or became zero; bytes with a top bit of their own do not count.
        uint64_t found = ((word - ones * 0x20) | (quote - ones) | (slash - ones)) & ~word & tops;
        if (found) break;
        high |= word & tops;
    }
    for (; place < length; place++) {
        unsigned char byte = (unsigned char)text[place];
        if (byte < 0x20 || byte == '"' || byte == '\\') break;
        high |= byte & 0x80;
    }
    if (high) *is_ascii = false;
    return place;
}

size_t herald_json_write_escape(char byte, char *room) {
    static const char digits[] = "0123456789abcdef";
    room[0] = '\\';
    switch (byte) {
    case '\n': room[1] = 'n'; return 2;
    case '\r': room[1] = 'r'; return 2;
    case '\t': room[1] = 't'; return 2;
    case '"':
    case '\\': room[1] = byte; return 2;
    default:
        std::memcpy(room + 1, "u00", 3);
        room[4] = digits[(unsigned char)byte >> 4];
        room[5] = digits[byte & 15];
        return 6;
    }
}

bool herald_json_is_utf8(const char *text, size_t length) { return simdjson::validate_utf8(text, length); }
