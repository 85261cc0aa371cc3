error(('x'):rep(1e7))
