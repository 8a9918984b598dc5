#include "app/services/tuning/tune_space.h"

#include "app/services/errors.h"
#include "core/ir/ndarray.h"
#include "core/te/read_program.h"
#include "core/tune/rules/rule.h"

namespace lw {
namespace {

std::string_view textOfFunction(const SourceFile& file, const std::string& name) {
  for (const py::Stmt& s : file.syntax.body) {
    const auto* f = s->as<py::FunctionDef>();
    if (f && f->name == name)
      return std::string_view(file.source.text).substr(size_t(s->span.begin), size_t(s->span.end - s->span.begin));
  }
  return {};
}

Result<ChosenSpace> writtenSpace(const SourceFile& source, const Schedule& start, int function,
                                 const tune::Machine& machine) {
  const tune::WrittenSpace written = tune::writeSpace(start.program(), function, machine, tune::rulesFor(machine),
                                                      inputsFromComments(source.source.text).bind);
  if (!written.text.empty())
    return ChosenSpace{std::make_shared<const SourceFile>(readProgram("space.py", written.text)), "space",
                       written.rules};
  Message why;
  for (const auto& [rule, reason] : written.others) {
    Message one = say("{0}: {1}", Ident(rule), reason);
    why = why.empty() ? one : say("{0}; {1}", why, one);
  }
  return explain(err::kNoSpaceWritten(start.program().functionName(function)), std::move(why));
}

}  // namespace

std::vector<std::string> samplingFunctions(const SourceFile& file) {
  std::vector<std::string> names;
  for (const std::string& name : file.scheduleFunctions())
    if (textOfFunction(file, name).find(".sample_") != std::string_view::npos) names.push_back(name);
  return names;
}

Result<ChosenSpace> chooseSpace(std::shared_ptr<const SourceFile> source, const std::string& name,
                                const Schedule& start, int function, const tune::Machine& machine) {
  if (!name.empty()) return ChosenSpace{std::move(source), name, {}};
  return writtenSpace(*source, start, function, machine);
}

// "16 × 4" for the factors [16, 4].
std::string choiceText(const tune::Decision& decision) {
  std::string text = decision.text();
  if (!text.starts_with('[') || !text.ends_with(']')) return text;
  text = text.substr(1, text.size() - 2);
  for (size_t at = 0; (at = text.find(", ", at)) != std::string::npos;) text.replace(at, 2, " × ");
  return text;
}

std::vector<ChoiceText> choiceTexts(const tune::Trial& trial) {
  std::vector<ChoiceText> texts;
  for (const tune::Decision& d : trial.decisions) texts.push_back({d.name, choiceText(d)});
  return texts;
}

}  // namespace lw
