// What is shown between the words of a text: how often loops run, what runs took, and the commands above functions.
#include <algorithm>
#include <map>

#include "app/serve/editor/editor_answers.h"
#include "app/serve/editor/text/names.h"
#include "app/serve/editor/text/program_text.h"
#include "backends/reference/reference.h"
#include "core/ir/visit.h"
#include "core/text/print/printer.h"

namespace lw::serve {
namespace {

constexpr int kTypeHint = 1;

struct Nodes : Visitor {
  std::map<LoopId, const For*> loops;
  void stmt(const Stmt& s) override {
    if (const auto* loop = s.as<For>()) loops[loop->id] = loop;
    children(s);
  }
  void expr(const Expr&) override {}
};

// The smallest range of the kind around the place, with this name.
const MappedRange* rangeAround(const SourceFile& file, MappedRange::Kind kind, const std::string& name, Span place) {
  const MappedRange* best = nullptr;
  for (const MappedRange& r : file.map.ranges()) {
    if (r.span.begin > place.begin) break;
    if (r.kind == kind && r.name == name && place.end <= r.span.end &&
        (!best || r.span.end - r.span.begin <= best->span.end - best->span.begin))
      best = &r;
  }
  return best;
}

// What runs said of the blocks of functions as they are written, and of those that a schedule function left as they
// are.
std::map<BlockId, std::string> wordsOfBlocks(const RunsShown& runs) {
  std::map<BlockId, std::string> all;
  for (const auto& [of, run] : runs)
    if (of.second.empty()) all.insert(run.blocks.begin(), run.blocks.end());
  for (const auto& [of, run] : runs) all.insert(run.blocks.begin(), run.blocks.end());
  return all;
}

Json hintAt(const EditedText& text, int offset, std::string label, const char* tip) {
  return {{"position", text.positionOf(offset)}, {"label", std::move(label)}, {"kind", kTypeHint}, {"tooltip", tip}};
}

int endOfLine(const std::string& text, int offset) {
  return static_cast<int>(std::min(text.find('\n', static_cast<size_t>(offset)), text.size()));
}

struct Above {
  std::string title, schedule;  // schedule: empty for the function as it is written
  Span place;
};

// Functions and schedule functions with the place of their names.
std::vector<Above> runnable(const SourceFile& file) {
  std::vector<Above> all;
  for (const NamedFunction& named : functionsOf(file))
    if (const py::StmtNode* definition = definitionOf(file, named.title); definition && !file.errorIn(named.title))
      if (const auto* f = definition->as<py::FunctionDef>()) all.push_back({named.title, "", f->nameSpan});
  const std::vector<NamedFunction> functions = functionsOf(file);
  if (functions.empty()) return all;
  for (const std::string& name : file.scheduleFunctions()) {
    if (file.errorIn(name)) continue;
    // Code that creates its schedule itself makes the program, too.
    const bool own = !file.ownSchedules(name).empty();
    const auto made = std::find_if(functions.begin(), functions.end(), [&](const auto& f) { return f.title == name; });
    if (own && made != functions.end()) continue;
    if (const py::FunctionDef* f = file.function(name)) all.push_back({functions.front().title, name, f->nameSpan});
  }
  return all;
}

}  // namespace

Json hintsJson(const EditedText& text, const Json& range, const RunsShown& runs) {
  const SourceFile& file = text.file();
  const NameIndex names = namesIn(file);
  const Span asked = range.is_object() ? text.spanOf(range) : Span{0, static_cast<int>(text.text().size())};
  Nodes nodes;
  for (const NamedFunction& named : functionsOf(file)) nodes.stmt(named.function->body);
  const std::map<BlockId, std::string> blocks = wordsOfBlocks(runs);
  Json hints = Json::array();
  for (const NameUse& use : names.uses) {
    const NamedThing& thing = names.things[static_cast<size_t>(use.thing)];
    if (!use.definition || use.span.begin < asked.begin || use.span.end > asked.end) continue;
    if (thing.kind == NamedThing::Kind::Loop) {
      const MappedRange* r = rangeAround(file, MappedRange::Kind::Loop, thing.name, use.span);
      const auto loop = r ? nodes.loops.find(r->loop) : nodes.loops.end();
      if (loop != nodes.loops.end())
        hints.push_back(hintAt(text, use.span.end, ": " + toText(loop->second->extent), "iterations of the loop"));
    } else if (thing.kind == NamedThing::Kind::Block) {
      const MappedRange* r = rangeAround(file, MappedRange::Kind::Block, thing.name, use.span);
      const auto words = r ? blocks.find(r->block) : blocks.end();
      if (words != blocks.end())
        hints.push_back(hintAt(text, endOfLine(text.text(), use.span.end), "  " + words->second,
                               "of the last run, estimated from parts of the loops"));
    }
  }
  for (const Above& above : runnable(file))
    if (const auto run = runs.find({above.title, above.schedule}); run != runs.end())
      hints.push_back(hintAt(text, endOfLine(text.text(), above.place.end), "  " + run->second.words, "the last run"));
  return hints;
}

Json lensesJson(const EditedText& text) {
  const SourceFile& file = text.file();
  Json lenses = Json::array();
  for (const Above& above : runnable(file)) {
    const auto add = [&](const char* title, const char* command) {
      Json argument{{"uri", text.uri()}, {"function", above.title}};
      if (!above.schedule.empty()) argument["schedule"] = above.schedule;
      lenses.push_back(
          {{"range", text.rangeOf(above.place)},
           {"command", {{"title", title}, {"command", command}, {"arguments", Json::array({std::move(argument)})}}}});
    };
    add("Run", "loopwright.run");
    if (above.schedule.empty()) add("Tune", "loopwright.tune");
    if (hasReference(file)) add("Compare with reference", "loopwright.compare");
    add("Open in Loopwright", "loopwright.open");
  }
  return lenses;
}

}  // namespace lw::serve
