#include "core/te/read_program.h"

#include <algorithm>

#include "core/script/interpreter.h"
#include "core/te/te_host.h"
#include "core/text/python_walk.h"

namespace lw {
namespace {

constexpr int64_t kSteps = 5'000'000;  // of the interpreter, for one function

bool namesCreate(const py::Expr& e) {
  if (const auto* a = e->as<py::Attribute>(); a && a->name == "create_prim_func") return true;
  bool found = false;
  py::forEachChild(*e, [&](const py::Expr& child) { found = found || namesCreate(child); });
  return found;
}

bool namesCreate(const py::Block& body) {
  return std::any_of(body.begin(), body.end(), [](const py::Stmt& s) {
    if (const auto* r = s->as<py::Return>()) return r->value && namesCreate(r->value);
    if (const auto* a = s->as<py::Assign>()) return namesCreate(a->value);
    if (const auto* i = s->as<py::If>()) return namesCreate(i->body) || namesCreate(i->orElse);
    return false;
  });
}

bool callable(const py::FunctionDef& def) {
  return std::all_of(def.params.begin(), def.params.end(), [](const py::Parameter& p) { return p.star || p.defaultValue; });
}

uint32_t freeId(const SourceFile& file) {
  uint32_t next = 1;
  for (const PrimFunc& f : file.functions) next = std::max(next, f.nextId);
  for (const Module& m : file.modules)
    for (const PrimFunc& f : m.functions) next = std::max(next, f.nextId);
  return next;
}

// Adds the function; a result of another kind is no function of the file.
void take(SourceFile& file, const std::string& name, Span where, const Result<script::Value>& result) {
  if (!result) {
    const Explanation& e = result.error();
    file.diagnostics.push_back({Diagnostic::Severity::Error, e.span.valid() ? e.span : where, e.kind, e.message, e.hint});
    return;
  }
  const auto* made = result->hostAs<te::FunctionValue>();
  if (!made) return;
  PrimFunc f = made->made.function;
  f.name = name;
  for (const auto& [block, span] : made->made.places)
    if (span.valid()) file.map.add({span, MappedRange::Kind::Block, {}, block, "", nullptr});
  file.functions.push_back(std::move(f));
}

}  // namespace

SourceFile readProgram(std::string fileName, std::string text) {
  SourceFile file = parseSource(std::move(fileName), std::move(text));
  if (file.hasErrors()) return file;
  const auto run = [&](const std::string& name, Span where, const std::function<Result<script::Value>(script::Interpreter&)>& evaluate) {
    const script::FileScope scope(file);
    te::TeHost host;
    host.firstId = freeId(file);
    script::Limits limits;
    limits.steps = kSteps;
    script::Interpreter interpreter(scope, host, limits);
    const Result<script::Value> result = evaluate(interpreter);
    take(file, name, where, result);
  };
  const std::vector<py::Stmt> functions = file.otherFunctions;
  for (const py::Stmt& s : functions) {
    const auto* def = s->as<py::FunctionDef>();
    if (def && callable(*def) && namesCreate(def->body)) run(def->name, def->nameSpan, [&](script::Interpreter& in) { return in.run(*def, {}); });
  }
  const auto constants = file.constants;
  for (const auto& [name, value] : constants)
    if (namesCreate(value)) run(name, value->span, [&, e = value](script::Interpreter& in) { return in.evaluate(e); });
  file.map.finish();
  return file;
}

}  // namespace lw
