#include "core/help/help.h"

#include <algorithm>
#include <cstdio>

#include "core/help/errors.h"
#include "core/script/schedule_script.h"
#include "core/text/print/printer.h"
#include "core/text/tir/parser.h"

namespace lw {
namespace {

std::string fenced(const std::string& text) {
  return "```python\n" + text + (text.ends_with('\n') ? "" : "\n") + "```\n\n";
}

// The function without the import lines at the top.
std::string programText(const Schedule& s) {
  const std::string text = print(s.program().function()).text;
  const size_t start = text.find("@T.prim_func");
  return start == std::string::npos ? text : text.substr(start);
}

std::string refusal(const std::string& step, const Schedule& at, const HelpWords& words) {
  const Result<Schedule> tried = runStep(step, at);
  if (tried) return filled(words.say("`{0}` is accepted here."), {step}) + "\n\n";
  const Explanation& e = tried.error();
  std::string text = "`" + step + "`\n\n> " + words.reason(e);
  if (e.witness) text += " — " + words.witness(*e.witness);
  if (!e.hint.empty()) text += "\n>\n> *" + words.hint(e) + "*";
  return text + "\n\n";
}

std::string heading(const std::string& title, const HelpWords& words) { return "### " + words.say(title) + "\n\n"; }

std::string parameters(const Primitive& p, const HelpWords& words) {
  std::string text = heading("Parameters", words);
  for (const Param& param : p.params) {
    const std::string type = words.say(std::string(nameOf(param.type)));
    const bool usual = param.defaultValue && !param.defaultValue->isNone();
    text += "- `" + param.name + "` — " + words.say(param.help) +
            (usual ? filled(words.say(" ({0}, default {1})"), {type, toText(*param.defaultValue)})
                   : filled(words.say(" ({0})"), {type})) +
            "\n";
  }
  return text + "\n";
}

std::string_view inLanguage(std::string_view language, const std::string& path) {
  if (language.empty()) return {};
  const std::string_view file = helpFile(std::string(language) + "/" + path);
  return file.starts_with("of: ") ? file.substr(file.find('\n') + 1) : file;
}

}  // namespace

const HelpWords& inEnglish() {
  static const HelpWords kWords{{},
                                [](const std::string& english) { return english; },
                                [](const Explanation& e) { return e.message; },
                                [](const Explanation& e) { return e.hint; },
                                [](const Witness& w) { return w.sentence(); }};
  return kWords;
}

std::string sumOf(std::string_view text) {
  uint32_t sum = 2166136261u;
  for (const char c : text) sum = (sum ^ static_cast<unsigned char>(c)) * 16777619u;
  char digits[9];
  std::snprintf(digits, sizeof digits, "%08x", sum);
  return digits;
}

Result<HelpSource> helpSource(std::string_view primitive, std::string_view language) {
  const std::string_view file = helpFile("primitives/" + std::string(primitive) + ".md");
  if (file.empty()) return err::kHelpNoPage(std::string(primitive));
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
  const std::string_view other = inLanguage(language, "primitives/" + std::string(primitive) + ".md");
  page.text = std::string(other.empty() ? file.substr(std::min(at + 1, file.size())) : other);
  return page;
}

std::vector<HelpTopic> helpTopics(std::string_view language) {
  std::vector<std::string_view> names{"tensor_expressions", "operators", "tensor_schedules",
                                      "matrix_products",    "roofline",  "floating_point",
                                      "accesses",           "gpu",       "trace",
                                      "exchange",           "window",    "panes"};
  constexpr std::string_view kFolder = "topics/", kEnd = ".md";
  for (std::string_view path : helpPaths()) {
    if (!path.starts_with(kFolder) || !path.ends_with(kEnd)) continue;
    path.remove_prefix(kFolder.size());
    path.remove_suffix(kEnd.size());
    if (std::find(names.begin(), names.end(), path) == names.end()) names.push_back(path);
  }
  std::vector<HelpTopic> topics;
  for (const std::string_view name : names) {
    const std::string path = "topics/" + std::string(name) + ".md";
    const std::string_view other = inLanguage(language, path), text = other.empty() ? helpFile(path) : other;
    topics.push_back({name, text.substr(2, text.find('\n') - 2), text});  // "# Title"
  }
  return topics;
}

Result<std::string> helpPage(const Primitive& p, const HelpWords& words) {
  const Result<HelpSource> source = helpSource(p.help, words.language);
  if (!source) return source.error();
  const auto failed = [&](Message why) { return err::kHelpBadPage(p.name, why); };
  const SourceFile file =
      parseSource(source->program + ".py", std::string(helpFile("programs/" + source->program + ".py")));
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

  std::string text =
      "# " + p.name + "\n\n" + words.say(p.summary) + "\n\n`" + p.signature() + "`\n\n" + source->text + "\n";
  text += heading("Example", words) + fenced(programText(before)) + filled(words.say("After `{0}`:"), {source->step}) +
          "\n\n" + fenced(programText(*after));
  if (!source->refused.empty()) text += heading("Refused", words);
  for (const std::string& step : source->refused) text += refusal(step, before, words);
  text += parameters(p, words);
  if (!p.errors.empty()) text += heading("All reasons for a refusal", words);
  for (const ErrorKind* kind : p.errors)
    text += "- " +
            words.reason(
                explanationOf(*kind, std::vector<MessageArgument>(static_cast<size_t>(kind->holes), Snippet("...")))) +
            "\n";
  return text;
}

std::string helpPage(const Composite& c, const HelpWords& words) {
  const Primitive& p = *c.form;
  std::string text =
      "# " + p.name + "\n\n" + words.say(p.summary) + "\n\n`" + p.signature() + "`\n\n" + words.say(c.help) + "\n";
  text += words.say(
              "A composite applies its steps as one: all of them, or none. The trace shows them as one row that can be "
              "expanded.") +
          "\n\n" + parameters(p, words);
  for (const py::Stmt& s : c.file->syntax.body)
    if (s->as<py::FunctionDef>() == c.function)
      text += filled(heading("Its steps, in {0}", words), {c.file->source.name}) +
              fenced(c.file->source.text.substr(static_cast<size_t>(s->span.begin),
                                                static_cast<size_t>(s->span.end - s->span.begin)));
  return text;
}

}  // namespace lw
