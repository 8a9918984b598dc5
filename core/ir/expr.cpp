#include "core/ir/expr.h"

#include <cassert>

#include "core/ir/ops.h"

namespace lw {

bool isComparison(BinaryOp op) { return op >= BinaryOp::EQ && op <= BinaryOp::GE; }

template <ExprKind N>
Expr::Expr(N node) {
  ExprNode::Value value(std::move(node));
  const DataType type = typeOf(value);
  node_ = std::make_shared<const ExprNode>(ExprNode{std::move(value), type});
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

namespace {

DataType binaryType(const Binary& n) {
  assert(n.a.dtype() == n.b.dtype() && "operands of a binary operation have one type");
  return isComparison(n.op) || n.op == BinaryOp::And || n.op == BinaryOp::Or ? dtype::Bool(n.a.dtype().lanes)
                                                                             : n.a.dtype();
}

DataType loadType(const BufferLoad& n) {
  const DataType type = n.buffer->dtype;
  const int lanes = n.indices.empty() ? 1 : n.indices.back().dtype().lanes;
  return type.withLanes(type.lanes * lanes);
}

}  // namespace

DataType typeOf(const ExprNode::Value& value) {
  return std::visit(
      Overloaded{[](const IntImm& n) { return n.type; }, [](const FloatImm& n) { return n.type; },
                 [](const StringImm&) { return dtype::Handle(); }, [](const Var& n) { return n.dtype(); },
                 [](const Cast& n) { return n.type; }, [](const Binary& n) { return binaryType(n); },
                 [](const Not& n) { return dtype::Bool(n.value.dtype().lanes); },
                 [](const Select& n) { return n.whenTrue.dtype(); }, [](const BufferLoad& n) { return loadType(n); },
                 [](const Ramp& n) { return n.base.dtype().withLanes(n.base.dtype().lanes * n.lanes); },
                 [](const Broadcast& n) { return n.value.dtype().withLanes(n.value.dtype().lanes * n.lanes); },
                 [](const Let& n) { return n.body.dtype(); }, [](const Call& n) { return n.type; }},
      value);
}

}  // namespace lw
