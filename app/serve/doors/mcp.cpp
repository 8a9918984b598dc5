// The Model Context Protocol over stdio (modelcontextprotocol.io): the methods as tools, with resources and prompts.
#include <algorithm>

#include "app/serve/door.h"
#include "app/serve/doors/mcp_content.h"
#include "app/serve/errors.h"

namespace lw::serve {
namespace {

// Revisions of the protocol, oldest first. They are compared as texts, because they are dates.
constexpr const char* kRevisions[] = {"2024-11-05", "2025-03-26", "2025-06-18",
                                      "2025-11-25"};  // agreed on by initialize
constexpr const char* kAnnotated = "2025-03-26";      // tools have annotations, progress has a message
constexpr const char* kStructured = "2025-06-18";     // results have structured content; batches are gone
// Every request says its revision, and there is no initialize. Documents are named in each call anyhow.
constexpr const char* kStateless = "2026-07-28";
constexpr const char *kVersionKey = "io.modelcontextprotocol/protocolVersion",
                     *kServerKey = "io.modelcontextprotocol/serverInfo";
constexpr int kUnsupportedRevision = -32022;

const char* const kInstructions =
    "Loopwright schedules tensor programs. open a TVMScript program, read its tree for the names of loops and blocks, "
    "ask "
    "for legal steps at one of them, apply steps, and run to check and time the state. Every step is proved to keep "
    "the "
    "result; explain says why one is refused and which steps would help. help lists all steps. The program's text and "
    "its "
    "reference are fixed when it is opened.";

Json toolJson(const Method& method, const std::string& revision) {
  Json tool{{"name", method.name}, {"description", method.help}, {"inputSchema", schemaOf(method.parameters)}};
  if (revision >= kAnnotated)
    tool["annotations"] = {{"title", method.title},
                           {"readOnlyHint", method.effect == Effect::Reads},
                           {"destructiveHint", false},
                           {"openWorldHint", false}};
  if (revision >= kStructured) tool["title"] = method.title;
  return tool;
}

Json textContent(std::string text) { return {{"type", "text"}, {"text", std::move(text)}}; }

class McpDoor : public Door {
 public:
  std::variant<Json, Failure, MethodCall> decide(const Incoming& request, ServeSession& session) override {
    if (const auto wrong = takeRevision(request.params)) return *wrong;
    auto decided = decideAgreed(request, session);
    if (revision_ != kStateless) return decided;
    if (auto* result = std::get_if<Json>(&decided))
      result->update({{"resultType", "complete"}, {"ttlMs", 0}, {"cacheScope", "private"}});
    else if (auto* failure = std::get_if<Failure>(&decided); failure && failure->code == kNoSuchResource)
      failure->code = kInvalidParams;
    return decided;
  }
  std::variant<Json, Failure, MethodCall> decideAgreed(const Incoming& request, ServeSession& session) {
    const std::string& method = request.method;
    if (method == "server/discover" && revision_ == kStateless) return discovered();
    if (method == "ping") return Json::object();
    if (method == "initialize") {
      session.nameClient(request.params.value("clientInfo", Json()));
      return initialize(request.params);
    }
    if (revision_.empty())
      return Failure{kInvalidRequest, explain(err::kNotInitialized(method), "send initialize first")};
    if (method == "tools/list") return tools();
    if (method == "tools/call") return call(request.params);
    if (method == "resources/list") return resourcesJson(session);
    if (method == "resources/templates/list") return resourceTemplatesJson();
    if (method == "resources/read") return given(readResource(session, request.params));
    if (method == "prompts/list") return promptsJson();
    if (method == "prompts/get") return given(promptOf(request.params));
    return Failure{kMethodNotFound,
                   explain(err::kNoMethod(method), "tools/list, resources/list and prompts/list say what there is"),
                   {},
                   "method",
                   method};
  }
  Json answered(const Json& id, Json result) const override {
    Json content = Json::array(), rest = result;
    if (result.contains("text")) {
      content.push_back(textContent(result["text"].get<std::string>()));
      rest.erase("text");
    }
    content.push_back(textContent(rest.dump(1, ' ', false, Json::error_handler_t::replace)));
    Json answer{{"content", std::move(content)}, {"isError", false}};
    if (revision_ == kStateless) answer["resultType"] = "complete";
    if (revision_ >= kStructured) answer["structuredContent"] = std::move(result);
    return resultMessage(id, std::move(answer));
  }
  // What a tool refuses is for the model to read; only what is no call of a tool is an error of the protocol.
  Json failed(const Json& id, const Failure& failure) const override {
    if (failure.code == kCancelled) return errorMessage(id, failure);
    Json content = Json::array();
    content.push_back(textContent(toText(failure.why)));
    Json detail = failureJson(failure);
    content.push_back(textContent(detail.dump(1, ' ', false, Json::error_handler_t::replace)));
    Json answer{{"content", std::move(content)}, {"isError", true}};
    if (revision_ == kStateless) answer["resultType"] = "complete";
    return resultMessage(id, std::move(answer));
  }
  Json progressed(const Json& token, double done, double total, const std::string& what) const override {
    Json params{{"progressToken", token}, {"progress", done}, {"total", total}};
    if (revision_ >= kAnnotated) params["message"] = what;
    return notification("notifications/progress", std::move(params));
  }
  std::optional<Json> cancels(const Incoming& message) const override {
    if (message.method != "notifications/cancelled") return std::nullopt;
    return message.params.value("requestId", Json());
  }
  bool answersCancelled() const override { return false; }
  bool takesBatches() const override { return revision_ < kStructured; }

 private:
  static std::variant<Json, Failure, MethodCall> given(std::variant<Json, Failure> answer) {
    if (auto* failure = std::get_if<Failure>(&answer)) return std::move(*failure);
    return std::get<Json>(std::move(answer));
  }

  // Of a request that says one. The first that is known holds for the session.
  std::optional<Failure> takeRevision(const Json& params) {
    const Json meta = params.value("_meta", Json());
    const Json asked = meta.is_object() ? meta.value(kVersionKey, Json()) : Json();
    if (asked.is_null() || asked == revision_) return std::nullopt;
    if (asked == kStateless && revision_.empty()) {
      revision_ = kStateless;
      return std::nullopt;
    }
    const std::string mine = revision_.empty() ? kStateless : revision_;
    Failure wrong{kUnsupportedRevision,
                  explain(err::kRevision(Snippet(textOf(asked))), say("this session speaks {0}", Snippet(mine))),
                  {},
                  kVersionKey,
                  asked};
    wrong.more = {{"supported", Json::array({mine})}, {"requested", asked}};
    return wrong;
  }

  static Json capabilities() {
    return {{"tools", Json::object()}, {"resources", Json::object()}, {"prompts", Json::object()}};
  }
  static Json self() { return {{"name", "loopwright"}, {"version", LW_VERSION}}; }

  static Json discovered() {
    return {{"supportedVersions", Json::array({kStateless})},
            {"capabilities", capabilities()},
            {"instructions", kInstructions},
            {"_meta", {{kServerKey, self()}}}};
  }

  std::variant<Json, Failure, MethodCall> initialize(const Json& params) {
    if (!revision_.empty())
      return Failure{kInvalidRequest,
                     explain(err::kInitializedTwice(), "start another `lw serve --mcp` for another client")};
    const Json asked = params.value("protocolVersion", Json());
    const bool known = std::find(std::begin(kRevisions), std::end(kRevisions), asked) != std::end(kRevisions);
    const std::string revision = known ? asked.get<std::string>() : *std::prev(std::end(kRevisions));
    revision_ = revision;
    return Json{{"protocolVersion", revision},
                {"capabilities", capabilities()},
                {"serverInfo", self()},
                {"instructions", kInstructions}};
  }

  Json tools() const {
    Json list = Json::array();
    for (const Method& method : allMethods()) list.push_back(toolJson(method, revision_));
    return {{"tools", std::move(list)}};
  }

  static std::variant<Json, Failure, MethodCall> call(const Json& params) {
    const Json name = params.value("name", Json());
    const Method* method = name.is_string() ? findMethod(name.get<std::string>()) : nullptr;
    if (!method)
      return Failure{kInvalidParams,
                     explain(err::kNoMethod(name.is_string() ? name.get<std::string>() : textOf(name)),
                             "tools/list lists the tools"),
                     {},
                     "name",
                     name};
    const Json arguments = params.value("arguments", Json::object()), meta = params.value("_meta", Json());
    Json token;
    if (meta.is_object() && meta.contains("progressToken")) token = meta["progressToken"];
    return MethodCall{method, arguments, std::move(token)};
  }

  std::string revision_;  // that was agreed on; empty: not yet
};

}  // namespace

std::unique_ptr<Door> mcpDoor() { return std::make_unique<McpDoor>(); }

}  // namespace lw::serve
