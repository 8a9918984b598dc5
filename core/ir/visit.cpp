#include "core/ir/visit.h"

#include <algorithm>
#include <unordered_set>

namespace lw {
namespace {

// ---- Visiting: one overload per kind of field -----------------------------------------------------------------------

struct FieldVisitor {
  Visitor& v;
  bool definition = false;  // of the Var field at hand

  void field(const Expr& e) { v.expr(e); }
  void field(const Stmt& s) { v.stmt(s); }
  void field(const Var& var) { v.varDef(var); }
  void field(const Buffer& b) { v.bufferUse(b); }
  void field(const Range& r) {
    v.expr(r.min);
    v.expr(r.extent);
  }
  void field(const BufferRegion& r) { v.region(r); }
  void field(const IterVar& iter) {
    field(iter.domain);
    v.varDef(iter.var);
  }
  void field(const MatchBuffer& m) {
    v.region(m.source);
    v.bufferDef(m.buffer);
  }
  template <class T>
  void field(const std::vector<T>& list) {
    for (const T& x : list) field(x);
  }
  template <class T>
  void field(const std::optional<T>& x) {
    if (x) field(*x);
  }
  template <class T>
  void field(const T&) {}  // plain data

  template <class N>
  void node(const N& n) {
    std::apply([&](auto... members) { (field(n.*members), ...); }, fieldsOf(static_cast<const N*>(nullptr)));
  }
  void node(const Var& var) { v.varUse(var); }
  void node(const DeclBuffer& n) {
    v.bufferDef(n.buffer);
    v.stmt(n.body);
  }
  void node(const Block& n) {
    field(n.bindings);
    field(n.predicate);
    field(n.iters);
    for (const Buffer& b : n.allocs) v.bufferDef(b);
    field(n.matches);
    field(n.reads);
    field(n.writes);
    field(n.init);
    field(n.body);
  }
};

// ---- Rewriting: each overload returns the new field, or nothing if the field stays ----------------------------------

struct FieldRewriter {
  Rewriter& r;

  std::optional<Expr> field(const Expr& e) { return unlessSame(e, r.expr(e)); }
  std::optional<Stmt> field(const Stmt& s) { return unlessSame(s, r.stmt(s)); }
  std::optional<Var> field(const Var& var) {
    Var to = r.varDef(var);
    return to == var ? std::nullopt : std::optional<Var>(std::move(to));
  }
  std::optional<Buffer> field(const Buffer& b) { return unlessSame(b, r.buffer(b)); }
  std::optional<Buffer> definition(const Buffer& b) { return unlessSame(b, r.bufferDef(b)); }
  std::optional<Range> field(const Range& range) { return members(range, &Range::min, &Range::extent); }
  std::optional<BufferRegion> field(const BufferRegion& region) {
    return members(region, &BufferRegion::buffer, &BufferRegion::ranges);
  }
  std::optional<IterVar> field(const IterVar& iter) { return members(iter, &IterVar::domain, &IterVar::var); }
  std::optional<MatchBuffer> field(const MatchBuffer& m) {
    std::optional<MatchBuffer> copy;
    set(copy, m, &MatchBuffer::source, field(m.source));
    set(copy, m, &MatchBuffer::buffer, definition(m.buffer));
    return copy;
  }
  template <class T>
  std::optional<std::vector<T>> field(const std::vector<T>& list) {
    return each(list, [&](const T& x) { return field(x); });
  }
  template <class T>
  std::optional<std::optional<T>> field(const std::optional<T>& x) {
    if (!x) return std::nullopt;
    std::optional<T> to = field(*x);
    return to ? std::optional<std::optional<T>>(std::move(to)) : std::nullopt;
  }
  template <class T>
  std::optional<T> field(const T&) {
    return std::nullopt;
  }

  template <class N>
  std::optional<N> node(const N& n) {
    return std::apply([&](auto... fields) { return members(n, fields...); }, fieldsOf(static_cast<const N*>(nullptr)));
  }
  std::optional<Var> node(const Var&) { return std::nullopt; }  // handled by Rewriter::children
  std::optional<DeclBuffer> node(const DeclBuffer& n) {
    std::optional<DeclBuffer> copy;
    set(copy, n, &DeclBuffer::buffer, definition(n.buffer));
    set(copy, n, &DeclBuffer::body, field(n.body));
    return copy;
  }
  std::optional<Block> node(const Block& n) {
    std::optional<Block> copy = members(n, &Block::bindings, &Block::predicate, &Block::iters);
    set(copy, n, &Block::allocs, each(n.allocs, [&](const Buffer& b) { return definition(b); }));
    set(copy, n, &Block::matches, field(n.matches));
    set(copy, n, &Block::reads, field(n.reads));
    set(copy, n, &Block::writes, field(n.writes));
    set(copy, n, &Block::init, field(n.init));
    set(copy, n, &Block::body, field(n.body));
    return copy;
  }

  template <class T>
  static std::optional<T> unlessSame(const T& from, T to) {
    return to.sameAs(from) ? std::nullopt : std::optional<T>(std::move(to));
  }
  // Most nodes stay as they are, so the copy is made only when the first field changes.
  template <class N, class T>
  static void set(std::optional<N>& copy, const N& from, T N::* member, std::optional<T> to) {
    if (!to) return;
    if (!copy) copy.emplace(from);
    (*copy).*member = std::move(*to);
  }
  template <class N, class... Ts>
  std::optional<N> members(const N& n, Ts N::*... fields) {
    std::optional<N> copy;
    (set(copy, n, fields, field(n.*fields)), ...);
    return copy;
  }
  template <class T, class F>
  static std::optional<std::vector<T>> each(const std::vector<T>& list, F rewritten) {
    std::optional<std::vector<T>> copy;
    for (size_t i = 0; i < list.size(); ++i) {
      std::optional<T> to = rewritten(list[i]);
      if (!to) continue;
      if (!copy) copy.emplace(list);
      (*copy)[i] = std::move(*to);
    }
    return copy;
  }
};

class FunctionVisitor : public Visitor {
 public:
  const std::function<void(const Expr&)>* onExpr = nullptr;
  const std::function<void(const Stmt&)>* onStmt = nullptr;
  void expr(const Expr& e) override {
    if (onExpr) (*onExpr)(e);
    if (onExpr) children(e);
  }
  void stmt(const Stmt& s) override {
    if (onStmt) (*onStmt)(s);
    children(s);
  }
};

// Looks for one node; there is one of the two questions.
class Search : public Visitor {
 public:
  const std::function<bool(const Expr&)>* ofExpr = nullptr;
  const std::function<bool(const Stmt&)>* ofStmt = nullptr;
  bool found = false;
  void expr(const Expr& e) override {
    if (found || !ofExpr) return;
    found = (*ofExpr)(e);
    if (!found) children(e);
  }
  void stmt(const Stmt& s) override {
    if (found) return;
    found = ofStmt && (*ofStmt)(s);
    if (!found) children(s);
  }
};

class ExprFunction : public Rewriter {
 public:
  explicit ExprFunction(const std::function<std::optional<Expr>(const Expr&)>& f) : f_(f) {}
  Expr expr(const Expr& e) override {
    Expr done = children(e);
    if (auto changed = f_(done)) return std::move(*changed);
    return done;
  }

 private:
  const std::function<std::optional<Expr>(const Expr&)>& f_;
};

class StmtFunction : public Rewriter {
 public:
  explicit StmtFunction(const std::function<std::optional<Stmt>(const Stmt&)>& f) : f_(f) {}
  Expr expr(const Expr& e) override { return e; }
  Stmt stmt(const Stmt& s) override {
    Stmt done = children(s);
    if (auto changed = f_(done)) return std::move(*changed);
    return done;
  }

 private:
  const std::function<std::optional<Stmt>(const Stmt&)>& f_;
};

class Substitution : public Rewriter {
 public:
  Substitution(const VarMap* vars, const BufferMap* buffers) : vars_(vars), buffers_(buffers) {
    if (buffers_)
      for (const auto& [key, to] : *buffers_)
        dataOf_.emplace(static_cast<const BufferNode*>(key)->data.key(), to->data);
  }
  Expr var(const Var& v) override {
    if (vars_)
      if (const auto found = vars_->find(v.key()); found != vars_->end()) return found->second;
    if (const auto found = dataOf_.find(v.key()); found != dataOf_.end()) return found->second;
    return v;
  }
  Buffer buffer(const Buffer& b) override {
    if (buffers_)
      if (const auto found = buffers_->find(b.key()); found != buffers_->end()) return found->second;
    if (!vars_) return b;
    if (const auto found = rewritten_.find(b.key()); found != rewritten_.end()) return found->second;
    Buffer result = rewriteNode(b);
    rewritten_.emplace(b.key(), result);
    kept_.push_back(b);  // keeps the buffer alive, so that its key is not reused
    return result;
  }

 private:
  // Shapes, strides and offsets may use the substituted variables.
  Buffer rewriteNode(const Buffer& b) {
    std::optional<BufferNode> changed =
        FieldRewriter{*this}.members(*b, &BufferNode::shape, &BufferNode::strides, &BufferNode::elemOffset);
    const Expr data = var(b->data);
    if (const auto* v = data.as<Var>(); v && !v->sameAs(b->data))
      FieldRewriter::set(changed, *b, &BufferNode::data, std::optional<Var>(*v));
    return changed ? Buffer(std::move(*changed)) : b;
  }
  const VarMap* vars_;
  const BufferMap* buffers_;
  std::unordered_map<const void*, Var> dataOf_;
  std::unordered_map<const void*, Buffer> rewritten_;
  std::vector<Buffer> kept_;
};

class FreeVars : public Visitor {
 public:
  void varDef(const Var& v) override { bound.insert(v.key()); }
  void varUse(const Var& v) override {
    if (!bound.contains(v.key()) && seen.insert(v.key()).second) found.push_back(v);
  }
  std::unordered_set<const void*> bound, seen;
  std::vector<Var> found;
};

class FreshCopy : public Rewriter {
 public:
  explicit FreshCopy(PrimFunc& ids) : ids_(ids) {}
  Var varDef(const Var& v) override {
    Var fresh(v.name(), v.dtype());
    vars_.insert_or_assign(v.key(), fresh);
    return fresh;
  }
  Expr var(const Var& v) override {
    const auto found = vars_.find(v.key());
    return found == vars_.end() ? v : found->second;
  }
  Buffer bufferDef(const Buffer& b) override {
    BufferNode node = *b;
    node.data = Var(b->data.name(), b->data.dtype());
    if (const auto known = vars_.find(b->data.key()); known != vars_.end())
      node.data = known->second;  // DeclBuffer
    else
      vars_.emplace(b->data.key(), node.data);
    Buffer fresh(std::move(node));
    buffers_.insert_or_assign(b.key(), fresh);
    return fresh;
  }
  Buffer buffer(const Buffer& b) override {
    const auto found = buffers_.find(b.key());
    return found == buffers_.end() ? b : found->second;
  }
  Stmt stmt(const Stmt& s) override {
    Stmt done = children(s);
    if (const auto* loop = done.as<For>()) {
      For copy = *loop;
      copy.id = ids_.freshLoop();
      return Stmt(std::move(copy), done.origin());
    }
    if (const auto* block = done.as<Block>()) {
      Block copy = *block;
      copy.id = ids_.freshBlock();
      return Stmt(std::move(copy), done.origin());
    }
    return done;
  }

 private:
  PrimFunc& ids_;
  std::unordered_map<const void*, Var> vars_;
  std::unordered_map<const void*, Buffer> buffers_;
};

}  // namespace

void Visitor::children(const Expr& e) {
  e.match([&](const auto& n) { FieldVisitor{*this}.node(n); });
}
void Visitor::children(const Stmt& s) {
  s.match([&](const auto& n) { FieldVisitor{*this}.node(n); });
}
void Visitor::region(const BufferRegion& r) {
  bufferUse(r.buffer);
  for (const Range& range : r.ranges) {
    expr(range.min);
    expr(range.extent);
  }
}

Expr Rewriter::children(const Expr& e) {
  if (const auto* v = e.as<Var>()) {
    Expr to = var(*v);
    const auto* same = to.as<Var>();
    return same && same->sameAs(*v) ? e : to;
  }
  return e.match([&](const auto& n) -> Expr {
    auto changed = FieldRewriter{*this}.node(n);
    return changed ? Expr(std::move(*changed)) : e;
  });
}
Stmt Rewriter::children(const Stmt& s) { return children(s, s.origin()); }
Stmt Rewriter::children(const Stmt& s, Origin origin) {
  const auto same = [&] { return origin == s.origin() ? s : s.withOrigin(origin); };
  if (const auto* seq = s.as<Seq>()) {  // keeps the invariant of Seq
    std::optional<std::vector<Stmt>> stmts = FieldRewriter{*this}.field(seq->stmts);
    return stmts ? sequence(std::move(*stmts)).withOrigin(origin) : same();
  }
  return s.match([&](const auto& n) -> Stmt {
    auto changed = FieldRewriter{*this}.node(n);
    return changed ? Stmt(std::move(*changed), origin) : same();
  });
}
Range Rewriter::range(const Range& r) { return {expr(r.min), expr(r.extent)}; }
BufferRegion Rewriter::region(const BufferRegion& r) {
  BufferRegion result{buffer(r.buffer), {}};
  for (const Range& x : r.ranges) result.ranges.push_back(range(x));
  return result;
}
std::vector<Expr> Rewriter::exprs(const std::vector<Expr>& list) {
  std::vector<Expr> result;
  for (const Expr& e : list) result.push_back(expr(e));
  return result;
}

void forEachExpr(const Expr& root, const std::function<void(const Expr&)>& visit) {
  FunctionVisitor v;
  v.onExpr = &visit;
  v.expr(root);
}
void forEachExpr(const Stmt& root, const std::function<void(const Expr&)>& visit) {
  FunctionVisitor v;
  v.onExpr = &visit;
  v.stmt(root);
}
void forEachStmt(const Stmt& root, const std::function<void(const Stmt&)>& visit) {
  FunctionVisitor v;
  v.onStmt = &visit;
  v.stmt(root);
}
bool anyExpr(const Expr& root, const std::function<bool(const Expr&)>& holds) {
  Search search;
  search.ofExpr = &holds;
  search.expr(root);
  return search.found;
}
bool anyExpr(const Stmt& root, const std::function<bool(const Expr&)>& holds) {
  Search search;
  search.ofExpr = &holds;
  search.stmt(root);
  return search.found;
}
bool anyStmt(const Stmt& root, const std::function<bool(const Stmt&)>& holds) {
  Search search;
  search.ofStmt = &holds;
  search.stmt(root);
  return search.found;
}
bool loadsMemory(const Expr& e) {
  return anyExpr(e, [](const Expr& x) { return x.as<BufferLoad>(); });
}
bool loadsFrom(const Expr& e, const Buffer& b) {
  return anyExpr(e, [&](const Expr& x) {
    const auto* load = x.as<BufferLoad>();
    return load && load->buffer->data == b->data;
  });
}
Expr rewriteExprs(const Expr& root, const std::function<std::optional<Expr>(const Expr&)>& f) {
  return ExprFunction(f).expr(root);
}
Stmt rewriteExprs(const Stmt& root, const std::function<std::optional<Expr>(const Expr&)>& f) {
  return ExprFunction(f).stmt(root);
}
Stmt rewriteStmts(const Stmt& root, const std::function<std::optional<Stmt>(const Stmt&)>& f) {
  return StmtFunction(f).stmt(root);
}

Expr substitute(const Expr& e, const VarMap& map) { return map.empty() ? e : Substitution(&map, nullptr).expr(e); }
Stmt substitute(const Stmt& s, const VarMap& map) { return map.empty() ? s : Substitution(&map, nullptr).stmt(s); }
Range substitute(const Range& r, const VarMap& map) { return Substitution(&map, nullptr).range(r); }
BufferRegion substitute(const BufferRegion& r, const VarMap& map) { return Substitution(&map, nullptr).region(r); }
Stmt substituteBuffers(const Stmt& s, const BufferMap& map) { return Substitution(nullptr, &map).stmt(s); }
Expr substituteBuffers(const Expr& e, const BufferMap& map) { return Substitution(nullptr, &map).expr(e); }

bool usesVar(const Expr& e, const Var& v) {
  return anyExpr(e, [&](const Expr& x) {
    const auto* var = x.as<Var>();
    return var && var->sameAs(v);
  });
}
bool usesVar(const Stmt& s, const Var& v) {
  return anyExpr(s, [&](const Expr& x) {
    const auto* var = x.as<Var>();
    return var && var->sameAs(v);
  });
}
bool usesBuffer(const Stmt& s, const Buffer& b) {
  const bool used = anyExpr(s, [&](const Expr& x) {
    const auto* load = x.as<BufferLoad>();
    const auto* var = x.as<Var>();
    return (load && load->buffer == b) || (var && var->sameAs(b->data));
  });
  return used || anyStmt(s, [&](const Stmt& x) {
           const auto* store = x.as<BufferStore>();
           return store && store->buffer == b;
         });
}
std::vector<Var> freeVars(const Expr& e) {
  FreeVars visitor;
  visitor.expr(e);
  return visitor.found;
}
std::vector<Var> freeVars(const Stmt& s) {
  FreeVars visitor;
  visitor.stmt(s);
  return visitor.found;
}

Stmt freshCopy(const Stmt& s, PrimFunc& ids) { return FreshCopy(ids).stmt(s); }

}  // namespace lw
