#include "app/python/program.h"

#include <pybind11/stl.h>

#include "app/python/bindings.h"
#include "app/python/errors.h"
#include "core/ir/equal.h"
#include "core/te/read_program.h"
#include "core/te/te_values.h"
#include "core/text/graph/read_model.h"
#include "core/text/print/printer.h"

namespace lw::python {
namespace {

PyProgram load(const std::string& name, const std::string& text, const std::string& chosen, bool alone) {
  struct Loaded {
    std::shared_ptr<const SourceFile> file;
    Result<Program> program;
  };
  Loaded loaded = withoutLock([&] {
    auto file = std::make_shared<const SourceFile>(readProgram(name, text));
    Result<Program> program = programOf(*file, chosen);
    if (!program && !file->graphs.empty() && file->functions.empty() && !file->hasErrors())
      program = Program{file->graphs[0]->module, Snapshot(modelOf(*file, *file->graphs[0]).kernels), 0};
    return Loaded{std::move(file), std::move(program)};
  });
  if (!loaded.program)
    throw Refusal{std::move(loaded.program).error(), std::make_shared<const SourceText>(loaded.file->source)};
  const bool one = alone && !chosen.empty() && chosen != loaded.program->name;
  return {std::move(loaded.file), *std::move(loaded.program), one, chosen};
}

// The result of te.create_prim_func.
PyProgram ofTensors(const Object& object) {
  const auto* made = object.value.hostAs<te::FunctionValue>();
  if (!made) throw Refusal{err::kPythonProgram(TypeName(script::typeName(object.value).text()))};
  const PrimFunc& function = made->made.function;
  auto file = std::make_shared<SourceFile>();
  file->functions.push_back(function);
  return {std::move(file), Program{function.name, Snapshot(function).withIntrinsics(language().declared()), 0}, false};
}

// Where two programs differ, up to the names of variables, loops and buffers; None: nowhere.
py::object firstDifferenceOf(const PyProgram& a, const PyProgram& b) {
  const Snapshot &x = a.program.snapshot, &y = b.program.snapshot;
  if (x.functionCount() != y.functionCount())
    return py::str("one has " + std::to_string(x.functionCount()) + " functions, the other " +
                   std::to_string(y.functionCount()));
  for (int i = 0; i < x.functionCount(); ++i)
    if (const auto difference = firstDifference(x.function(i), y.function(i)))
      return py::str("at " + difference->path + ": " + difference->left + " and " + difference->right);
  return py::none();
}

}  // namespace

Dialect dialectOf(const std::string& name) {
  if (name != "classic" && name != "tvm") refuseArgument("dialect is 'classic' or 'tvm', not '" + name + "'");
  return name == "tvm" ? Dialect::Tvm : Dialect::Classic;
}

void bindPrograms(py::module_& m) {
  py::class_<PyProgram, std::shared_ptr<PyProgram>>(m, "Program", "A program that was read, and its text.")
      .def_property_readonly("name", [](const PyProgram& p) { return p.program.name; })
      .def_property_readonly("text", [](const PyProgram& p) { return p.file->source.text; })
      .def_property_readonly("graphs",
                             [](const PyProgram& p) {
                               std::vector<std::string> names;
                               for (const auto& graph : p.file->graphs)
                                 for (const graph::Function& f : graph->functions) names.push_back(f.name);
                               return names;
                             })
      .def_property_readonly("filename", [](const PyProgram& p) { return p.file->source.name; })
      .def_property_readonly("functions",
                             [](const PyProgram& p) {
                               std::vector<std::string> names;
                               for (int i = 0; i < p.program.snapshot.functionCount(); ++i)
                                 names.push_back(functionTitle(p.program, i));
                               return names;
                             })
      // How it was read, to read it again; None: it is not what a text says.
      .def_property_readonly("_origin",
                             [](const PyProgram& p) -> py::object {
                               if (!p.chosen) return py::none();
                               return py::make_tuple(p.file->source.name, p.file->source.text, *p.chosen, p.alone);
                             })
      .def_property_readonly("schedules", [](const PyProgram& p) { return p.file->scheduleFunctions(); });
  m.def("load", load, py::arg("filename"), py::arg("text"), py::arg("name") = "", py::arg("alone") = false);
  m.def("load_tensors", ofTensors);
  m.def("first_difference", firstDifferenceOf, "The first difference of two programs up to names, or None.");
  m.def("register_intrinsics", [](const PyProgram& program) { addIntrinsics(program.file->intrinsics); });
}

}  // namespace lw::python
