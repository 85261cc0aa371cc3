// Whether bytes are text.
#include "CLuaBridge.h"

#include "CJSONBridge.h"

bool herald_is_utf8_beyond_ascii(const char *text, size_t length) { return herald_json_is_utf8(text, length); }
