#include "core/prove/normal_form.h"

#include <algorithm>

#include "core/ir/ops.h"
#include "core/ir/update.h"
#include "core/ir/visit.h"

namespace lw::prove {
namespace {

constexpr int kMostUses = 4;  // of a variable: its value is repeated as often

class Lets : public Rewriter {
 public:
  explicit Lets(const Stmt& body) {
    forEachStmt(body, [&](const Stmt& s) {
      if (const auto* b = s.as<Block>())
        for (const MatchBuffer& m : b->matches) views_.insert(m.buffer->data.key());
    });
  }

  Stmt stmt(const Stmt& s) override {
    // What an atomic update adds may be read before it; the update itself is atomic.
    if (const auto* a = s.as<AttrStmt>(); a && isAtomic(*a)) return s;
    const Stmt inner = children(s);
    if (const auto* l = inner.as<LetStmt>(); l && loadsMemory(l->value) && mayMove(*l))
      return substitute(l->body, VarMap{{l->var.key(), l->value}});
    if (const auto* b = inner.as<Block>()) return withCondition(*b, inner);
    return inner;
  }

 private:
  // One store after another; false: there are other statements.
  static bool storesOf(const Stmt& s, std::vector<BufferStore>& to) {
    if (const auto* store = s.as<BufferStore>()) {
      to.push_back(*store);
      return true;
    }
    const auto* seq = s.as<Seq>();
    return seq && std::ranges::all_of(seq->stmts, [&](const Stmt& part) { return storesOf(part, to); });
  }

  // No store before the last use of the variable changes what its value reads.
  bool mayMove(const LetStmt& l) const {
    std::vector<BufferStore> stores;
    if (!storesOf(l.body, stores)) return false;
    size_t last = 0;
    int uses = 0;
    for (size_t i = 0; i < stores.size(); ++i)
      forEachExpr(Stmt(stores[i]), [&](const Expr& e) {
        const auto* v = e.as<Var>();
        if (!v || !v->sameAs(l.var)) return;
        last = i;
        ++uses;
      });
    bool same = uses <= kMostUses;
    forEachExpr(l.value, [&](const Expr& e) {
      const auto* load = e.as<BufferLoad>();
      for (size_t i = 0; load && i < last; ++i) same = same && !mayShare(load->buffer, stores[i].buffer);
    });
    return same;
  }
  bool mayShare(const Buffer& a, const Buffer& b) const {
    return a->data.sameAs(b->data) || views_.contains(a->data.key()) || views_.contains(b->data.key());
  }

  static Stmt withCondition(const Block& b, const Stmt& whole) {
    if (b.init || !b.body.as<BufferStore>() || !loadsMemory(b.predicate)) return whole;
    Block other = b;
    other.predicate = boolConst(true);
    other.body = Stmt(IfThenElse{b.predicate, b.body, std::nullopt}, b.body.origin());
    return Stmt(other, whole.origin());
  }

  std::set<const void*> views_;  // the data of buffers that are views of others
};

}  // namespace

Stmt withoutLets(const Stmt& body) { return Lets(body).stmt(body); }

NormalForm normalForm(const PrimFunc& function) {
  NormalForm made{function};
  made.function.body = withoutLets(function.body);
  withoutOpaqueCalls(made.function, made.calls);
  made.function = withoutFusedLoops(made.function);
  return made;
}

}  // namespace lw::prove
