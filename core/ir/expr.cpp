#include "core/ir/expr.h"

#include <array>
#include <cassert>
#include <utility>

#include "core/ir/ops.h"

namespace lw {

bool isComparison(BinaryOp op) { return op >= BinaryOp::EQ && op <= BinaryOp::GE; }

namespace {

// ---- Types ----------------------------------------------------------------------------------------------------------

DataType typeOf(const IntImm& n) { return n.type; }
DataType typeOf(const FloatImm& n) { return n.type; }
DataType typeOf(const StringImm&) { return dtype::Handle(); }
DataType typeOf(const Var& n) { return n.dtype(); }
DataType typeOf(const Cast& n) { return n.type; }
DataType typeOf(const Binary& n) {
  assert(n.a.dtype() == n.b.dtype() && "operands of a binary operation have one type");
  return isComparison(n.op) || n.op == BinaryOp::And || n.op == BinaryOp::Or ? dtype::Bool(n.a.dtype().lanes)
                                                                             : n.a.dtype();
}
DataType typeOf(const Not& n) { return dtype::Bool(n.value.dtype().lanes); }
DataType typeOf(const Select& n) { return n.whenTrue.dtype(); }
DataType typeOf(const BufferLoad& n) {
  const DataType type = n.buffer->dtype;
  const int lanes = n.indices.empty() ? 1 : n.indices.back().dtype().lanes;
  return type.withLanes(type.lanes * lanes);
}
DataType typeOf(const Ramp& n) { return n.base.dtype().withLanes(n.base.dtype().lanes * n.lanes); }
DataType typeOf(const Broadcast& n) { return n.value.dtype().withLanes(n.value.dtype().lanes * n.lanes); }
DataType typeOf(const Let& n) { return n.body.dtype(); }
DataType typeOf(const Call& n) { return n.type; }

// ---- Constants ------------------------------------------------------------------------------------------------------

// Most of a program's constants are small: starts, extents, predicates. All uses of one share a node, which is not
// counted (its handles own nothing), so that they need no memory and threads do not wait for each other's counters.
template <size_t... Values>
auto sharedConstants(DataType type, std::index_sequence<Values...>) {
  constexpr uint8_t kind = ExprKinds::numberOf<IntImm>();
  return std::array{ExprNodeOf<IntImm>{{kind, type}, {type, static_cast<int64_t>(Values)}}...};
}

const ExprNode* sharedConstant(const IntImm& n) {
  static const auto integers = sharedConstants(dtype::Int32, std::make_index_sequence<64>());
  static const auto truths = sharedConstants(dtype::Bool(), std::make_index_sequence<2>());
  const auto among = [&](const auto& list) -> const ExprNode* {
    return n.value >= 0 && n.value < std::ssize(list) ? &list[static_cast<size_t>(n.value)] : nullptr;
  };
  return n.type == dtype::Int32 ? among(integers) : n.type == dtype::Bool() ? among(truths) : nullptr;
}

}  // namespace

template <ExprKind N>
Expr::Expr(N node) {
  if constexpr (std::is_same_v<N, IntImm>)
    if (const ExprNode* shared = sharedConstant(node)) {
      node_ = std::shared_ptr<const ExprNode>(std::shared_ptr<const ExprNode>(), shared);
      return;
    }
  const DataType type = typeOf(node);
  node_ = std::make_shared<const ExprNodeOf<N>>(ExprNodeOf<N>{{ExprKinds::numberOf<N>(), type}, std::move(node)});
}
template Expr::Expr(IntImm);
template Expr::Expr(FloatImm);
template Expr::Expr(StringImm);
template Expr::Expr(Var);
template Expr::Expr(Cast);
template Expr::Expr(Binary);
template Expr::Expr(Not);
template Expr::Expr(Select);
template Expr::Expr(BufferLoad);
template Expr::Expr(Ramp);
template Expr::Expr(Broadcast);
template Expr::Expr(Let);
template Expr::Expr(Call);

Expr::Expr(int value) : Expr(IntImm{dtype::Int32, value}) {}

Buffer::Buffer(BufferNode node) : node_(std::make_shared<const BufferNode>(std::move(node))) {}
int Buffer::rank() const { return static_cast<int>(node_->shape.size()); }

Buffer makeBuffer(std::string name, std::vector<Expr> shape, DataType type, std::string scope) {
  Var data(name, dtype::Handle());
  return Buffer(BufferNode{.name = std::move(name),
                           .data = std::move(data),
                           .dtype = type,
                           .shape = std::move(shape),
                           .scope = std::move(scope)});
}

}  // namespace lw
