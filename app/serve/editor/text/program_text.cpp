#include "app/serve/editor/text/program_text.h"

#include <algorithm>

#include "core/text/print/printer.h"

namespace lw::serve {
namespace {

std::string indented(const std::string& code, size_t columns) {
  std::string out;
  for (size_t at = 0; at < code.size();) {
    const size_t end = std::min(code.find('\n', at), code.size());
    if (end > at) out += std::string(columns, ' ') + code.substr(at, end - at);
    out += "\n";
    at = end + 1;
  }
  while (out.ends_with('\n')) out.pop_back();
  return out;
}

}  // namespace

std::vector<NamedFunction> functionsOf(const SourceFile& file) {
  std::vector<NamedFunction> all;
  for (const PrimFunc& f : file.functions) all.push_back({f.name, &f});
  for (const Module& m : file.modules)
    for (const PrimFunc& f : m.functions) all.push_back({m.name + "." + f.name, &f});
  return all;
}

std::vector<Schedule> startsOf(const SourceFile& file) {
  std::vector<Schedule> starts;
  for (const PrimFunc& f : file.functions) starts.emplace_back(Snapshot(f).withIntrinsics(file.intrinsics));
  for (const Module& m : file.modules) {
    const Snapshot program = Snapshot(m).withIntrinsics(file.intrinsics);
    for (int i = 0; i < program.functionCount(); ++i) {
      starts.emplace_back(program);
      (void)starts.back().workOn(program.functionName(i));
    }
  }
  return starts;
}

const py::StmtNode* definitionOf(const SourceFile& file, const std::string& title) {
  const size_t dot = title.find('.');
  for (const py::Stmt& s : file.syntax.body) {
    if (dot == std::string::npos)
      if (const auto* f = s->as<py::FunctionDef>(); f && f->name == title) return s.get();
    const auto* c = s->as<py::ClassDef>();
    if (!c || dot == std::string::npos || c->name != title.substr(0, dot)) continue;
    for (const py::Stmt& inner : c->body)
      if (const auto* f = inner->as<py::FunctionDef>(); f && f->name == title.substr(dot + 1)) return inner.get();
  }
  return nullptr;
}

Span linesOf(const SourceFile& file, const std::string& title) {
  const py::StmtNode* definition = definitionOf(file, title);
  if (!definition) return {};
  const std::string& text = file.source.text;
  auto begin = static_cast<size_t>(definition->span.begin),
       end = std::min(static_cast<size_t>(definition->span.end), text.size());
  while (begin > 0 && text[begin - 1] != '\n') --begin;
  for (;;) {  // decorators, where the definition does not contain them
    if (begin == 0) break;
    const size_t line =
        text.rfind('\n', begin - 2) == std::string::npos || begin < 2 ? 0 : text.rfind('\n', begin - 2) + 1;
    const size_t first = text.find_first_not_of(" \t", line);
    if (first >= begin || text[first] != '@') break;
    begin = line;
  }
  while (end > begin && std::isspace(static_cast<unsigned char>(text[end - 1]))) --end;
  return {static_cast<int>(begin), static_cast<int>(end)};
}

std::string printedAt(const EditedText& text, Span lines, const PrimFunc& function) {
  const auto begin = static_cast<size_t>(lines.begin);
  const size_t columns = text.text().find_first_not_of(' ', begin) - begin;
  std::string code = indented(print(function, {.imports = false}).text, columns);
  const size_t line = text.text().find('\n');
  if (line == std::string::npos || line == 0 || text.text()[line - 1] != '\r') return code;
  for (size_t at = 0; (at = code.find('\n', at)) != std::string::npos; at += 2) code.insert(at, "\r");
  return code;
}

std::optional<Json> replacementJson(const EditedText& text, const std::string& title, const PrimFunc& function) {
  const Span lines = linesOf(text.file(), title);
  if (!lines.valid()) return std::nullopt;
  return Json{{"range", text.rangeOf(lines)}, {"newText", printedAt(text, lines, function)}};
}

}  // namespace lw::serve
