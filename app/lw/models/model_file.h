// The model that FILE names: FILE, FILE:Class or FILE:Class.function, with what the command line and the file bind.
#pragma once

#include <optional>
#include <variant>

#include "app/lw/command.h"
#include "core/graph/model.h"
#include "passes/graph/bind_params.h"

namespace lw {

struct ModelFile {
  SourceFile file;
  std::string module, function;  // of the graph
  std::string title;             // "Class.function"
  graph::Model model;            // parameters of --params or of the file are constants, sizes of --bind are numbers
  BoundParameters bound;
  const graph::Function& main() const { return *model.graph.find(function); }
};

// Nothing: FILE names no graph function. An exit code: an error was printed. `given`: inputs from elsewhere, which may
// be missing among the parameters.
std::optional<std::variant<ModelFile, int>> loadModel(const CommandLine& arguments,
                                                      const std::map<std::string, NDArray>& given);

}  // namespace lw
