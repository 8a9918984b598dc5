#include "app/python/compiled.h"

#include <pybind11/stl.h>

#include <algorithm>
#include <bit>
#include <cstring>

#include "app/python/bindings.h"
#include "app/python/errors.h"
#include "app/python/interruptible.h"
#include "backends/cpu/object_store.h"
#include "backends/runner/errors.h"
#include "core/analysis/program/roles.h"
#include "core/support/text.h"
#include "core/text/print/printer.h"
#include "passes/pipeline.h"
#include "passes/split_at_barriers.h"

namespace lw::python {

struct CompiledFunction::Arguments {
  std::vector<ArrayView> arrays;  // in the order of the parameters
  std::vector<int64_t> numbers;   // as KernelSignature encodes them
  std::vector<std::vector<int64_t>> shapes() const {
    std::vector<std::vector<int64_t>> all;
    for (const ArrayView& array : arrays) all.push_back(array.shape());
    return all;
  }
};

namespace {

constexpr double kTimeoutSeconds = 3600;  // of one call in another process

int64_t numberOf(py::handle value, const std::string& name, DataType type) {
  const auto refuse = [&] {
    throw Refusal{err::kPythonScalar(name, toString(type), std::string(py::str(py::type::of(value).attr("__name__"))))};
  };
  if (type.isFloat()) {
    const double number = PyFloat_AsDouble(value.ptr());
    if (PyErr_Occurred()) PyErr_Clear(), refuse();
    return std::bit_cast<int64_t>(number);
  }
  const auto index = py::reinterpret_steal<py::object>(PyNumber_Index(value.ptr()));
  if (!index) PyErr_Clear(), refuse();
  int overflow = 0;
  const int64_t number = PyLong_AsLongLongAndOverflow(index.ptr(), &overflow);
  if (overflow || number < minValueOf(type) || number > maxValueOf(type))
    throw Refusal{err::kPythonScalar(name, toString(type), TypeName(std::string(py::str(index))))};
  return number;
}

// Written memory must be the argument's alone, because the code assumes that arrays do not overlap.
void requireApart(const std::vector<ArrayView>& arrays, const std::vector<std::pair<std::string, bool>>& names) {
  for (size_t i = 0; i < arrays.size(); ++i)
    for (size_t k = 0; names[i].second && k < arrays.size(); ++k) {
      const auto *a = static_cast<const char*>(arrays[i].data()), *b = static_cast<const char*>(arrays[k].data());
      if (i != k && arrays[i].bytes() > 0 && arrays[k].bytes() > 0 && a < b + arrays[k].bytes() &&
          b < a + arrays[i].bytes())
        throw Refusal{explain(err::kPythonArrayOverlap(names[i].first, names[k].first),
                              "pass a copy of one of them: array.copy()")};
    }
}

}  // namespace

CompiledFunction::CompiledFunction(PrimFunc function, const CompileOptions& options)
    : function_(std::move(function)),
      signature_(signatureOf(function_)),
      threadCount_(options.threads > 0 ? options.threads : onlineCores()) {
  const std::vector<ParamRole> roles = paramRoles(function_);
  for (const Var& param : function_.params) {
    const Buffer* buffer = function_.bufferOf(param);
    Slot slot{buffer ? (*buffer)->name : param.name(), buffer ? (*buffer)->dtype : param.dtype(), buffer != nullptr};
    for (const ParamRole& role : roles)
      if (buffer && role.buffer.key() == buffer->key()) slot.written = role.writes();
    slots_.push_back(std::move(slot));
  }
  symbolic_ = std::any_of(signature_.scalars.begin(), signature_.scalars.end(),
                          [](const ScalarSlot& s) { return s.kind != ScalarSlot::Kind::Parameter; });
  CpuOptions cpu;
  cpu.math = options.math;
  cpu.objects = objectFolder();
  if (options.allowC) cpu.allows = [](const std::string&) { return true; };
  const PrimFunc& source = function_;
  if (!options.inProcess) {
    kernel_ = std::make_unique<Kernel>(taken(interruptible([&](const std::function<bool()>& stop) {
      cpu.stop = stop;
      return Kernel::build(source, cpu);
    })));
    return;
  }
  // Arrays of Python are aligned for their elements only.
  cpu.argumentAlignment = 1;
  struct Built {
    PrimFunc lowered;
    CpuModule code;
  };
  Built built = taken(interruptible([&](const std::function<bool()>& stop) -> Result<Built> {
    cpu.stop = stop;
    if (Status runs = checkSplitAtBarriers(source); !runs) return std::move(runs).error();
    PrimFunc lowered = lowerForCpu(source);
    Result<CpuModule> code = compileForCpu(lowered, cpu);
    if (!code) return std::move(code).error();
    return Built{std::move(lowered), *std::move(code)};
  }));
  lowered_ = std::move(built.lowered);
  failures_ = std::move(built.code.failures);
  object_ = taken(LoadedObject::load(built.code.object, findKernelSymbol));
  void* entry = object_->find(built.code.symbol);
  if (!entry) throw Refusal{err::kSymbolMissing(built.code.symbol)};
  entry_ = reinterpret_cast<int (*)(void**, int64_t*)>(entry);
  const py::gil_scoped_release release;
  threads_ = std::make_unique<KernelThreads>(threadCount_);
}

std::vector<std::string> CompiledFunction::parameters() const {
  std::vector<std::string> names;
  for (const Slot& slot : slots_) names.push_back(slot.name);
  return names;
}

std::vector<std::tuple<std::string, std::string, std::string, bool>> CompiledFunction::slots() const {
  std::vector<std::tuple<std::string, std::string, std::string, bool>> all;
  for (size_t i = 0; i < slots_.size(); ++i) {
    const Buffer* buffer = function_.bufferOf(function_.params[i]);
    std::string shape;
    if (buffer)
      for (const Expr& extent : (*buffer)->shape) addItem(shape, toText(extent));
    all.emplace_back(slots_[i].name, toString(slots_[i].type), shape, slots_[i].written);
  }
  return all;
}

CompiledFunction::Arguments CompiledFunction::take(const py::args& args, const py::kwargs& kwargs) const {
  const size_t given = args.size() + kwargs.size();
  if (given != slots_.size())
    throw Refusal{explain(err::kPythonArgumentCount(function_.name, slots_.size(), given),
                          say("the parameters are {0}", Idents(parameters())))};
  Arguments arguments;
  std::vector<std::pair<std::string, bool>> names;
  for (size_t i = 0; i < slots_.size(); ++i) {
    const Slot& slot = slots_[i];
    py::handle value;
    if (i < args.size())
      value = PyTuple_GET_ITEM(args.ptr(), static_cast<Py_ssize_t>(i));
    else
      value = PyDict_GetItemString(kwargs.ptr(), slot.name.c_str());
    if (!value)
      throw Refusal{explain(err::kPythonArgumentCount(function_.name, slots_.size(), given),
                            say("there is no value for {0}", Ident(slot.name)))};
    if (!slot.array) {
      arguments.numbers.push_back(numberOf(value, slot.name, slot.type));
      continue;
    }
    arguments.arrays.emplace_back(value, slot.name, slot.type, slot.written);
    const int alignment = std::max(1, slot.type.element().bytes());
    if (reinterpret_cast<uintptr_t>(arguments.arrays.back().data()) % static_cast<uintptr_t>(alignment) != 0)
      throw Refusal{explain(err::kPythonArrayAlignment(slot.name, alignment), "pass a copy: array.copy()")};
    names.emplace_back(slot.name, slot.written);
  }
  requireApart(arguments.arrays, names);
  return arguments;
}

void CompiledFunction::call(const py::args& args, const py::kwargs& kwargs) {
  Arguments arguments = take(args, kwargs);
  if (object_)
    callHere(arguments);
  else
    callThere(arguments);
}

void CompiledFunction::callHere(Arguments& arguments) {
  const std::vector<std::vector<int64_t>> shapes = arguments.shapes();
  std::vector<int64_t> scalars = taken(resolveScalars(signature_, shapes, arguments.numbers));
  if (symbolic_) {
    std::vector<Argument> sizes;
    size_t array = 0, number = 0;
    for (const Slot& slot : slots_)
      if (slot.array)
        sizes.emplace_back(NDArray{slot.type, shapes[array++], {}});
      else
        sizes.emplace_back(arguments.numbers[number++]);
    taken(requireCountable(*lowered_, launchValues(*lowered_, sizes)));
  }
  std::vector<void*> buffers;
  for (const ArrayView& array : arguments.arrays) buffers.push_back(array.data());
  int code = 0;
  {
    const py::gil_scoped_release release;
    std::unique_lock<std::mutex> lock(busy_, std::defer_lock);
    if (threads_->count() > 1) lock.lock();
    code = threads_->call(entry_, buffers.data(), scalars.data());
  }
  if (code == 0) return;
  const auto failure = static_cast<size_t>(code - 1);
  throw Refusal{err::kRunnerAssertion(
      function_.name, failure < failures_.size() ? Message(failures_[failure]) : say("code {0}", code))};
}

void CompiledFunction::callThere(Arguments& arguments) {
  std::vector<std::vector<int64_t>> shapes = arguments.shapes();
  shapes.push_back(arguments.numbers);
  const auto run = [&](const std::function<bool()>& stop) -> Status {
    const std::lock_guard<std::mutex> lock(busy_);
    stop_ = stop;
    struct Reset {
      std::function<bool()>& function;
      ~Reset() { function = {}; }
    } reset{stop_};
    size_t array = 0, number = 0;
    if (!child_ || !child_->alive() || !launch_ || launched_ != shapes) {
      std::vector<Argument> values;
      for (const Slot& slot : slots_)
        if (slot.array) {
          const ArrayView& view = arguments.arrays[array++];
          const auto* from = static_cast<const std::byte*>(view.data());
          NDArray copy{slot.type, view.shape(), {}};
          if (view.bytes() > 0) copy.data.assign(from, from + view.bytes());
          values.emplace_back(std::move(copy));
        } else if (slot.type.isFloat()) {
          values.emplace_back(std::bit_cast<double>(arguments.numbers[number++]));
        } else {
          values.emplace_back(arguments.numbers[number++]);
        }
      launch_.reset();
      child_.reset();
      RunnerOptions runner;
      runner.threads = threadCount_;
      runner.timeoutSeconds = kTimeoutSeconds;
      runner.cancelled = [this] { return stop_ && stop_(); };
      Result<RunnerProcess> started = RunnerProcess::start(runner);
      if (!started) return started.error();
      child_ = std::move(*started);
      Result<Launch> loaded = kernel_->load(*child_, values, threadCount_, 0);
      if (!loaded) {
        child_.reset();
        return loaded.error();
      }
      launch_ = *std::move(loaded);
      launched_ = shapes;
    } else {
      for (size_t i = 0; i < arguments.arrays.size(); ++i)
        if (arguments.arrays[i].bytes() > 0)
          if (Status s = child_->fill(launch_->buffers[i], arguments.arrays[i].data()); !s) return s;
    }
    Launch launch = *launch_;
    if (Result<double> ns = child_->run(launch); !ns) return ns.error();
    array = 0;
    for (const Slot& slot : slots_) {
      if (!slot.array) continue;
      const ArrayView& view = arguments.arrays[array];
      if (slot.written && view.bytes() > 0)
        if (Status s = child_->fetch(launch_->buffers[array], view.data()); !s) return s;
      ++array;
    }
    return success();
  };
  taken(interruptible(run));
}

void bindCompiled(py::module_& m) {
  py::class_<CompiledFunction, std::shared_ptr<CompiledFunction>>(m, "Compiled", "A compiled function.")
      .def("__call__", &CompiledFunction::call)
      .def_property_readonly("name", &CompiledFunction::name)
      .def_property_readonly("parameters", &CompiledFunction::parameters)
      .def_property_readonly("_slots", &CompiledFunction::slots)
      .def_property_readonly("in_process", &CompiledFunction::inProcess);
  m.def("compile", [](const PySchedule& schedule, bool inProcess, int threads, bool allowC, const std::string& math) {
    CompileOptions options;
    options.inProcess = inProcess;
    options.threads = std::clamp(threads, 0, 1024);
    options.allowC = allowC;
    options.math = taken(parseFloatMath(math));
    const Schedule state = schedule.finished();
    return std::make_shared<CompiledFunction>(state.program().function(schedule.function()), options);
  });
}

}  // namespace lw::python
