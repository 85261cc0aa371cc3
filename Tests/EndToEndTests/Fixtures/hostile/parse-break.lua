assert(not load('while x do ' .. ('if y then break end '):rep(2e5) .. 'end'))
