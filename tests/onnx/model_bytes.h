// Writes models of ONNX as bytes, for tests: messages of onnx.proto by the numbers of their fields.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/ir/ndarray.h"

namespace lw {

class Bytes {
 public:
  Bytes& number(int field, int64_t value);
  Bytes& real(int field, float value);
  Bytes& text(int field, const std::string& value);
  Bytes& message(int field, const Bytes& value) { return text(field, value.text_); }
  const std::string& str() const { return text_; }

 private:
  void varint(uint64_t value);
  std::string text_;
};

Bytes onnxTensor(const std::string& name, const NDArray& data);  // float32, integers or bool
Bytes onnxAttribute(const std::string& name, int64_t value);
Bytes onnxAttribute(const std::string& name, const std::vector<int64_t>& values);
Bytes onnxAttribute(const std::string& name, float value);
Bytes onnxGraphAttribute(const std::string& name, const Bytes& graph);
Bytes onnxNode(const std::string& op, const std::vector<std::string>& inputs, const std::vector<std::string>& outputs,
               const std::vector<Bytes>& attributes = {}, const std::string& domain = "");
// A size that is not a number is symbolic.
Bytes onnxValue(const std::string& name, const std::vector<std::string>& shape, int type = 1);

struct OnnxGraph {
  std::vector<Bytes> nodes, initializers, inputs, outputs;
  Bytes bytes() const;
};
std::string onnxModel(const OnnxGraph& graph, int64_t version = 17, const std::vector<Bytes>& functions = {});

NDArray floats(std::vector<int64_t> shape, std::vector<double> values);
NDArray integers(std::vector<int64_t> values);

}  // namespace lw
