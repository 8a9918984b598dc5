// Explanations as exceptions of Python: kind, message, hint and place; of a refused step also its witness and repairs.
#include <pybind11/stl.h>

#include "app/python/bindings.h"
#include "app/python/bridge.h"
#include "app/python/errors.h"
#include "app/python/schedule.h"
#include "app/shared/repair_limits.h"
#include "core/trace/repair.h"
#include "core/trace/trace.h"

namespace lw::python {
namespace {

// What an exception keeps of a refusal. Repairs are searched for when they are read.
struct PyReason {
  Refusal refusal;
  std::optional<std::vector<Repair>> repairs = {};
};

struct PyRepair {
  Repair repair;
};

const std::vector<Repair>& repairsOf(PyReason& reason) {
  if (reason.repairs) return *reason.repairs;
  const Refusal& r = reason.refusal;
  if (!r.step || !r.schedule) return reason.repairs.emplace(r.why.repairs);
  return reason.repairs.emplace(withoutLock(
      [&] { return withRepairs(*r.schedule, *r.step->primitive, r.step->args, r.why, repairLimits()).repairs; }));
}

py::dict pointOf(const Witness::Point& point) {
  py::dict iteration, out;
  for (const auto& [loop, value] : point.iteration) iteration[py::str(loop)] = value;
  out["block"] = point.block;
  out["iteration"] = std::move(iteration);
  return out;
}

std::vector<std::string> stepsOf(const Repair& repair) {
  std::vector<std::string> steps;
  for (const auto& step : repair.steps) steps.push_back(step->text());
  return steps;
}

py::object place(const PyReason& reason) {
  const Refusal& r = reason.refusal;
  if (!r.source || !r.why.span.valid()) return py::none();
  const LineColumn at = r.source->locate(r.why.span.begin);
  return py::make_tuple(r.source->name, at.line, at.column);
}

py::object& classes() {
  static py::object* all = new py::object;  // Python may end before this library
  return *all;
}

void loadClasses() {
  if (!classes()) classes() = py::module_::import("loopwright._errors");
}

// What is wrong is the type, the shape or the number of the arguments, and not what a step would do.
bool isOfArgument(const std::string& kind) {
  return kind.starts_with("argument.") || kind.starts_with("kernel.argument") || kind == "kernel.size-conflict" ||
         kind == "run.input-shape" || kind == "inputs.bad-range" || kind == "script.type";
}

// The two iterations of a witness as plain values, for pickle.
py::tuple valuesOf(const Witness& w) {
  return py::make_tuple(w.first.block, w.first.iteration, w.second.block, w.second.iteration, w.dependence, w.element);
}
Witness witnessOf(const py::tuple& values) {
  Witness w;
  w.first.block = py::cast<std::string>(values[0]);
  w.first.iteration = py::cast<decltype(w.first.iteration)>(values[1]);
  w.second.block = py::cast<std::string>(values[2]);
  w.second.iteration = py::cast<decltype(w.second.iteration)>(values[3]);
  w.dependence = py::cast<std::string>(values[4]);
  w.element = py::cast<std::string>(values[5]);
  return w;
}

}  // namespace

void refuseArgument(const std::string& words) {
  loadClasses();
  PyErr_SetObject(classes().attr("ArgumentError").ptr(), py::str(words).ptr());
  throw py::error_already_set();
}

py::object exceptionOf(Refusal refusal) {
  const bool step = refusal.step.has_value() || refusal.why.witness.has_value();
  const std::string& kind = refusal.why.kind;
  const bool argument = isOfArgument(kind);
  const char* name = kind.starts_with("python.")       ? "ArgumentError"
                     : step && argument                ? "RefusedArgument"
                     : step                            ? "Refused"
                     : kind.starts_with("runner.")     ? "KernelError"
                     : refusal.source && !refusal.step ? "ProgramError"
                     : argument                        ? "ArgumentError"
                                                       : "Error";
  loadClasses();
  const std::string words = refusal.source ? render(refusal.why, refusal.source.get()) : toText(refusal.why);
  py::object made = classes().attr(name)(words);
  made.attr("_reason") = py::cast(PyReason{std::move(refusal)});
  return made;
}

void bindRefusals(py::module_& m) {
  py::class_<Witness>(m, "Witness", "Two iterations that conflict.")
      .def_property_readonly("sentence", &Witness::sentence)
      .def_property_readonly("dependence", [](const Witness& w) { return w.dependence; })
      .def_property_readonly("element", [](const Witness& w) { return w.element; })
      .def_property_readonly("first", [](const Witness& w) { return pointOf(w.first); })
      .def_property_readonly("second", [](const Witness& w) { return pointOf(w.second); })
      .def("__str__", &Witness::sentence)
      .def("__repr__", &Witness::sentence)
      .def(py::pickle(&valuesOf, &witnessOf));
  py::class_<PyRepair>(m, "Repair", "Steps that make a refused step legal, or that take its place.")
      .def_property_readonly("steps", [](const PyRepair& r) { return stepsOf(r.repair); })
      .def_property_readonly("warning", [](const PyRepair& r) { return r.repair.warning.text(); })
      .def("__str__", [](const PyRepair& r) { return toText(r.repair); })
      .def("__repr__", [](const PyRepair& r) { return toText(r.repair); })
      .def(
          "apply",
          [](const PyRepair& r, const py::object& schedule) {
            for (const std::string& step : stepsOf(r.repair)) schedule.attr("do")(step);
          },
          py::arg("sch"), "Carries out the steps on the schedule.");
  py::class_<PyReason>(m, "Reason")
      .def_property_readonly("kind", [](const PyReason& r) { return r.refusal.why.kind; })
      .def_property_readonly("message", [](const PyReason& r) { return r.refusal.why.message; })
      .def_property_readonly("hint", [](const PyReason& r) { return r.refusal.why.hint; })
      .def_property_readonly("conservative", [](const PyReason& r) { return r.refusal.why.conservative; })
      .def_property_readonly("witness", [](const PyReason& r) { return r.refusal.why.witness; })
      .def_property_readonly("step",
                             [](const PyReason& r) -> py::object {
                               if (!r.refusal.step) return py::none();
                               return py::str(r.refusal.step->primitive->name);
                             })
      .def_property_readonly("place", place)
      .def_property_readonly("repairs", [](PyReason& r) {
        std::vector<PyRepair> all;
        for (const Repair& repair : repairsOf(r)) all.push_back({repair});
        return all;
      });
  py::register_local_exception_translator([](std::exception_ptr raised) {
    try {
      if (raised) std::rethrow_exception(raised);
    } catch (Refusal& refusal) {
      try {
        const py::object made = exceptionOf(std::move(refusal));
        PyErr_SetObject(py::type::handle_of(made).ptr(), made.ptr());
      } catch (py::error_already_set& failed) {
        failed.restore();
      }
    } catch (const py::cast_error&) {
      try {
        refuseArgument("a value has a type that is not taken here");
      } catch (py::error_already_set& made) {
        made.restore();
      }
    }
  });
}

}  // namespace lw::python
