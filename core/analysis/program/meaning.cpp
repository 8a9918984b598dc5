#include "core/analysis/program/meaning.h"

#include <algorithm>

#include "core/arith/analyzer.h"
#include "core/ir/ops.h"
#include "core/ir/visit.h"
#include "core/text/print/printer.h"

namespace lw {
namespace {

bool isScalarInteger(DataType type) { return type.isInteger() && !type.isVector(); }

void addOnce(std::vector<std::string>& names, const std::string& name) {
  if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
}

// Searches the function for one node, tracking the bounds of all variables in scope.
class Search : public Visitor {
 public:
  explicit Search(const void* key) : key_(key) {}

  std::optional<Meaning> found;

  void function(const PrimFunc& f) {
    for (const auto& [param, buffer] : f.buffers) {
      define(buffer);
      if (is(buffer.key())) found->parameter = true;
      sizes(buffer);
    }
    for (const Var& param : f.params)
      if (is(param.key())) {
        start(Meaning::Kind::Variable, param.dtype());
        found->parameter = true;
      }
    stmt(f.body);
  }

  void stmt(const Stmt& s) override {
    s.match([&](const For& n) { loop(n, s); }, [&](const Block& n) { block(n, s); },
            [&](const IfThenElse& n) { conditional(n); }, [&](const LetStmt& n) { let(n, s); },
            [&](const AttrStmt& n) { attribute(n, s); },
            [&](const Allocate& n) {
              if (is(n.data.key())) {
                start(Meaning::Kind::Variable, n.data.dtype());
                for (const Expr& e : n.extents) found->shape.push_back(toText(e));
                found->scope = n.scope;
                found->bytes = bytesOf(n.type, n.extents);
              }
              children(s);
            },
            [&](const BufferStore& n) {
              if (is(n.buffer.key())) access(n.buffer, true);
              children(s);
            },
            [&](const auto&) { children(s); });
  }

  void expr(const Expr& e) override {
    if (is(e.key())) {
      if (!found) start(Meaning::Kind::Expression, e.dtype());
      found->name = toText(e);
      if (isScalarInteger(e.dtype())) {
        // A node may occur in several places.
        const IntBound here = facts_.constBound(e);
        found->values = seen_++ == 0 ? here : hull(found->values, here);
      }
    }
    if (const auto* n = e.as<BufferLoad>(); n && is(n->buffer.key())) access(n->buffer, false);
    if (const auto* n = e.as<Let>()) bindTo(n->var, n->value);
    children(e);
  }

  void bufferDef(const Buffer& b) override { define(b); }
  void bufferUse(const Buffer& b) override { define(b); }

 private:
  bool is(const void* key) const { return key == key_; }

  void start(Meaning::Kind kind, DataType type) {
    found.emplace();
    found->kind = kind;
    found->type = type;
  }

  static std::optional<int64_t> bytesOf(DataType type, const std::vector<Expr>& shape) {
    int64_t bytes = type.bytes();
    for (const Expr& e : shape) {
      const std::optional<int64_t> size = asInt(e);
      if (!size || __builtin_mul_overflow(bytes, *size, &bytes)) return {};
    }
    return bytes;
  }

  void define(const Buffer& b) {
    if (!is(b.key()) || found) return;
    start(Meaning::Kind::Buffer, b->dtype);
    for (const Expr& e : b->shape) found->shape.push_back(toText(e));
    found->scope = b->scope;
    found->bytes = bytesOf(b->dtype, b->shape);
  }

  // Symbolic sizes are variables without a definition of their own.
  void sizes(const Buffer& b) {
    for (const Expr& e : b->shape)
      for (const Var& v : freeVars(e)) {
        if (!facts_.constBound(v).bounded())
          facts_.bind(v, {makeZero(v.dtype()), makeConst(v.dtype(), maxValueOf(v.dtype()))});
        if (is(v.key()) && !found) start(Meaning::Kind::Variable, v.dtype());
      }
  }

  void access(const Buffer& b, bool store) {
    define(b);
    if (!blocks_.empty()) return addOnce(store ? found->writers : found->readers, blocks_.back()->name);
    ++(store ? found->stores : found->loads);
  }

  void loop(const For& n, const Stmt& s) {
    facts_.bind(n.var, {n.min, n.extent});
    if (is(n.var.key())) {
      start(Meaning::Kind::Loop, n.var.dtype());
      found->loop = n.id;
      found->forKind = n.kind;
      found->thread = n.thread;
      found->extent = toText(n.extent);
      found->values = facts_.constBound(n.var);
    }
    children(s);
  }

  void block(const Block& n, const Stmt& s) {
    const Analyzer::Scope guarded = facts_.with(n.predicate);
    for (size_t i = 0; i < n.iters.size(); ++i) {
      const IterVar& iter = n.iters[i];
      facts_.bind(iter.var, iter.domain);
      if (!is(iter.var.key())) continue;
      start(Meaning::Kind::BlockIter, iter.var.dtype());
      found->iterKind = iter.kind;
      found->block = n.name;
      found->extent = toText(iter.domain.extent);
      if (i < n.bindings.size()) found->binding = toText(n.bindings[i]);
      found->values = facts_.constBound(iter.var);
    }
    const bool root = n.iters.empty() && blocks_.empty() && n.name == "root";
    if (!root) blocks_.push_back(&n);
    children(s);
    if (!root) blocks_.pop_back();
  }

  void conditional(const IfThenElse& n) {
    expr(n.condition);
    {
      const Analyzer::Scope holds = facts_.with(n.condition);
      stmt(n.thenBody);
    }
    if (!n.elseBody) return;
    const Analyzer::Scope fails = facts_.with(logicalNot(n.condition));
    stmt(*n.elseBody);
  }

  void bindTo(const Var& var, const Expr& value) {
    if (isScalarInteger(var.dtype())) {
      const IntBound bound = facts_.constBound(value);
      if (bound.bounded() && bound.max - bound.min < maxValueOf(dtype::Int32))
        facts_.bind(var, {makeConst(var.dtype(), bound.min), makeConst(var.dtype(), bound.max - bound.min + 1)});
    }
    if (!is(var.key())) return;
    start(Meaning::Kind::Variable, var.dtype());
    found->value = toText(value);
    if (isScalarInteger(var.dtype())) found->values = facts_.constBound(var);
  }

  void let(const LetStmt& n, const Stmt& s) {
    bindTo(n.var, n.value);
    children(s);
  }

  void attribute(const AttrStmt& n, const Stmt& s) {
    const auto* var = n.node.as<Var>();
    if (var && n.key.starts_with(kThreadExtent)) {
      facts_.bind(*var, {makeZero(var->dtype()), n.value});
      if (is(var->key()) && !found) {
        start(Meaning::Kind::Loop, var->dtype());
        found->forKind = ForKind::ThreadBinding;
        found->thread = n.key.substr(kThreadExtent.size());
        found->extent = toText(n.value);
        found->values = facts_.constBound(*var);
        found->loop = s.origin().loop;
      }
    }
    children(s);
  }

  const void* key_;
  Analyzer facts_;
  std::vector<const Block*> blocks_;
  int seen_ = 0;
};

// The range of a loop over all its lines has no name to ask about.
bool isName(const MappedRange& r) {
  return r.node &&
         (r.kind == MappedRange::Kind::Variable || r.kind == MappedRange::Kind::Buffer ||
          r.kind == MappedRange::Kind::Expression ||
          (r.kind == MappedRange::Kind::Loop && r.span.end - r.span.begin == static_cast<int>(r.name.size())));
}

}  // namespace

std::optional<Meaning> meaningAt(const SourceMap& map, const PrimFunc& function, int offset) {
  const MappedRange* at = nullptr;
  for (const MappedRange& r : map.ranges()) {
    if (r.span.begin > offset) break;
    if (offset < r.span.end && isName(r) && (!at || r.span.end - r.span.begin <= at->span.end - at->span.begin))
      at = &r;
  }
  if (!at) return {};
  Search search(at->node);
  search.function(function);
  if (!search.found) return {};
  Meaning& meaning = *search.found;
  meaning.span = at->span;
  if (at->kind != MappedRange::Kind::Expression) meaning.name = at->name;
  return std::move(search.found);
}

}  // namespace lw
