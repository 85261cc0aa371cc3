assert(load('\27Lua'))
