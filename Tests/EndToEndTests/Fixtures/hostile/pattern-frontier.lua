return ("a"):rep(3e5):gsub("%f[b].*x", "")
