#include "app/services/tuning/tune_space.h"

#include "app/shared/tuning/written_space.h"
#include "core/ir/ndarray.h"

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

}  // namespace

std::vector<std::string> samplingFunctions(const SourceFile& file) {
  std::vector<std::string> names;
  for (const std::string& name : file.scheduleFunctions())
    if (textOfFunction(file, name).find(".sample_") != std::string_view::npos) names.push_back(name);
  return names;
}

Result<ChosenSpace> chooseSpace(std::shared_ptr<const SourceFile> source, const std::string& name,
                                const Schedule& start, int function, const tune::Machine& machine,
                                std::map<std::string, int64_t> sizes) {
  if (!name.empty()) return ChosenSpace{std::move(source), name, {}};
  if (source) sizes.merge(inputsFromComments(source->source.text).bind);
  Result<WrittenSpaceFile> written =
      writtenSpaceOf(start, function, start.program().functionName(function), machine, sizes);
  if (!written) return std::move(written).error();
  return ChosenSpace{std::move(written->file), std::move(written->function), std::move(written->rules)};
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
