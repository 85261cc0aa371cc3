#include "CJSONBridge.h"

#include <memory>
#include <new>
#include <simdjson.h>
#include <stdexcept>

namespace {

using simdjson::dom::element;

bool walk(element value, const herald_json_visitor &visit, void *context);

bool walk_array(simdjson::dom::array array, const herald_json_visitor &visit, void *context) {
    if (!visit.begin_array(context)) return false;
    for (element child : array) {
        if (!walk(child, visit, context)) return false;
    }
    return visit.end_array(context);
}

bool walk_object(simdjson::dom::object object, const herald_json_visitor &visit, void *context) {
    if (!visit.begin_object(context)) return false;
    for (auto field : object) {
        if (!visit.key(context, field.key.data(), field.key.size())) return false;
        if (!walk(field.value, visit, context)) return false;
    }
    return visit.end_object(context);
}

bool walk(element value, const herald_json_visitor &visit, void *context) {
    switch (value.type()) {
    case simdjson::dom::element_type::NULL_VALUE: return visit.null_value(context);
    case simdjson::dom::element_type::BOOL: return visit.bool_value(context, bool(value));
    case simdjson::dom::element_type::INT64: return visit.int_value(context, int64_t(value));
    // Only integers above INT64_MAX have this type; the nearest double would be another number.
    case simdjson::dom::element_type::UINT64: throw std::out_of_range("an integer outside of 64 bits");
    case simdjson::dom::element_type::DOUBLE: return visit.double_value(context, double(value));
    case simdjson::dom::element_type::STRING: {
        std::string_view text = value;
        return visit.string_value(context, text.data(), text.size());
    }
    case simdjson::dom::element_type::ARRAY: return walk_array(value, visit, context);
    case simdjson::dom::element_type::OBJECT: return walk_object(value, visit, context);
    }
    return false;
}

}  // namespace

int herald_json_walk(const char *text, size_t length, size_t maximum_depth, const herald_json_visitor *visitor,
                     void *context, const char **message) {
    *message = "";
    try {
        simdjson::dom::parser parser;
        if (parser.allocate(length, maximum_depth) != simdjson::SUCCESS) return HERALD_JSON_NO_MEMORY;
        element root;
        simdjson::error_code error = parser.parse(text, length).get(root);
        if (error != simdjson::SUCCESS) {
            *message = simdjson::error_message(error);
            return error == simdjson::DEPTH_ERROR ? HERALD_JSON_TOO_DEEP
                 : error == simdjson::MEMALLOC    ? HERALD_JSON_NO_MEMORY
                                                  : HERALD_JSON_INVALID;
        }
        return walk(root, *visitor, context) ? HERALD_JSON_OK : HERALD_JSON_STOPPED;
    } catch (const std::bad_alloc &) {
        return HERALD_JSON_NO_MEMORY;
    } catch (const std::out_of_range &) {
        *message = "an integer outside of 64 bits";
        return HERALD_JSON_INVALID;
    } catch (...) {
        *message = "the parser failed";
        return HERALD_JSON_INVALID;
    }
}
