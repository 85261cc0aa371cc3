// Plugin authors import one module.
@_exported public import Values

/// The entry of an action plugin, for its one exported line.
///
/// ```swift
/// @c(herald_plugin_open_url) public func entry() -> UnsafeRawPointer { heraldEntry(OpenURL.self) }
/// ```
///
/// The name after `herald_plugin_` is the plugin's id with `_` for `-` and `.`; the function must be public, or a release
/// build does not export it.
public func heraldEntry<Plugin: ActionPlugin>(_ type: Plugin.Type) -> UnsafeRawPointer {
    PluginEntry.entry(for: type, id: type.id, version: type.version) { .action(type.init()) }
}

/// The entry of a channel plugin, for its one exported line.
///
/// ```swift
/// @c(herald_plugin_chat) public func entry() -> UnsafeRawPointer { heraldEntry(Chat.self) }
/// ```
public func heraldEntry<Plugin: ChannelPlugin>(_ type: Plugin.Type) -> UnsafeRawPointer {
    PluginEntry.entry(for: type, id: type.id, version: type.version) { .channel(type.init()) }
}
