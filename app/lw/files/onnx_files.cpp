#include "app/lw/files/onnx_files.h"

#include "app/lw/tuned.h"

namespace lw {

Result<OpenedOnnx> openOnnx(const CommandLine& arguments, const std::string& path) {
  OnnxRequest request;
  if (arguments.has("--bind")) {
    Result<std::map<std::string, int64_t>> sizes = readBinds(arguments);
    const Result<std::map<std::string, int64_t>> bounds = readBounds(arguments);
    if (!sizes) return sizes.error();
    if (!bounds) return bounds.error();
    for (const auto& [name, most] : *bounds) sizes->erase(name);  // it stays symbolic
    request.sizes = *std::move(sizes);
  }
  Result<OnnxSource> source = onnxSource(path, request);
  if (!source) return source.error();
  std::map<std::string, std::string> inputs;
  for (const onnx::Port& port : source->import.inputs)
    if (!port.parameter.empty()) inputs.emplace(port.name, port.parameter);
  return OpenedOnnx{readProgram(path, std::move(source->text)), std::move(source->constants), std::move(inputs),
                    std::move(source->import.symbols)};
}

}  // namespace lw
