// Text to tape, with one parser per thread.
#include "CJSONBridge.h"

#include <cstring>
#include <memory>
#include <new>
#include <simdjson.h>

namespace {

constexpr size_t kept_length = 64 << 10;
// simdjson counts the level of the document itself.
constexpr size_t parser_depth = HERALD_JSON_DEEPEST + 1;

struct thread_parser {
    simdjson::dom::parser parser;
    std::unique_ptr<char[]> text; // a copy of the text with the bytes behind it that simdjson may read
    size_t capacity = 0;

    bool grow(size_t length) {
        if (length <= capacity) return true;
        size_t wanted = length;
        if (length <= kept_length) {
            for (wanted = 1024; wanted < length;) wanted *= 2;
        }
        capacity = 0;
        text.reset(new (std::nothrow) char[wanted + simdjson::SIMDJSON_PADDING]);
        if (!text || parser.allocate(wanted, parser_depth) != simdjson::SUCCESS) return false;
        if (parser.doc.allocate(wanted) != simdjson::SUCCESS) return false;
        capacity = wanted;
        return true;
    }
};

thread_local std::unique_ptr<thread_parser> own;

} // namespace

enum herald_json_status herald_json_parse(const char *text, size_t length, herald_json_tape *tape) {
    if (length == 0) return HERALD_JSON_INVALID;
    if (!own) own.reset(new (std::nothrow) thread_parser);
    if (!own || !own->grow(length)) {
        own.reset();
        return HERALD_JSON_NO_MEMORY;
    }
    std::memcpy(own->text.get(), text, length);
    std::memset(own->text.get() + length, ' ', simdjson::SIMDJSON_PADDING);
    simdjson::error_code error = own->parser.parse(own->text.get(), length, false).error();
    if (error == simdjson::MEMALLOC) return HERALD_JSON_NO_MEMORY;
    if (error != simdjson::SUCCESS) return HERALD_JSON_INVALID;
    tape->words = own->parser.doc.tape.get();
    tape->strings = own->parser.doc.string_buf.get();
    return HERALD_JSON_OK;
}

void herald_json_done(void) {
    if (own && own->capacity > kept_length) own.reset();
}

size_t herald_json_cost(const char *text, size_t length) {
    if (length <= kept_length) return 0;
    // Pages that nothing is written to cost nothing, so this counts what is written: places of marks and of starts of
    // values in the first pass, words of the tape and strings in the second.
    size_t marks = 0, quotes = 0, gaps = 0;
    bool after_gap = false;
    for (size_t place = 0; place < length; place++) {
        char byte = text[place];
        char folded = char(byte | 0x20); // [ and {, ] and } differ in one bit
        bool is_gap = (byte == ' ') | (byte == '\n') | (byte == '\r') | (byte == '\t');
        marks += size_t((folded == '{') | (folded == '}') | (byte == ',') | (byte == ':'));
        quotes += size_t(byte == '"');
        gaps += size_t(after_gap & !is_gap);
        after_gap = is_gap;
    }
    size_t places = 4 * (2 * marks + quotes + gaps + 1);
    size_t words = 8 * 2 * (marks + 1);
    return length + places + words + length + 3 * quotes;
}
