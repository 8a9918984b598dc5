// JSON-RPC 2.0: the methods under their own names, `initialize`, `cancel` and notifications `progress`.
#include "app/serve/catalogue.h"
#include "app/serve/door.h"
#include "app/serve/errors.h"

namespace lw::serve {
namespace {

class JsonRpcDoor : public Door {
 public:
  std::variant<Json, Failure, MethodCall> decide(const Incoming& request, ServeSession& session) override {
    if (request.method == "initialize") {
      session.nameClient(request.params.value("client", Json()));
      return Json{{"name", "lw"}, {"version", LW_VERSION}, {"protocol", 1}, {"methods", methodSummaries()}};
    }
    const Method* method = findMethod(request.method);
    if (!method)
      return Failure{kMethodNotFound,
                     explain(err::kNoMethod(request.method), "initialize lists the methods"),
                     {},
                     "method",
                     request.method};
    return MethodCall{method, request.params, request.id};
  }
  Json answered(const Json& id, Json result) const override { return resultMessage(id, std::move(result)); }
  Json failed(const Json& id, const Failure& failure) const override { return errorMessage(id, failure); }
  Json progressed(const Json& token, double done, double total, const std::string& what) const override {
    return notification("progress", {{"id", token}, {"done", done}, {"total", total}, {"what", what}});
  }
  std::optional<Json> cancels(const Incoming& message) const override {
    if (message.method != "cancel") return std::nullopt;
    return message.params.value("id", Json());
  }
  bool answersCancelled() const override { return true; }
  bool takesBatches() const override { return true; }
};

}  // namespace

std::unique_ptr<Door> jsonRpcDoor() { return std::make_unique<JsonRpcDoor>(); }

}  // namespace lw::serve
