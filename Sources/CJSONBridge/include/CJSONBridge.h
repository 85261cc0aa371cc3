/* Walks a JSON text once and calls back for every value; simdjson underneath. No C++ type or exception crosses. */
#ifndef HERALD_CJSONBRIDGE_H
#define HERALD_CJSONBRIDGE_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#ifdef __cplusplus
extern "C" {
#endif

/* Each callback returns false to stop the walk. Text is borrowed for the call. Keys come before their value. */
typedef struct herald_json_visitor {
    bool (*null_value)(void *context);
    bool (*bool_value)(void *context, bool value);
    bool (*int_value)(void *context, int64_t value);
    bool (*double_value)(void *context, double value);
    bool (*string_value)(void *context, const char *text, size_t length);
    bool (*key)(void *context, const char *text, size_t length);
    bool (*begin_array)(void *context);
    bool (*end_array)(void *context);
    bool (*begin_object)(void *context);
    bool (*end_object)(void *context);
} herald_json_visitor;

enum herald_json_status {
    HERALD_JSON_OK = 0,
    HERALD_JSON_STOPPED = 1,   /* a callback returned false */
    HERALD_JSON_INVALID = 2,   /* not JSON, a number out of range, bad UTF-8 or a lone surrogate */
    HERALD_JSON_TOO_DEEP = 3,
    HERALD_JSON_NO_MEMORY = 4,
};

/* Nothing is called back before the whole text has been found to be JSON; an integer above INT64_MAX ends the walk where
 * it stands. The walk recurses once per level: `maximum_depth` must fit the caller's stack. `message` is a static text on failure. */
int herald_json_walk(const char *text, size_t length, size_t maximum_depth, const herald_json_visitor *visitor,
                     void *context, const char **message);

#ifdef __cplusplus
}
#endif
#endif
