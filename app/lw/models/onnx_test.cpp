#include "app/lw/models/onnx_test.h"

#include <algorithm>
#include <filesystem>
#include <set>
#include <sstream>

#include "backends/interpreter/evaluate_kernel.h"
#include "backends/interpreter/interpreter.h"
#include "backends/measure/compiled_model.h"
#include "backends/onnx/open_onnx.h"
#include "backends/onnx/test_data.h"
#include "backends/reference/graph_reference.h"
#include "core/support/text.h"
#include "passes/graph/graph_pipeline.h"

namespace lw {
namespace {

namespace fs = std::filesystem;

std::string shapeText(const NDArray& a) {
  std::string text;
  for (const int64_t n : a.shape) addItem(text, std::to_string(n));
  return toString(a.type) + "(" + text + ")";
}

// Empty: `got` is as `expected` says.
std::string difference(const NDArray& got, const NDArray& expected, const OnnxTestOptions& options) {
  if (got.shape != expected.shape || got.type != expected.type)
    return shapeText(got) + " instead of " + shapeText(expected);
  const OnnxTolerance tolerance = OnnxTolerance{options.relative, options.absolute}.of(got.type);
  for (int64_t i = 0; i < got.size(); ++i) {
    if (!got.type.isFloat()) {
      if (got.getInt(i) == expected.getInt(i)) continue;
    } else {
      if (tolerance.accepts(got.getDouble(i), expected.getDouble(i))) continue;
    }
    std::ostringstream text;
    text << "element " << i << " is " << (got.type.isFloat() ? got.getDouble(i) : static_cast<double>(got.getInt(i)))
         << " instead of " << (got.type.isFloat() ? expected.getDouble(i) : static_cast<double>(expected.getInt(i)));
    return text.str();
  }
  return {};
}

Result<std::vector<NDArray>> compiledRun(const graph::Model& model, RunnerProcess& child,
                                         const std::vector<NDArray>& inputs) {
  const LoweredGraph lowered = lowerGraph(model, {.evaluate = evaluateKernel});
  if (lowered.error) return *lowered.error;
  const graph::Model& last = lowered.stages.back().model;
  const Result<ModelProgram> program = modelProgramOf(last, *last.graph.find("main"));
  if (!program) return program.error();
  const Result<CompiledModel> compiled = CompiledModel::build(*program, {.optLevel = 1}, 1);
  if (!compiled) return compiled.error();
  Result<ModelRun> run = ModelRun::load(child, *compiled, inputs, 1, 0, {});
  if (!run) return run.error();
  if (const Result<double> ran = run->run(); !ran) return ran.error();
  return run->outputs();
}

Result<std::vector<NDArray>> plainRun(const graph::Model& model, const std::vector<NDArray>& inputs) {
  return evaluateGraph(model, "main", inputs, [](const PrimFunc& kernel, std::vector<Argument>& arguments) {
    return interpret(kernel, arguments);
  });
}

// Are these tensors of a sequence of different shapes, or does the model not say which?
bool differ(const onnx::Type& type, const std::vector<NDArray>& tensors) {
  const onnx::Type* of = &type;
  while (of->of) of = of->of.get();
  return !of->shape || std::any_of(tensors.begin(), tensors.end(),
                                   [&](const NDArray& a) { return a.shape != tensors.front().shape; });
}

// Imports the model; inputs that decide shapes get the values of the test.
onnx::Import importFor(const onnx::Model& model, const OnnxTestData& data, OnnxTest& test) {
  onnx::ImportOptions options;
  while (true) {
    onnx::Import made = importOnnx(model, options);
    bool more = false;
    for (const std::string& name : made.wanted)
      for (size_t i = 0; i < model.graph.inputs.size() && i < data.inputs.size(); ++i) {
        const onnx::ValueInfo& input = model.graph.inputs[i];
        if (input.name != name || options.known.contains(name) || options.lengths.contains(name)) continue;
        more = true;
        if (input.type.kind != onnx::Type::Kind::Tensor) {
          options.lengths[name] = data.inputs[i].size();
          if (differ(input.type, data.inputs[i]))
            for (const NDArray& a : data.inputs[i]) options.shapes[name].push_back(a.shape);
        } else if (!data.inputs[i].empty())
          options.known[name] = data.inputs[i][0];
      }
    if (more) continue;
    for (const auto& [name, _] : options.known) test.bound.push_back(name);
    return made;
  }
}

}  // namespace

std::vector<std::string> onnxTestFolders(const std::string& path) {
  std::vector<std::string> folders;
  if (fs::exists(fs::path(path) / "model.onnx")) return {path};
  std::error_code failed;
  for (const auto& entry : fs::recursive_directory_iterator(path, failed))
    if (entry.path().filename() == "model.onnx") folders.push_back(entry.path().parent_path().string());
  std::sort(folders.begin(), folders.end());
  return folders;
}

OnnxTest runOnnxTest(const std::string& folder, RunnerProcess& child, const OnnxTestOptions& options) {
  OnnxTest test{.name = fs::path(folder).filename().string()};
  const auto ends = [&](OnnxTest::Outcome outcome, std::string message) {
    test.outcome = outcome;
    test.message = std::move(message);
    return test;
  };
  const Result<onnx::Model> model = onnx::readModel((fs::path(folder) / "model.onnx").string());
  if (!model) return ends(OnnxTest::Outcome::Refused, model.error().message);
  std::set<std::string> operators;
  for (const onnx::Node& n : model->graph.nodes) operators.insert(n.op);
  test.operators.assign(operators.begin(), operators.end());
  for (int number = 0;; ++number) {
    const fs::path place = fs::path(folder) / ("test_data_set_" + std::to_string(number));
    if (!fs::exists(place)) return test;
    const Result<OnnxTestData> data = readOnnxTestData(place.string(), model->graph);
    if (!data) return ends(OnnxTest::Outcome::Refused, data.error().message);
    test.bound.clear();
    const onnx::Import made = importFor(*model, *data, test);
    if (!made.problems.empty()) {
      std::string all;
      for (const Explanation& why : made.problems) addItem(all, why.message, "; ");
      return ends(OnnxTest::Outcome::Refused, all);
    }
    std::vector<NDArray> inputs;
    for (const onnx::Port& port : made.inputs)
      for (size_t i = 0; i < model->graph.inputs.size() && i < data->inputs.size(); ++i)
        if (model->graph.inputs[i].name == port.name)
          inputs.insert(inputs.end(), data->inputs[i].begin(), data->inputs[i].end());
    const Result<std::vector<NDArray>> got =
        options.compiled ? compiledRun(made.model, child, inputs) : plainRun(made.model, inputs);
    if (!got) return ends(OnnxTest::Outcome::Failed, got.error().message);
    for (const onnx::Port& port : made.outputs)
      for (size_t o = 0; o < model->graph.outputs.size() && o < data->outputs.size(); ++o) {
        if (model->graph.outputs[o].name != port.name) continue;
        const std::vector<NDArray>& expected = data->outputs[o];
        if (expected.size() != port.count)
          return ends(OnnxTest::Outcome::Wrong, port.name + " has " + std::to_string(port.count) +
                                                    " tensors instead of " + std::to_string(expected.size()));
        for (size_t i = 0; i < port.count; ++i)
          if (std::string d = difference((*got)[port.first + i], expected[i], options); !d.empty())
            return ends(OnnxTest::Outcome::Wrong, port.name + ": " + d);
      }
  }
}

}  // namespace lw
