#include "core/help/help.h"

#include <algorithm>

#include "core/script/schedule_script.h"
#include "core/text/parser.h"
#include "core/text/printer.h"

namespace lw {
namespace {

constexpr ErrorKind kNoPage{"help.no-page", "there is no help page for {0}"};
constexpr ErrorKind kBadPage{"help.bad-page", "the example of the page for {0} does not run: {1}"};

// What stands in the holes of a sentence that is not about a program yet.
const std::vector<std::string> kHoles(10, "...");

std::string fenced(const std::string& text) { return "```python\n" + text + (text.ends_with('\n') ? "" : "\n") + "```\n\n"; }

// The function without the import lines at the top.
std::string programText(const Schedule& s) {
  const std::string text = print(s.program().function()).text;
  const size_t start = text.find("@T.prim_func");
  return start == std::string::npos ? text : text.substr(start);
}

std::string refusal(const std::string& step, const Schedule& at) {
  const Result<Schedule> tried = runStep(step, at);
  if (tried) return "`" + step + "` is accepted here.\n\n";
  const Explanation& e = tried.error();
  std::string text = "`" + step + "`\n\n> " + e.message;
  if (e.witness) text += " — " + e.witness->sentence();
  if (!e.hint.empty()) text += "\n>\n> *" + e.hint + "*";
  return text + "\n\n";
}

std::string parameters(const Primitive& p) {
  std::string text = "### Parameters\n\n";
  for (const Param& param : p.params) {
    text += "- `" + param.name + "` — " + param.help + " (" + std::string(nameOf(param.type));
    if (param.defaultValue && !param.defaultValue->isNone()) text += ", normally " + toText(*param.defaultValue);
    text += ")\n";
  }
  return text + "\n";
}

}  // namespace

Result<HelpSource> helpSource(std::string_view primitive) {
  const std::string_view file = helpFile("primitives/" + std::string(primitive) + ".md");
  if (file.empty()) return explain(kNoPage, {std::string(primitive)}, "");
  HelpSource page;
  size_t at = 0;
  while (at < file.size() && file[at] != '\n') {
    const size_t end = std::min(file.find('\n', at), file.size());
    const std::string_view line = file.substr(at, end - at);
    const size_t colon = line.find(": ");
    const std::string_view key = line.substr(0, colon);
    const std::string value(colon == std::string_view::npos ? "" : line.substr(colon + 2));
    if (key == "program") page.program = value;
    if (key == "prepare") page.prepare.push_back(value);
    if (key == "step") page.step = value;
    if (key == "refused") page.refused.push_back(value);
    at = std::min(end + 1, file.size());
  }
  page.text = std::string(file.substr(std::min(at + 1, file.size())));
  return page;
}

std::vector<HelpTopic> helpTopics() {
  std::vector<HelpTopic> topics;
  for (const std::string_view name : {"tensor_expressions", "operators", "tensor_schedules", "matrix_products", "roofline", "floating_point", "accesses", "gpu", "trace", "exchange", "window", "panes"}) {
    const std::string_view text = helpFile("topics/" + std::string(name) + ".md");
    topics.push_back({name, text.substr(2, text.find('\n') - 2), text});  // "# Title"
  }
  return topics;
}

Result<std::string> helpPage(const Primitive& p) {
  const Result<HelpSource> source = helpSource(p.help);
  if (!source) return source.error();
  const auto failed = [&](const std::string& why) { return explain(kBadPage, {p.name, why}, ""); };
  const SourceFile file = parseSource(source->program + ".py", std::string(helpFile("programs/" + source->program + ".py")));
  const Result<PrimFunc> program = file.select("");
  if (!program) return failed(program.error().message);
  Schedule before{Snapshot(*program).withIntrinsics(file.intrinsics)};
  for (const std::string& step : source->prepare) {
    const Result<Schedule> next = runStep(step, before);
    if (!next) return failed(next.error().message);
    before = *next;
  }
  const Result<Schedule> after = runStep(source->step, before);
  if (!after) return failed(after.error().message);

  std::string text = "# " + p.name + "\n\n" + p.summary + "\n\n`" + p.signature() + "`\n\n" + source->text + "\n";
  text += "### Example\n\n" + fenced(programText(before)) + "After `" + source->step + "`:\n\n" + fenced(programText(*after));
  if (!source->refused.empty()) text += "### Refused\n\n";
  for (const std::string& step : source->refused) text += refusal(step, before);
  text += parameters(p);
  if (!p.errors.empty()) text += "### All reasons for a refusal\n\n";
  for (const ErrorKind* kind : p.errors) text += "- " + explain(*kind, kHoles).message + "\n";
  return text;
}

std::string helpPage(const Composite& c) {
  const Primitive& p = *c.form;
  std::string text = "# " + p.name + "\n\n" + p.summary + "\n\n`" + p.signature() + "`\n\n" + c.help + "\n";
  text += "A composite: its steps are carried out as one, or none of them is. In the trace they are one row, which unfolds.\n\n" + parameters(p);
  for (const py::Stmt& s : c.file->syntax.body)
    if (s->as<py::FunctionDef>() == c.function)
      text += "### Its steps, in " + c.file->source.name + "\n\n" + fenced(c.file->source.text.substr(static_cast<size_t>(s->span.begin), static_cast<size_t>(s->span.end - s->span.begin)));
  return text;
}

}  // namespace lw
