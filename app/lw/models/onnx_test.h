// ONNX's own tests: a folder holds model.onnx and, in test_data_set_0, 1, ..., inputs and the outputs that are right.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "backends/runner/runner.h"
#include "core/onnx/model.h"

namespace lw {

struct OnnxTest {
  enum class Outcome : uint8_t { Passed, Wrong, Refused, Failed } outcome = Outcome::Passed;
  std::string name;                    // of the folder
  std::vector<std::string> operators;  // of the model
  std::string message;                 // of a test that did not pass
  std::vector<std::string> bound;      // inputs whose values were known when the model was read
};

struct OnnxTestOptions {
  double relative = 1e-3, absolute = 1e-7;  // as ONNX's own backend test has them
  bool compiled = true;                     // false: in NumPy terms, operator by operator
};

// Folders below `path` with a model.onnx, in the order of their names.
std::vector<std::string> onnxTestFolders(const std::string& path);
// Reads, compiles and runs one model on all of its inputs. Wrong: a result differs. Refused: the model is not read,
// with reasons. Failed: it was read, but could not be compiled or run.
OnnxTest runOnnxTest(const std::string& folder, RunnerProcess& child, const OnnxTestOptions& options = {});

}  // namespace lw
