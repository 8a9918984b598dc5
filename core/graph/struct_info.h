// What is known of a value of a graph before the graph runs: its kind, and of tensors shape and element type. The field
// calls it struct info (Relax: Lai et al., "Relax: Composable Abstractions for End-to-End Dynamic Machine Learning",
// 2023, section 3.2). Every part may be unknown. Sizes are expressions of the IR over int64 variables, so that two
// tensors can share a symbolic size.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "core/ir/expr.h"

namespace lw::graph {

struct StructInfoNode;
struct ValueNode;
struct AnyInfo;
struct ScalarInfo;
struct ShapeInfo;
struct TensorInfo;
struct TupleInfo;
struct FunctionInfo;
template <class Kind>
concept StructInfoKind = kIsOneOf<Kind, AnyInfo, ScalarInfo, ShapeInfo, TensorInfo, TupleInfo, FunctionInfo>;

// An immutable handle, never null.
class StructInfo {
 public:
  template <StructInfoKind Kind>
  StructInfo(Kind kind);  // NOLINT(google-explicit-constructor)
  template <class Kind>
  const Kind* as() const;  // nullptr for another kind
  const StructInfoNode& node() const { return *node_; }

 private:
  std::shared_ptr<const StructInfoNode> node_;
};

using Sizes = std::vector<Expr>;

struct AnyInfo {};  // nothing is known: R.Object
struct ScalarInfo {
  DataType type;
  std::optional<Expr> value;
};  // R.Prim
struct ShapeInfo {
  int rank = -1;  // -1: unknown
  std::optional<Sizes> sizes;
};
struct TensorInfo {
  int rank = -1;  // -1: unknown
  std::optional<Sizes> sizes;
  std::shared_ptr<const ValueNode> shape;  // a value that holds the sizes; nullptr: none
  std::optional<DataType> type;            // of an element
  std::string device;                      // "llvm", "cuda:1"; empty: not said
  bool deviceIsSource = false;             // `device` is an expression, such as I.vdevice("llvm")
};
struct TupleInfo {
  std::vector<StructInfo> fields;
};
struct FunctionInfo {
  std::optional<std::vector<StructInfo>> params;
  StructInfo result;
  bool pure = true;
};  // R.Callable

struct StructInfoNode {
  std::variant<AnyInfo, ScalarInfo, ShapeInfo, TensorInfo, TupleInfo, FunctionInfo> kind;
};

template <StructInfoKind Kind>
StructInfo::StructInfo(Kind kind) : node_(std::make_shared<const StructInfoNode>(StructInfoNode{std::move(kind)})) {}
template <class Kind>
const Kind* StructInfo::as() const {
  return std::get_if<Kind>(&node_->kind);
}

StructInfo tensorOf(Sizes sizes, std::optional<DataType> type);
StructInfo tensorOfRank(int rank, std::optional<DataType> type);

// Names as a text writes them. Without a function, the name that the variable has.
struct InfoNames {
  std::function<std::string(const Var&)> size;
  std::function<std::string(const ValueNode&)> value;
  bool quoteSizes =
      false;  // sizes with variables are strings, as in a signature, where the variables are not known yet
};
// How the text of a program writes it: R.Tensor((n, 128), dtype="float32").
std::string toText(const StructInfo& info, const InfoNames& names = {});
std::string toText(const Sizes& sizes, const InfoNames& names = {});  // (n, 128)
// A size or number of a graph, where constants without a type are int64: n * 2 + 1.
std::string sizeText(const Expr& size, const InfoNames& names = {});

enum class Fit : uint8_t { Yes, Unknown, No };
// Are two sizes the same for all values of their variables?
Fit sameSize(const Expr& a, const Expr& b);
// May a value of `given` stand where `wanted` is asked for? Unknown: only the run can tell.
Fit fits(const StructInfo& given, const StructInfo& wanted);

}  // namespace lw::graph
