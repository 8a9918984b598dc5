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
};

struct OnnxRequest {
  std::map<std::string, int64_t> sizes;  // of symbolic dimensions
  std::map<std::string, NDArray> known;  // values of inputs that decide shapes
  bool forNumpy = false;                 // constants have types that a .npz holds
  std::string parameters;                // the text binds them from this .npz beside it; empty: it names the model
  bool wholePath = false;                // by its absolute path: the text will not lie beside the model
};

// An error names every node that could not be read. `path`: a file whose name ends with .onnx.
Result<OnnxSource> onnxSource(const std::string& path, const OnnxRequest& request = {});

bool isOnnxPath(std::string_view path);

}  // namespace lw
