#include "core/te/schedule_code.h"

#include <algorithm>

#include "core/te/errors.h"
#include "core/te/schedule_host_te.h"
#include "core/te/te_stages.h"
#include "core/text/python/python_walk.h"

namespace lw {

using te::ScheduleCodeHost;

namespace {

const py::Call* callOf(const py::Expr& e, std::initializer_list<std::string_view> functions) {
  const auto* call = e ? e->as<py::Call>() : nullptr;
  const auto* name = call ? call->function->as<py::Name>() : nullptr;
  const auto* attribute = call ? call->function->as<py::Attribute>() : nullptr;
  if (!name && !attribute) return nullptr;
  const std::string& called = name ? name->id : attribute->name;
  return std::find(functions.begin(), functions.end(), called) != functions.end() ? call : nullptr;
}

// The first lower(NAME, [A, B, ...]) or build(NAME, [A, B, ...]) among the statements.
const py::Call* loweringOf(const std::string& schedule, std::span<const py::Stmt> body) {
  const py::Call* found = nullptr;
  const std::function<void(const py::Expr&)> look = [&](const py::Expr& e) {
    const py::Call* call = callOf(e, {"lower", "build"});
    const auto* first = call && !call->args.empty() ? call->args[0]->as<py::Name>() : nullptr;
    if (!found && first && first->id == schedule) found = call;
    py::forEachChild(*e, look);
  };
  py::forEachExpr({body.begin(), body.end()}, look);
  return found;
}

bool areNames(const py::Expr& e) {
  const auto* list = e->as<py::List>();
  const auto* tuple = e->as<py::Tuple>();
  if (!list && !tuple) return false;
  const std::vector<py::Expr>& items = list ? list->items : tuple->items;
  return std::all_of(items.begin(), items.end(), [](const py::Expr& item) { return item->as<py::Name>() != nullptr; });
}

// create_schedule(C.op) with the parameters that a later lower(s, [A, B, C]) lists, because only that call lists the
// function's parameters.
py::Expr withParameters(const py::Expr& value, const py::Call& lowering) {
  py::ExprNode node = *value;
  auto& call = std::get<py::Call>(node.value);
  const auto keyword = [&](std::string_view name) {
    const auto at = std::find_if(lowering.keywords.begin(), lowering.keywords.end(),
                                 [&](const py::Keyword& k) { return k.name == name; });
    return at == lowering.keywords.end() ? py::Expr() : at->value;
  };
  const py::Expr list = lowering.args.size() > 1 ? lowering.args[1] : keyword("args");
  if (list && areNames(list)) call.keywords.push_back({"parameters", list, list->span});
  if (const py::Expr name = keyword("name")) call.keywords.push_back({"name", name, name->span});
  return std::make_shared<const py::ExprNode>(std::move(node));
}

py::Block withParameters(const py::Block& body) {
  py::Block changed = body;
  for (size_t i = 0; i < body.size(); ++i) {
    const auto* plain = body[i]->as<py::Assign>();
    const auto* typed = body[i]->as<py::AnnAssign>();
    const py::Expr target = plain && plain->targets.size() == 1 ? plain->targets[0]
                            : typed                             ? typed->target
                                                                : py::Expr();
    const py::Expr value = plain ? plain->value : typed ? typed->value : py::Expr();
    const auto* name = target ? target->as<py::Name>() : nullptr;
    if (!name || !callOf(value, {"create_schedule"})) continue;
    const py::Call* lowering = loweringOf(name->id, std::span(body).subspan(i + 1));
    if (!lowering) continue;
    py::StmtNode node = *body[i];
    (plain ? std::get<py::Assign>(node.value).value : std::get<py::AnnAssign>(node.value).value) =
        withParameters(value, *lowering);
    changed[i] = std::make_shared<const py::StmtNode>(std::move(node));
  }
  return changed;
}

// Searches nested functions, too.
bool callsAnywhere(const py::Block& body, std::string_view function) {
  if (py::countCalls(body, function) > 0) return true;
  return std::any_of(body.begin(), body.end(), [&](const py::Stmt& s) {
    const auto* def = s->as<py::FunctionDef>();
    return def && callsAnywhere(def->body, function);
  });
}

// Runs the top level of the file, or one of its functions.
Result<script::Value> runCode(const SourceFile& file, std::string_view function, ScheduleCodeHost& host,
                              const script::Limits& limits) {
  const script::FileScope scope(file);
  script::Interpreter interpreter(scope, host, limits);
  if (function.empty()) {
    py::Block body = withParameters(file.syntax.body);
    // Intrinsics have already been registered.
    std::erase_if(body, [](const py::Stmt& s) {
      const auto* e = s->as<py::ExprStmt>();
      return e && callOf(e->value, {"register"});
    });
    return interpreter.runModule(body);
  }
  py::FunctionDef def = *file.function(function);
  def.body = withParameters(def.body);
  return interpreter.run(def, {});
}

bool ended(const Result<script::Value>& result) { return result || result.error().kind == "script.exit"; }

// The schedule that a name denotes; nullopt: the code of the file does not create it.
struct Place {
  std::string function;
  int number;
};
std::optional<Place> placeOf(const SourceFile& file, std::string_view name) {
  std::string wanted(name);
  const std::vector<std::string> all = file.scheduleFunctions();
  if (wanted.empty()) wanted = all.size() == 1 ? all[0] : "schedule";
  const std::vector<std::string> top = file.ownSchedules("");
  if (const auto at = std::find(top.begin(), top.end(), wanted); at != top.end())
    return Place{"", static_cast<int>(at - top.begin())};
  if (!file.ownSchedules(wanted).empty()) return Place{wanted, 0};
  return std::nullopt;
}

// The error in the file that prevents this schedule from being run.
const Diagnostic* obstacle(const SourceFile& file, std::string_view function, const std::optional<Place>& place) {
  const std::string_view name = function.empty() ? "schedule" : function;
  if (const Diagnostic* inside =
          file.errorIn(place && !place->function.empty() ? std::string_view(place->function) : name))
    return inside;
  return file.errorAtTop();
}

ScriptRun runOwn(const SourceFile& file, const Place& place, const Schedule& start, const script::Limits& limits) {
  ScheduleCodeHost host(file, nullptr, limits);
  host.start = start;
  host.startAt = place.number;
  const Result<script::Value> result = runCode(file, place.function, host, limits);
  const auto number = static_cast<size_t>(place.number);
  if (number >= host.own.size()) {
    ScriptRun none{start,
                   result ? explain(err::kNoScheduleMade(), "s = te.create_schedule(C.op)") : result.error(),
                   std::move(host.output),
                   {}};
    return none;
  }
  script::ScheduleObject& made = *host.own[number].schedule;
  if (ended(result)) te::decomposeReductions(made, host.own[number].span);
  std::vector<Span> spans = made.stepSpans;
  spans.erase(spans.begin(), spans.begin() + std::min<long>(start.stepCount(), static_cast<long>(spans.size())));
  ScriptRun run{made.schedule, std::nullopt, std::move(host.output), std::move(spans),
                std::nullopt,  made.groups,  std::move(made.notes)};
  if (!ended(result)) {
    run.error = result.error();
    run.refused = made.refused;
  }
  return run;
}

}  // namespace

ScriptRun interpretScheduleOf(const SourceFile& file, std::string_view function, const Schedule& start,
                              const script::Limits& given) {
  const script::Limits limits = te::withTensors(given);
  const std::optional<Place> place = placeOf(file, function);
  if (const Diagnostic* d = obstacle(file, function, place)) return {start, explanationOf(*d), {}, {}};
  if (place) return runOwn(file, *place, start, limits);
  const auto host = [&](const std::shared_ptr<script::ScheduleObject>& schedule) {
    return std::make_unique<ScheduleCodeHost>(file, schedule, limits);
  };
  const bool tensors = std::any_of(file.constants.begin(), file.constants.end(), [](const auto& c) {
    return callOf(c.second, {"placeholder", "compute", "reduce_axis"}) != nullptr;
  });
  return tensors ? interpretSchedule(file, function, start, limits, host)
                 : interpretSchedule(file, function, start, limits);
}

namespace te {

OwnPrograms ownPrograms(const SourceFile& file, std::string_view function, uint32_t firstId) {
  script::Limits limits;
  limits.steps = 5'000'000;
  ScheduleCodeHost host(file, nullptr, limits);
  host.firstId = firstId;
  // Intrinsics may be declared anywhere in the code, so it runs to its end to find them.
  const bool declares = callsAnywhere(file.syntax.body, "decl_tensor_intrin");
  if (!declares) host.stopAfter = function.empty() ? static_cast<int>(file.ownSchedules("").size()) : 1;
  const Result<script::Value> result = runCode(file, function, host, limits);
  OwnPrograms programs;
  for (ScheduleCodeHost::Own& own : host.own) programs.made.push_back(std::move(own.program));
  if (!ended(result)) programs.error = result.error();
  programs.intrinsics = host.declared();
  return programs;
}

}  // namespace te
}  // namespace lw
