// Definitions, references and highlights of names, and new names for them.
#include <algorithm>
#include <chrono>
#include <set>

#include "app/serve/editor/editor_answers.h"
#include "app/serve/editor/text/names.h"
#include "app/serve/editor/text/program_text.h"
#include "app/serve/errors.h"
#include "core/ir/equal.h"
#include "core/ir/input_names.h"
#include "core/ir/visit.h"
#include "core/te/read_program.h"
#include "core/te/schedule_code.h"

namespace lw::serve {
namespace {

constexpr std::chrono::seconds kCheckTime{8};  // of schedule functions before and after a rename
enum HighlightKind : int { kRead = 2, kWrite = 3 };

const NamedThing& thingOf(const NameIndex& names, const NameUse& use) {
  return names.things[static_cast<size_t>(use.thing)];
}

Json locationOf(const EditedText& text, Span span) { return {{"uri", text.uri()}, {"range", text.rangeOf(span)}}; }

Failure refused(Explanation why, const EditedText& text) { return {kRequestFailed, std::move(why), text.source()}; }

// ---- rename ----

std::string renamed(const EditedText& text, const std::vector<NameUse>& uses, const std::string& name) {
  std::string after = text.text();
  for (auto use = uses.rbegin(); use != uses.rend(); ++use)
    after.replace(static_cast<size_t>(use->span.begin), static_cast<size_t>(use->span.end - use->span.begin), name);
  return after;
}

// The function with other names for its blocks: equality of functions counts them.
PrimFunc withBlocks(PrimFunc function, const std::function<std::string(const std::string&)>& nameOf) {
  function.body = rewriteStmts(function.body, [&](const Stmt& s) -> std::optional<Stmt> {
    const auto* block = s.as<Block>();
    if (!block || nameOf(block->name) == block->name) return std::nullopt;
    Block other = *block;
    other.name = nameOf(block->name);
    return Stmt(std::move(other));
  });
  return function;
}

struct Renaming {
  const SourceFile &before, &after;
  std::string from, to;
  NamedThing::Kind kind;
  const Context& context;
  std::chrono::steady_clock::time_point end;

  bool stopped() const { return context.stopped() || std::chrono::steady_clock::now() > end; }
  bool same(const PrimFunc& was, const PrimFunc& is) const {
    if (kind != NamedThing::Kind::Block) return equal(was, is);
    return equal(withBlocks(was, [this](const std::string& name) { return name == from ? to : name; }), is);
  }
  // Steps name the blocks that they make after others, and after buffers.
  static bool sameScheduled(const PrimFunc& was, const PrimFunc& is) {
    const auto nameless = [](const std::string&) { return std::string("block"); };
    return equal(withBlocks(was, nameless), withBlocks(is, nameless));
  }
};

// What the schedule functions make of the functions: each pair of results has to be the same, or both are refused.
bool schedulesAgree(const Renaming& r) {
  script::Limits limits;
  limits.cancelled = [&r] { return r.stopped(); };
  const std::vector<std::string> was = r.before.scheduleFunctions(), is = r.after.scheduleFunctions();
  if (was.size() != is.size()) return false;
  const std::vector<Schedule> starts = startsOf(r.before), others = startsOf(r.after);
  for (size_t i = 0; i < starts.size(); ++i)
    for (size_t k = 0; k < was.size(); ++k) {
      const ScriptRun a = interpretScheduleOf(r.before, was[k], starts[i], limits);
      if (r.stopped()) return false;
      const ScriptRun b = interpretScheduleOf(r.after, is[k], others[i], limits);
      if (r.stopped() || a.error.has_value() != b.error.has_value()) return false;
      if (a.schedule.stepCount() != b.schedule.stepCount()) return false;
      for (int f = 0; !a.error && f < a.schedule.program().functionCount(); ++f)
        if (!Renaming::sameScheduled(a.schedule.program().function(f), b.schedule.program().function(f))) return false;
    }
  return true;
}

// How many parameters of the reference, and names in comments with inputs, are names of the function.
size_t namedFor(const SourceFile& file, const PrimFunc& function) {
  const InputNames names = inputNames(function);
  const auto has = [&](const std::string& name) {
    return std::ranges::count(names.inputs, name) + std::ranges::count(names.sizes, name) > 0;
  };
  std::set<std::string> buffers;
  for (const auto& [parameter, buffer] : function.buffers) buffers.insert(buffer->name);
  size_t count = 0;
  if (const py::FunctionDef* reference = file.function("reference"))
    for (const py::Parameter& p : reference->params) count += buffers.contains(p.name);
  const InputSpec spec = inputsFromComments(file.source.text);
  for (const auto& [name, value] : spec.ranges) count += has(name);
  for (const auto& [name, value] : spec.bind) count += has(name);
  return count;
}

// The text after it is the same program up to the name.
bool keepsPrograms(const Renaming& r) {
  const std::vector<NamedFunction> was = functionsOf(r.before), is = functionsOf(r.after);
  if (was.size() != is.size() || r.before.diagnostics.size() != r.after.diagnostics.size()) return false;
  for (size_t i = 0; i < was.size(); ++i)
    if (!r.same(*was[i].function, *is[i].function) ||
        namedFor(r.before, *was[i].function) != namedFor(r.after, *is[i].function))
      return false;
  return r.before.graphs.size() == r.after.graphs.size() && schedulesAgree(r);
}

// Every name means after the change what it meant before: nothing was captured, and nothing is captured by it.
bool keepsMeanings(const NameIndex& before, const NameIndex& after, const std::string& name, int thing) {
  if (before.uses.size() != after.uses.size() || before.things.size() != after.things.size()) return false;
  for (size_t i = 0; i < before.uses.size(); ++i)
    if (before.uses[i].thing != after.uses[i].thing) return false;
  return after.things[static_cast<size_t>(thing)].name == name;
}

}  // namespace

Json definitionJson(const EditedText& text, int offset) {
  const NameIndex names = namesIn(text.file());
  const NameUse* use = names.at(offset);
  if (!use) return {};
  Json places = Json::array();
  for (const NameUse& one : names.usesOf(use->thing)) {
    if (!one.definition) continue;
    places.push_back(locationOf(text, one.span));
    break;  // the first one makes it
  }
  return places;
}

Json referencesJson(const EditedText& text, int offset, bool definition) {
  const NameIndex names = namesIn(text.file());
  const NameUse* use = names.at(offset);
  Json places = Json::array();
  if (!use) return places;
  for (const NameUse& one : names.usesOf(use->thing))
    if (definition || !one.definition) places.push_back(locationOf(text, one.span));
  return places;
}

Json highlightsJson(const EditedText& text, int offset) {
  const NameIndex names = namesIn(text.file());
  const NameUse* use = names.at(offset);
  Json places = Json::array();
  if (!use) return places;
  for (const NameUse& one : names.usesOf(use->thing))
    places.push_back({{"range", text.rangeOf(one.span)}, {"kind", one.definition ? kWrite : kRead}});
  return places;
}

Json renameableJson(const EditedText& text, int offset) {
  const NameIndex names = namesIn(text.file());
  const NameUse* use = names.at(offset);
  if (!use || thingOf(names, *use).kind == NamedThing::Kind::Module) return {};
  return {{"range", text.rangeOf(use->span)}, {"placeholder", thingOf(names, *use).name}};
}

std::variant<Json, Failure> renameJson(const EditedText& text, int offset, const std::string& name,
                                       const Context& context) {
  const NameIndex names = namesIn(text.file());
  const NameUse* use = names.at(offset);
  if (!use || thingOf(names, *use).kind == NamedThing::Kind::Module)
    return refused(explain(err::kNothingToRename(), "put the cursor on a function, buffer, loop, block or variable"),
                   text);
  const NamedThing thing = thingOf(names, *use);
  if (!isNewName(name))
    return Failure{kInvalidParams,
                   explain(err::kNoName(Snippet(name)), "letters, digits and underscores make a name"),
                   {},
                   "newName",
                   name};
  if (text.file().hasErrors())
    return refused(explain(err::kRenameWithErrors(thing.name), "correct the errors of the text first"), text);
  const std::vector<NameUse> uses = names.usesOf(use->thing);
  const EditedText after(text.uri(), text.version(), renamed(text, uses, name), false);
  const Renaming renaming{
      text.file(), after.file(), thing.name, name, thing.kind, context, std::chrono::steady_clock::now() + kCheckTime};
  const bool kept = keepsMeanings(names, namesIn(after.file()), name, use->thing) && keepsPrograms(renaming);
  if (context.cancelled()) return Failure{kCancelled, err::kRequestCancelled()};
  if (!kept && renaming.stopped())
    return refused(explain(err::kRenameUnchecked(thing.name, kCheckTime.count()), "rename it by hand"), text);
  if (!kept)
    return refused(explain(err::kRenameChanges(thing.name, name),
                           "choose a name that is not in use; names in strings of other functions are not followed"),
                   text);
  Json edits = Json::array();
  for (const NameUse& one : uses) edits.push_back({{"range", text.rangeOf(one.span)}, {"newText", name}});
  return Json{{"changes", {{text.uri(), std::move(edits)}}}};
}

}  // namespace lw::serve
