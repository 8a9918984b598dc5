#include "core/ir/ops.h"
#include "core/ir/visit.h"
#include "core/te/create_prim_func.h"

namespace lw::te {
namespace {

// Converts integer variables to the type, and with them the expressions that contain them; stored values are converted
// back to the type of their buffer.
class Retyper : public Rewriter {
 public:
  explicit Retyper(DataType type) : type_(type) {}

  Expr expr(const Expr& e) override {
    if (const auto* b = e.as<Binary>()) {
      Expr left = expr(b->a), right = expr(b->b);
      unifyTypes(left, right);
      return rawBinary(b->op, left, right);
    }
    if (const auto* s = e.as<Select>()) {
      Expr yes = expr(s->whenTrue), no = expr(s->whenFalse);
      unifyTypes(yes, no);
      return Select{expr(s->condition), yes, no};
    }
    if (const auto* c = e.as<Call>(); c && c->op == Intrinsic::IfThenElse) {
      Expr yes = expr(c->args[1]), no = expr(c->args[2]);
      unifyTypes(yes, no);
      return Call{yes.dtype(), c->op, {expr(c->args[0]), yes, no}};
    }
    if (const auto* load = e.as<BufferLoad>()) return BufferLoad{buffer(load->buffer), indices(load->indices)};
    return children(e);
  }
  Stmt stmt(const Stmt& s) override {
    if (const auto* store = s.as<BufferStore>())
      return Stmt(
          BufferStore{buffer(store->buffer), indices(store->indices), cast(store->buffer->dtype, expr(store->value))},
          s.origin());
    if (const auto* loop = s.as<For>()) {
      For changed = *loop;
      changed.var = varDef(loop->var);
      changed.min = cast(type_, expr(loop->min));
      changed.extent = cast(type_, expr(loop->extent));
      changed.body = stmt(loop->body);
      return Stmt(std::move(changed), s.origin());
    }
    if (const auto* block = s.as<Block>()) return Stmt(inBlock(*block), s.origin());
    return children(s);
  }
  Expr var(const Var& v) override {
    const auto at = vars_.find(v.key());
    return at == vars_.end() ? Expr(v) : at->second;
  }
  Var varDef(const Var& v) override {
    if (!v.dtype().isInt()) return v;
    const auto [at, fresh] = vars_.emplace(v.key(), Expr(v));
    if (fresh) at->second = Expr(Var(v.name(), type_));
    return *at->second.as<Var>();
  }
  Buffer buffer(const Buffer& b) override {
    const auto at = buffers_.find(b.key());
    if (at != buffers_.end()) return at->second;
    BufferNode node = *b;
    for (std::vector<Expr>* list : {&node.shape, &node.strides})
      for (Expr& e : *list) {
        for (const Var& v : freeVars(e)) (void)varDef(v);  // sizes that are parameters
        e = cast(type_, expr(e));
      }
    return buffers_.emplace(b.key(), Buffer(std::move(node))).first->second;
  }

 private:
  std::vector<Expr> indices(const std::vector<Expr>& list) {
    std::vector<Expr> all;
    for (const Expr& e : list) all.push_back(cast(type_.withLanes(e.dtype().lanes), expr(e)));
    return all;
  }
  Range typed(const Range& r) { return {cast(type_, expr(r.min)), cast(type_, expr(r.extent))}; }
  Block inBlock(const Block& b) {
    Block changed = b;
    for (Expr& e : changed.bindings) e = cast(type_, expr(e));
    changed.predicate = expr(b.predicate);
    for (IterVar& iter : changed.iters) iter = {varDef(iter.var), typed(iter.domain), iter.kind};
    for (Buffer& alloc : changed.allocs) alloc = buffer(alloc);
    for (std::vector<BufferRegion>* list : {&changed.reads, &changed.writes})
      for (BufferRegion& r : *list) {
        r.buffer = buffer(r.buffer);
        for (Range& range : r.ranges) range = typed(range);
      }
    if (b.init) changed.init = stmt(*b.init);
    changed.body = stmt(b.body);
    return changed;
  }

  DataType type_;
  VarMap vars_;
  BufferMap buffers_;
};

}  // namespace

PrimFunc withIndexType(const PrimFunc& function, DataType type) {
  PrimFunc f = function;
  Retyper retyper(type);
  for (auto& [handle, buffer] : f.buffers) buffer = retyper.buffer(buffer);
  f.body = retyper.stmt(f.body);
  return f;
}

}  // namespace lw::te
