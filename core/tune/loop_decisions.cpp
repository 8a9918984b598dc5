#include "core/tune/loop_decisions.h"

#include <algorithm>
#include <map>
#include <set>

#include "core/text/python/python_walk.h"
#include "core/tune/errors.h"

namespace lw::tune {
namespace {

using Names = std::set<std::string>;
constexpr size_t kWhole = std::string::npos;

// Is it the call of a step that gives loops or blocks, not numbers?
bool givesPlaces(const py::Expr& e) {
  const auto* call = e->as<py::Call>();
  const auto* method = call ? call->function->as<py::Attribute>() : nullptr;
  const Primitive* step = method ? findPrimitive(method->name) : nullptr;
  return step && !step->decisionIndex();
}

void addNames(const py::Expr& e, Names& names) {
  if (!e || givesPlaces(e)) return;
  if (const auto* name = e->as<py::Name>()) names.insert(name->id);
  py::forEachChild(*e, [&](const py::Expr& child) { addNames(child, names); });
}

const py::Call* callAt(const py::Expr& e, Span span) {
  if (!e) return nullptr;
  const auto* call = e->as<py::Call>();
  if (call && e->span.begin == span.begin && e->span.end == span.end) return call;
  const py::Call* found = nullptr;
  py::forEachChild(*e, [&](const py::Expr& child) {
    if (!found) found = callAt(child, span);
  });
  return found;
}

// What the variables of a function are given, also in functions inside it. Variables of the same name count as one.
class Variables {
 public:
  explicit Variables(const py::Block& body) { addBlock(body); }

  // The variables that the expressions depend on, themselves included.
  Names behind(Names names) const {
    Names all;
    while (!names.empty()) {
      const std::string name = *names.begin();
      names.erase(names.begin());
      if (!all.insert(name).second) continue;
      const auto given = given_.find(name);
      if (given == given_.end()) continue;
      for (const py::Expr& e : given->second) addNames(e, names);
    }
    return all;
  }

  const py::Call* callAt(Span span) const {
    for (const py::Expr& e : expressions_)
      if (const py::Call* call = tune::callAt(e, span)) return call;
    return nullptr;
  }

 private:
  void add(const py::Expr& value) {
    if (!value) return;
    expressions_.push_back(value);
    addArguments(value);
  }
  void assign(const py::Expr& target, const py::Expr& value) {
    Names names;
    addNames(target, names);
    for (const std::string& name : names) given_[name].push_back(value);
  }
  // Parameters of the functions that are defined here.
  void addArguments(const py::Expr& e) {
    const auto* call = e->as<py::Call>();
    const auto* name = call ? call->function->as<py::Name>() : nullptr;
    const auto function = name ? functions_.find(name->id) : functions_.end();
    if (function != functions_.end()) {
      const std::vector<py::Parameter>& params = *function->second;
      for (size_t i = 0; i < call->args.size() && i < params.size(); ++i)
        given_[params[i].name].push_back(call->args[i]);
      for (const py::Keyword& k : call->keywords) given_[k.name].push_back(k.value);
    }
    py::forEachChild(*e, [&](const py::Expr& child) { addArguments(child); });
  }
  void addBlock(const py::Block& body) {
    for (const py::Stmt& s : body) addStmt(*s);
  }
  void addStmt(const py::StmtNode& s) {
    if (const auto* n = s.as<py::ExprStmt>()) add(n->value);
    if (const auto* n = s.as<py::Assign>()) {
      add(n->value);
      for (const py::Expr& target : n->targets) assign(target, n->value);
    }
    if (const auto* n = s.as<py::AnnAssign>(); n && n->value) {
      add(n->value);
      assign(n->target, n->value);
    }
    if (const auto* n = s.as<py::AugAssign>()) {
      add(n->value);
      assign(n->target, n->value);
    }
    if (const auto* n = s.as<py::If>()) {
      add(n->condition);
      addBlock(n->body);
      addBlock(n->orElse);
    }
    if (const auto* n = s.as<py::ForLoop>()) {
      add(n->iterable);
      assign(n->target, n->iterable);
      addBlock(n->body);
    }
    if (const auto* n = s.as<py::WhileLoop>()) addBlock(n->body);
    if (const auto* n = s.as<py::With>()) addBlock(n->body);
    if (const auto* n = s.as<py::Try>()) {
      addBlock(n->body);
      for (const py::Handler& handler : n->handlers) addBlock(handler.body);
      addBlock(n->orElse);
      addBlock(n->atEnd);
    }
    if (const auto* n = s.as<py::Return>()) add(n->value);
    if (const auto* n = s.as<py::FunctionDef>()) {
      functions_[n->name] = &n->params;
      addBlock(n->body);
    }
  }

  std::map<std::string, std::vector<py::Expr>> given_;
  std::map<std::string, const std::vector<py::Parameter>*> functions_;
  std::vector<py::Expr> expressions_;
};

py::Block bodyOf(const SourceFile& file, const std::string& function) {
  for (const py::Stmt& s : file.syntax.body)
    if (const auto* f = s->as<py::FunctionDef>(); f && f->name == function) return f->body;
  return {};
}

class Provenance {
 public:
  Provenance(const Space& space, const RetracedCandidate& again, const Schedule& made)
      : again_(again), made_(made), variables_(bodyOf(space.file(), space.function())) {}

  // `then`: the schedule when the loop was there.
  void addLoop(LoopId loop, const Schedule& then) {
    const int step = then.madeBy(loop);
    if (step >= 0 && step < again_.schedule.stepCount() && seen_.insert(loop).second) addStep(step, loop);
  }

  Decisions decisions() const {
    Decisions found;
    for (size_t i = 0; i < again_.decisions.size(); ++i)
      if (used_.contains(i)) found.push_back(again_.decisions[i]);
    return found;
  }

 private:
  void addStep(int index, LoopId loop) {
    const Instruction& step = made_.step(index);
    const std::optional<size_t> factors = step.primitive->paramIndex("factors");
    const auto* list = factors ? step.args[*factors].as<StepValue::List>() : nullptr;
    const size_t place = placeAmongOutputs(index, loop);
    if (list && place < list->size() && !(*list)[place].isNone()) {
      addValue((*list)[place], index);
      return addText(index, *factors, place);
    }
    for (size_t i = 0; i < step.args.size(); ++i) {
      addValue(step.args[i], index);
      if (!step.args[i].isHandle()) addText(index, i, kWhole);
    }
  }

  size_t placeAmongOutputs(int index, LoopId loop) const {
    const std::vector<StepValue>& outputs = made_.step(index).outputs;
    const Schedule then = made_.prefix(index + 1);
    for (size_t i = 0; i < outputs.size(); ++i)
      if (const auto* rv = outputs[i].as<LoopRv>())
        if (const Result<LoopId> id = then.resolve(*rv); id && *id == loop) return i;
    return outputs.size();
  }

  // A number or place that a decision gave, or a loop that was made earlier.
  void addValue(const StepValue& value, int before) {
    if (const auto* list = value.as<StepValue::List>())
      for (const StepValue& item : *list) addValue(item, before);
    if (!value.isHandle()) return;
    for (size_t i = 0; i < again_.steps.size(); ++i) {
      if (again_.steps[i] >= made_.stepCount()) continue;
      const std::vector<StepValue>& outputs = made_.step(again_.steps[i]).outputs;
      if (std::any_of(outputs.begin(), outputs.end(), [&](const StepValue& out) { return equal(out, value); })) {
        used_.insert(i);
        return addChoices(again_.steps[i]);
      }
    }
    const Schedule then = made_.prefix(before);
    if (const auto* rv = value.as<LoopRv>())
      if (const Result<LoopId> loop = then.resolve(*rv)) addLoop(*loop, then);
  }

  // The variables of an argument of the step's call, or of one element of it.
  void addText(int index, size_t argument, size_t element) {
    const py::Call* call = variables_.callAt(again_.spans[static_cast<size_t>(index)]);
    const py::Expr* whole = call ? argumentOf(*call, index, argument) : nullptr;
    if (!whole) return;
    const auto* list = (*whole)->as<py::List>();
    const bool one = list && element < list->items.size() &&
                     std::none_of(
                         list->items.begin(), list->items.end(),
                         [](const py::Expr& item) { return item->as<py::Starred>() != nullptr; });
    Names names;
    addNames(one ? list->items[element] : *whole, names);
    addTakenBy(std::move(names));
  }

  // What a decision may choose from may depend on other decisions.
  void addChoices(int index) {
    const py::Call* call = variables_.callAt(again_.spans[static_cast<size_t>(index)]);
    Names names;
    if (call)
      for (const py::Expr& arg : call->args) addNames(arg, names);
    addTakenBy(std::move(names));
  }

  void addTakenBy(Names names) {
    for (const std::string& name : variables_.behind(std::move(names)))
      for (size_t i = 0; i < again_.decisions.size(); ++i)
        if (takes(again_.decisions[i].name, name)) used_.insert(i);
  }

  const py::Expr* argumentOf(const py::Call& call, int index, size_t argument) const {
    const std::string& name = made_.step(index).primitive->params[argument].name;
    for (const py::Keyword& k : call.keywords)
      if (k.name == name) return &k.value;
    return argument < call.args.size() ? &call.args[argument] : nullptr;
  }

  // Is the decision "rows", "rows#2" or "rows, columns" taken by the variable?
  static bool takes(const std::string& decision, const std::string& variable) {
    std::string names = decision.substr(0, decision.find('#'));
    for (size_t at = 0; at != std::string::npos;) {
      const size_t end = names.find(", ", at);
      if (names.substr(at, end == std::string::npos ? end : end - at) == variable) return true;
      at = end == std::string::npos ? end : end + 2;
    }
    return false;
  }

  const RetracedCandidate& again_;
  const Schedule& made_;
  Variables variables_;
  std::set<LoopId> seen_;
  std::set<size_t> used_;  // decisions
};

}  // namespace

Result<Decisions> decisionsOfLoop(const Space& space, const Schedule& made, LoopId loop) {
  const std::optional<RetracedCandidate> again = space.retraced(made);
  if (!again)
    return explain(err::kPinOtherSteps(space.function()), "open a candidate of this space, or choose another space");
  Provenance provenance(space, *again, made);
  provenance.addLoop(loop, made);
  Decisions decisions = provenance.decisions();
  if (decisions.empty())
    return explain(err::kPinLoop(made.program().name(loop)), "pin decisions on the page Decisions instead");
  return decisions;
}

}  // namespace lw::tune
