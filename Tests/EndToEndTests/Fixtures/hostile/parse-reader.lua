assert(not load(function() return 'x = 1 ' end))
