// A model of ONNX as a program text with its parameters, as `lw` and the window open it.
#pragma once

#include <functional>
#include <optional>

#include "backends/reference/npy.h"
#include "core/onnx/import.h"
#include "passes/graph/bind_params.h"

namespace lw {

struct OnnxSource {
  std::string text;           // a class with one graph function, main, whose parameters are inputs, then constants
  BoundParameters constants;  // by the names of these parameters
  onnx::Import import;        // without its model: what the report says
  std::map<std::string, size_t> recognised;  // chains of operators that are replaced when the model is compiled
  std::string producer;
  int64_t version = 0;  // of ONNX's own operators; 0: the file names none
};

struct OnnxRequest {
  std::map<std::string, int64_t> sizes;  // of symbolic dimensions, and values of inputs of one integer
  std::map<std::string, NDArray> known;  // values of inputs that decide shapes
  bool allowUnsupported = false;         // nodes that cannot be read call functions that a person registers
  bool forNumpy = false;                 // constants have types that a .npz holds
  std::string parameters;                // the text binds them from this .npz beside it; empty: it names the model
  bool wholePath = false;                // by its absolute path: the text will not lie beside the model
  std::function<bool(size_t node, size_t nodes)> goOn = {};  // asked before each node; false: stop
};

// What reading a model gives. Without a source, `why` says all problems in one, `problems` one for each node.
struct OnnxAttempt {
  std::optional<OnnxSource> source;
  Explanation why;
  std::vector<Explanation> problems;
  std::vector<std::string> symbols;  // what OnnxRequest::sizes may give, also what it gave
  std::vector<std::string> wanted;   // other inputs whose values would solve a problem
  size_t nodes = 0;                  // of the file; 0: it is no model
};
OnnxAttempt readOnnx(const std::string& path, const OnnxRequest& request = {});

// An error names every node that could not be read, and the sizes that the model leaves open. `path`: a file whose name
// ends with .onnx.
Result<OnnxSource> onnxSource(const std::string& path, const OnnxRequest& request = {});

bool isOnnxPath(std::string_view path);

// The model that a text takes its constants from, as two comments at its head name it, and the sizes that had numbers
// when it was read: "# parameters: model.onnx" and "# sizes: n = 1, m = 2".
struct OnnxOrigin {
  std::string path;  // beside the text, if the comment names it so; empty: the text names no file
  std::map<std::string, int64_t> sizes;
};
OnnxOrigin onnxOriginOf(const std::string& text, const std::string& pathOfText);

}  // namespace lw
