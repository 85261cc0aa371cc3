/* JSON text to a flat tape of values, and the words that JSON text is written with. No C++ type or exception crosses. */
#ifndef HERALD_CJSONBRIDGE_H
#define HERALD_CJSONBRIDGE_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#ifdef __cplusplus
extern "C" {
#endif

/* Reading. */

enum herald_json_status {
    HERALD_JSON_OK = 0,
    HERALD_JSON_INVALID = 1, /* no JSON, a number that nothing holds, bad UTF-8, a lone surrogate or too deep */
    HERALD_JSON_NO_MEMORY = 2,
};

enum { HERALD_JSON_DEEPEST = 1000 }; /* levels of nesting that a parse accepts */

/* A parsed text as simdjson lays it out: one word a value, its kind in the top byte. Values stand in the order of the
 * text, a key before its value; `words[1]` is the first. What the low 56 bits say, by kind:
 *   { [  the number of members or elements in bits 32 to 55, at most 0xFFFFFF; bits 0 to 31: the place after the end
 *   } ]  nothing of use
 *   "    where in `strings` the text is: four bytes of length, then the text
 *   l u d  nothing; the next word is the int64, the uint64 (only one above INT64_MAX) or the double
 *   t f n  nothing
 * Borrowed from the thread until its next parse or `herald_json_done`. */
typedef struct herald_json_tape {
    const uint64_t *words;
    const uint8_t *strings;
} herald_json_tape;

/* Parses the whole text. Each thread has one parser, which keeps its buffers for texts of up to 64 KiB, 1 MiB in all. */
enum herald_json_status herald_json_parse(const char *text, size_t length, herald_json_tape *tape);
/* Gives back what the thread's parser took for a long text; after each parse, when the tape is not needed any more. */
void herald_json_done(void);
/* How many bytes parsing and the tape take at most, beyond what a thread keeps anyway. */
size_t herald_json_cost(const char *text, size_t length);

static inline char herald_json_kind(uint64_t word) { return (char)(word >> 56); }
static inline uint32_t herald_json_count(uint64_t word) { return (uint32_t)(word >> 32) & 0xFFFFFF; }
/* The text of a word of kind `"`. */
static inline const char *herald_json_string(const herald_json_tape *tape, uint64_t word, uint32_t *length) {
    const uint8_t *place = tape->strings + (word & 0xFFFFFFFFFFFFFF);
    *length = (uint32_t)place[0] | (uint32_t)place[1] << 8 | (uint32_t)place[2] << 16 | (uint32_t)place[3] << 24;
    return (const char *)place + 4;
}

/* Writing. */

enum { HERALD_JSON_NUMBER_ROOM = 32, HERALD_JSON_ESCAPE_ROOM = 6 };

/* Writes the shortest text that reads back to the same finite double; has a point or an exponent. Returns its length. */
size_t herald_json_write_double(double value, char *room);
/* Returns the length of what it wrote. */
size_t herald_json_write_integer(int64_t value, char *room);
/* How many of the first bytes stand for themselves in a string; `is_ascii` becomes false when one of them is not ASCII. */
size_t herald_json_plain(const char *text, size_t length, bool *is_ascii);
/* Writes the escape of a byte that does not stand for itself. Returns its length. */
size_t herald_json_write_escape(char byte, char *room);
bool herald_json_is_utf8(const char *text, size_t length);

#ifdef __cplusplus
}
#endif
#endif
