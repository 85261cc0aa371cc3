return (''):rep(1 << 62)
