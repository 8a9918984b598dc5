// Inputs and the outputs that are right, as exporters keep them beside a model: folders test_data_set_0, 1, ..., each
// with input_0.pb, ... and output_0.pb, ...
#pragma once

#include "core/onnx/model.h"

namespace lw {

struct OnnxTestData {
  // Of each value of the model, in its order: one tensor, or those of a sequence.
  std::vector<std::vector<NDArray>> inputs, outputs;
};

// The folders beside a model's file, in the order of their numbers.
std::vector<std::string> onnxTestDataBeside(const std::string& model);
Result<OnnxTestData> readOnnxTestData(const std::string& folder, const onnx::Graph& graph);

// How far off an element may be, as in ONNX's own tests. bfloat16: two units in its last place.
struct OnnxTolerance {
  double relative = 1e-3, absolute = 1e-7;
  OnnxTolerance of(DataType type) const;
  bool accepts(double got, double expected) const;  // also two NaNs
};

}  // namespace lw
