// ONNX files for runs: the importer of core/onnx with an evaluator of constants.
#pragma once

#include "core/onnx/import.h"

namespace lw {

// The value of a call of constants, in NumPy terms.
Result<NDArray> evaluateConstants(const graph::Call& call);

// `options.evaluate` is filled here.
onnx::Import importOnnx(const onnx::Model& model, onnx::ImportOptions options, const std::string& name = "Model");

}  // namespace lw
