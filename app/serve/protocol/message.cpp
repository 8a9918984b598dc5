#include "app/serve/protocol/message.h"

#include "app/serve/errors.h"
#include "app/shared/json/explanation_json.h"
#include "core/support/json_depth.h"

namespace lw::serve {
namespace {

constexpr size_t kMostIdBytes = 256, kMostMethodBytes = 128, kShownBytes = 200;

bool isId(const Json& id) {
  if (id.is_string()) return id.get_ref<const std::string&>().size() <= kMostIdBytes;
  return id.is_number_integer();
}

Failure noRequest(lw::Message what, Json value) {
  return {
      kInvalidRequest,
      explain(err::kNoRequest(std::move(what)), R"(send {"jsonrpc": "2.0", "id": 1, "method": "help"} on one line)"),
      {},
      "",
      std::move(value)};
}

}  // namespace

std::variant<Json, Failure> parseMessage(const std::string& text) {
  if (tooDeepInJson(text))
    return Failure{kInvalidRequest, explain(err::kMessageTooDeep(kMostJsonDepth), "leave out levels of lists")};
  Json message = Json::parse(text, nullptr, false);
  if (!message.is_discarded()) return message;
  return Failure{kParseError, explain(err::kMessageNoJson(Snippet(textOf(Json(text.substr(0, kShownBytes))))),
                                      "send one JSON text a line, in UTF-8")};
}

std::variant<Incoming, Failure> incomingOf(const Json& message, Json& id) {
  if (!message.is_object()) return noRequest(say("it is no object"), {});
  if (const auto found = message.find("id"); found != message.end() && isId(*found)) id = *found;
  if (message.value("jsonrpc", Json()) != "2.0") return noRequest(say("jsonrpc is not \"2.0\""), {});
  const auto method = message.find("method");
  if (method == message.end()) {
    if (message.contains("result") || message.contains("error")) return Incoming{Incoming::Kind::Response, id, ""};
    return noRequest(say("it has no method"), {});
  }
  if (!method->is_string() || method->get_ref<const std::string&>().size() > kMostMethodBytes)
    return noRequest(say("its method is no name"), {});
  Incoming incoming{Incoming::Kind::Notification, id, method->get<std::string>()};
  if (const auto params = message.find("params"); params != message.end()) {
    if (!params->is_object()) return noRequest(say("its parameters are not given by name"), {});
    incoming.params = *params;
  }
  const auto given = message.find("id");
  if (given == message.end()) return incoming;
  if (!isId(*given)) return noRequest(say("its id is neither a string nor an integer"), {});
  incoming.kind = Incoming::Kind::Request;
  return incoming;
}

Json resultMessage(const Json& id, Json result) {
  return {{"jsonrpc", "2.0"}, {"id", id}, {"result", std::move(result)}};
}

Json errorMessage(const Json& id, const Failure& failure) {
  return {{"jsonrpc", "2.0"},
          {"id", id},
          {"error", {{"code", failure.code}, {"message", failure.why.message}, {"data", failureJson(failure)}}}};
}

Json notification(const std::string& method, Json params) {
  return {{"jsonrpc", "2.0"}, {"method", method}, {"params", std::move(params)}};
}

Json failureJson(const Failure& failure) {
  const Explanation& why = failure.why;
  Json j = errorJson(why.kind, why.message, why.hint, why.span, failure.source ? &*failure.source : nullptr);
  if (!failure.place.empty())
    j["place"] = failure.place;
  else if (j.contains("line"))
    j["place"] = j["file"].get<std::string>() + ":" + j["line"].dump() + ":" + j["column"].dump();
  if (!failure.value.is_null()) j["value"] = failure.value;
  if (why.witness || !why.repairs.empty()) j.update(explanationJson(why));
  if (failure.more.is_object()) j.update(failure.more);
  return j;
}

std::string textOf(const Json& message) { return message.dump(-1, ' ', false, Json::error_handler_t::replace); }

}  // namespace lw::serve
