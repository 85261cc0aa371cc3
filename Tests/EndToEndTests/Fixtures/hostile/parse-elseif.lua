assert(not load('if x then ' .. ('elseif x then '):rep(2.5e5) .. 'end'))
