local e = { code = 'x', message = 'y' }
e.cause = e
error(e)
