assert(not load('return a ' .. ('and a '):rep(6e5)))
