#include "app/serve/editor/language_server.h"

#include <csignal>
#include <map>

#include "app/serve/editor/content_reader.h"
#include "app/serve/editor/editor_answers.h"
#include "app/serve/errors.h"
#include "app/serve/protocol/framing.h"

namespace lw::serve {
namespace {

constexpr int kServerNotInitialized = -32002;
constexpr size_t kMostTexts = 200;

class LanguageServer {
 public:
  LanguageServer(int from, int to) : reader_(from, kMostMessageBytes), writer_(to) {}
  int run();

 private:
  void receive(const ContentReader::Content& content);
  void notified(const Incoming& message);
  std::variant<Json, Failure> answer(const Incoming& request);
  Json initialize(const Json& params);
  void open(const Json& document, const std::string& text);
  const EditedText* textOf(const Json& params) const;
  std::variant<Json, Failure> resolve(const Json& action) const;
  void send(const Json& message);

  ContentReader reader_;
  LineWriter writer_;
  std::map<std::string, EditedText> texts_;  // by URI
  bool initialized_ = false, utf8_ = false, shutDown_ = false, ended_ = false;
};

int LanguageServer::run() {
  while (!ended_ && !writer_.gone()) {
    const std::optional<ContentReader::Content> content = reader_.next();
    if (!content) break;
    try {
      receive(*content);
    } catch (const std::exception& e) {
      send(errorMessage(Json(), {kInternalError, explain(err::kServeInternal(Snippet(e.what())), "report it")}));
    }
  }
  return ended_ && shutDown_ ? 0 : 1;
}

void LanguageServer::send(const Json& message) {
  const std::string text = lw::serve::textOf(message);
  writer_.writeBytes("Content-Length: " + std::to_string(text.size()) + "\r\n\r\n" + text);
}

void LanguageServer::receive(const ContentReader::Content& content) {
  if (content.tooLong)
    return send(errorMessage(
        Json(), {kInvalidRequest, explain(err::kMessageTooLong(kMostMessageBytes), "open a smaller file")}));
  const std::variant<Json, Failure> parsed = parseMessage(content.text);
  if (const auto* failure = std::get_if<Failure>(&parsed)) return send(errorMessage(Json(), *failure));
  Json id;
  const std::variant<Incoming, Failure> incoming = incomingOf(std::get<Json>(parsed), id);
  if (const auto* failure = std::get_if<Failure>(&incoming)) return send(errorMessage(id, *failure));
  const Incoming& message = std::get<Incoming>(incoming);
  if (message.kind == Incoming::Kind::Notification) return notified(message);
  if (message.kind != Incoming::Kind::Request) return;
  std::variant<Json, Failure> result = answer(message);
  if (const auto* failure = std::get_if<Failure>(&result)) return send(errorMessage(id, *failure));
  send(resultMessage(id, std::get<Json>(std::move(result))));
}

void LanguageServer::notified(const Incoming& message) {
  if (message.method == "exit") ended_ = true;
  if (!initialized_ || shutDown_) return;
  const Json document = message.params.value("textDocument", Json::object());
  if (!document.is_object() || !document.value("uri", Json()).is_string()) return;
  if (message.method == "textDocument/didOpen") {
    const Json text = document.value("text", Json());
    if (text.is_string()) open(document, text.get<std::string>());
  } else if (message.method == "textDocument/didChange") {
    const Json changes = message.params.value("contentChanges", Json());
    const Json last = changes.is_array() && !changes.empty() ? changes.back() : Json();
    const Json text = last.is_object() ? last.value("text", Json()) : Json();
    if (text.is_string()) open(document, text.get<std::string>());
  } else if (message.method == "textDocument/didClose") {
    const auto uri = document["uri"].get<std::string>();
    if (texts_.erase(uri) > 0)
      send(notification("textDocument/publishDiagnostics", {{"uri", uri}, {"diagnostics", Json::array()}}));
  }
}

void LanguageServer::open(const Json& document, const std::string& text) {
  const auto uri = document["uri"].get<std::string>();
  if (texts_.size() >= kMostTexts && !texts_.contains(uri)) return;
  const Json given = document.value("version", Json());
  const int64_t version = given.is_number_integer() ? given.get<int64_t>() : 0;
  const EditedText& read = texts_.insert_or_assign(uri, EditedText(uri, version, text, utf8_)).first->second;
  send(notification("textDocument/publishDiagnostics",
                    {{"uri", uri}, {"version", version}, {"diagnostics", diagnosticsJson(read)}}));
}

const EditedText* LanguageServer::textOf(const Json& params) const {
  const Json document = params.value("textDocument", Json());
  const Json uri = document.is_object() ? document.value("uri", Json()) : Json();
  if (!uri.is_string()) return nullptr;
  const auto found = texts_.find(uri.get<std::string>());
  return found == texts_.end() ? nullptr : &found->second;
}

Json LanguageServer::initialize(const Json& params) {
  initialized_ = true;
  const Json encodings = params.contains("/capabilities/general/positionEncodings"_json_pointer)
                             ? params["/capabilities/general/positionEncodings"_json_pointer]
                             : Json();
  utf8_ = encodings.is_array() && std::find(encodings.begin(), encodings.end(), "utf-8") != encodings.end();
  return {{"capabilities",
           {{"positionEncoding", utf8_ ? "utf-8" : "utf-16"},
            {"textDocumentSync", {{"openClose", true}, {"change", 1}}},
            {"hoverProvider", true},
            {"documentSymbolProvider", true},
            {"codeActionProvider", {{"codeActionKinds", {"refactor.rewrite"}}, {"resolveProvider", true}}}}},
          {"serverInfo", {{"name", "loopwright"}, {"version", LW_VERSION}}}};
}

std::variant<Json, Failure> LanguageServer::resolve(const Json& action) const {
  const Json data = action.value("data", Json());
  const Json uri = data.is_object() ? data.value("uri", Json()) : Json();
  const auto found = uri.is_string() ? texts_.find(uri.get<std::string>()) : texts_.end();
  const bool said = found != texts_.end() && data.value("function", Json()).is_string() &&
                    data.value("step", Json()).is_string() && data.value("version", Json()) == found->second.version();
  if (said) return resolvedAction(found->second, action);
  return Failure{kInvalidParams, explain(err::kTextChanged(), "ask for the actions again"), {}, "data"};
}

std::variant<Json, Failure> LanguageServer::answer(const Incoming& request) {
  const std::string& method = request.method;
  if (method == "initialize") {
    if (initialized_)
      return Failure{kInvalidRequest, explain(err::kInitializedTwice(), "start another `lw lsp` for another editor")};
    return initialize(request.params);
  }
  if (!initialized_)
    return Failure{kServerNotInitialized, explain(err::kNotInitialized(method), "send initialize first")};
  if (method == "shutdown") {
    shutDown_ = true;
    return Json();
  }
  if (method == "codeAction/resolve") return resolve(request.params);
  const bool known =
      method == "textDocument/hover" || method == "textDocument/documentSymbol" || method == "textDocument/codeAction";
  if (!known)
    return Failure{kMethodNotFound,
                   explain(err::kNoMethod(method), "the answer to initialize says what there is"),
                   {},
                   "method",
                   method};
  const EditedText* text = textOf(request.params);
  if (!text) return Json();  // closed meanwhile
  if (method == "textDocument/documentSymbol") return symbolsJson(*text);
  if (method == "textDocument/hover") return hoverJson(*text, text->offsetOf(request.params.value("position", Json())));
  const Json range = request.params.value("range", Json());
  return actionsJson(*text, text->offsetOf(range.is_object() ? range.value("start", Json()) : Json()));
}

}  // namespace

int serveEditor(int from, int to) {
  std::signal(SIGPIPE, SIG_IGN);
  return LanguageServer(from, to).run();
}

}  // namespace lw::serve
