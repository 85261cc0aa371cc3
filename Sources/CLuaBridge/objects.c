// Userdata over Swift objects, and the well-known metatables.
#include "machine.h"

struct object {
    uint64_t magic; // the machine's key: no other userdata has it
    const void *type;
    void *reference;
};

static int release_object(lua_State *L) {
    struct object *object = lua_touserdata(L, 1);
    if (!object || lua_rawlen(L, 1) != sizeof *object || !object->reference) return 0;
    void *reference = object->reference;
    object->reference = NULL;
    object->type = NULL;
    herald_machine *machine = MACHINE(L);
    bool in_swift = machine->in_swift;
    machine->in_swift = true;
    machine->release(reference);
    machine->in_swift = in_swift;
    return 0;
}

static int release_anchor(lua_State *L) {
    void **anchor = lua_touserdata(L, 1);
    if (!anchor || !*anchor) return 0;
    void *reference = *anchor;
    *anchor = NULL;
    herald_machine *machine = MACHINE(L);
    bool in_swift = machine->in_swift;
    machine->in_swift = true;
    machine->release(reference);
    machine->in_swift = in_swift;
    return 0;
}

void herald_push_object(lua_State *L, const void *type, void *reference) {
    struct object *object = lua_newuserdatauv(L, sizeof *object, 0);
    object->magic = MACHINE(L)->key;
    object->type = type;
    object->reference = reference;
    lua_rotate(L, -2, 1);
    lua_setmetatable(L, -2);
}

void *herald_object(lua_State *L, int index, const void *type) {
    // A string or table of that length is no userdata, and null has none.
    if (lua_rawlen(L, index) != sizeof(struct object)) return NULL;
    struct object *object = lua_touserdata(L, index);
    if (!object || object->magic != MACHINE(L)->key || object->type != type) return NULL;
    return object->reference;
}

void *herald_any_object(lua_State *L, int index) {
    if (lua_type(L, index) != LUA_TUSERDATA || lua_rawlen(L, index) != sizeof(struct object)) return NULL;
    struct object *object = lua_touserdata(L, index);
    return object->magic == MACHINE(L)->key ? object->reference : NULL;
}

// Upvalues: 1 the fields (functions are methods, light userdata are accessors), 2 the accessor of all other names.
static int index_object(lua_State *L) {
    // Only the interpreter calls this, always with the object and a key.
    lua_pushvalue(L, 2);
    switch (lua_rawget(L, lua_upvalueindex(1))) {
    case LUA_TNIL:
        if (!lua_islightuserdata(L, lua_upvalueindex(2))) return 1;
        lua_settop(L, 2);
        return herald_invoke(L, lua_touserdata(L, lua_upvalueindex(2)));
    case LUA_TLIGHTUSERDATA: return herald_invoke(L, lua_touserdata(L, 3));
    default: return 1;
    }
}

// Upvalues: 1 the type's name, 2 the setters by name, or nil.
static int assign(lua_State *L) {
    if (lua_istable(L, lua_upvalueindex(2))) {
        lua_pushvalue(L, 2);
        if (lua_rawget(L, lua_upvalueindex(2)) == LUA_TLIGHTUSERDATA) return herald_invoke(L, lua_touserdata(L, 4));
        lua_pop(L, 1);
    }
    const char *type = lua_tostring(L, lua_upvalueindex(1));
    if (lua_type(L, 2) == LUA_TSTRING) {
        return luaL_error(L, "field '%s' of a %s cannot be set", lua_tostring(L, 2), type);
    }
    return luaL_error(L, "fields of a %s cannot be set", type);
}

static int same_object(lua_State *L) {
    struct object *left = lua_touserdata(L, 1), *right = lua_touserdata(L, 2);
    bool objects = left && right && lua_rawlen(L, 1) == sizeof *left && lua_rawlen(L, 2) == sizeof *right;
    lua_pushboolean(L, objects && left->magic == MACHINE(L)->key && right->magic == left->magic
        && left->reference == right->reference && left->type == right->type);
    return 1;
}

void herald_make_metatable(lua_State *L, const char *name, void *dynamic) {
    lua_createtable(L, 0, 8);
    lua_rotate(L, -3, 1);
    // Now: the metatable, the fields, the setters.
    lua_pushstring(L, name);
    lua_rotate(L, -2, 1);
    lua_pushcclosure(L, assign, 2);
    lua_setfield(L, -3, "__newindex");
    if (dynamic) {
        lua_pushlightuserdata(L, dynamic);
    } else {
        lua_pushnil(L);
    }
    lua_pushcclosure(L, index_object, 2);
    lua_setfield(L, -2, "__index");
    lua_pushcfunction(L, release_object);
    lua_setfield(L, -2, "__gc");
    lua_pushcfunction(L, same_object);
    lua_setfield(L, -2, "__eq");
    lua_pushboolean(L, 0);
    lua_setfield(L, -2, "__metatable");
    lua_pushstring(L, name);
    lua_setfield(L, -2, "__name");
}

void herald_push_array_metatable(lua_State *L) { lua_rawgetp(L, LUA_REGISTRYINDEX, &herald_array_key); }
void herald_push_error_metatable(lua_State *L) { lua_rawgetp(L, LUA_REGISTRYINDEX, &herald_error_key); }

static int null_text(lua_State *L) {
    lua_pushliteral(L, "null");
    return 1;
}

void herald_set_loaded(lua_State *L, const char *name) {
    luaL_getsubtable(L, LUA_REGISTRYINDEX, LUA_LOADED_TABLE);
    lua_rotate(L, -2, 1);
    lua_setfield(L, -2, name);
    lua_pop(L, 1);
}

static void new_protected(lua_State *L, const char *name) {
    lua_createtable(L, 0, 4);
    lua_pushboolean(L, 0);
    lua_setfield(L, -2, "__metatable");
    lua_pushstring(L, name);
    lua_setfield(L, -2, "__name");
}

void herald_open_objects(lua_State *L) {
    new_protected(L, "array");
    lua_rawsetp(L, LUA_REGISTRYINDEX, &herald_array_key);
    new_protected(L, "error");
    lua_rawsetp(L, LUA_REGISTRYINDEX, &herald_error_key);
    lua_createtable(L, 0, 1);
    lua_pushcfunction(L, release_anchor);
    lua_setfield(L, -2, "__gc");
    lua_rawsetp(L, LUA_REGISTRYINDEX, &herald_release_key);
    // All light userdata that scripts see is null; they share this metatable.
    lua_pushlightuserdata(L, NULL);
    new_protected(L, "null");
    lua_pushcfunction(L, null_text);
    lua_setfield(L, -2, "__tostring");
    lua_setmetatable(L, -2);
    lua_pop(L, 1);
}
