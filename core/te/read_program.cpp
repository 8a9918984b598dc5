#include "core/te/read_program.h"

#include <algorithm>

#include "core/ir/equal.h"
#include "core/script/interpreter.h"
#include "core/te/relax/graph_values.h"
#include "core/te/schedule_code.h"
#include "core/te/te_host.h"
#include "core/text/python/python_walk.h"

namespace lw {
namespace {

constexpr int64_t kSteps = 5'000'000;  // limit of the interpreter's steps for one function
constexpr int kIntrinsics = 16;        // limit of a function, each used before the next is declared

bool namesCreate(const py::Expr& e) {
  if (const auto* a = e->as<py::Attribute>(); a && a->name == "create_prim_func") return true;
  bool found = false;
  py::forEachChild(*e, [&](const py::Expr& child) { found = found || namesCreate(child); });
  return found;
}

const PrimFunc* named(const SourceFile& file, const std::string& name) {
  const auto at =
      std::find_if(file.functions.begin(), file.functions.end(), [&](const PrimFunc& f) { return f.name == name; });
  return at == file.functions.end() ? nullptr : &*at;
}

bool callable(const py::FunctionDef& def) {
  return std::all_of(def.params.begin(), def.params.end(),
                     [](const py::Parameter& p) { return p.star || p.defaultValue; });
}

uint32_t freeId(const SourceFile& file) {
  uint32_t next = 1;
  for (const PrimFunc& f : file.functions) next = std::max(next, f.nextId);
  for (const Module& m : file.modules)
    for (const PrimFunc& f : m.functions) next = std::max(next, f.nextId);
  return next;
}

void report(SourceFile& file, Span where, const Explanation& e) {
  const auto known = [&](const Diagnostic& d) { return d.message == e.message && d.span.begin == e.span.begin; };
  if (std::any_of(file.diagnostics.begin(), file.diagnostics.end(), known))
    return;  // was reported for a function that this one calls
  file.diagnostics.push_back(diagnosticOf(Diagnostic::Severity::Error, e.span.valid() ? e.span : where, e));
}

void add(SourceFile& file, te::Created made, const std::string& name) {
  made.function.name = name;
  for (const auto& [block, span] : made.places)
    if (span.valid()) file.map.add({span, MappedRange::Kind::Block, {}, block, "", nullptr});
  file.functions.push_back(std::move(made.function));
}

// A name that no class of the file has.
std::string freeClassName(const SourceFile& file, const std::string& wanted) {
  std::string name = wanted;
  const auto taken = [&] {
    return std::any_of(file.modules.begin(), file.modules.end(), [&](const Module& m) { return m.name == name; });
  };
  for (int suffix = 1; taken(); ++suffix) name = wanted + "_" + std::to_string(suffix);
  return name;
}

// Adds the class that bb.get() made, as if it were written in the file.
void addModel(SourceFile& file, const te::ModelValue& made, const std::string& wanted) {
  graph::Model model = made.model;
  const std::string name = freeClassName(file, wanted);
  model.graph.module = model.kernels.name = name;
  for (const auto& [block, span] : made.places)
    if (span.valid()) file.map.add({span, MappedRange::Kind::Block, {}, block, "", nullptr});
  file.modules.push_back(std::move(model.kernels));
  file.graphs.push_back(std::make_shared<const graph::Graph>(std::move(model.graph)));
}

// Adds the function if the result is one.
void addFunction(SourceFile& file, const std::string& name, Span where, const Result<script::Value>& result) {
  if (!result) return report(file, where, result.error());
  if (const auto* made = result->hostAs<te::FunctionValue>()) add(file, made->made, name);
  if (const auto* made = result->hostAs<te::ModelValue>()) addModel(file, *made, name);
}

// Adds the programs for which the code creates schedules; equal programs become one function with several schedules.
void addOwnPrograms(SourceFile& file, std::string_view function, Span where) {
  te::OwnPrograms programs = te::ownPrograms(file, function, freeId(file));
  // A step that uses an intrinsic needs it in the file. Another run finds the intrinsics that are declared after such a
  // step.
  for (int rounds = 0; !programs.intrinsics.empty() && rounds < kIntrinsics; ++rounds) {
    file.intrinsics.insert(file.intrinsics.end(), programs.intrinsics.begin(), programs.intrinsics.end());
    programs = te::ownPrograms(file, function, freeId(file));
  }
  if (programs.error && programs.made.empty()) return report(file, where, *programs.error);
  for (te::Created& made : programs.made) {
    std::string name = made.function.name;
    bool known = false;
    for (int i = 1; const PrimFunc* other = named(file, name); ++i) {
      made.function.name = name;
      known = known || !firstDifference(made.function, *other);
      if (known) break;
      name = programs.made[0].function.name + "_" + std::to_string(i);
    }
    if (!known) add(file, std::move(made), name);
  }
}

// The functions other than programs that have no syntax errors.
std::vector<py::Stmt> functionsWithoutErrors(const SourceFile& file) {
  std::vector<py::Stmt> functions = file.otherFunctions;
  std::erase_if(functions, [&](const py::Stmt& s) {
    const auto* def = s->as<py::FunctionDef>();
    return def && file.errorIn(def->name);
  });
  return functions;
}

}  // namespace

SourceFile readProgram(std::string fileName, std::string text) {
  SourceFile file = parseSource(std::move(fileName), std::move(text));
  if (file.errorAtTop()) return file;
  const std::vector<py::Stmt> functions = functionsWithoutErrors(file);
  const auto run = [&](const std::string& name, Span where,
                       const std::function<Result<script::Value>(script::Interpreter&)>& evaluate) {
    const script::FileScope scope(file);
    te::TeHost host;
    host.firstId = freeId(file);
    script::Limits limits;
    limits.steps = kSteps;
    script::Interpreter interpreter(scope, host, limits);
    const Result<script::Value> result = evaluate(interpreter);
    addFunction(file, name, where, result);
  };
  for (const py::Stmt& s : functions) {
    const auto* def = s->as<py::FunctionDef>();
    if (def && callable(*def) &&
        (py::countCalls(def->body, "create_prim_func") > 0 || py::countCalls(def->body, "BlockBuilder") > 0))
      run(def->name, def->nameSpan, [&](script::Interpreter& in) { return in.run(*def, {}); });
  }
  if (!file.ownSchedules("").empty()) addOwnPrograms(file, "", {});
  for (const py::Stmt& s : functions)
    if (const auto* def = s->as<py::FunctionDef>(); def && !file.ownSchedules(def->name).empty())
      addOwnPrograms(file, def->name, def->nameSpan);
  const auto constants = file.constants;
  for (const auto& [name, value] : constants)
    if (namesCreate(value)) run(name, value->span, [&, e = value](script::Interpreter& in) { return in.evaluate(e); });
  if (py::callsAtTop(file.syntax.body, "BlockBuilder")) {
    const script::FileScope scope(file);
    te::TeHost host;
    host.firstId = freeId(file);
    script::Limits limits;
    limits.steps = kSteps;
    script::Interpreter interpreter(scope, host, limits);
    const Result<script::Value> result = interpreter.runModule(file.syntax.body);
    for (const auto& [name, model] : host.models) addModel(file, *model.hostAs<te::ModelValue>(), name);
    if (!result) report(file, {}, result.error());
  }
  std::stable_sort(file.diagnostics.begin(), file.diagnostics.end(),
                   [](const Diagnostic& a, const Diagnostic& b) { return a.span.begin < b.span.begin; });
  file.map.finish();
  return file;
}

}  // namespace lw
