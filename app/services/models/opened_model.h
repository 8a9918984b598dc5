// A model that was read from its own file: what the text made from it does not have.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/models/graph/model_report.h"
#include "backends/onnx/onnx_source.h"
#include "core/graph/outline.h"

namespace lw {

struct OpenedModel {
  OnnxOrigin origin;  // as the text names it
  ModelReport report;
  BoundParameters constants;
  std::vector<onnx::Port> inputs, outputs;
  std::vector<std::string> testData;  // folders with inputs and expected outputs beside the file
};

// `source` without its text.
std::shared_ptr<const OpenedModel> openedModel(const std::string& path, const OnnxRequest& request, OnnxSource source);
// Reads the model that a text takes its constants from; nullptr: it names none that can be read.
std::shared_ptr<const OpenedModel> modelOfText(const std::string& text, const std::string& path);
ModelRefusal refusalOf(const std::string& path, const OnnxRequest& request, const OnnxAttempt& attempt);
// Of a graph that was not read from a model's file; without its parameters.
ModelReport reportOf(const graph::Outline& outline);

// The inputs of a folder of test data by the names of parameters, and the outputs that are right by their numbers
// among the results.
struct ExpectedRun {
  std::map<std::string, NDArray> inputs;
  std::map<size_t, NDArray> outputs;
};
Result<ExpectedRun> readExpectedRun(const OpenedModel& model, const std::string& folder);
std::vector<OutputDifference> compareOutputs(const ExpectedRun& expected,
                                             const std::vector<std::pair<std::string, NDArray>>& outputs);

}  // namespace lw
