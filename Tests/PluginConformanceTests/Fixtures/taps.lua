-- Taps what plugins from outside the package perform, and cancels the one that lingers.
local herald = require "herald"
local app = herald.connect { user = "ana" }
local card
for item in app:feed():items() do card = item:card() end

local function tap(element)
  local outcome = card:tap(element)
  print(element, outcome.status, herald.json.encode(outcome.result))
end

tap "shout"
tap "count"
local asked = card:tap "ask"
print("ask", asked.status, asked.error.code, asked.error.hint)

local task
herald.on_callback("waiting", function() task:cancel() return true end)
task = herald.spawn(function() return card:tap "linger" end)
local joined, problem = pcall(task.join, task)
print("linger", joined, problem.code)
