#include "core/ir/debug_text.h"
#include "core/ir/equal.h"
#include "core/ir/ops.h"
#include "core/ir/visit.h"
#include "core/text/print_writer.h"

namespace lw::text {
namespace {

// Is the domain of the iter var the range of the loop?
bool sameRange(const Range& domain, const For& loop) {
  const auto same = [](const Expr& a, const Expr& b) {
    const auto x = asInt(a), y = asInt(b);
    return x && y ? *x == *y : equal(a, b);
  };
  return same(domain.min, loop.min) && same(domain.extent, loop.extent);
}

}  // namespace

void Writer::body(const Stmt& s) {
  ++indent_;
  {
    const Scope scope(*this);
    const int begin = here();
    stmt(s);
    if (here() == begin) {
      line();
      out_ += "pass";
      end();
    }
  }
  --indent_;
}

void Writer::stmt(const Stmt& s, bool last) {
  const int begin = here() + indent_ * 4;
  s.match([&](const For& n) { loop(s, n); }, [&](const Block& n) { block(n); },
          [&](const BufferStore& n) {
            line();
            bufferName(n.buffer);
            indices(n.indices);
            out_ += " = ";
            expr(n.value);
            end();
          },
          [&](const Evaluate& n) {
            line();
            const bool bare = n.value.as<Call>();
            if (!bare) out_ += "T.evaluate(";
            expr(n.value);
            if (!bare) out_ += ")";
            end();
          },
          [&](const Seq& n) {
            for (size_t i = 0; i < n.stmts.size(); ++i) stmt(n.stmts[i], last && i + 1 == n.stmts.size());
          },
          [&](const IfThenElse& n) { conditional(n); },
          [&](const While& n) {
            line();
            out_ += "while ";
            expr(n.condition);
            out_ += ":\n";
            body(n.body);
          },
          [&](const LetStmt& n) { letStmt(n, last); }, [&](const Allocate& n) { allocate(n, last); },
          [&](const DeclBuffer& n) { declareBuffer(n, last); },
          [&](const AttrStmt& n) {
            line();
            out_ += "with T.attr(";
            expr(n.node);
            out_ += ", \"" + n.key + "\", ";
            expr(n.value);
            out_ += "):\n";
            body(n.body);
          },
          [&](const AssertStmt& n) { assertion(n, last); });
  if (s.as<Seq>() || s.as<For>() || s.as<Block>()) return;
  map({{begin, here() - 1}, MappedRange::Kind::Statement, s.origin().loop, s.origin().block.valid() ? s.origin().block : blockId_, "", s.key()});
}

// ---- loops ----

bool Writer::joinsGrid(const For& inner, const std::vector<const For*>& outer) const {
  const auto plain = [](const For& n) { return n.kind == ForKind::Serial && n.annotations.empty() && isZero(n.min); };
  if (!plain(inner)) return false;
  for (const For* o : outer)
    if (!plain(*o) || usesVar(inner.extent, o->var)) return false;
  return true;
}

void Writer::loopHeader(const For& n) {
  if (n.kind == ForKind::Serial && n.annotations.empty()) out_ += "range(";
  else out_ += "T." + std::string(lw::nameOf(n.kind)) + "(";
  if (!isZero(n.min)) {
    expr(n.min);
    out_ += ", ";
  }
  expr(sum(n.min, n.extent));
  if (n.kind == ForKind::ThreadBinding) out_ += ", thread=\"" + n.thread + "\"";
  if (!n.annotations.empty()) {
    out_ += ", annotations=";
    annotations(n.annotations);
  }
  out_ += ")";
}

void Writer::loop(const Stmt& s, const For& n) {
  std::vector<const For*> grid = {&n};
  std::vector<const Stmt*> stmts = {&s};
  while (const auto* inner = grid.back()->body.as<For>()) {
    if (!joinsGrid(*inner, grid)) break;
    stmts.push_back(&grid.back()->body);
    grid.push_back(inner);
  }
  const Scope scope(*this);
  std::vector<Span> names;
  line();
  const int begin = here();
  out_ += "for ";
  // Bounds are printed before the loop variables become visible.
  const std::string bounds = aside([&] {
    if (grid.size() == 1) return loopHeader(n);
    out_ += "T.grid(";
    for (size_t i = 0; i < grid.size(); ++i) {
      if (i) out_ += ", ";
      expr(grid[i]->extent);
    }
    out_ += ")";
  });
  for (size_t i = 0; i < grid.size(); ++i) {
    if (i) out_ += ", ";
    const int at = here();
    out_ += define(grid[i]->var);
    names.push_back({at, here()});
    loops_[grid[i]->var.key()] = grid[i];
  }
  out_ += " in " + bounds + ":\n";
  body(grid.back()->body);
  for (size_t i = 0; i < grid.size(); ++i) {
    map({{begin, here() - 1}, MappedRange::Kind::Loop, grid[i]->id, blockId_, grid[i]->var.name(), stmts[i]->key()});
    map({names[i], MappedRange::Kind::Loop, grid[i]->id, blockId_, grid[i]->var.name(), grid[i]->var.key()});
  }
}

// ---- blocks ----

void Writer::block(const Block& n) {
  const Scope scope(*this);
  line();
  const int begin = here();
  out_ += "with " + blockWord() + "(";
  const int name = here();
  annotation(n.name);
  const Span nameSpan{name, here()};
  out_ += "):\n";
  const BlockId outer = std::exchange(blockId_, n.id);
  ++indent_;
  blockBody(n);
  --indent_;
  blockId_ = outer;
  map({{begin, here() - 1}, MappedRange::Kind::Block, {}, n.id, n.name, &n});
  map({nameSpan, MappedRange::Kind::Block, {}, n.id, n.name, &n});
}

void Writer::blockBody(const Block& n) {
  axes(n);
  const auto signature = [&](const char* word, const std::vector<BufferRegion>& regions) {
    line();
    out_ += word;
    for (size_t i = 0; i < regions.size(); ++i) {
      if (i) out_ += ", ";
      region(regions[i]);
    }
    out_ += ")\n";
  };
  if (!isTrue(n.predicate)) {
    line();
    out_ += "T.where(";
    expr(n.predicate);
    out_ += ")\n";
  }
  signature("T.reads(", n.reads);
  signature("T.writes(", n.writes);
  if (!n.annotations.empty()) {
    line();
    out_ += blockWord() + "_attr(";
    annotations(n.annotations);
    out_ += ")\n";
  }
  allocations(n);
  for (const MatchBuffer& m : n.matches) matchBuffer(m);
  if (n.init) {
    line();
    out_ += "with T.init():\n";
    body(*n.init);
  }
  stmt(n.body);
}

bool Writer::isRemap(const IterVar& iter, const Expr& binding) const {
  if (iter.kind != IterKind::Spatial && iter.kind != IterKind::Reduce) return false;
  const auto* v = binding.as<Var>();
  if (!v) return false;
  const auto loop = loops_.find(v->key());
  return loop != loops_.end() && isNamed(*v) && sameRange(iter.domain, *loop->second);
}

void Writer::axis(const IterVar& iter, const Expr& binding) {
  line();
  const std::string text = aside([&] {
    out_ += std::string(lw::nameOf(iter.kind)) + "(";
    if (isZero(iter.domain.min)) {
      expr(iter.domain.extent);
    } else {
      out_ += "(";
      expr(iter.domain.min);
      out_ += ", ";
      expr(sum(iter.domain.min, iter.domain.extent));
      out_ += ")";
    }
    out_ += ", ";
    expr(binding);
  });
  out_ += define(iter.var) + " = T.axis." + text + ")\n";
}

void Writer::axes(const Block& n) {
  for (size_t i = 0; i < n.iters.size();) {
    size_t stop = i;
    while (stop < n.iters.size() && isRemap(n.iters[stop], n.bindings[stop])) ++stop;
    if (stop < i + 2) {
      axis(n.iters[i], n.bindings[i]);
      ++i;
      continue;
    }
    std::string kinds, bindings;
    for (size_t k = i; k < stop; ++k) {
      kinds += n.iters[k].kind == IterKind::Spatial ? "S" : "R";
      bindings += (k > i ? ", " : "") + nameOf(*n.bindings[k].as<Var>());
    }
    line();
    for (size_t k = i; k < stop; ++k) out_ += (k > i ? ", " : "") + define(n.iters[k].var);
    out_ += " = T.axis.remap(\"" + kinds + "\", [" + bindings + "])\n";
    i = stop;
  }
}

void Writer::bufferOptions(const Buffer& b, bool withStrides) {
  if (withStrides && !b->strides.empty()) {
    out_ += ", strides=(";
    for (size_t i = 0; i < b->strides.size(); ++i) {
      if (i) out_ += ", ";
      const auto* v = b->strides[i].as<Var>();
      if (v && !isNamed(*v)) out_ += "\"" + v->name() + "\"";
      else expr(b->strides[i]);
    }
    out_ += b->strides.size() == 1 ? ",)" : ")";
  }
  const auto* offset = b->elemOffset.as<Var>();
  const bool plain = isZero(b->elemOffset) && b->elemOffset.dtype() == dtype::Int32;
  if (!plain && !(offset && !isNamed(*offset))) {
    out_ += ", elem_offset=";
    expr(b->elemOffset);
  }
  if (b->scope != "global") out_ += ", scope=\"" + b->scope + "\"";
  if (b->dataAlignment != 64) out_ += ", align=" + std::to_string(b->dataAlignment);
  if (b->offsetFactor > 0) out_ += ", offset_factor=" + std::to_string(b->offsetFactor);
  if (!b->axisSeparators.empty()) {
    out_ += ", axis_separators=[";
    for (size_t i = 0; i < b->axisSeparators.size(); ++i) out_ += (i ? ", " : "") + std::to_string(b->axisSeparators[i]);
    out_ += "]";
  }
}

// Strides and offsets that a match_buffer defines are named after the buffer from there on.
void Writer::defineSizes(const Buffer& b) {
  const std::string name = nameOf(b);
  for (size_t i = 0; i < b->strides.size(); ++i)
    if (const auto* v = b->strides[i].as<Var>(); v && !isNamed(*v)) alias(*v, name + ".strides[" + std::to_string(i) + "]");
  if (const auto* v = b->elemOffset.as<Var>(); v && !isNamed(*v)) alias(*v, name + ".elem_offset");
  if (!isNamed(b->data)) alias(b->data, name + ".data");
}

void Writer::allocations(const Block& n) {
  for (const Buffer& b : n.allocs) {
    line();
    const std::string text = aside([&] {
      out_ += options_.dialect == Dialect::Tvm ? "T.sblock_alloc_buffer(" : "T.alloc_buffer(";
      shape(b->shape);
      if (!(b->dtype == dtype::Float32)) out_ += ", \"" + lw::toString(b->dtype) + "\"";
      bufferOptions(b, true);
    });
    bufferName(b);
    out_ += " = " + text + ")\n";
    defineSizes(b);
  }
}

void Writer::matchBuffer(const MatchBuffer& m) {
  line();
  bufferName(m.buffer);
  out_ += " = T.match_buffer(";
  region(m.source);
  out_ += ", ";
  shape(m.buffer->shape);
  if (!(m.buffer->dtype == dtype::Float32)) out_ += ", \"" + lw::toString(m.buffer->dtype) + "\"";
  bufferOptions(m.buffer, true);
  out_ += ")\n";
  defineSizes(m.buffer);
}

// ---- the rest ----

void Writer::suite(bool last, const Stmt& inside) {
  if (last) stmt(inside);
  else body(inside);
}

void Writer::letStmt(const LetStmt& n, bool last) {
  line();
  const std::string value = aside([&] { expr(n.value); });
  if (last) {
    out_ += define(n.var) + ": T." + lw::toString(n.var.dtype()) + " = " + value + "\n";
    return stmt(n.body);
  }
  const Scope scope(*this);
  out_ += "with T.LetStmt(" + value + ") as " + define(n.var) + ":\n";
  body(n.body);
}

void Writer::allocate(const Allocate& n, bool last) {
  const Scope scope(*this);
  line();
  const std::string text = aside([&] {
    out_ += "T.allocate([";
    exprs(n.extents);
    out_ += "], \"" + lw::toString(n.type) + "\", \"" + n.scope + "\"";
    if (!n.annotations.empty()) {
      out_ += ", annotations=";
      annotations(n.annotations);
    }
    out_ += ")";
  });
  if (last) {
    out_ += define(n.data) + " = " + text + "\n";
    undeclaredOver(n.data);
    return stmt(n.body);
  }
  out_ += "with " + text + " as " + define(n.data) + ":\n";
  ++indent_;
  undeclaredOver(n.data);
  stmt(n.body);
  --indent_;
}

void Writer::declaration(const Buffer& b, const char* function) {
  out_ += function;
  shape(b->shape);
  out_ += ", \"" + lw::toString(b->dtype) + "\", data=" + nameOf(b->data);
  bufferOptions(b, true);
  out_ += ")";
}

void Writer::declareBuffer(const DeclBuffer& n, bool last) {
  line();
  if (last) {
    const std::string text = aside([&] { declaration(n.buffer, "T.decl_buffer("); });
    bufferName(n.buffer);
    out_ += " = " + text + "\n";
    return stmt(n.body);
  }
  const Scope scope(*this);
  out_ += "with ";
  declaration(n.buffer, "T.decl_buffer(");
  out_ += " as ";
  bufferName(n.buffer);
  out_ += ":\n";
  body(n.body);
}

// Views that passes made of memory without a declaration.
void Writer::undeclaredOver(const Var& data) {
  const auto found = undeclared_.find(data.key());
  if (found == undeclared_.end()) return;
  for (const Buffer& b : found->second) {
    line();
    const std::string text = aside([&] { declaration(b, "T.Buffer("); });
    bufferName(b);
    out_ += " = " + text + "\n";
  }
}

void Writer::assertion(const AssertStmt& n, bool last) {
  line();
  if (last) {
    out_ += "assert ";
    expr(n.condition);
    out_ += ", ";
  } else {
    out_ += "with T.Assert(";
    expr(n.condition);
    out_ += ", ";
  }
  annotation(n.message);
  out_ += last ? "\n" : "):\n";
  suite(last, n.body);
}

void Writer::conditional(const IfThenElse& n) {
  line();
  out_ += "if ";
  expr(n.condition);
  out_ += ":\n";
  body(n.thenBody);
  if (!n.elseBody) return;
  line();
  out_ += "else:\n";
  body(*n.elseBody);
}

}  // namespace lw::text
