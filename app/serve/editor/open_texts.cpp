#include "app/serve/editor/open_texts.h"

#include <utility>

#include "app/serve/editor/schedule/schedule_actions.h"

namespace lw::serve {
namespace {

constexpr size_t kMostTexts = 200, kMostTextBytes = 4 << 20;
constexpr double kCheckSeconds = 3600;  // a change of the text ends it

Json member(const Json& value, const char* name) { return value.is_object() ? value.value(name, Json()) : Json(); }

}  // namespace

OpenText* OpenTexts::find(const Json& uri) {
  const auto found = uri.is_string() ? texts_.find(uri.get<std::string>()) : texts_.end();
  return found == texts_.end() ? nullptr : &found->second;
}

void OpenTexts::sync(const Incoming& message, bool more) {
  const Json document = member(message.params, "textDocument"), given = member(document, "version"),
             uri = member(document, "uri");
  const int64_t version = given.is_number_integer() ? given.get<int64_t>() : 0;
  if (uri.is_string() && message.method == "textDocument/didOpen")
    open(uri.get<std::string>(), version, member(document, "text"));
  OpenText* known = find(uri);
  if (known && message.method == "textDocument/didChange")
    change(*known, version, member(message.params, "contentChanges"));
  if (known && message.method == "textDocument/didClose") close(uri.get<std::string>());
  if (more) return;
  for (const std::string& one : std::exchange(changed_, {}))
    if (OpenText* changed = find(one)) diagnose(*changed);
}

void OpenTexts::open(const std::string& uri, int64_t version, const Json& text) {
  if (!text.is_string() || text.get_ref<const std::string&>().size() > kMostTextBytes) return;
  const auto known = texts_.find(uri);
  if (texts_.size() >= kMostTexts && known == texts_.end()) return;
  if (known != texts_.end() && known->second.schedules) known->second.schedules->cancel();
  texts_.insert_or_assign(uri, OpenText{EditedText(uri, version, text.get<std::string>(), utf8_)});
  changed_.insert(uri);
}

void OpenTexts::change(OpenText& open, int64_t version, const Json& changes) {
  const std::string before = open.text.text();
  if (changes.is_array() && !open.text.change(changes, version, kMostTextBytes))
    send_(notification("window/showMessage",
                       {{"type", 1}, {"message", "lw: the text is too long; close it and open a smaller one"}}));
  if (open.text.text() != before) open.runs.clear();
  changed_.insert(open.text.uri());
}

void OpenTexts::close(const std::string& uri) {
  if (const OpenText* open = find(uri); open->schedules) open->schedules->cancel();
  texts_.erase(uri);
  changed_.erase(uri);
  send_(notification("textDocument/publishDiagnostics", {{"uri", uri}, {"diagnostics", Json::array()}}));
}

void OpenTexts::publish(const OpenText& open) {
  Json diagnostics = diagnosticsJson(open.text);
  for (const Json& one : open.refusals) diagnostics.push_back(one);
  send_(notification(
      "textDocument/publishDiagnostics",
      {{"uri", open.text.uri()}, {"version", open.text.version()}, {"diagnostics", std::move(diagnostics)}}));
}

void OpenTexts::diagnose(OpenText& open) {
  open.refusals = Json::array();
  publish(open);
  checkSchedules(open);
}

// Schedule functions take longer: what they refuse is added when it is known, unless the text has changed by then.
void OpenTexts::checkSchedules(OpenText& open) {
  if (open.schedules) open.schedules->cancel();
  open.schedules = std::make_shared<Context>();
  background_.add([this, uri = open.text.uri(), context = open.schedules, file = open.text.sharedFile()] {
    context->begin(kCheckSeconds);
    std::vector<Diagnostic> found;
    try {
      if (!context->cancelled()) found = scheduleDiagnostics(*file, *context);
    } catch (const std::exception&) {
      return;  // there is nothing to say of them
    }
    if (found.empty() || context->cancelled()) return;
    later_([this, uri, context, found = std::move(found)] {
      OpenText* now = find(uri);
      if (!now || now->schedules != context || context->cancelled()) return;
      now->refusals = diagnosticsJson(now->text, found);
      publish(*now);
    });
  });
}

void OpenTexts::stopChecks() {
  for (auto& [uri, open] : texts_)
    if (open.schedules) open.schedules->cancel();
}

}  // namespace lw::serve
