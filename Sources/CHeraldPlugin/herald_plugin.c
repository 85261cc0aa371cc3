/* Guards the layout of the contract: a change that moves a member does not compile. */
#include "herald_plugin.h"

#define AT(type, member, place) _Static_assert(offsetof(type, member) == (place), #type "." #member " moved")
#define SIZE(type, bytes) _Static_assert(sizeof(type) == (bytes), "size of " #type " changed")

#if UINTPTR_MAX == UINT64_MAX

SIZE(herald_str, 16);
AT(herald_str, len, 8);
SIZE(herald_status, 4);
SIZE(herald_call, 8);
SIZE(herald_session, 8);

SIZE(herald_error, 64);
AT(herald_error, pointer, 16);
AT(herald_error, message, 32);
AT(herald_error, hint, 48);

SIZE(herald_out, 32);
AT(herald_out, ctx, 8);
AT(herald_out, result, 16);
AT(herald_out, error, 24);

SIZE(herald_host, 48);
AT(herald_host, abi_major, 4);
AT(herald_host, abi_minor, 8);
AT(herald_host, ctx, 16);
AT(herald_host, log, 24);
AT(herald_host, find, 32);
AT(herald_host, finish, 40);

SIZE(herald_plugin, 48);
AT(herald_plugin, instance, 8);
AT(herald_plugin, start, 16);
AT(herald_plugin, stop, 24);
AT(herald_plugin, destroy, 32);
AT(herald_plugin, find, 40);

SIZE(herald_entry, 48);
AT(herald_entry, size, 4);
AT(herald_entry, abi_major, 8);
AT(herald_entry, abi_minor, 12);
AT(herald_entry, id, 16);
AT(herald_entry, version, 24);
AT(herald_entry, payload, 32);
AT(herald_entry, create, 40);

SIZE(herald_action_v1, 32);
AT(herald_action_v1, check, 8);
AT(herald_action_v1, invoke, 16);
AT(herald_action_v1, cancel, 24);

SIZE(herald_channel_v1, 40);
AT(herald_channel_v1, open, 8);
AT(herald_channel_v1, command, 16);
AT(herald_channel_v1, close, 24);
AT(herald_channel_v1, cancel, 32);

SIZE(herald_health_v1, 16);
AT(herald_health_v1, check, 8);

SIZE(herald_host_service_v1, 24);
AT(herald_host_service_v1, request, 8);
AT(herald_host_service_v1, cancel, 16);

SIZE(herald_host_events_v1, 16);
AT(herald_host_events_v1, emit, 8);

SIZE(herald_host_time_v1, 40);
AT(herald_host_time_v1, wall_ms, 8);
AT(herald_host_time_v1, monotonic_ms, 16);
AT(herald_host_time_v1, after, 24);
AT(herald_host_time_v1, cancel, 32);

#endif
