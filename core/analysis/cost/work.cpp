#include "core/analysis/cost/work.h"

#include <algorithm>

#include "core/ir/intrinsics.h"
#include "core/ir/ops.h"
#include "core/ir/visit.h"

namespace lw {
namespace {

// Variables without a size count as 1, and so does what is not known with the sizes.
double valueOf(const Expr& e, const Sizes& sizes) {
  VarMap map;
  for (const Var& v : freeVars(e))
    if (const auto at = sizes.find(v.key()); at != sizes.end()) map.emplace(v.key(), makeConst(v.dtype(), at->second));
  const Expr known = rewriteExprs(substitute(e, map), [](const Expr& x) -> std::optional<Expr> {
    const auto* b = x.as<Binary>();
    return b ? foldBinary(b->op, b->a, b->b) : std::nullopt;
  });
  return static_cast<double>(asInt(known).value_or(1));
}

class Counter : public Visitor {
 public:
  explicit Counter(const Sizes& sizes) : sizes_(sizes) {}
  double flops = 0, operations = 0;

  void stmt(const Stmt& s) override {
    if (const auto* loop = s.as<For>()) {
      const double saved = repeat_;
      repeat_ *= std::max(0.0, valueOf(loop->extent, sizes_));
      children(s);
      repeat_ = saved;
    } else if (const auto* store = s.as<BufferStore>()) {
      flops += repeat_ * flopsOf(store->value), operations += repeat_ * operationsOf(store->value);
    } else {
      if (const auto* let = s.as<LetStmt>()) flops += repeat_ * flopsOf(let->value);  // integers there are indices
      children(s);
    }
  }
  void expr(const Expr&) override {}

 private:
  const Sizes& sizes_;
  double repeat_ = 1;
};

// Counts what is computed of elements; what chooses an element is left out.
class ElementOperations : public Visitor {
 public:
  double count = 0;
  void expr(const Expr& e) override {
    if (e.as<BufferLoad>()) return;
    const DataType type = e.dtype();
    if (const auto* choice = e.as<Select>()) return expr(choice->whenTrue), expr(choice->whenFalse);
    if (const auto* call = e.as<Call>()) {
      if (call->op == Intrinsic::IfThenElse && call->args.size() == 3) return expr(call->args[1]), expr(call->args[2]);
      if (const IntrinsicInfo* known = call->op.info(); known && known->elementwise()) count += type.lanes;
    } else if (e.as<Binary>() && !type.isBool()) {
      count += type.lanes;
    }
    children(e);
  }
};

}  // namespace

Sizes sizesNamed(const PrimFunc& function, const std::map<std::string, int64_t>& values) {
  Sizes sizes;
  const auto know = [&](const Var& v) {
    if (const auto at = values.find(v.name()); at != values.end()) sizes[v.key()] = at->second;
  };
  for (const Var& p : function.params) know(p);
  for (const auto& [handle, buffer] : function.buffers)
    for (const Expr& extent : buffer->shape)
      if (const auto* v = extent.as<Var>()) know(*v);
  return sizes;
}

double operationsOf(const Expr& e) {
  ElementOperations counter;
  counter.expr(e);
  return counter.count;
}

double flopsOf(const Expr& e) {
  double count = 0;
  forEachExpr(e, [&](const Expr& x) {
    const DataType type = x.dtype();
    if (!type.isFloat()) return;
    if (x.as<Binary>())
      count += type.lanes;
    else if (const auto* call = x.as<Call>())
      if (const IntrinsicInfo* known = call->op.info(); known && known->elementwise()) count += type.lanes;
  });
  return count;
}

Work countWork(const PrimFunc& function, const Sizes& sizes) {
  Counter counter(sizes);
  counter.stmt(function.body);
  Work work{counter.flops, 0, counter.operations};
  for (const auto& [handle, buffer] : function.buffers) {
    double elements = 1;
    for (const Expr& extent : buffer->shape) elements *= valueOf(extent, sizes);
    bool reads = false, writes = false;
    forEachExpr(function.body, [&](const Expr& e) {
      const auto* l = e.as<BufferLoad>();
      reads |= l && l->buffer == buffer;
    });
    forEachStmt(function.body, [&](const Stmt& s) {
      const auto* w = s.as<BufferStore>();
      writes |= w && w->buffer == buffer;
    });
    work.bytes += elements * buffer->dtype.bytes() * (int{reads && !writes} + int{writes});
  }
  return work;
}

}  // namespace lw
