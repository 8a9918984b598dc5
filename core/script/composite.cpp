// Reads composites: derives a composite's form from the signature and the docstring of its function.
#include "core/script/composite.h"

#include <algorithm>

#include "core/script/errors.h"
#include "core/script/schedule_host.h"
#include "core/support/text.h"

namespace lw {
namespace {

using script::FileScope;

bool namesSchedule(const std::string& name) {
  return name == "sch" || name == "s" || name.ends_with("sch") || name.ends_with("schedule");
}

bool isComposed(const py::FunctionDef& f) {
  return f.decorators.empty() && f.name != "reference" && f.params.size() > 1 && namesSchedule(f.params[0].name) &&
         std::none_of(f.params.begin(), f.params.end(), [](const py::Parameter& p) { return p.star; });
}

// ---- docstring ----

std::string trimmed(std::string_view line) {
  const size_t first = line.find_first_not_of(" \t\r");
  return first == std::string_view::npos ? std::string()
                                         : std::string(line.substr(first, line.find_last_not_of(" \t\r") - first + 1));
}

std::vector<std::string> docstring(const py::FunctionDef& f) {
  std::vector<std::string> lines;
  const auto* first = f.body.empty() ? nullptr : f.body.front()->as<py::ExprStmt>();
  const auto* text = first ? first->value->as<py::StringLiteral>() : nullptr;
  if (!text) return lines;
  size_t at = 0;
  while (at <= text->value.size()) {
    const size_t end = std::min(text->value.find('\n', at), text->value.size());
    lines.push_back(trimmed(std::string_view(text->value).substr(at, end - at)));
    at = end + 1;
  }
  while (!lines.empty() && lines.back().empty()) lines.pop_back();
  return lines;
}

std::string helpOf(const std::vector<std::string>& doc, const std::string& param) {
  for (const std::string& line : doc)
    if (line.starts_with(param + ": ")) return line.substr(param.size() + 2);
  return param;
}

// ---- kinds of parameters ----

std::optional<ParamType> typeNamed(std::string name) {
  std::transform(name.begin(), name.end(), name.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  for (const ParamType type : paramTypes())
    for (const std::string_view word : infoOf(type).annotations)
      if (name == word) return type;
  return std::nullopt;
}

std::optional<ParamType> annotated(const py::Expr& annotation) {
  if (!annotation) return std::nullopt;
  if (const auto* name = annotation->as<py::Name>()) return typeNamed(name->id);
  if (const auto* attribute = annotation->as<py::Attribute>()) return typeNamed(attribute->name);
  if (const auto* text = annotation->as<py::StringLiteral>()) return typeNamed(text->value);
  const auto* list = annotation->as<py::Subscript>();
  if (!list || list->indices.size() != 1) return std::nullopt;
  const std::optional<ParamType> item = annotated(list->indices.front());
  for (const ParamType type : paramTypes())
    if (item && infoOf(type).item == item) return type;
  return std::nullopt;
}

std::optional<ParamType> byName(std::string_view name) {
  while (!name.empty() && (std::isdigit(static_cast<unsigned char>(name.back())) || name.back() == '_'))
    name.remove_suffix(1);
  const auto is = [&](std::string_view word) { return name == word || name.ends_with("_" + std::string(word)); };
  for (const ParamType type : paramTypes())
    for (const std::string_view word : infoOf(type).endings)
      if (is(word)) return type;
  return std::nullopt;
}

std::optional<ParamType> byDefault(const StepValue& value, std::string_view name) {
  if (value.as<bool>()) return ParamType::Bool;
  if (value.as<int64_t>()) return ParamType::Int;
  if (value.as<std::string>()) {
    const std::optional<ParamType> named = byName(name);
    return named == ParamType::Scope || named == ParamType::ThreadAxis ? named : ParamType::String;
  }
  const auto* list = value.as<StepValue::List>();
  if (!list || list->empty()) return std::nullopt;
  const auto all = [&](auto good) { return std::all_of(list->begin(), list->end(), good); };
  if (all([](const StepValue& v) { return v.as<int64_t>() != nullptr; })) return ParamType::Ints;
  if (all([](const StepValue& v) { return v.as<int64_t>() || v.isNone(); })) return ParamType::Factors;
  return std::nullopt;
}

Param paramOf(const py::Parameter& p, const std::vector<std::string>& doc, script::Interpreter& interpreter) {
  Param param{p.name, ParamType::Annotation, helpOf(doc, p.name)};
  if (p.defaultValue)
    if (const Result<script::Value> value = interpreter.evaluate(p.defaultValue);
        value && !value->as<script::FunctionRef>())
      if (Result<StepValue> plain = script::toStepValue(*value, interpreter)) param.defaultValue = std::move(*plain);
  std::optional<ParamType> type = annotated(p.annotation);
  if (!type && param.defaultValue) type = byDefault(*param.defaultValue, p.name);
  if (!type) type = byName(p.name);
  if (type) param.type = *type;
  return param;
}

Composite compositeOf(const std::shared_ptr<const SourceFile>& file, const FileScope& scope, const py::FunctionDef& f,
                      bool library) {
  script::ScheduleHost host(nullptr, false);
  script::Limits limits;
  limits.steps = 10'000;  // defaults are constants, so they need few steps
  script::Interpreter interpreter(scope, host, limits);
  const std::vector<std::string> doc = docstring(f);
  auto form = std::make_shared<Primitive>();
  form->name = f.name;
  form->group = Group::Program;
  size_t at = 0;  // the summary is the first paragraph
  for (; at < doc.size() && (!doc[at].empty() || form->summary.empty()); ++at)
    if (!doc[at].empty()) addItem(form->summary, doc[at], " ");
  if (form->summary.empty()) form->summary = "Steps of " + file->source.name + ".";
  for (size_t i = 1; i < f.params.size(); ++i) form->params.push_back(paramOf(f.params[i], doc, interpreter));
  form->candidates = [](const Snapshot&, const Selection&) { return std::vector<Candidate>(); };
  form->check = [](const Snapshot&, const Arguments&) -> Result<Checked> {
    return explain(err::kCompositeIsNoStep(), "apply its steps");
  };
  std::string help;
  for (size_t i = at; i < doc.size(); ++i) {
    const bool aboutParam = std::any_of(form->params.begin(), form->params.end(),
                                        [&](const Param& p) { return doc[i].starts_with(p.name + ": "); });
    if (!aboutParam && (!doc[i].empty() || (!help.empty() && !help.ends_with("\n\n")))) help += doc[i] + "\n";
  }
  while (help.ends_with("\n\n")) help.pop_back();
  return {std::move(form), std::move(help), file, &f, library};
}

std::vector<Composite> read(const std::shared_ptr<const SourceFile>& file, bool library) {
  std::vector<Composite> found;
  const FileScope scope(*file);
  for (const py::Stmt& s : file->syntax.body)
    if (const auto* f = s->as<py::FunctionDef>();
        f && isComposed(*f) && scope.function(f->name) == f && !findPrimitive(f->name))
      found.push_back(compositeOf(file, scope, *f, library));
  return found;
}

}  // namespace

bool isComposite(const Primitive& form) { return form.kind.empty(); }

std::vector<Composite> compositesOf(const std::shared_ptr<const SourceFile>& file) { return read(file, false); }

std::vector<Composite> libraryComposites() {
  std::vector<Composite> all;
  for (const auto& [path, text] : libraryFiles()) {
    const auto file = std::make_shared<const SourceFile>(parseSource(std::string(path), std::string(text)));
    for (Composite& c : read(file, true)) all.push_back(std::move(c));
  }
  return all;
}

std::optional<Composite> findComposite(std::string_view name, const std::shared_ptr<const SourceFile>& file) {
  if (file)
    for (Composite& c : compositesOf(file))
      if (c.form->name == name) return std::move(c);
  for (const auto& [path, text] : libraryFiles()) {
    if (text.find("\ndef " + std::string(name) + "(") == std::string_view::npos) continue;  // parsing a file takes time
    for (Composite& c :
         read(std::make_shared<const SourceFile>(parseSource(std::string(path), std::string(text))), true))
      if (c.form->name == name) return std::move(c);
  }
  return std::nullopt;
}

}  // namespace lw
