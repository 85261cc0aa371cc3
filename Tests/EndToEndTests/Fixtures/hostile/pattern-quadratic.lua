return ("a"):rep(1e6):find(".-.-.-b")
