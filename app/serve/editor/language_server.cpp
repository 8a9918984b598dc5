#include "app/serve/editor/language_server.h"

#include <csignal>
#include <cstdlib>
#include <map>
#include <mutex>

#include "app/serve/editor/content_reader.h"
#include "app/serve/editor/editor_commands.h"
#include "app/serve/editor/editor_requests.h"
#include "app/serve/editor/open_texts.h"
#include "app/serve/errors.h"
#include "app/serve/lane.h"
#include "app/serve/protocol/framing.h"
#include "app/shared/deep_stack.h"

namespace lw::serve {
namespace {

constexpr int kServerNotInitialized = -32002;
constexpr int64_t kMostWaiting = 1000;  // requests without an answer
constexpr double kCommandSeconds = 3600;
constexpr std::chrono::milliseconds kLastAnswers{5000}, kLastJob{3000};

struct Asked {
  Incoming request;
  std::shared_ptr<Context> context = std::make_shared<Context>();
};
using AskedPtr = std::shared_ptr<Asked>;

Json member(const Json& value, const char* name) { return value.is_object() ? value.value(name, Json()) : Json(); }

// Reads messages on the thread that calls run(). Changes of texts and requests that are answered at once are the work
// of `requests_`, in their order; others go on from there to threads of their own, with a copy of the text.
class LanguageServer {
 public:
  LanguageServer(int from, int to)
      : reader_(from, kMostMessageBytes),
        writer_(to),
        texts_([this](const Json& message) { send(message); },
               [this](std::function<void()> work) { requests_.add(std::move(work)); }) {}
  int run();

 private:
  void receive(const ContentReader::Content& content);
  void notified(const Incoming& message);
  void asked(const AskedPtr& asked);
  void carryOut(const AskedPtr& asked);
  void command(const AskedPtr& asked);
  void runCommand(const AskedPtr& asked, const EditorCommand& command, int64_t version);
  void finishCommand(const EditorCommand& command, int64_t version, const CommandResult& result);
  void resolve(const AskedPtr& asked);
  Answer initialize(const Json& params);
  void cancel(const Json& id);
  void close();
  template <class F>
  void guarded(const AskedPtr& asked, F work);
  void answer(const AskedPtr& asked, Answer answer);
  void progress(const Json& token, Json value);
  void ask(const char* method, Json params);
  void send(const Json& message);

  ContentReader reader_;
  LineWriter writer_;
  std::mutex mutex_;
  std::map<std::string, AskedPtr> waiting_;  // by id
  std::atomic<int> changes_ = 0;             // that were read, and not carried out
  std::atomic<bool> ended_ = false, closing_ = false;
  std::atomic<int> number_ = 0;  // of requests to the editor
  // The rest is used by tasks of requests_ only.
  OpenTexts texts_;
  bool initialized_ = false, shutDown_ = false;
  bool showsProgress_ = false, refreshesHints_ = false, refreshesLenses_ = false, appliesEdits_ = false;
  std::string window_;
  Lane jobs_, slow_, typing_, requests_;  // requests_ ends first
};

int LanguageServer::run() {
  while (!ended_ && !writer_.gone()) {
    const std::optional<ContentReader::Content> content = reader_.next();
    if (!content) break;
    receive(*content);
  }
  close();
  return ended_ && shutDown_ ? 0 : 1;
}

// Runs end; what does not end must not outlive the editor.
void LanguageServer::close() {
  closing_ = true;
  const auto stop = [this](bool all) {
    const std::lock_guard lock(mutex_);
    for (const auto& [id, asked] : waiting_)
      if (all || asked->request.method == "workspace/executeCommand") asked->context->cancel();
  };
  stop(false);
  if (!writer_.gone()) (void)requests_.drained(kLastAnswers);
  stop(true);
  requests_.add([this] { texts_.stopChecks(); });
  const bool drained = requests_.drained(kLastJob) && typing_.drained(kLastJob) && slow_.drained(kLastJob) &&
                       jobs_.drained(kLastJob) && texts_.drained(kLastJob) && requests_.drained(kLastJob);
  if (!drained) std::_Exit(ended_ && shutDown_ ? 0 : 1);
}

void LanguageServer::send(const Json& message) {
  const std::string text = lw::serve::textOf(message);
  writer_.writeBytes("Content-Length: " + std::to_string(text.size()) + "\r\n\r\n" + text);
}

// ---- the thread that reads ----

void LanguageServer::receive(const ContentReader::Content& content) {
  if (content.tooLong)
    return send(errorMessage(
        Json(), {kInvalidRequest, explain(err::kMessageTooLong(kMostMessageBytes), "open a smaller file")}));
  const std::variant<Json, Failure> parsed = parseMessage(content.text);
  if (const auto* failure = std::get_if<Failure>(&parsed)) return send(errorMessage(Json(), *failure));
  Json id;
  std::variant<Incoming, Failure> incoming = incomingOf(std::get<Json>(parsed), id);
  if (const auto* failure = std::get_if<Failure>(&incoming)) return send(errorMessage(id, *failure));
  Incoming& message = std::get<Incoming>(incoming);
  if (message.kind == Incoming::Kind::Notification) return notified(message);
  if (message.kind == Incoming::Kind::Request) asked(std::make_shared<Asked>(Asked{std::move(message)}));
}

void LanguageServer::notified(const Incoming& message) {
  if (message.method == "$/cancelRequest") return cancel(member(message.params, "id"));
  if (message.method == "window/workDoneProgress/cancel") return cancel(member(message.params, "token"));
  if (message.method == "exit") {
    (void)requests_.drained(kLastAnswers);
    ended_ = true;
    return;
  }
  if (message.method == "textDocument/didChange") ++changes_;
  requests_.add([this, message] {
    const bool more = message.method == "textDocument/didChange" ? --changes_ > 0 : changes_ > 0;
    if (!initialized_ || shutDown_) return;
    try {
      texts_.sync(message, more);
    } catch (const std::exception& e) {
      send(errorMessage(Json(), {kInternalError, explain(err::kServeInternal(Snippet(e.what())), "report it")}));
    }
  });
}

// By the id of a request, or by the token of its progress, which is the id in a string where the server made it.
void LanguageServer::cancel(const Json& id) {
  const std::lock_guard lock(mutex_);
  for (const auto& [key, asked] : waiting_)
    if (key == id.dump() || id == "lw-" + key || member(asked->request.params, "workDoneToken") == id)
      asked->context->cancel();
}

void LanguageServer::asked(const AskedPtr& asked) {
  const Json& id = asked->request.id;
  std::optional<Failure> refused;
  {
    const std::lock_guard lock(mutex_);
    if (static_cast<int64_t>(waiting_.size()) >= kMostWaiting)
      refused = Failure{kLimit, explain(err::kServeBusy(kMostWaiting), "wait for their answers")};
    else if (!waiting_.emplace(id.dump(), asked).second)
      refused = Failure{kInvalidRequest,
                        explain(err::kIdInUse(Snippet(lw::serve::textOf(id))), "give each request an id of its own")};
  }
  if (refused) return send(errorMessage(id, *refused));
  requests_.add([this, asked] { guarded(asked, [&] { carryOut(asked); }); });
}

// ---- answers ----

template <class F>
void LanguageServer::guarded(const AskedPtr& asked, F work) {
  try {
    work();
  } catch (const std::exception& e) {
    answer(asked, Failure{kInternalError, explain(err::kServeInternal(Snippet(e.what())), "report it")});
  }
}

void LanguageServer::answer(const AskedPtr& asked, Answer given) {
  const Json& id = asked->request.id;
  {
    const std::lock_guard lock(mutex_);
    waiting_.erase(id.dump());
  }
  if (asked->context->cancelled()) given = Failure{kCancelled, err::kRequestCancelled()};
  if (const auto* failure = std::get_if<Failure>(&given)) return send(errorMessage(id, *failure));
  const Json message = resultMessage(id, std::get<Json>(std::move(given)));
  if (lw::serve::textOf(message).size() <= kMostMessageBytes) return send(message);
  send(errorMessage(id, {kLimit, explain(err::kReplyTooLong(kMostMessageBytes), "ask for a part of the text")}));
}

void LanguageServer::carryOut(const AskedPtr& asked) {
  const std::string& method = asked->request.method;
  const Json& params = asked->request.params;
  if (asked->context->cancelled()) return answer(asked, Failure{kCancelled, err::kRequestCancelled()});
  if (method == "initialize") return answer(asked, initialize(params));
  if (!initialized_)
    return answer(asked,
                  Failure{kServerNotInitialized, explain(err::kNotInitialized(method), "send initialize first")});
  if (method == "shutdown") {
    shutDown_ = true;
    return answer(asked, Json());
  }
  if (method == "codeAction/resolve") return resolve(asked);
  if (method == "workspace/executeCommand") return command(asked);
  const EditorRequest* request = findEditorRequest(method);
  if (!request)
    return answer(asked, Failure{kMethodNotFound,
                                 explain(err::kNoMethod(method), "the answer to initialize says what there is"),
                                 {},
                                 "method",
                                 method});
  const OpenText* open = texts_.find(member(member(params, "textDocument"), "uri"));
  if (!open) return answer(asked, Json());  // closed meanwhile
  const EditedText* text = &open->text;
  asked->context->begin(request->seconds);
  const RunsShown& runs = open->runs;
  if (request->pace == Pace::AtOnce) return answer(asked, request->answer(*text, params, runs, *asked->context));
  (void)text->sharedFile();  // read once, for the copy as well
  (request->pace == Pace::Slow ? slow_ : typing_).add([this, asked, request, text = *text, runs] {
    guarded(asked, [&] {
      if (asked->context->cancelled()) return answer(asked, Failure{kCancelled, err::kRequestCancelled()});
      answer(asked, request->answer(text, asked->request.params, runs, *asked->context));
    });
  });
}

Answer LanguageServer::initialize(const Json& params) {
  if (initialized_)
    return Failure{kInvalidRequest, explain(err::kInitializedTwice(), "start another `lw lsp` for another editor")};
  initialized_ = true;
  const auto at = [&](const char* pointer) {
    const Json::json_pointer place(pointer);
    return params.contains(place) ? params[place] : Json();
  };
  const Json encodings = at("/capabilities/general/positionEncodings");
  const bool utf8 = encodings.is_array() && std::find(encodings.begin(), encodings.end(), "utf-8") != encodings.end();
  if (utf8) texts_.countBytes();
  showsProgress_ = at("/capabilities/window/workDoneProgress") == true;
  refreshesHints_ = at("/capabilities/workspace/inlayHint/refreshSupport") == true;
  refreshesLenses_ = at("/capabilities/workspace/codeLens/refreshSupport") == true;
  appliesEdits_ = at("/capabilities/workspace/applyEdit") == true;
  if (const Json window = at("/initializationOptions/window"); window.is_string()) window_ = window;
  return Json{{"capabilities", editorCapabilities(utf8)},
              {"serverInfo", {{"name", "loopwright"}, {"version", LW_VERSION}}}};
}

void LanguageServer::resolve(const AskedPtr& asked) {
  const Json action = asked->request.params, data = member(action, "data");
  if (member(action, "edit").is_object() && data.is_null()) return answer(asked, action);  // it is complete
  const OpenText* open = texts_.find(member(data, "uri"));
  const bool said = open && member(data, "function").is_string() && member(data, "step").is_string() &&
                    member(data, "version") == open->text.version();
  if (!said)
    return answer(asked,
                  Failure{kInvalidParams, explain(err::kTextChanged(), "ask for the actions again"), {}, "data"});
  (void)open->text.sharedFile();
  slow_.add([this, asked, action, text = open->text] {
    guarded(asked, [&] { answer(asked, resolvedAction(text, action)); });
  });
}

// ---- commands ----

void LanguageServer::ask(const char* method, Json params) {
  Json message{{"jsonrpc", "2.0"}, {"id", "lw-" + std::to_string(++number_)}, {"method", method}};
  if (!params.is_null()) message["params"] = std::move(params);
  send(message);
}

void LanguageServer::progress(const Json& token, Json value) {
  if (!token.is_null()) send(notification("$/progress", {{"token", token}, {"value", std::move(value)}}));
}

void LanguageServer::command(const AskedPtr& asked) {
  const Json& params = asked->request.params;
  const Json name = member(params, "command"), list = member(params, "arguments");
  const Json argument = list.is_array() && !list.empty() ? list.front() : Json();
  EditorCommand command;
  if (name.is_string()) command.name = name;
  if (!isCommand(command.name))
    return answer(asked, Failure{kInvalidParams,
                                 explain(err::kNoCommand(command.name), "the answer to initialize says what there is"),
                                 {},
                                 "command",
                                 name});
  const auto text = [&](const char* key) {
    const Json value = member(argument, key);
    return value.is_string() ? value.get<std::string>() : std::string();
  };
  const auto number = [&](const char* key, int usual, int most) {
    const Json value = member(argument, key);
    return value.is_number_integer() ? static_cast<int>(std::clamp<int64_t>(value.get<int64_t>(), 1, most)) : usual;
  };
  command.uri = text("uri");
  command.function = text("function");
  command.schedule = text("schedule");
  command.trials = number("trials", command.trials, 5000);
  command.seconds = number("seconds", command.seconds, 3600);
  command.window = window_;
  const OpenText* open = texts_.find(command.uri);
  if (!open)
    return answer(asked, Failure{kInvalidParams,
                                 explain(err::kNoText(Snippet(command.uri)), "open it in the editor"),
                                 {},
                                 "arguments[0].uri",
                                 command.uri});
  command.text = open->text.text();
  jobs_.add([this, asked, command, version = open->text.version()] {
    guarded(asked, [&] { runCommand(asked, command, version); });
  });
}

// One command at a time, so that none disturbs the times of another; on a thread that may bind itself to cores.
void LanguageServer::runCommand(const AskedPtr& asked, const EditorCommand& command, int64_t version) {
  if (closing_) asked->context->cancel();
  if (asked->context->cancelled()) return answer(asked, Failure{kCancelled, err::kRequestCancelled()});
  Json token = member(asked->request.params, "workDoneToken");
  if (token.is_null() && showsProgress_) {
    token = "lw-" + asked->request.id.dump();
    ask("window/workDoneProgress/create", {{"token", token}});
  }
  progress(token, {{"kind", "begin"}, {"title", titleOf(command)}, {"cancellable", true}, {"percentage", 0}});
  asked->context->begin(kCommandSeconds);
  asked->context->tell = [this, token](double done, double total, const std::string& what) {
    const int percentage = total > 0 ? static_cast<int>(std::clamp(100 * done / total, 0.0, 100.0)) : 0;
    progress(token, {{"kind", "report"}, {"message", what}, {"percentage", percentage}});
  };
  std::variant<CommandResult, Failure> result = Failure{kCancelled, err::kRequestCancelled()};
  withDeepStack([&] {
    try {
      result = carriedOut(command, *asked->context);
    } catch (const std::exception& e) {
      result = Failure{kInternalError, explain(err::kServeInternal(Snippet(e.what())), "report it")};
    }
    return 0;
  });
  asked->context->tell = {};
  const auto* done = std::get_if<CommandResult>(&result);
  Json end{{"kind", "end"}};
  if (done && !done->shown.words.empty()) end["message"] = done->shown.words;
  progress(token, std::move(end));
  if (!done) return answer(asked, std::get<Failure>(std::move(result)));
  requests_.add([this, command, version, shown = *done] { finishCommand(command, version, shown); });
  answer(asked, done->result);
}

void LanguageServer::finishCommand(const EditorCommand& command, int64_t version, const CommandResult& result) {
  if (!result.shown.words.empty())
    send(notification("window/showMessage",
                      {{"type", result.right ? 3 : 1}, {"message", titleOf(command) + ": " + result.shown.words}}));
  OpenText* open = texts_.find(command.uri);
  if (!open || open->text.text() != command.text) return;
  if (!result.shown.words.empty()) open->runs[{command.function, command.schedule}] = result.shown;
  if (refreshesHints_) ask("workspace/inlayHint/refresh", Json());
  if (refreshesLenses_) ask("workspace/codeLens/refresh", Json());
  if (result.added.empty() || !appliesEdits_ || version != open->text.version()) return;
  const int end = static_cast<int>(command.text.size());
  Json edit{{"range", open->text.rangeOf({end, end})}, {"newText", result.added}};
  ask("workspace/applyEdit",
      {{"label", titleOf(command)}, {"edit", {{"changes", {{command.uri, Json::array({std::move(edit)})}}}}}});
}

}  // namespace

int serveEditor(int from, int to) {
  std::signal(SIGPIPE, SIG_IGN);
  return LanguageServer(from, to).run();
}

}  // namespace lw::serve
