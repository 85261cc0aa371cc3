while true do pcall(require, 'nothing.there') end
