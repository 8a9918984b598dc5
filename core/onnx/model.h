// A model of ONNX as its file has it (onnx.proto of ONNX 1.23, IR version 13). Texts and tensors are views of the file,
// which the model keeps mapped.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/ir/ndarray.h"
#include "core/support/result.h"

namespace lw::onnx {

// TensorProto.DataType
enum class ElementType : int {
  Undefined = 0,
  Float = 1,
  UInt8 = 2,
  Int8 = 3,
  UInt16 = 4,
  Int16 = 5,
  Int32 = 6,
  Int64 = 7,
  String = 8,
  Bool = 9,
  Float16 = 10,
  Double = 11,
  UInt32 = 12,
  UInt64 = 13,
  Complex64 = 14,
  Complex128 = 15,
  BFloat16 = 16,
  Float8E4M3FN = 17,
  Float8E4M3FNUZ = 18,
  Float8E5M2 = 19,
  Float8E5M2FNUZ = 20,
  UInt4 = 21,
  Int4 = 22,
  Float4E2M1 = 23,
  Float8E8M0 = 24,
  UInt2 = 25,
  Int2 = 26,
};
std::string toString(ElementType type);  // "float8_e4m3fnuz"
// As the graph has it: integers of 2 and 4 bits are kept one per byte, floats of 8 bits and less that no kernel
// computes as float32. nullopt: the graph has no such type.
std::optional<DataType> dataTypeOf(ElementType type);
bool isKeptWider(ElementType type);        // in a type of more bits than its own
int bitsOf(ElementType type);              // of an element
ElementType elementTypeOf(DataType type);  // of which the type is the graph's own

struct Tensor {
  std::string name;
  ElementType type = ElementType::Undefined;
  std::vector<int64_t> dims;
  // One of these has the elements.
  std::string_view raw;
  std::vector<float> floats;
  std::vector<int64_t> integers;
  std::vector<double> doubles;
  std::vector<std::string_view> texts;
  bool external = false;                     // in a file beside the model
  std::map<std::string, std::string> place;  // location, offset, length
};

struct Graph;

struct Attribute {
  std::string name, from;  // `from`: the attribute of the function around it that gives the value
  std::optional<float> number;
  std::optional<int64_t> integer;
  std::optional<std::string_view> text;
  std::vector<float> numbers;
  std::vector<int64_t> integers;
  std::vector<std::string_view> texts;
  std::shared_ptr<const Tensor> tensor;
  std::shared_ptr<const Graph> graph;
};

struct Node {
  std::string name, op, domain;              // domain: "" is ONNX's own
  std::vector<std::string> inputs, outputs;  // "": left out
  std::vector<Attribute> attributes;
  const Attribute* find(std::string_view attribute) const;  // nullptr: not given
};

struct Dimension {
  std::optional<int64_t> size;
  std::string name;  // of a symbolic one; neither: unknown
};
struct Type {
  enum class Kind : uint8_t { Unknown, Tensor, Sequence, Optional, Map, SparseTensor } kind = Kind::Unknown;
  ElementType element = ElementType::Undefined;
  std::optional<std::vector<Dimension>> shape;
  std::shared_ptr<const Type> of;  // of a sequence or optional
};
struct ValueInfo {
  std::string name;
  Type type;
};

struct Graph {
  std::string name;
  std::vector<Node> nodes;
  std::vector<Tensor> initializers;
  std::vector<ValueInfo> inputs, outputs, values;
  std::vector<std::string> sparse;  // names of sparse initializers
};

struct Function {
  std::string name, domain;
  std::vector<std::string> inputs, outputs;
  std::vector<Attribute> defaults;
  std::vector<Node> nodes;
  std::map<std::string, int64_t> versions;
};

// The bytes of a file, mapped into memory.
class MappedFile {
 public:
  static Result<std::shared_ptr<const MappedFile>> open(const std::string& path);
  ~MappedFile();
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;
  std::string_view bytes() const { return {data_, size_}; }
  void release(std::string_view part) const;  // its pages are read again if they are needed again

 private:
  MappedFile() = default;
  const char* data_ = nullptr;
  size_t size_ = 0;
};

struct Model {
  std::shared_ptr<const MappedFile> file;  // nullptr: the bytes belong to the caller
  std::string folder;                      // of the file: external data lies there
  std::string producer;
  int64_t irVersion = 0;
  std::map<std::string, int64_t> versions;  // of operators, by domain
  Graph graph;
  std::vector<Function> functions;
};

// Errors: bytes that are no model, with the message in which reading ended.
Result<Model> readModel(const std::string& path);
Result<Model> parseModel(std::string_view bytes, std::string folder);
// A tensor, a sequence of tensors, or an optional one (nothing: empty), as ONNX's test data keeps them in .pb files.
Result<std::vector<Tensor>> parseTensors(std::string_view bytes, Type::Kind kind);

// The elements, in the type that dataTypeOf() says. Errors: types that the graph does not have, more or fewer elements
// than the shape says, data outside of the model's folder.
Result<NDArray> arrayOf(const Tensor& tensor, const std::string& folder);

}  // namespace lw::onnx
