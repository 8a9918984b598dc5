// Costs of loops and blocks, exports, and schedules as sessions, which the window opens.
#include <pybind11/stl.h>

#include "app/python/bindings.h"
#include "app/python/errors.h"
#include "app/python/schedule.h"
#include "app/shared/exports.h"
#include "app/shared/json/cost_table.h"
#include "app/shared/json/model_table.h"
#include "app/shared/session_of.h"
#include "backends/target/target.h"
#include "core/support/json.h"
#include "core/support/text.h"

namespace lw::python {
namespace {

// The tables of `lw cost --model --json`.
std::string costs(const PySchedule& schedule, const std::map<std::string, int64_t>& bind, bool model) {
  const Schedule state = schedule.finished();
  const int index = schedule.function();
  const SourceFile& file = schedule.file();
  return withoutLock([&] {
    const PrimFunc &original = state.source().function(index), &function = state.program().function(index);
    const std::vector<int64_t> caches = cacheSizes();
    const ProgramCost cost = costOf(function, caches, sizesNamed(function, bind));
    nlohmann::json j = costJson(function, costRows(function, cost), cost, caches);
    if (model) j["model"] = toJson(modelTable(file.source.text, original, function));
    return j.dump();
  });
}

// (path, text or bytes) of each file. `path` empty: names alone.
py::list exported(const PySchedule& schedule, const std::string& format, const std::string& path,
                  const std::string& dialect, const std::string& cpu, const std::string& math, bool allowC) {
  const ExportKind* kind = exportKind(format);
  if (!kind || kind->model) {
    std::string known;
    for (const ExportKind& one : exportKinds())
      if (!one.model) addItem(known, one.name);
    refuseArgument("export: there is no format '" + format + "' of schedules; known: " + known);
  }
  if (!kind->text && path.empty()) refuseArgument("export: the format " + format + " is written to a file: pass path");
  const Schedule state = schedule.finished();
  ExportInput input{state, {}, schedule.function()};
  input.dialect = dialectOf(dialect);
  input.cpu = cpu;
  input.math = taken(parseFloatMath(math));
  if (schedule.program) input.file = schedule.program->file;
  if (allowC) input.allows = [](const std::string&) { return true; };
  input.story.title = state.program().functionName(input.function);
  input.story.caches = cacheSizes();
  input.story.steps = storyOf(state);
  const std::vector<ExportedFile> files = taken(withoutLock([&] { return exportFiles(*kind, input, path); }));
  py::list out;
  for (const ExportedFile& file : files)
    out.append(py::make_tuple(file.path, kind->text ? py::object(py::str(file.content)) : py::bytes(file.content)));
  return out;
}

py::list formats() {
  py::list all;
  for (const ExportKind& kind : exportKinds())
    if (!kind.model) all.append(py::make_tuple(kind.name, kind.suffix));
  return all;
}

}  // namespace

void bindExports(py::module_& m) {
  m.attr("version") = LW_VERSION;
  m.def("costs", costs);
  m.def("exported", exported);
  m.def("formats", formats);
  m.def("save_session", [](const PySchedule& s, const std::string& path) {
    const Schedule state = s.finished();
    const std::shared_ptr<const SourceFile> file = s.program ? s.program->file : nullptr;
    const std::string program = s.program ? s.program->program.name : "";
    const int function = s.function();
    taken(withoutLock([&]() -> Status {
      const std::string name = file && !file->source.text.empty() ? file->source.name : "";
      Result<Session> session = sessionOf(state, file, program, function, name.ends_with(".py") ? name : "");
      if (!session) return session.error();
      return saveSession(*session, path);
    }));
  });
}

}  // namespace lw::python
