#include "app/serve/session.h"

#include <charconv>
#include <random>

#include "app/serve/errors.h"
#include "app/shared/json/explanation_json.h"
#include "app/shared/step_checks.h"
#include "core/support/text.h"
#include "core/text/print/program_hash.h"

namespace lw::serve {
namespace {

// Random, so that two sessions do not give the same id to different documents.
std::string newToken() {
  std::random_device random;
  char text[16];
  std::snprintf(text, sizeof text, "%08x", random());
  return text;
}

Failure unreadable(const SourceFile& file, const Explanation& why) {
  Json errors = Json::array();
  int64_t count = 0;
  for (const Diagnostic& d : file.diagnostics) {
    if (d.severity != Diagnostic::Severity::Error) continue;
    ++count;
    errors.push_back(errorJson(d.kind, d.message, d.hint, d.span, &file.source));
  }
  Failure failure{kRefused, why, file.source};
  if (count > 0) {
    const Diagnostic* first = nullptr;
    for (const Diagnostic& d : file.diagnostics)
      if (!first && d.severity == Diagnostic::Severity::Error) first = &d;
    failure.why = explain(err::kServeHasErrors(file.source.name, count), say("correct the first: {0}", first->reason),
                          first->span);
    failure.more = {{"errors", std::move(errors)}};
  }
  return failure;
}

}  // namespace

ServeSession::ServeSession(ServeLimits limits) : limits_(std::move(limits)), token_(newToken()) {}

std::variant<std::shared_ptr<Document>, Failure> ServeSession::open(std::string name, std::string text,
                                                                    const std::string& function) {
  if (static_cast<int64_t>(documents_.size()) >= limits_.documents)
    return Failure{kLimit,
                   explain(err::kLimitReached(limits_.documents, say("documents are open")), "close one of them")};
  Session session(std::move(name), std::move(text));
  if (Status chosen = session.choose(function); !chosen) return unreadable(session.source(), chosen.error());
  if (!session.fits()) return unreadable(session.source(), explain(err::kNoDocument(session.path()), ""));
  const Workspace& workspace = session.workspace();
  const Snapshot& program = workspace.history.schedule().source();
  auto document = std::make_shared<Document>(
      Document{"doc" + std::to_string(++opened_) + "-" + token_, session.function(), std::move(session)});
  document->function = document->session.workspace().shown;
  document->programHash = hashOf(program);
  document->referenceHash = contextHash(document->session.source());
  documents_.emplace(document->id, document);
  latest = document->id;
  return document;
}

std::variant<std::shared_ptr<Document>, Failure> ServeSession::find(const std::string& id) const {
  const auto found = documents_.find(id);
  if (found != documents_.end()) return found->second;
  const std::string names = join(documents_, [](const auto& one) { return one.first; });
  return Failure{kInvalidParams,
                 explain(err::kNoDocument(id),
                         names.empty() ? say("open a program first") : say("its documents are: {0}", Snippet(names))),
                 {},
                 "document",
                 id};
}

void ServeSession::nameClient(const Json& name) {
  const auto textIn = [](const Json& text) { return text.is_string() ? text.get<std::string>() : std::string(); };
  std::string words = textIn(name);
  if (name.is_object()) {
    words = textIn(name.value("title", name.value("name", Json())));
    if (const std::string version = textIn(name.value("version", Json())); !words.empty() && !version.empty())
      words += " " + version;
  }
  constexpr size_t kMost = 80;  // bytes; control characters have no place in a line of a window
  for (char& c : words)
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) c = ' ';
  if (!words.empty()) client = words.substr(0, kMost);
}

std::optional<Failure> ServeSession::timeIsLeft() const {
  if (seconds < static_cast<double>(limits_.seconds)) return std::nullopt;
  return Failure{kLimit, explain(err::kLimitReached(limits_.seconds, say("seconds of runs and searches")),
                                 "start another session; --seconds sets the limit")};
}

std::optional<Failure> unproved(const Schedule& schedule, int from) {
  for (int i = from; i < schedule.stepCount(); ++i) {
    const Primitive& primitive = *schedule.step(i).primitive;
    if (changesValues(primitive))
      return Failure{kRefused,
                     explain(err::kStepUnproved(primitive.name), "use steps without \"unsafe\" in their name"),
                     {},
                     "steps",
                     primitive.name};
  }
  if (Status right = checkIntrinsics(schedule); !right) return Failure{kRefused, right.error(), {}, "steps"};
  return std::nullopt;
}

std::variant<std::shared_ptr<Document>, Failure> documentOf(const ServeSession& session, const Json& arguments) {
  return session.find(arguments.at("document").get<std::string>());
}

std::variant<int, Failure> stateOf(const Document& document, const std::string& state) {
  const History& history = document.history();
  if (state.empty()) return history.current();
  if (const int named = history.firstNamed(state); named >= 0) return named;
  int number = -1;
  const auto [end, error] = std::from_chars(state.data(), state.data() + state.size(), number);
  const bool whole = error == std::errc() && end == state.data() + state.size();
  if (whole && number >= 0 && number < history.size() && !history.node(number).removed) return number;
  return Failure{
      kInvalidParams, explain(err::kNoState(document.id, state), "variants lists the states"), {}, "state", state};
}

Json stateJson(const Document& document, int state) {
  const History::Node& node = document.history().node(state);
  Json j{{"state", state}, {"title", state == 0 ? "as opened" : node.title}, {"steps", node.schedule.changeCount()}};
  if (!node.name.empty()) j["name"] = node.name;
  if (node.parent >= 0) j["parent"] = node.parent;
  return j;
}

Json placeJson(const Document& document) {
  return {{"document", document.id}, {"state", stateJson(document, document.history().current())}};
}

}  // namespace lw::serve
