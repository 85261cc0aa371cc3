local f, e = load(('('):rep(1e6) .. '1')
assert(not f, e)
