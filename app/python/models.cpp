// Models in Python: passes on graphs, parameters that become constants, and calls of compiled models with arrays.
#include <pybind11/stl.h>

#include <algorithm>
#include <cstring>

#include "app/python/arrays.h"
#include "app/python/bindings.h"
#include "app/python/errors.h"
#include "app/python/interruptible.h"
#include "app/python/program.h"
#include "backends/cpu/object_store.h"
#include "backends/interpreter/evaluate_kernel.h"
#include "backends/measure/compiled_model.h"
#include "backends/runner/runner.h"
#include "core/support/text.h"
#include "core/text/graph/read_model.h"
#include "core/text/print/graph_printer.h"
#include "passes/graph/bind_params.h"
#include "passes/graph/graph_pipeline.h"

namespace lw::python {
namespace {

constexpr double kTimeoutSeconds = 600;

GraphChoice chosen(const PyProgram& program, const std::string& function) {
  const auto choice = graphNamed(*program.file, function);
  if (!choice) refuseArgument("the module has no graph function" + (function.empty() ? "" : " " + function));
  return *choice;
}

// The model after the passes of these names, one after the other, as text.
std::string afterPasses(const PyProgram& program, const std::vector<std::string>& names, const std::string& dialect) {
  graph::Model model = modelOf(*program.file, *chosen(program, "").graph);
  const GraphFacts facts{.evaluate = evaluateKernel};
  for (const std::string& name : names) {
    const auto passes = graphPipeline();
    const auto at = std::find_if(passes.begin(), passes.end(), [&](const GraphPass* p) { return p->name == name; });
    if (at == passes.end()) {
      std::string known;
      for (const GraphPass* p : passes)
        if (known.find(p->name) == std::string::npos) addItem(known, p->name);
      refuseArgument("there is no pass '" + name + "' on graphs; known: " + known);
    }
    model = taken(withoutLock([&] { return (*at)->run(model, facts); }));
  }
  return print(model, {.dialect = dialectOf(dialect)}).text;
}

// The model with constants in the place of parameters, as text.
std::string withParameters(const PyProgram& program, const std::string& function, const py::dict& arrays) {
  const GraphChoice choice = chosen(program, function);
  const graph::Model model = modelOf(*program.file, *choice.graph);
  BoundParameters bound;
  for (const graph::Value& param : choice.function->params) {
    const auto* tensor = param.info().as<graph::TensorInfo>();
    if (!tensor || !arrays.contains(param.name().c_str())) continue;
    bound.emplace(param.name(), std::make_shared<const NDArray>(copiedArray(arrays[param.name().c_str()], param.name(),
                                                                            tensor->type.value_or(dtype::Float32))));
  }
  return print(taken(withBoundParameters(model, choice.function->name, bound))).text;
}

// (name, what is known of it) of each value of a graph function in the order of the text, and of its result under "".
std::vector<std::pair<std::string, std::string>> valueInfos(const PyProgram& program, const std::string& name) {
  const graph::Function& function = *chosen(program, name).function;
  std::vector<std::pair<std::string, std::string>> out;
  for (const graph::Value& param : function.params) out.emplace_back(param.name(), toText(param.info()));
  for (const graph::Block& block : function.body.blocks)
    for (const graph::Binding& binding : block.bindings)
      if (binding.target) out.emplace_back(binding.target->name(), toText(binding.target->info()));
  if (function.body.result) out.emplace_back("", toText(taken(graph::infoOf(*function.body.result))));
  return out;
}

// A function of a model as code. Calls of registered functions go to `host`, a function of Python that takes the name
// and the arrays, the last `written` of them outputs.
class ModelFunction {
 public:
  ModelFunction(const PyProgram& program, const std::string& name, py::object host) : host_(std::move(host)) {
    const GraphChoice choice = chosen(program, name);
    graph::Model model = modelOf(*program.file, *choice.graph);
    const std::string function = choice.function->name;
    for (graph::Function& f : model.graph.functions)
      if (f.name == function) f.privateFunction = false;
    compiled_ = taken(withoutLock([&]() -> Result<CompiledModel> {
      LoweredGraph lowered = lowerGraph(model, {.evaluate = evaluateKernel});
      if (lowered.error) return *lowered.error;
      const graph::Model& last = lowered.stages.back().model;
      Result<ModelProgram> made = modelProgramOf(last, *last.graph.find(function));
      if (!made) return made.error();
      CpuOptions options;
      options.objects = objectFolder();
      options.allows = [](const std::string&) { return true; };
      return CompiledModel::build(*made, options);
    }));
  }

  // The results for these inputs, and the seconds of one call. Inputs that the model writes over are changed.
  std::pair<py::list, double> call(const py::list& arguments, int64_t loops) {
    const ModelProgram& program = compiled_->program;
    if (arguments.size() != program.inputs.size())
      refuseArgument(program.name + " takes " + std::to_string(program.inputs.size()) + " arrays, not " +
                     std::to_string(arguments.size()));
    std::vector<NDArray> inputs;
    for (size_t i = 0; i < program.inputs.size(); ++i) {
      const ModelBuffer& buffer = program.buffers[static_cast<size_t>(program.inputs[i])];
      inputs.push_back(copiedArray(arguments[i], buffer.name, buffer.type));
    }
    raised_ = nullptr;
    changed_.clear();
    double ns = 0;
    Result<std::vector<NDArray>> found =
        interruptible([&](const std::function<bool()>& stop) { return run(inputs, loops, stop, ns); });
    if (raised_) std::rethrow_exception(std::exchange(raised_, nullptr));
    for (const auto& [position, array] : changed_) {
      const ModelBuffer& buffer = program.buffers[static_cast<size_t>(program.inputs[position])];
      const ArrayView view(arguments[position], buffer.name, buffer.type, true);
      std::memcpy(view.data(), array.data.data(), static_cast<size_t>(view.bytes()));
    }
    std::vector<NDArray> outputs = taken(std::move(found));
    py::list out;
    for (NDArray& array : outputs) out.append(PyArray{std::move(array)});
    return {out, ns * 1e-9 / static_cast<double>(loops)};
  }

 private:
  Result<std::vector<NDArray>> run(const std::vector<NDArray>& inputs, int64_t loops, const std::function<bool()>& stop,
                                   double& ns) {
    const int threads = onlineCores();
    Result<RunnerProcess> child = RunnerProcess::start({.timeoutSeconds = kTimeoutSeconds, .cancelled = stop});
    if (!child) return child.error();
    const HostFunction host = [this](const std::string& name, std::vector<NDArray>& buffers, size_t written) {
      return callHost(name, buffers, written);
    };
    Result<ModelRun> run = ModelRun::load(*child, *compiled_, inputs, threads, 0, host);
    if (!run) return run.error();
    if (loops > 1)
      if (Result<double> warm = run->run(); !warm) return warm.error();
    Result<double> time = run->run(loops);
    if (!time) return time.error();
    ns = *time;
    Result<std::vector<std::pair<size_t, NDArray>>> changed = run->changed();
    if (!changed) return changed.error();
    changed_ = std::move(*changed);
    return run->outputs();
  }

  Status callHost(const std::string& name, std::vector<NDArray>& buffers, size_t written) {
    const py::gil_scoped_acquire lock;
    try {
      py::list arrays;
      for (const NDArray& buffer : buffers) arrays.append(py::cast(PyArray{buffer}));
      const py::list results = host_(name, arrays, written);
      for (size_t i = buffers.size() - written, k = 0; i < buffers.size(); ++i, ++k)
        buffers[i] = copiedArray(results[k], name, buffers[i].type);
      return success();
    } catch (...) {
      raised_ = std::current_exception();
      return err::kPythonArgument(name, TypeName("function"));
    }
  }

  py::object host_;
  std::optional<CompiledModel> compiled_;
  std::exception_ptr raised_;
  std::vector<std::pair<size_t, NDArray>> changed_;  // by the last call, by their positions among the inputs
};

}  // namespace

void bindModels(py::module_& m) {
  m.def("graph_passes", afterPasses, py::arg("program"), py::arg("passes"), py::arg("dialect") = "classic",
        "The text of a module after passes on graphs.");
  m.def("bind_params", withParameters, "The text of a module with constants in the place of parameters.");
  m.def("value_infos", valueInfos, "What is known of the values of a graph function.");
  py::class_<ModelFunction, std::shared_ptr<ModelFunction>>(m, "ModelFunction", "A compiled function of a model.")
      .def(py::init<const PyProgram&, const std::string&, py::object>())
      .def("__call__", [](ModelFunction& f, const py::list& arguments) { return f.call(arguments, 1).first; })
      .def("timed", [](ModelFunction& f, const py::list& arguments, int64_t loops) {
        return f.call(arguments, std::max<int64_t>(1, loops)).second;
      });
}

}  // namespace lw::python
