"""The same work through lupa, for scripts/dev/bench scripting: a name and nanoseconds on each line."""
import statistics
import time

import lupa.lua54 as lupa

lua = lupa.LuaRuntime(unpack_returned_tuples=True)


class Point:
    x = 7

    def plus(self, other):
        return self.x + other


def fail():
    raise ValueError("it failed")


globals_ = lua.globals()
globals_.add, globals_.fail, globals_.point = (lambda a, b: a + b), fail, Point()
table = {f"key_{place}": place for place in range(100)}


def loop(body):
    return lua.eval(f"function(n) for i = 1, n do {body} end end")


def pull(count):
    source = lua.table_from(table)
    for _ in range(count):
        dict(source.items())


def push(count):
    for _ in range(count):
        lua.table_from(table)


lua_add = lua.eval("function(a, b) return a + b end")


def call(count):
    for turn in range(count):
        lua_add(turn, 1)


work = {
    "typed host call": (loop("add(i, 1)"), 50_000),
    "field get": (loop("local x = point.x"), 50_000),
    "method call": (loop("point.plus(i)"), 20_000),
    "caught host error": (loop("pcall(fail)"), 10_000),
    "host calls a Lua function": (call, 50_000),
    "push a 100-key table": (push, 300),
    "pull a 100-key table": (pull, 300),
}
for name, (run, count) in work.items():
    times = []
    for turn in range(8):
        start = time.process_time_ns()
        run(count)
        if turn:
            times.append((time.process_time_ns() - start) / count)
    print(f"{name}\t{statistics.median(times)}")
