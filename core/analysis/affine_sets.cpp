#include "core/analysis/affine_sets.h"

#include <isl/options.h>

#include "core/ir/ops.h"

namespace lw::analysis {
namespace {

// Any text can be a name; isl::id(ctx, text) would read it as an identifier and leave out what follows a point.
isl::id idOf(isl::ctx ctx, const std::string& name) {
  return isl::manage(isl_id_alloc(ctx.get(), name.c_str(), nullptr));
}

}  // namespace

IslContext::IslContext(unsigned long operations) : context_(isl_ctx_alloc()) {
  isl_options_set_on_error(context_.get(), ISL_ON_ERROR_CONTINUE);
  isl_ctx_set_max_operations(context_.get(), operations);
}

AffineReader::AffineReader(const IslContext& context, NameOf name)
    : everywhere_(isl::set::universe(isl::space::unit(context.get()))), name_(std::move(name)) {}

isl::pw_aff AffineReader::variable(const std::string& name) const {
  const isl::id id = idOf(everywhere_.ctx(), name);
  return isl::set::universe(everywhere_.space().add_param(id)).param_pw_aff_on_domain(id);
}

std::optional<isl::pw_aff> AffineReader::value(const Expr& e) const {
  if (const auto* i = e.as<IntImm>()) return everywhere_.pw_aff_on_domain(static_cast<long>(i->value));
  if (const auto* v = e.as<Var>()) {
    const auto name = v->dtype().isInteger() ? name_(*v) : std::nullopt;
    return name ? std::optional(variable(*name)) : std::nullopt;
  }
  if (const auto* c = e.as<Cast>()) {
    const DataType from = c->value.dtype();
    return c->type.isInteger() && from.isInteger() && c->type.bits >= from.bits ? value(c->value) : std::nullopt;
  }
  const auto* b = e.as<Binary>();
  return b && b->a.dtype().isInteger() ? binary(*b) : std::nullopt;
}

std::optional<isl::pw_aff> AffineReader::binary(const Binary& n) const {
  const auto a = value(n.a), b = a ? value(n.b) : std::nullopt;
  if (!a || !b) return std::nullopt;
  const auto right = asInt(n.b);
  switch (n.op) {
    case BinaryOp::Add:
      return a->add(*b);
    case BinaryOp::Sub:
      return a->sub(*b);
    case BinaryOp::Mul:
      if (right) return a->scale(static_cast<long>(*right));
      if (const auto left = asInt(n.a)) return b->scale(static_cast<long>(*left));
      return std::nullopt;
    case BinaryOp::FloorDiv:
      if (!right || *right <= 0) return std::nullopt;
      return a->scale_down(static_cast<long>(*right)).floor();
    case BinaryOp::FloorMod:
      if (!right || *right <= 0) return std::nullopt;
      return a->mod(static_cast<long>(*right));
    case BinaryOp::Min:
      return a->min(*b);
    case BinaryOp::Max:
      return a->max(*b);
    default:
      return std::nullopt;
  }
}

std::optional<isl::set> AffineReader::where(const Expr& condition) const {
  if (const auto* i = condition.as<IntImm>()) return i->value ? everywhere_ : isl::set::empty(everywhere_.space());
  if (const auto* n = condition.as<Not>()) {
    const auto inner = where(n->value);
    return inner ? std::optional(inner->complement()) : std::nullopt;
  }
  if (const auto* call = condition.as<Call>(); call && call->op == "likely") return where(call->args[0]);
  const auto* b = condition.as<Binary>();
  if (!b) return std::nullopt;
  if (b->op == BinaryOp::And || b->op == BinaryOp::Or) {
    const auto left = where(b->a), right = left ? where(b->b) : std::nullopt;
    if (!right) return std::nullopt;
    return b->op == BinaryOp::And ? left->intersect(*right) : left->unite(*right);
  }
  if (!b->a.dtype().isInteger()) return std::nullopt;
  const auto left = value(b->a), right = left ? value(b->b) : std::nullopt;
  if (!right) return std::nullopt;
  switch (b->op) {
    case BinaryOp::EQ:
      return left->eq_set(*right);
    case BinaryOp::NE:
      return left->ne_set(*right);
    case BinaryOp::LT:
      return left->lt_set(*right);
    case BinaryOp::LE:
      return left->le_set(*right);
    case BinaryOp::GT:
      return left->gt_set(*right);
    case BinaryOp::GE:
      return left->ge_set(*right);
    default:
      return std::nullopt;
  }
}

std::optional<isl::set> AffineReader::range(const std::string& name, const Expr& min, const Expr& extent) const {
  const auto low = value(min), count = low ? value(extent) : std::nullopt;
  if (!count) return std::nullopt;
  const isl::pw_aff v = variable(name);
  return v.ge_set(*low).intersect(v.lt_set(low->add(*count)));
}

isl::set without(isl::set set, const std::vector<std::string>& names) {
  for (const std::string& name : names) set = set.project_out_param(idOf(set.ctx(), name));
  return set;
}

isl::set tupleOf(isl::set set, const std::vector<std::string>& names) {
  isl::id_list ids(set.ctx(), static_cast<int>(names.size()));
  for (const std::string& name : names) ids = ids.add(idOf(set.ctx(), name));
  const isl::space tuple = isl::space::unit(set.ctx()).add_unnamed_tuple(static_cast<unsigned>(names.size()));
  return set.unbind_params(isl::multi_id(tuple, ids));
}

}  // namespace lw::analysis
