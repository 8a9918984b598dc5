#include "app/lw/models/onnx_test.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <limits>
#include <set>
#include <sstream>

#include "backends/interpreter/evaluate_kernel.h"
#include "backends/interpreter/interpreter.h"
#include "backends/measure/compiled_model.h"
#include "backends/onnx/open_onnx.h"
#include "backends/reference/graph_reference.h"
#include "core/support/text.h"
#include "passes/graph/graph_pipeline.h"

namespace lw {
namespace {

namespace fs = std::filesystem;

Result<std::vector<NDArray>> tensorsOf(const fs::path& file, onnx::Type::Kind kind, const std::string& folder) {
  std::ifstream in(file, std::ios::binary);
  std::ostringstream bytes;
  bytes << in.rdbuf();
  const std::string text = bytes.str();
  const Result<std::vector<onnx::Tensor>> tensors = onnx::parseTensors(text, kind);
  if (!tensors) return tensors.error();
  std::vector<NDArray> arrays;
  for (const onnx::Tensor& t : *tensors) {
    Result<NDArray> array = onnx::arrayOf(t, folder);
    if (!array) return array.error();
    arrays.push_back(*std::move(array));
  }
  return arrays;
}

struct DataSet {
  std::vector<std::vector<NDArray>> inputs, outputs;  // of each value of the model: one tensor, or those of a sequence
};

std::vector<std::string> filesOf(const fs::path& folder, const std::string& prefix) {
  std::vector<std::pair<int, std::string>> found;
  for (const auto& entry : fs::directory_iterator(folder)) {
    const std::string name = entry.path().filename().string();
    if (name.starts_with(prefix) && name.ends_with(".pb"))
      found.emplace_back(std::atoi(name.c_str() + prefix.size()), entry.path().string());
  }
  std::sort(found.begin(), found.end());
  std::vector<std::string> files;
  for (auto& [_, file] : found) files.push_back(std::move(file));
  return files;
}

Result<DataSet> readData(const fs::path& folder, const onnx::Graph& graph) {
  DataSet data;
  const auto read = [&](const char* prefix, const std::vector<onnx::ValueInfo>& values,
                        std::vector<std::vector<NDArray>>& to) -> Status {
    const std::vector<std::string> files = filesOf(folder, prefix);
    for (size_t i = 0; i < files.size() && i < values.size(); ++i) {
      Result<std::vector<NDArray>> arrays = tensorsOf(files[i], values[i].type.kind, folder.string());
      if (!arrays) return arrays.error();
      // The data of ONNX 1.12 call the bits of a bfloat16 a uint16.
      for (NDArray& array : *arrays)
        if (values[i].type.element == onnx::ElementType::BFloat16 && array.type == dtype::UInt(16))
          array.type = dtype::BFloat16();
      to.push_back(*std::move(arrays));
    }
    return success();
  };
  if (Status s = read("input_", graph.inputs, data.inputs); !s) return s.error();
  if (Status s = read("output_", graph.outputs, data.outputs); !s) return s.error();
  return data;
}

std::string shapeText(const NDArray& a) {
  std::string text;
  for (const int64_t n : a.shape) addItem(text, std::to_string(n));
  return toString(a.type) + "(" + text + ")";
}

// Empty: `got` is as `expected` says.
std::string difference(const NDArray& got, const NDArray& expected, const OnnxTestOptions& options) {
  if (got.shape != expected.shape || got.type != expected.type)
    return shapeText(got) + " instead of " + shapeText(expected);
  // Two units in the last place of a bfloat16, as in ONNX's own comparison.
  const double relative = got.type == dtype::BFloat16() ? std::max(options.relative, 0.015625) : options.relative;
  for (int64_t i = 0; i < got.size(); ++i) {
    if (!got.type.isFloat()) {
      if (got.getInt(i) == expected.getInt(i)) continue;
    } else {
      const double a = got.getDouble(i), b = expected.getDouble(i);
      if (std::isnan(b) ? std::isnan(a) : a == b || std::abs(a - b) <= options.absolute + relative * std::abs(b))
        continue;
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
onnx::Import importFor(const onnx::Model& model, const DataSet& data, OnnxTest& test) {
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
    const Result<DataSet> data = readData(place, model->graph);
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
