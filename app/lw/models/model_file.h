// The model that FILE names: FILE, FILE:Class or FILE:Class.function, with what the command line and the file bind.
#pragma once

#include <optional>
#include <variant>

#include "app/lw/command.h"
#include "backends/measure/model_in_file.h"

namespace lw {

struct ModelFile : ModelInFile {
  ModelFile(SourceFile source, ModelInFile model) : ModelInFile(std::move(model)), file(std::move(source)) {}
  SourceFile file;
  std::map<std::string, std::string> inputs;  // of an .onnx: its names of inputs, and those of the function
};

// Nothing: FILE names no graph function. An exit code: an error was printed. `given`: inputs from elsewhere, which may
// be missing among the parameters.
std::optional<std::variant<ModelFile, int>> loadModel(const CommandLine& arguments,
                                                      const std::map<std::string, NDArray>& given);

}  // namespace lw
