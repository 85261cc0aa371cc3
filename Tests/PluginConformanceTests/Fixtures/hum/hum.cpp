// A plugin in C++17: keeps the melody in its store, and ends the call when the host has done so.
#include "herald_plugin.h"

#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>

namespace {

herald_str lend(std::string_view text) { return {text.data(), text.size()}; }
std::string_view view(herald_str text) { return {text.ptr, text.len}; }

class Plugin {
 public:
  explicit Plugin(const herald_host *host)
      : host(host), store(static_cast<const herald_host_service_v1 *>(host->find(host->ctx, lend(HERALD_HOST_STORE)))) {}

  // What is not JSON cannot be kept: the host says so, and there will be no reply.
  herald_status hum(herald_call call, std::string_view action, const herald_out *out) {
    auto *pending = new Pending{this, call};
    std::string json = R"({"key":"melody","value":)" + (action.empty() ? std::string("null") : std::string(action)) + "}";
    uint64_t request = 0;
    const std::lock_guard<std::mutex> guard(mutex);
    if (store->request(host->ctx, call, lend("set"), lend(json), lend(""), replied, pending, &request) != HERALD_PENDING) {
      delete pending;
      herald_error error = {lend("bad_json"), lend(""), lend("the melody cannot be kept"), lend("")};
      out->error(out->ctx, &error);
      return HERALD_E_INPUT;
    }
    requests[call] = request;
    return HERALD_PENDING;
  }

  void cancel(herald_call call) {
    uint64_t request = 0;
    {
      const std::lock_guard<std::mutex> guard(mutex);
      auto found = requests.find(call);
      if (found == requests.end()) return;
      request = found->second;
    }
    store->cancel(host->ctx, request);
  }

 private:
  struct Pending {
    Plugin *plugin;
    herald_call call;
  };

  static void replied(void *user, herald_status status, herald_str, herald_str, const herald_error *error) {
    auto *pending = static_cast<Pending *>(user);
    pending->plugin->finish(pending->call, status, error);
    delete pending;
  }

  void finish(herald_call call, herald_status status, const herald_error *error) {
    {
      const std::lock_guard<std::mutex> guard(mutex);
      requests.erase(call);
    }
    host->finish(host->ctx, call, status, lend(status == HERALD_OK ? R"({"hummed":true})" : ""), error);
  }

  const herald_host *host;
  const herald_host_service_v1 *store;
  std::mutex mutex;
  std::unordered_map<herald_call, uint64_t> requests;
};

herald_status invoke(void *instance, herald_call call, herald_str, herald_str action, herald_str, const herald_out *out) {
  return static_cast<Plugin *>(instance)->hum(call, view(action), out);
}

void cancel(void *instance, herald_call call) { static_cast<Plugin *>(instance)->cancel(call); }

const herald_action_v1 actions = {sizeof(herald_action_v1), nullptr, invoke, cancel};

const void *find(void *, herald_str id) { return view(id) == HERALD_ACTION ? &actions : nullptr; }

void destroy(void *instance) { delete static_cast<Plugin *>(instance); }

herald_status create(const herald_entry *, const herald_host *host, herald_plugin *plugin, const herald_out *) {
  plugin->instance = new Plugin(host);
  plugin->find = find;
  plugin->destroy = destroy;
  return HERALD_OK;
}

const herald_entry entry = {HERALD_MAGIC, sizeof(herald_entry), HERALD_ABI_MAJOR, HERALD_ABI_MINOR,
                            "hum",        "0.1.0",              nullptr,          create};

}  // namespace

HERALD_ENTRY(hum) { return &entry; }
