/* An action that does nothing, for measurements. */
#include "herald_plugin.h"

#include <string.h>

static herald_status invoke(void *instance, herald_call call, herald_str type, herald_str action, herald_str context,
                            const herald_out *out) {
    (void)instance, (void)call, (void)type, (void)action, (void)context;
    out->result(out->ctx, (herald_str){"{}", 2});
    return HERALD_OK;
}

static const herald_action_v1 actions = {.size = sizeof actions, .invoke = invoke};

static const void *find(void *instance, herald_str interface) {
    (void)instance;
    return interface.len == 15 && memcmp(interface.ptr, "herald.action/1", 15) == 0 ? &actions : NULL;
}

static herald_status create(const herald_entry *entry, const herald_host *host, herald_plugin *plugin,
                            const herald_out *out) {
    (void)entry, (void)host, (void)out;
    plugin->find = find;
    return HERALD_OK;
}

static const herald_entry entry = {
    .magic = HERALD_MAGIC, .size = sizeof entry, .abi_major = HERALD_ABI_MAJOR, .abi_minor = HERALD_ABI_MINOR,
    .id = "noop-native", .version = "1.0.0", .create = create,
};

HERALD_ENTRY(noop_native) { return &entry; }
