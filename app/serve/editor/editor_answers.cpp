#include "app/serve/editor/editor_answers.h"

#include <algorithm>
#include <cctype>
#include <optional>
#include <set>

#include "app/serve/editor/text/names.h"
#include "app/serve/editor/text/program_text.h"
#include "backends/target/target.h"
#include "core/analysis/cost/cost.h"
#include "core/ir/visit.h"
#include "core/schedule/all_primitives.h"
#include "core/support/text.h"
#include "core/text/print/printer.h"

namespace lw::serve {
namespace {

enum Severity : int { kError = 1, kWarning = 2 };
enum SymbolKind : int { kFunctionSymbol = 12, kBlockSymbol = 3, kLoopSymbol = 25 };

// Loops and blocks of a function as nested symbols.
class Symbols : public Visitor {
 public:
  explicit Symbols(const EditedText& text) : text_(text) {}
  Json found = Json::array();

  void stmt(const Stmt& s) override {
    const auto* loop = s.as<For>();
    const auto* block = s.as<Block>();
    const SourceMap& map = text_.file().map;
    const std::vector<Span> spans = loop ? map.spansOf(loop->id) : block ? map.spansOf(block->id) : std::vector<Span>();
    if (spans.empty()) return children(s);
    Json symbol{{"name", loop ? loop->var.name() : block->name},
                {"detail", loop ? "loop, " + toText(loop->extent) + " iterations" : "block"},
                {"kind", loop ? kLoopSymbol : kBlockSymbol},
                {"range", text_.rangeOf(spans.front())},
                {"selectionRange", text_.rangeOf(spans.front())}};
    Json outer = std::move(found);
    found = Json::array();
    children(s);
    if (!found.empty()) symbol["children"] = std::move(found);
    found = std::move(outer);
    found.push_back(std::move(symbol));
  }
  void expr(const Expr&) override {}

 private:
  const EditedText& text_;
};

// Costs of the loop or block, wherever it is.
const Cost* costAt(const ProgramCost& cost, const MappedRange& place) {
  if (place.kind == MappedRange::Kind::Loop) {
    const auto found = cost.loops.find(place.loop);
    return found == cost.loops.end() ? nullptr : &found->second;
  }
  const auto found = cost.blocks.find(place.block);
  return found == cost.blocks.end() ? nullptr : &found->second;
}

std::string scopeText(const EditedText& text, const MappedRange& place) {
  for (const NamedFunction& named : functionsOf(text.file())) {
    const ProgramCost cost = costOf(*named.function, cacheSizes());
    const Cost* found = costAt(cost, place);
    if (!found) continue;
    const bool loop = place.kind == MappedRange::Kind::Loop;
    std::string words = std::string(loop ? "loop " : "block ") + "`" + place.name + "`\n\n";
    const auto line = [&](const char* what, double value, const char* unit) {
      char number[64];
      std::snprintf(number, sizeof number, "%.4g", value);
      words += std::string("- ") + what + ": " + number + unit + "\n";
    };
    line("executions", found->executions, "");
    line("operations", found->flops, " FLOP");
    line("distinct bytes of one execution", found->footprint, " B");
    if (loop) line("distinct bytes of one iteration", found->iterationFootprint, " B");
    for (size_t i = 0; i < found->traffic.size(); ++i)
      line(("from beyond L" + std::to_string(i + 1) + ", by a model").c_str(), found->traffic[i], " B");
    return words;
  }
  return {};
}

// The buffer of a place, if the function that it is in was kept: those with errors are not.
class KnownBuffer : public Visitor {
 public:
  KnownBuffer(const SourceFile& file, const void* key) : key_(key) {
    for (const NamedFunction& named : functionsOf(file)) {
      for (const auto& [parameter, buffer] : named.function->buffers) look(buffer);
      if (!found) stmt(named.function->body);
    }
  }
  std::optional<Buffer> found;

 private:
  void look(const Buffer& buffer) {
    if (!found && buffer.key() == key_) found = buffer;
  }
  void bufferDef(const Buffer& buffer) override { look(buffer); }
  void bufferUse(const Buffer& buffer) override { look(buffer); }
  const void* key_;
};

std::string bufferText(const BufferNode& buffer) {
  return "buffer `" + buffer.name + "`: " + toString(buffer.dtype) + ", shape (" +
         join(buffer.shape, [](const Expr& e) { return toText(e); }) + "), in " + buffer.scope;
}

// The step whose name is at the place, behind a dot: `sch.split`.
const Primitive* stepAt(const std::string& text, int offset) {
  const auto isWord = [&](size_t at) { return std::isalnum(static_cast<unsigned char>(text[at])) || text[at] == '_'; };
  size_t begin = std::min(static_cast<size_t>(offset), text.size()), end = begin;
  while (begin > 0 && isWord(begin - 1)) --begin;
  while (end < text.size() && isWord(end)) ++end;
  if (begin == end || begin == 0 || text[begin - 1] != '.') return nullptr;
  return findPrimitive(text.substr(begin, end - begin));
}

std::string stepText(const Primitive& primitive) {
  std::string words = "`" + primitive.signature() + "`\n\n" + primitive.summary + "\n";
  for (const Param& p : primitive.params) words += "\n- `" + p.name + "`: " + p.help;
  return words;
}

}  // namespace

Json diagnosticsJson(const EditedText& text, const std::vector<Diagnostic>& diagnostics) {
  Json list = Json::array();
  for (const Diagnostic& d : diagnostics)
    list.push_back({{"range", text.rangeOf(d.span)},
                    {"severity", d.severity == Diagnostic::Severity::Error ? kError : kWarning},
                    {"code", d.kind},
                    {"source", "lw"},
                    {"message", d.hint.empty() ? d.message : d.message + "\n" + d.hint}});
  return list;
}

Json diagnosticsJson(const EditedText& text) { return diagnosticsJson(text, text.file().diagnostics); }

Json symbolsJson(const EditedText& text) {
  const SourceFile& file = text.file();
  Json list = Json::array();
  std::set<std::string> programs;
  const auto add = [&](const std::string& name, const char* detail, Span whole, Span chosen, Json children) {
    list.push_back({{"name", name},
                    {"detail", detail},
                    {"kind", kFunctionSymbol},
                    {"range", text.rangeOf(whole)},
                    {"selectionRange", text.rangeOf(chosen)},
                    {"children", std::move(children)}});
  };
  for (const NamedFunction& named : functionsOf(file)) {
    Symbols symbols(text);
    symbols.stmt(named.function->body);
    const py::StmtNode* definition = definitionOf(file, named.title);
    const auto* f = definition ? definition->as<py::FunctionDef>() : nullptr;
    if (f) {
      add(named.title, "program", definition->span, f->nameSpan, std::move(symbols.found));
    } else if (!symbols.found.empty()) {  // tensor expressions make it
      const Json first = symbols.found.front()["range"];
      add(named.title, "program", text.spanOf(first), text.spanOf(first), std::move(symbols.found));
    }
    programs.insert(named.title);
  }
  for (const py::Stmt& s : file.syntax.body)
    if (const auto* f = s->as<py::FunctionDef>(); f && !programs.contains(f->name))
      add(f->name, "function", s->span, f->nameSpan, Json::array());
  std::stable_sort(list.begin(), list.end(), [](const Json& a, const Json& b) {
    return a["range"]["start"]["line"] < b["range"]["start"]["line"];
  });
  return list;
}

Json hoverJson(const EditedText& text, int offset) {
  const SourceFile& file = text.file();
  std::string words;
  Json range;
  if (const Primitive* step = stepAt(file.source.text, offset)) {
    words = stepText(*step);
  } else if (const MappedRange* place = file.map.innermostAt(offset);
             place && place->kind == MappedRange::Kind::Buffer && place->node) {
    const KnownBuffer known(file, place->node);
    if (!known.found || file.errorIn(file.ownerOf(place->span))) return {};
    words = bufferText(**known.found);
    range = text.rangeOf(place->span);
  } else if (const MappedRange* scope = file.map.scopeAt(offset)) {
    words = scopeText(text, *scope);
  }
  if (words.empty()) return {};
  Json hover{{"contents", {{"kind", "markdown"}, {"value", words}}}};
  if (!range.is_null()) hover["range"] = std::move(range);
  return hover;
}

}  // namespace lw::serve
