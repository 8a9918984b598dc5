// A model of ONNX as a program text with its parameters, as `lw` and the window open it.
#pragma once

#include "backends/reference/npy.h"
#include "core/onnx/import.h"
#include "passes/graph/bind_params.h"

namespace lw {

struct OnnxSource {
  std::string text;           // a class with one graph function, main, whose parameters are inputs, then constants
  BoundParameters constants;  // by the names of these parameters
  onnx::Import import;        // without its model: what the report says
  std::map<std::string, size_t> recognised;  // chains of operators that are replaced when the model is compiled
};

struct OnnxRequest {
  std::map<std::string, int64_t> sizes;  // of symbolic dimensions, and values of inputs of one integer
  std::map<std::string, NDArray> known;  // values of inputs that decide shapes
  bool allowUnsupported = false;         // nodes that cannot be read call functions that a person registers
  bool forNumpy = false;                 // constants have types that a .npz holds
  std::string parameters;                // the text binds them from this .npz beside it; empty: it names the model
  bool wholePath = false;                // by its absolute path: the text will not lie beside the model
};

// An error names every node that could not be read, and the sizes that the model leaves open. `path`: a file whose name
// ends with .onnx.
Result<OnnxSource> onnxSource(const std::string& path, const OnnxRequest& request = {});

// The comment of a program text that says which model has its constants, and with which sizes it was read:
// "# parameters: det.onnx with height=320, width=320".
struct OnnxComment {
  std::string file;  // beside the text
  std::map<std::string, int64_t> sizes;
};
std::string onnxComment(const OnnxComment& comment);  // with its end of line; empty: a name cannot stand in a comment
std::optional<OnnxComment> findOnnxComment(std::string_view text);

bool isOnnxPath(std::string_view path);

}  // namespace lw
