// Models of ONNX on the command line: read as a program text, with their constants at hand.
#pragma once

#include "app/lw/command.h"
#include "backends/onnx/onnx_source.h"

namespace lw {

struct OpenedOnnx {
  SourceFile file;
  BoundParameters constants;
  std::map<std::string, std::string> inputs;  // names of inputs in the file: as the function names them
  std::vector<std::string> sizes;             // names of the symbolic ones, also of those that --bind makes numbers
};
// `path`: of an .onnx file. --bind makes symbolic sizes numbers before the model is read.
Result<OpenedOnnx> openOnnx(const CommandLine& arguments, const std::string& path);

}  // namespace lw
