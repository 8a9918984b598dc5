// Blocks and the declarations of buffers.
#include <algorithm>

#include "core/ir/equal.h"
#include "core/ir/visit.h"
#include "core/text/print/print_impl.h"

namespace lw {

bool Printer::isRemapped(const Block& b, size_t i) const {
  const IterVar& iter = b.iters[i];
  if (iter.kind != IterKind::Spatial && iter.kind != IterKind::Reduce) return false;
  const auto* var = b.bindings[i].as<Var>();
  if (!var) return false;
  for (const For* loop : loops_)
    if (loop->var == *var) return equal(loop->min, iter.domain.min) && equal(loop->extent, iter.domain.extent);
  return false;
}

void Printer::iter(const Block& b, size_t i) {
  const IterVar& iter = b.iters[i];
  line();
  const std::string name = defineVar(iter.var);
  const int begin = at();
  write(name);
  map(Kind::Variable, begin, name, iter.var.key());
  write(" = \1.axis.");
  switch (iter.kind) {
    case IterKind::Spatial:
      write("spatial(");
      break;
    case IterKind::Reduce:
      write("reduce(");
      break;
    case IterKind::Scan:
      write("scan(");
      break;
    case IterKind::Opaque:
      write("opaque(");
      break;
  }
  if (isZero(iter.domain.min))
    expr(iter.domain.extent);
  else
    list({iter.domain.min, iter.domain.min + iter.domain.extent}, "(", ")", true);
  write(", ");
  expr(b.bindings[i]);
  write(")");
}

void Printer::remap(const Block& b, const std::vector<size_t>& run) {
  if (run.empty()) return;
  if (run.size() == 1) return iter(b, run[0]);
  line();
  std::string kinds;
  for (size_t k = 0; k < run.size(); ++k) {
    const IterVar& iter = b.iters[run[k]];
    if (k) write(", ");
    const int begin = at();
    const std::string& name = defineVar(iter.var);
    write(name);
    map(Kind::Variable, begin, name, iter.var.key());
    kinds += iter.kind == IterKind::Spatial ? 'S' : 'R';
  }
  write(" = \1.axis.remap(" + quoted(kinds) + ", [");
  for (size_t k = 0; k < run.size(); ++k) {
    if (k) write(", ");
    expr(b.bindings[run[k]]);
  }
  write("])");
}

void Printer::iters(const Block& b) {
  std::vector<size_t> run;
  for (size_t i = 0; i < b.iters.size(); ++i) {
    if (isRemapped(b, i)) {
      run.push_back(i);
      continue;
    }
    remap(b, run);
    run.clear();
    iter(b, i);
  }
  remap(b, run);
}

void Printer::regions(std::string_view name, const std::vector<BufferRegion>& list) {
  line();
  write("\1.");
  write(name);
  write("(");
  for (size_t i = 0; i < list.size(); ++i) {
    if (i) write(", ");
    region(list[i]);
  }
  write(")");
}

void Printer::block(const Block& b) {
  line();
  const int begin = at();
  write("with \1." + member("block", "sblock") + "(" + quoted(b.name) + "):");
  blocks_.push_back(b.id);
  ++indent_;
  names_.push();
  iters(b);
  if (!isTrue(b.predicate)) {
    line();
    write("\1.where(");
    expr(b.predicate);
    write(")");
  }
  regions("reads", b.reads);
  regions("writes", b.writes);
  if (!b.annotations.empty()) {
    line();
    write("\1." + member("block_attr", "sblock_attr") + "(");
    annotations(b.annotations);
    write(")");
  }
  for (const Buffer& alloc : b.allocs) {
    defineSizes(alloc);
    line();
    writeDefinition(alloc);
    write(" = \1." + member("alloc_buffer", "sblock_alloc_buffer") + "(");
    bufferArguments(alloc, false, false);
    afterBuffer(alloc);
  }
  for (const MatchBuffer& m : b.matches) {
    defineSizes(m.buffer);
    line();
    writeDefinition(m.buffer);
    write(" = \1.match_buffer(");
    region(m.source);
    write(", ");
    bufferArguments(m.buffer, m.source.buffer->dtype != dtype::Float32, false);
    afterBuffer(m.buffer);
  }
  if (b.init) {
    line();
    write("with \1.init():");
    body(*b.init);
  }
  inScope(b.body);
  names_.pop();
  --indent_;
  map(Kind::Block, begin, b.name, nullptr);
  blocks_.pop_back();
}

namespace {

int usesIn(const Buffer& b, const Var& v) {
  int count = 0;
  const auto add = [&](const Expr& e) {
    forEachExpr(e, [&](const Expr& x) {
      if (const auto* used = x.as<Var>()) count += *used == v;
    });
  };
  for (const Expr& e : b->shape) add(e);
  for (const Expr& e : b->strides) add(e);
  add(b->elemOffset);
  return count;
}

}  // namespace

// Defines the new variables of sizes, strides and offsets on lines before the declaration. A stride or offset that is a
// new variable and is used only once is written in place.
void Printer::defineSizes(const Buffer& b) {
  const auto declare = [&](const Expr& e) {
    for (const Var& v : freeVars(e)) {
      if (isDefined(v)) continue;
      line();
      const std::string name = defineVar(v);
      write(name + " = \1." + toString(v.dtype()) + "()");
    }
  };
  for (const Expr& e : b->shape) declare(e);
  for (const Expr& e : b->strides) {
    const auto* v = e.as<Var>();
    if (!v || usesIn(b, *v) > 1 || v->dtype() != dtype::Int32) declare(e);
  }
  const auto* offset = b->elemOffset.as<Var>();
  const DataType indexType = b->shape.empty() ? dtype::Int32 : b->shape[0].dtype();
  if (!offset || usesIn(b, *offset) > 1 || b->offsetFactor == 0 || offset->dtype() != indexType) declare(b->elemOffset);
}

void Printer::bufferArguments(const Buffer& b, bool alwaysType, bool withData) {
  list(b->shape, "(", ")", true);
  if (alwaysType || b->dtype != dtype::Float32) write(", " + quoted(toString(b->dtype)));
  if (withData) {
    write(", data=");
    expr(b->data);
  }
  if (!b->strides.empty()) {
    write(", strides=(");
    for (size_t i = 0; i < b->strides.size(); ++i) {
      if (i) write(", ");
      const auto* v = b->strides[i].as<Var>();
      if (v && !isDefined(*v))
        write(quoted(v->name()));
      else
        expr(b->strides[i]);
    }
    write(b->strides.size() == 1 ? ",)" : ")");
  }
  const auto* offset = b->elemOffset.as<Var>();
  const bool offsetIsNew = offset && !isDefined(*offset);
  if (!offsetIsNew && !isZero(b->elemOffset)) {
    write(", elem_offset=");
    expr(b->elemOffset);
  }
  if (b->scope != "global") write(", scope=" + quoted(b->scope));
  if (b->dataAlignment != 64) write(", align=" + std::to_string(b->dataAlignment));
  if (offsetIsNew || b->offsetFactor > 1) write(", offset_factor=" + std::to_string(std::max(1, b->offsetFactor)));
  if (!b->axisSeparators.empty()) {
    write(", axis_separators=[");
    for (size_t i = 0; i < b->axisSeparators.size(); ++i) write((i ? ", " : "") + std::to_string(b->axisSeparators[i]));
    write("]");
  }
  write(")");
}

void Printer::afterBuffer(const Buffer& b) {
  const std::string name = *names_.find(b.key());
  if (!isDefined(b->data)) names_.alias(b->data.key(), name + ".data");
  for (size_t i = 0; i < b->strides.size(); ++i)
    if (const auto* v = b->strides[i].as<Var>(); v && !isDefined(*v))
      names_.alias(v->key(), name + ".strides[" + std::to_string(i) + "]");
  if (const auto* v = b->elemOffset.as<Var>(); v && !isDefined(*v)) names_.alias(v->key(), name + ".elem_offset");
}

}  // namespace lw
