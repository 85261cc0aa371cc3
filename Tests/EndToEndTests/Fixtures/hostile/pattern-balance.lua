return ("("):rep(3e5):gsub("%b()", "")
