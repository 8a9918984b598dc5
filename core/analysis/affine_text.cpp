#include "core/analysis/affine_text.h"

#include "core/ir/ops.h"

namespace lw::analysis {
namespace {

using Text = std::optional<std::string>;

Text join(const Text& a, const char* op, const Text& b) {
  if (!a || !b) return std::nullopt;
  return "(" + *a + op + *b + ")";
}

Text binaryText(const Binary& n, const VarName& name) {
  const Text a = affineText(n.a, name), b = affineText(n.b, name);
  if (!a || !b) return std::nullopt;
  const auto constant = asInt(n.b);
  switch (n.op) {
    case BinaryOp::Add:
      return join(a, " + ", b);
    case BinaryOp::Sub:
      return join(a, " - ", b);
    case BinaryOp::Mul:
      if (constant) return "(" + std::to_string(*constant) + " * " + *a + ")";
      if (const auto left = asInt(n.a)) return "(" + std::to_string(*left) + " * " + *b + ")";
      return std::nullopt;
    case BinaryOp::FloorDiv:
      if (!constant || *constant <= 0) return std::nullopt;
      return "floor(" + *a + "/" + std::to_string(*constant) + ")";
    case BinaryOp::FloorMod:
      if (!constant || *constant <= 0) return std::nullopt;
      return "(" + *a + " mod " + std::to_string(*constant) + ")";
    case BinaryOp::Min:
      return "min(" + *a + ", " + *b + ")";
    case BinaryOp::Max:
      return "max(" + *a + ", " + *b + ")";
    default:
      return std::nullopt;
  }
}

const char* comparison(BinaryOp op) {
  switch (op) {
    case BinaryOp::EQ:
      return " = ";
    case BinaryOp::NE:
      return " != ";
    case BinaryOp::LT:
      return " < ";
    case BinaryOp::LE:
      return " <= ";
    case BinaryOp::GT:
      return " > ";
    case BinaryOp::GE:
      return " >= ";
    default:
      return nullptr;
  }
}

}  // namespace

Text affineText(const Expr& e, const VarName& name) {
  if (const auto* i = e.as<IntImm>()) return "(" + std::to_string(i->value) + ")";
  if (const auto* v = e.as<Var>()) return v->dtype().isInteger() ? name(*v) : std::nullopt;
  if (const auto* c = e.as<Cast>())
    return c->type.isInteger() && c->value.dtype().isInteger() && c->type.bits >= c->value.dtype().bits
               ? affineText(c->value, name)
               : std::nullopt;
  if (const auto* b = e.as<Binary>()) return b->a.dtype().isInteger() ? binaryText(*b, name) : std::nullopt;
  return std::nullopt;
}

Text conditionText(const Expr& e, const VarName& name) {
  if (const auto* i = e.as<IntImm>()) return i->value ? "(0 = 0)" : "(0 = 1)";
  if (const auto* n = e.as<Not>()) {
    const Text inner = conditionText(n->value, name);
    return inner ? Text("(not " + *inner + ")") : std::nullopt;
  }
  if (const auto* call = e.as<Call>(); call && call->op == "likely") return conditionText(call->args[0], name);
  const auto* b = e.as<Binary>();
  if (!b) return std::nullopt;
  if (b->op == BinaryOp::And) return join(conditionText(b->a, name), " and ", conditionText(b->b, name));
  if (b->op == BinaryOp::Or) return join(conditionText(b->a, name), " or ", conditionText(b->b, name));
  const char* op = comparison(b->op);
  if (!op || !b->a.dtype().isInteger()) return std::nullopt;
  return join(affineText(b->a, name), op, affineText(b->b, name));
}

}  // namespace lw::analysis
