#include "tests/onnx/model_bytes.h"

#include <bit>
#include <cctype>

namespace lw {

void Bytes::varint(uint64_t value) {
  for (; value >= 128; value >>= 7) text_ += static_cast<char>((value & 127U) | 128U);
  text_ += static_cast<char>(value);
}
Bytes& Bytes::number(int field, int64_t value) {
  varint(static_cast<uint64_t>(field) << 3);
  varint(static_cast<uint64_t>(value));
  return *this;
}
Bytes& Bytes::real(int field, float value) {
  varint((static_cast<uint64_t>(field) << 3) | 5U);
  const auto bits = std::bit_cast<uint32_t>(value);
  for (int i = 0; i < 4; ++i) text_ += static_cast<char>(bits >> (8 * i));
  return *this;
}
Bytes& Bytes::text(int field, const std::string& value) {
  varint((static_cast<uint64_t>(field) << 3) | 2U);
  varint(value.size());
  text_ += value;
  return *this;
}

Bytes onnxTensor(const std::string& name, const NDArray& data) {
  Bytes made;
  for (const int64_t n : data.shape) made.number(1, n);
  const std::pair<DataType, int> kTypes[] = {{dtype::Float32, 1}, {dtype::UInt(8), 2}, {dtype::Int(8), 3},
                                             {dtype::Int32, 6},   {dtype::Int64, 7},   {dtype::Bool(), 9}};
  for (const auto& [type, number] : kTypes)
    if (data.type == type) made.number(2, number);
  made.text(8, name);
  made.text(9, std::string(reinterpret_cast<const char*>(data.data.data()), data.data.size()));
  return made;
}
Bytes onnxAttribute(const std::string& name, int64_t value) {
  return Bytes().text(1, name).number(3, value).number(20, 2);
}
Bytes onnxAttribute(const std::string& name, float value) { return Bytes().text(1, name).real(2, value).number(20, 1); }
Bytes onnxAttribute(const std::string& name, const std::vector<int64_t>& values) {
  Bytes made;
  made.text(1, name);
  for (const int64_t v : values) made.number(8, v);
  return made.number(20, 7);
}
Bytes onnxGraphAttribute(const std::string& name, const Bytes& graph) {
  return Bytes().text(1, name).message(6, graph).number(20, 5);
}
Bytes onnxNode(const std::string& op, const std::vector<std::string>& inputs, const std::vector<std::string>& outputs,
               const std::vector<Bytes>& attributes, const std::string& domain) {
  Bytes made;
  for (const std::string& name : inputs) made.text(1, name);
  for (const std::string& name : outputs) made.text(2, name);
  made.text(3, outputs.empty() ? op : "make_" + outputs[0]).text(4, op);
  for (const Bytes& a : attributes) made.message(5, a);
  if (!domain.empty()) made.text(7, domain);
  return made;
}
Bytes onnxValue(const std::string& name, const std::vector<std::string>& shape, int type) {
  Bytes dims;
  for (const std::string& size : shape) {
    const bool known = std::isdigit(static_cast<unsigned char>(size.back())) != 0 &&
                       (size[0] == '-' || std::isdigit(static_cast<unsigned char>(size[0])) != 0);
    dims.message(1, known ? Bytes().number(1, std::stoll(size)) : Bytes().text(2, size));
  }
  const Bytes tensor = Bytes().number(1, type).message(2, dims);
  return Bytes().text(1, name).message(2, Bytes().message(1, tensor));
}

Bytes OnnxGraph::bytes() const {
  Bytes made;
  for (const Bytes& n : nodes) made.message(1, n);
  made.text(2, "graph");
  for (const Bytes& t : initializers) made.message(5, t);
  for (const Bytes& v : inputs) made.message(11, v);
  for (const Bytes& v : outputs) made.message(12, v);
  return made;
}
std::string onnxModel(const OnnxGraph& graph, int64_t version, const std::vector<Bytes>& functions) {
  Bytes made;
  made.number(1, 8).text(2, "tests").message(7, graph.bytes()).message(8, Bytes().text(1, "").number(2, version));
  for (const Bytes& f : functions) made.message(25, f);
  return made.str();
}

NDArray floats(std::vector<int64_t> shape, std::vector<double> values) {
  NDArray made = NDArray::zeros(dtype::Float32, std::move(shape));
  for (size_t i = 0; i < values.size(); ++i) made.set(static_cast<int64_t>(i), values[i]);
  return made;
}
NDArray integers(std::vector<int64_t> values) {
  NDArray made = NDArray::zeros(dtype::Int64, {static_cast<int64_t>(values.size())});
  for (size_t i = 0; i < values.size(); ++i) made.setInt(static_cast<int64_t>(i), values[i]);
  return made;
}

}  // namespace lw
