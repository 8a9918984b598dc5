#include "passes/support/lane_order.h"

#include <cstdlib>

#include "core/arith/analyzer.h"
#include "core/ir/equal.h"
#include "core/ir/ops.h"
#include "core/ir/visit.h"

namespace lw {
namespace {

struct Access {
  Var data;
  Expr index;
  bool store;
};

class Collect : public Visitor {
 public:
  explicit Collect(Analyzer& analyzer) : analyzer_(analyzer) {}
  std::vector<Access> accesses;
  bool opaque = false;  // an access without a single index

  void expr(const Expr& e) override {
    if (const auto* load = e.as<BufferLoad>()) add(load->buffer, load->indices, false);
    children(e);
  }
  void stmt(const Stmt& s) override {
    if (const auto* n = s.as<BufferStore>()) add(n->buffer, n->indices, true);
    if (const auto* n = s.as<For>()) analyzer_.bind(n->var, {n->min, n->extent});
    children(s);
  }

 private:
  void add(const Buffer& b, const std::vector<Expr>& indices, bool store) {
    if (indices.size() != 1 || indices[0].dtype().isVector())
      opaque = true;
    else
      accesses.push_back({b->data, indices[0], store});
  }
  Analyzer& analyzer_;
};

// Both addresses are c * lane + rest. Different lanes access the same element where the rests differ by c times the
// distance of the lanes.
bool apart(const Access& a, const Access& b, const Var& lane, int lanes, const Analyzer& analyzer) {
  const auto at = [&](const Expr& e, int value) {
    return substitute(e, {{lane.key(), makeConst(lane.dtype(), value)}});
  };
  const auto stride = [&](const Expr& e) {
    return asInt(analyzer.simplify(e - at(e, 0) - (at(e, 1) - at(e, 0)) * lane)) == 0
               ? asInt(analyzer.simplify(at(e, 1) - at(e, 0)))
               : std::nullopt;
  };
  const auto ca = stride(a.index), cb = stride(b.index);
  if (!ca || ca != cb || *ca == 0) return false;
  const int64_t c = std::abs(*ca);
  const Expr difference = analyzer.simplify(at(a.index, 0) - at(b.index, 0));
  const Modular m = analyzer.modular(difference);
  if (m.coeff % (c * lanes) == 0 && m.base % (c * lanes) == 0) return true;
  const IntBound bound = analyzer.constBound(difference);
  return bound.within(1 - c, c - 1) || bound.min >= c * lanes || bound.max <= -c * lanes;
}

}  // namespace

bool lanesKeepApart(const For& loop, int lanes) {
  Analyzer analyzer;
  analyzer.bind(loop.var, {loop.min, loop.extent});
  Collect collect(analyzer);
  collect.stmt(loop.body);
  for (const Access& a : collect.accesses)
    for (const Access& b : collect.accesses) {
      if (!a.store || !(a.data == b.data) || &a == &b) continue;
      const bool sameIndex = a.index.sameAs(b.index) || equal(a.index, b.index);
      if (collect.opaque || (!sameIndex && !apart(a, b, loop.var, lanes, analyzer))) return false;
    }
  return true;
}

}  // namespace lw
