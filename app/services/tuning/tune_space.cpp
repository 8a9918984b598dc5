#include "app/services/tuning/tune_space.h"

#include <QObject>

#include "app/services/errors.h"
#include "core/te/read_program.h"
#include "core/trace/trace.h"
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

Result<ChosenSpace> writtenSpace(const Schedule& start, int function, const tune::Machine& machine) {
  const tune::WrittenSpace written = tune::writeSpace(start.program(), function, machine, tune::cpuRules());
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

// The text of the choice that the sampling step made.
std::string textOf(const Instruction& step, const StepValue& choice) {
  const std::string_view name = step.primitive->name;
  if (name == "sample_categorical" && !step.args.empty()) {
    const auto* list = step.args.front().as<StepValue::List>();
    const auto* at = choice.as<int64_t>();
    if (list && at && *at >= 0 && size_t(*at) < list->size()) return toText((*list)[size_t(*at)]);
  }
  if (name == "sample_compute_location") {
    if (const auto* at = choice.as<int64_t>())
      return *at == -2   ? QObject::tr("inlined").toStdString()
             : *at == -1 ? QObject::tr("in place").toStdString()
                         : QObject::tr("at loop %1").arg(*at + 1).toStdString();
  }
  if (const auto* list = choice.as<StepValue::List>()) {
    std::string text;
    for (const StepValue& factor : *list) text += (text.empty() ? "" : " × ") + toText(factor);
    return text;
  }
  return toText(choice);
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
  return writtenSpace(start, function, machine);
}

std::vector<ChoiceText> choiceTexts(const tune::Trial& trial, int from) {
  std::vector<const Instruction*> sampling;
  const Result<Trace> trace = traceFromJson(trial.trace);
  if (trace)
    for (size_t i = size_t(from); i < trace->instructions.size(); ++i)
      if (trace->instructions[i].primitive->group == Group::Sampling) sampling.push_back(&trace->instructions[i]);
  const bool match = sampling.size() == trial.decisions.size();
  std::vector<ChoiceText> texts;
  for (size_t i = 0; i < trial.decisions.size(); ++i) {
    const tune::Decision& d = trial.decisions[i];
    texts.push_back({d.name, match ? textOf(*sampling[i], d.value) : toText(d.value)});
  }
  return texts;
}

}  // namespace lw
