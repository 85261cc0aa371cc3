local env = {}
for _, name in ipairs { 'io', 'dofile', 'loadfile', 'package' } do assert(_G[name] == nil, name) end
assert(os.execute == nil and os.getenv == nil and debug.getregistry == nil and string.dump == nil)
error 'held'
