// A state as a text for other programs; the help of steps; what the session may still use.
#include <algorithm>

#include "app/serve/catalogue.h"
#include "app/serve/errors.h"
#include "app/serve/method.h"
#include "app/serve/session.h"
#include "app/shared/exports.h"
#include "app/shared/python_script.h"
#include "app/shared/tuning/story_reasons.h"
#include "backends/target/target.h"
#include "backends/tune/tuning_machine.h"
#include "core/trace/storyboard.h"

namespace lw::serve {
namespace {

constexpr const char* kScript = "script";      // a program that Python runs by itself
constexpr const char* kSession = "lwsession";  // what the window opens

std::vector<std::string> formats() {
  std::vector<std::string> names{kScript, kSession};
  for (const ExportKind& kind : exportKinds())
    if (!kind.model) names.emplace_back(kind.name);
  return names;
}

Answer exported(const Document& document, const std::string& format, Dialect dialect) {
  const auto answer = [&](std::string text) {
    Json j = placeJson(document);
    j["format"] = format;
    j["text"] = std::move(text);
    return j;
  };
  if (format == kScript) return answer(pythonScript(document.schedule(), document.function, ScriptModule::Tvm));
  if (format == kSession) return answer(toJson(document.session));
  const ExportKind& kind = *exportKind(format);
  if (!kind.text)
    return Failure{kInvalidParams,
                   explain(err::kServeFormat(format), "`lw export` writes it; c is C source"),
                   {},
                   "format",
                   format};
  ExportInput input{document.schedule(), document.history().groupsTo(document.history().current()), document.function};
  input.dialect = dialect;
  input.file = document.session.sharedSource();
  input.story.title = document.title;
  input.story.caches = cacheSizes();
  input.story.steps = storyOf(document.schedule(), input.groups);
  input.story.function = document.function;
  if (isPage(kind.format)) addReasons(input.story, tune::thisMachine(0));
  input.chosen = document.title;
  const Result<std::vector<ExportedFile>> files = exportFiles(kind, input, "");
  if (!files) return Failure{kRefused, files.error()};
  return answer(files->front().content);
}

Reply exportText(ServeSession& session, const Json& arguments, Context&) {
  const auto found = documentOf(session, arguments);
  if (const auto* failure = std::get_if<Failure>(&found)) return *failure;
  Answer answer = exported(*std::get<0>(found), arguments["format"].get<std::string>(),
                           arguments["dialect"] == "tvm" ? Dialect::Tvm : Dialect::Classic);
  if (auto* failure = std::get_if<Failure>(&answer)) return std::move(*failure);
  return std::get<Json>(std::move(answer));
}

Reply help(ServeSession&, const Json& arguments, Context&) {
  const auto name = arguments.value("name", "");
  if (name.empty())
    return Json{{"steps", stepSummaries()}, {"pages", topicSummaries()}, {"methods", methodSummaries()}};
  Result<std::string> page = pageNamed(name);
  if (page) return Json{{"name", name}, {"text", *std::move(page)}};
  return Failure{kInvalidParams, explain(page.error(), "help without a name lists steps and pages"), {}, "name", name};
}

Reply limits(ServeSession& session, const Json&, Context&) {
  const ServeLimits& most = session.limits();
  return Json{{"seconds", {{"limit", most.seconds}, {"used", session.seconds}}},
              {"trials", {{"limit", most.trials}, {"used", session.trials}}},
              {"documents", {{"limit", most.documents}, {"used", session.documents().size()}}},
              {"request_seconds", most.requestSeconds},
              {"memory_bytes", most.memory},
              {"message_bytes", kMostMessageBytes},
              {"text_bytes", most.textBytes},
              {"states", most.states}};
}

}  // namespace

Method exportTextMethod() {
  return {
      "export",
      "Export a state",
      "The current state as a text: a script that Python runs with TVM, a trace (python, json, cpp), C source, a web "
      "page, or a session that the window opens. No file is written.",
      Effect::Reads,
      {{.name = "document", .help = "its id", .required = true},
       {.name = "format", .help = "of the text", .defaultValue = kScript, .choices = formats()},
       {.name = "dialect",
        .help = "names in traces: classic or tvm",
        .defaultValue = "classic",
        .choices = {"classic", "tvm"}}},
      exportText};
}

Method helpMethod() {
  return {"help",
          "Read the help",
          "The page of a step (its parameters, an example, its refusals) or of a topic; without a name, all steps, "
          "pages and calls with one line each.",
          Effect::Reads,
          {{.name = "name", .help = "of a primitive, a composite or a page"}},
          help};
}

Method limitsMethod() {
  return {"limits", "Read the limits", "What the session may use, and what it has used.", Effect::Reads, {}, limits};
}

}  // namespace lw::serve
