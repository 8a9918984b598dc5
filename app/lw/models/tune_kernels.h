// The kernels of a model as programs of their own, which `lw tune MODEL` searches together.
#pragma once

#include <optional>
#include <variant>
#include <vector>

#include "app/lw/command.h"

namespace lw {

struct ModelKernel {
  Loaded program;    // the kernel alone, without the file's reference, which is that of the model
  double calls = 1;  // in a run of the model
};
struct ModelKernels {
  std::string title;  // of the model
  std::vector<ModelKernel> kernels;
};

// Those that the passes on graphs leave. Nothing: FILE names no graph function. An exit code: an error was printed.
std::optional<std::variant<ModelKernels, int>> kernelsOfModel(const CommandLine& arguments);

}  // namespace lw
