#include "app/python/schedule.h"

#include <pybind11/stl.h>

#include "app/python/bindings.h"
#include "app/python/errors.h"
#include "app/shared/legal_steps.h"
#include "app/shared/python_script.h"
#include "app/shared/repair_limits.h"
#include "core/script/composite.h"
#include "core/te/te_stages.h"
#include "core/text/print/printer.h"
#include "core/trace/repair.h"
#include "core/trace/trace.h"

namespace lw::python {
namespace {

// The state of a schedule at one time.
struct PyModule {
  PySchedule of;
  Schedule state;
};

struct PyTrace {
  Trace trace;
};

const char* const kPrintArguments = "dialect";

PySchedule startOf(std::shared_ptr<PyProgram> program) {
  auto object = std::make_shared<script::ScheduleObject>(Schedule(program->program.snapshot));
  language().connect(object, -1);
  if (program->program.function)
    (void)object->schedule.workOn(object->schedule.program().functionName(*program->program.function));
  object->print = [](const std::string& line) { py::print(line); };
  return {std::make_shared<Owner>(std::move(object)), std::move(program)};
}

std::string signatureOf(const Primitive& primitive) {
  std::string text = "($self";
  for (const Param& p : primitive.params)
    text += (p.variadic ? ", *" : ", ") + p.name + (p.defaultValue && !p.variadic ? "=" + toText(*p.defaultValue) : "");
  return text + ")";
}

// The documentation of a method, from the description of its primitive.
std::string docOf(const std::string& name, const Primitive& primitive) {
  std::string text = name + signatureOf(primitive) + "\n--\n\n" + primitive.summary + "\n";
  if (!primitive.params.empty()) text += "\nParameters\n----------\n";
  for (const Param& p : primitive.params)
    text += p.name + " : " + std::string(nameOf(p.type)) + "\n    " + p.help + "\n";
  return text;
}

const char* resultOf(const Primitive& primitive) {
  switch (primitive.returns) {
    case Returns::Nothing:
      return "None";
    case Returns::Loop:
      return "Loop";
    case Returns::Loops:
      return "list[Loop]";
    case Returns::Block:
      return "Block";
    case Returns::Blocks:
      return "list[Block]";
    case Returns::Int:
      return "Number";
    case Returns::Ints:
      return "list[Number]";
  }
  return "object";
}

// The descriptions of all primitives, for type stubs.
py::list primitives() {
  py::list all;
  for (const Primitive* p : allPrimitives()) {
    py::list params;
    for (const Param& param : p->params) {
      py::dict one;
      one["name"] = param.name;
      one["type"] = std::string(nameOf(param.type));
      one["help"] = param.help;
      one["variadic"] = param.variadic;
      one["default"] = param.defaultValue && !param.variadic ? py::object(py::str(toText(*param.defaultValue)))
                                                             : py::object(py::none());
      params.append(std::move(one));
    }
    py::dict entry;
    entry["name"] = p->name;
    entry["tvm_name"] = std::string(p->traits.tvmName.empty() ? p->name : std::string(p->traits.tvmName));
    entry["summary"] = p->summary;
    entry["params"] = std::move(params);
    entry["returns"] = resultOf(*p);
    entry["group"] = std::string(nameOf(p->group));
    all.append(std::move(entry));
  }
  return all;
}

// Steps as they are typed: "split(i, [None, 8])".
void doText(const PySchedule& self, const std::string& text) {
  const std::shared_ptr<const SourceFile> file = self.program ? self.program->file : nullptr;
  ScriptRun run = interpretStep(text, self.schedule(), te::withTensors(), file);
  if (run.error)
    throw Refusal{*run.error, std::make_shared<const SourceText>(makeSource("step", text)), run.schedule, run.refused};
  self.owner->object->schedule = run.schedule;
  for (const std::string& line : run.output) py::print(line);
  for (const Message& note : run.notes) py::print("note: " + note.text());
}

void applyTrace(const PySchedule& self, const PyTrace& trace) {
  for (const Instruction& step : trace.trace.instructions)
    if (step.primitive->name == "tensorize") {
      learnIntrinsics(*self.owner);
      break;
    }
  self.owner->object->schedule = taken(replay(self.schedule(), trace.trace));
}

PyTrace traceFromText(const std::string& json) { return {taken(traceFromJson(json))}; }

py::list legal(const PySchedule& self, const std::string& at, bool exact, bool repairs) {
  const Schedule schedule = self.schedule();
  const std::vector<LegalAnswer> answers = taken(withoutLock([&]() -> Result<std::vector<LegalAnswer>> {
    const Result<Selection> selection = selectionNamed(schedule, at);
    if (!selection) return selection.error();
    std::vector<LegalAnswer> all = legalSteps(schedule, *selection, exact);
    if (repairs) addRepairs(schedule, all, exact);
    return all;
  }));
  py::list out;
  for (const LegalAnswer& a : answers) {
    py::dict one;
    one["primitive"] = a.primitive->name;
    one["step"] = a.step;
    one["legal"] = a.undecided ? py::object(py::none()) : py::object(py::bool_(!a.why));
    one["why"] = a.why ? py::object(py::str(a.why->message)) : py::object(py::none());
    one["hint"] = a.why ? py::object(py::str(a.why->hint)) : py::object(py::none());
    one["witness"] = a.why && a.why->witness ? py::object(py::str(a.why->witness->sentence())) : py::object(py::none());
    py::list chains;
    if (a.why)
      for (const Repair& repair : a.why->repairs) chains.append(repair.text());
    one["repairs"] = std::move(chains);
    out.append(std::move(one));
  }
  return out;
}

// Why a typed step would be refused; None: it is legal.
py::object explainStep(const PySchedule& self, const std::string& text) {
  const std::shared_ptr<const SourceFile> file = self.program ? self.program->file : nullptr;
  ScriptRun run = interpretStep(text, self.schedule(), te::withTensors(), file);
  if (!run.error) return py::none();
  return exceptionOf(
      {*run.error, std::make_shared<const SourceText>(makeSource("step", text)), run.schedule, run.refused});
}

std::string scriptOf(const PyModule& m, const std::string& dialect) {
  const bool alone = m.of.program && m.of.program->alone;
  const std::optional<int> function = m.of.program ? m.of.program->program.function : std::optional(0);
  const Dialect how = dialectOf(dialect);
  return withoutLock([&] { return scriptText(m.state.program(), m.state.source(), function, alone, how); });
}

}  // namespace

Schedule PySchedule::finished() const {
  if (!owner->fromTensors) return schedule();
  script::ScheduleObject copy(*owner->object);
  te::decomposeReductions(copy, {});
  return copy.schedule;
}

int PySchedule::function() const {
  return program && program->program.function ? *program->program.function : schedule().currentFunction();
}

const SourceFile& PySchedule::file() const {
  static const SourceFile none;
  return program ? *program->file : none;
}

py::object scheduleOf(OwnerPtr owner) { return py::cast(PySchedule{std::move(owner), nullptr}); }

void bindSchedule(py::module_& m) {
  py::class_<PyModule>(m, "Module", "The program of a schedule at one time.")
      .def("script", scriptOf, py::arg(kPrintArguments) = "classic", "The text of the program as TVMScript.")
      .def("show", [](const PyModule& self) { py::print(scriptOf(self, "classic"), py::arg("end") = ""); })
      .def("__str__", [](const PyModule& self) { return scriptOf(self, "classic"); })
      .def("__repr__", [](const PyModule& self) { return scriptOf(self, "classic"); })
      .def(
          "__eq__",
          [](const PyModule& a, const PyModule& b) { return scriptOf(a, "classic") == scriptOf(b, "classic"); },
          py::is_operator())
      .def("__hash__", [](const PyModule& a) { return std::hash<std::string>{}(scriptOf(a, "classic")); })
      .def_property_readonly("functions", [](const PyModule& self) {
        std::vector<std::string> names;
        for (int i = 0; i < self.state.program().functionCount(); ++i)
          names.push_back(self.state.program().functionName(i));
        return names;
      });
  py::class_<PyTrace>(m, "Trace", "The steps of a schedule.")
      .def(
          "as_python",
          [](const PyTrace& self, const std::string& dialect) { return toPython(self.trace, dialectOf(dialect)); },
          py::arg(kPrintArguments) = "classic", "The steps as def apply_trace(sch).")
      .def(
          "as_json",
          [](const PyTrace& self, const std::string& dialect) { return toJson(self.trace, dialectOf(dialect)); },
          py::arg(kPrintArguments) = "classic", "The steps in the JSON of TVM's traces.")
      .def(
          "apply_to_schedule", [](const PyTrace& self, const PySchedule& s) { applyTrace(s, self); }, py::arg("sch"))
      .def("show", [](const PyTrace& self) { py::print(toPython(self.trace), py::arg("end") = ""); })
      .def("__str__", [](const PyTrace& self) { return toPython(self.trace); })
      .def("__len__", [](const PyTrace& self) { return self.trace.instructions.size(); })
      .def_static("from_json", traceFromText, py::arg("text"));

  py::class_<PySchedule> schedule(
      m, "Schedule",
      "A program and the steps that changed it. `program`: TVMScript text, a path, a function or class\n"
      "with a decorator of this module, or the module of another schedule. `name`: of one of its functions.");
  schedule
      .def(py::init([](const py::object& program, const std::string& name) {
             return startOf(py::cast<std::shared_ptr<PyProgram>>(
                 py::module_::import("loopwright._source").attr("program_of")(program, name)));
           }),
           py::arg("program"), py::arg("name") = "")
      .def("do", doText, py::arg("step"), "Carries out steps as they are typed: do(\"split(i, [None, 8])\").")
      .def("explain", explainStep, py::arg("step"), "Why a step, as it is typed, would be refused; None: it is legal.")
      .def("legal", legal, py::arg("at"), py::arg("exact") = false, py::arg("repairs") = true,
           "The steps that are legal at a loop or block, and why the others are not.")
      .def_property_readonly("mod", [](const PySchedule& s) { return PyModule{s, s.finished()}; })
      .def_property_readonly("trace", [](const PySchedule& s) { return PyTrace{traceOf(s.schedule())}; })
      .def(
          "as_script",
          [](const PySchedule& s, const std::string& module) {
            if (module != "tvm" && module != "loopwright")
              refuseArgument("module is 'tvm' or 'loopwright', not '" + module + "'");
            return pythonScript(s.schedule(), s.function(),
                                module == "tvm" ? ScriptModule::Tvm : ScriptModule::Loopwright);
          },
          py::arg("module") = "tvm", "The program and the steps as a script that Python runs by itself.")
      .def_property_readonly("program", [](const PySchedule& s) { return s.program; })
      .def_property_readonly(
          "func_working_on",
          [](const PySchedule& s) { return s.schedule().program().functionName(s.schedule().currentFunction()); })
      .def(
          "copy",
          [](const PySchedule& s) {
            py::object made = callSchedule(s.owner, "copy", py::args(), py::kwargs());
            py::cast<PySchedule&>(made).program = s.program;
            return made;
          },
          "An independent schedule in the same state. It knows the handles of this one.")
      .def("__getitem__", [](const PySchedule& s, const py::object& key) {
        const script::Value at = fromPython(key, "an index", s.owner);
        const auto keep = s.owner->object;
        return toPython(taken(keep->item({&at, 1})), s.owner);
      });
  // The primitives under TVM's names, those of its current dialect included.
  py::options options;
  options.disable_function_signatures();
  // `self` is one of the arguments, so that a call without a schedule is refused in words of this module.
  const auto add = [&](const std::string& name, const std::string& doc) {
    schedule.def(
        name.c_str(),
        [name](const py::args& args, const py::kwargs& kwargs) {
          if (args.empty() || !py::isinstance<PySchedule>(args[0]))
            refuseArgument(name + " is a method of a schedule: sch." + name + "(...)");
          const auto rest =
              py::reinterpret_steal<py::args>(PyTuple_GetSlice(args.ptr(), 1, static_cast<Py_ssize_t>(args.size())));
          return callSchedule(py::cast<const PySchedule&>(args[0]).owner, name, rest, kwargs);
        },
        doc.c_str());
  };
  for (const Primitive* p : allPrimitives()) {
    add(p->name, docOf(p->name, *p));
    if (!p->traits.tvmName.empty() && p->traits.tvmName != p->name) {
      const std::string name(p->traits.tvmName);
      add(name, docOf(name, *p));
    }
  }
  add("create_group",
      "create_group($self, outputs, inputs, include_inputs=False)\n--\n\nOf schedules of tensors: a group of stages.");
  add("show", "show($self)\n--\n\nPrints the program.");
  add("get", "get($self, handle)\n--\n\nThe loop, block or number of a handle.");
  add("seed", "seed($self, seed)\n--\n\nSeeds the random numbers of sampling steps.");
  add("fork_seed", "fork_seed($self)\n--\n\nA seed for another schedule.");
  add("remove_rv", "remove_rv($self, rv)\n--\n\nMakes a handle invalid.");
  add("work_on", "work_on($self, func_name)\n--\n\nSelects the function that get_block searches.");
  add("can_decompose_padding", "can_decompose_padding($self, block, loop)\n--\n\nWhether decompose_padding is legal.");
  m.def("primitives", primitives);
  m.def("library", libraryFiles, "Path and text of the schedule functions of the library.");
  // The program of a schedule's state, as the source of another schedule.
  m.def("program_of_module", [](const PyModule& module) {
    const int function = module.of.function();
    const Snapshot& state = module.state.program();
    const Snapshot fresh = state.isLoneFunction() ? Snapshot(state.function()) : Snapshot(state.module());
    auto program = std::make_shared<PyProgram>(
        PyProgram{module.of.program ? module.of.program->file : std::make_shared<const SourceFile>(),
                  Program{"", fresh.withIntrinsics(state.intrinsics()), function}, false});
    program->program.name = functionTitle(program->program, function);
    return program;
  });
}

}  // namespace lw::python
