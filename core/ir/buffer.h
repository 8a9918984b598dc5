// Buffers: multi-dimensional, strided views of memory, with identity. Included by core/ir/expr.h.
#pragma once

#include "core/ir/expr.h"

namespace lw {

struct BufferNode;

class Buffer {
 public:
  explicit Buffer(BufferNode node);
  const BufferNode* operator->() const { return node_.get(); }
  const BufferNode& operator*() const { return *node_; }
  const void* key() const { return node_.get(); }
  bool sameAs(const Buffer& other) const { return node_ == other.node_; }
  friend bool operator==(const Buffer& a, const Buffer& b) { return a.sameAs(b); }
  int rank() const;

 private:
  std::shared_ptr<const BufferNode> node_;
};

struct BufferNode {
  std::string name;
  Var data;  // the pointer, type handle
  DataType dtype;
  std::vector<Expr> shape;    // elements per dimension
  std::vector<Expr> strides;  // in elements; empty: compact, row-major
  Expr elemOffset = 0;        // of the first element from data, in elements
  std::string scope = "global";
  int dataAlignment = 64;  // bytes
  int offsetFactor = 0;    // elemOffset is a multiple of it; 0: unknown
  std::vector<int> axisSeparators = {};
};

// A compact buffer with a data pointer of its own.
Buffer makeBuffer(std::string name, std::vector<Expr> shape, DataType type, std::string scope = "global");

struct Range {
  Expr min, extent;
};
struct BufferRegion {
  Buffer buffer;
  std::vector<Range> ranges;  // one per dimension
};

struct BufferLoad {
  Buffer buffer;
  std::vector<Expr> indices;
};  // the last index may be a vector

// What all expressions have; the value of the kind follows it.
struct ExprNode {
  uint8_t kind;  // its number in ExprKinds
  DataType type;
};
template <class N>
struct ExprNodeOf : ExprNode {
  N value;
};

inline DataType Expr::dtype() const { return node_->type; }
template <class N>
const N* Expr::as() const {
  return node_->kind == ExprKinds::numberOf<N>() ? &static_cast<const ExprNodeOf<N>&>(*node_).value : nullptr;
}
template <class... Fs>
auto Expr::match(Fs&&... fs) const {
  return ExprKinds::match<ExprNodeOf>(*node_, Overloaded{std::forward<Fs>(fs)...});
}

// Fields of each node, from which traversal, equality and hashing derive.
constexpr auto fieldsOf(const IntImm*) { return std::tuple{&IntImm::type, &IntImm::value}; }
constexpr auto fieldsOf(const FloatImm*) { return std::tuple{&FloatImm::type, &FloatImm::value}; }
constexpr auto fieldsOf(const StringImm*) { return std::tuple{&StringImm::value}; }
constexpr auto fieldsOf(const Cast*) { return std::tuple{&Cast::type, &Cast::value}; }
constexpr auto fieldsOf(const Binary*) { return std::tuple{&Binary::op, &Binary::a, &Binary::b}; }
constexpr auto fieldsOf(const Not*) { return std::tuple{&Not::value}; }
constexpr auto fieldsOf(const Select*) { return std::tuple{&Select::condition, &Select::whenTrue, &Select::whenFalse}; }
constexpr auto fieldsOf(const BufferLoad*) { return std::tuple{&BufferLoad::buffer, &BufferLoad::indices}; }
constexpr auto fieldsOf(const Ramp*) { return std::tuple{&Ramp::base, &Ramp::stride, &Ramp::lanes}; }
constexpr auto fieldsOf(const Broadcast*) { return std::tuple{&Broadcast::value, &Broadcast::lanes}; }
constexpr auto fieldsOf(const Let*) { return std::tuple{&Let::value, &Let::var, &Let::body}; }
constexpr auto fieldsOf(const Call*) { return std::tuple{&Call::type, &Call::op, &Call::args}; }
constexpr auto fieldsOf(const Range*) { return std::tuple{&Range::min, &Range::extent}; }
constexpr auto fieldsOf(const BufferRegion*) { return std::tuple{&BufferRegion::buffer, &BufferRegion::ranges}; }

}  // namespace lw
