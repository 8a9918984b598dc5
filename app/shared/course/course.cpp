#include "app/shared/course/course.h"

#include <algorithm>

#include "core/text/python/python_parser.h"
#include "core/text/source.h"

namespace lw {
namespace {

constexpr std::string_view kQuotes = "\"\"\"";
constexpr std::string_view kHint = "Hint: ";

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && std::string_view(" \t\r\n").find(text.front()) != std::string_view::npos)
    text.remove_prefix(1);
  while (!text.empty() && std::string_view(" \t\r\n").find(text.back()) != std::string_view::npos)
    text.remove_suffix(1);
  return text;
}

bool takesSchedule(const py::FunctionDef& f) {
  if (f.params.empty() || !f.decorators.empty() || f.name == "reference") return false;
  const std::string& first = f.params[0].name;
  return first == "s" || first.ends_with("sch") || first.ends_with("schedule");
}

bool isPrepared(const py::FunctionDef& f) {
  const auto* first = f.body.empty() ? nullptr : f.body[0]->as<py::ExprStmt>();
  const auto* text = first ? first->value->as<py::StringLiteral>() : nullptr;
  return text && text->value.starts_with("Prepared:");
}

void addPart(std::string& parts, std::string_view part) {
  part = trimmed(part);
  if (part.empty()) return;
  if (!parts.empty()) parts += "\n\n\n";
  parts += part;
}

}  // namespace

std::optional<std::pair<std::string, std::string>> exerciseOfCourse(std::string_view name) {
  for (const auto& [file, text] : courseFiles()) {
    if (!file.ends_with(".py")) continue;
    const std::string_view stem = file.substr(0, file.size() - 3);
    const std::string_view number = stem.substr(0, stem.find('_'));
    const bool plain = number.starts_with('0') && number.substr(1) == name;  // "4"
    if (name == file || name == stem || name == number || plain) return std::pair(std::string(file), std::string(text));
  }
  return std::nullopt;
}

std::optional<LocalText> localText(std::string_view list, std::string_view fileName) {
  LocalText local;
  bool inside = false, found = false;
  while (!list.empty()) {
    const std::string_view line = trimmed(list.substr(0, list.find('\n')));
    list.remove_prefix(std::min(list.size(), std::min(list.find('\n'), list.size()) + 1));
    if (line.ends_with(".py")) {
      inside = line == fileName;
      found = found || inside;
    } else if (inside && line.starts_with(kHint)) {
      local.hints.emplace_back(line.substr(kHint.size()));
    } else if (inside) {
      local.said += line;
    }
  }
  return found ? std::optional(local) : std::nullopt;
}

std::string withLocalText(const std::string& text, const LocalText& local) {
  if (!text.starts_with(kQuotes)) return text;
  const size_t end = text.find(kQuotes, kQuotes.size());
  if (end == std::string::npos) return text;
  std::string said = local.said + "\n";
  for (const std::string& hint : local.hints) said += "\n" + std::string(kHint) + hint;
  return std::string(kQuotes) + said + "\n" + text.substr(end);
}

HandedOut handedOut(const std::string& text) {
  const SourceText source = makeSource("course", text);
  const py::ParseResult parsed = py::parseModule(source);
  HandedOut out;
  const py::Block& body = parsed.module.body;
  // A statement and the comments below it.
  for (size_t i = 0; i < body.size(); ++i) {
    const auto begin = static_cast<size_t>(i == 0 ? 0 : body[i]->span.begin);
    const size_t end = i + 1 < body.size() ? static_cast<size_t>(body[i + 1]->span.begin) : text.size();
    const auto* function = body[i]->as<py::FunctionDef>();
    const std::string_view part = std::string_view(text).substr(begin, end - begin);
    if (function && takesSchedule(*function))
      addPart(isPrepared(*function) ? out.prepared : out.others, part);
    else
      out.program += part;
  }
  out.program = std::string(trimmed(out.program));
  out.begin = "def schedule(sch):\n    # Your steps are written here.\n    pass";
  return out;
}

std::string studentFile(const std::string& text) {
  const HandedOut parts = handedOut(text);
  std::string file;
  for (const std::string* part : {&parts.program, &parts.prepared, &parts.begin}) addPart(file, *part);
  return file + "\n";
}

}  // namespace lw
