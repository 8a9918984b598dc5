#include <unordered_set>

#include "core/ir/ops.h"
#include "core/ir/visit.h"
#include "core/text/print_writer.h"

namespace lw::text {
namespace {

// Buffers that are used without a definition in the function.
class Undeclared : public Visitor {
 public:
  void bufferDef(const Buffer& b) override { defined.insert(b.key()); }
  void bufferUse(const Buffer& b) override {
    if (!defined.contains(b.key()) && seen_.insert(b.key()).second) found.push_back(b);
  }
  std::unordered_set<const void*> defined;
  std::vector<Buffer> found;

 private:
  std::unordered_set<const void*> seen_;
};

}  // namespace

void Writer::imports(bool module) {
  if (!options_.imports) return;
  if (module) out_ += "from tvm.script import ir as I\n";
  out_ += "from tvm.script import tir as T\n\n\n";
}

bool Writer::needsMatch(const Buffer& b) const {
  const auto hasVars = [](const std::vector<Expr>& list) {
    for (const Expr& e : list)
      if (!freeVars(e).empty()) return true;
    return false;
  };
  return hasVars(b->shape) || hasVars(b->strides) || !freeVars(b->elemOffset).empty() || b->offsetFactor > 0;
}

// Sizes in the shapes of buffer parameters: T.int32() lines. Those in strides and offsets only are defined by the match.
std::vector<const Var*> Writer::symbolicSizes(const PrimFunc& f) const {
  std::vector<const Var*> sizes;
  std::unordered_set<const void*> seen;
  for (const Var& p : f.params) seen.insert(p.key());
  for (const auto& [handle, buffer] : f.buffers)
    for (const Expr& e : buffer->shape)
      forEachExpr(e, [&](const Expr& x) {
        if (const auto* v = x.as<Var>(); v && seen.insert(v->key()).second) sizes.push_back(v);
      });
  return sizes;
}

void Writer::parameters(const PrimFunc& f) {
  out_ += "(";
  for (size_t i = 0; i < f.params.size(); ++i) {
    if (i) out_ += ", ";
    const Var& p = f.params[i];
    const Buffer* b = f.bufferOf(p);
    if (b && !needsMatch(*b)) {
      bufferName(*b);
      out_ += ": T.Buffer(";
      shape((*b)->shape);
      out_ += ", \"" + lw::toString((*b)->dtype) + "\"";
      bufferOptions(*b, true);
      out_ += ")";
      defineSizes(*b);
      alias(p, nameOf(*b));
      continue;
    }
    if (b) out_ += define(Var("var_" + (*b)->name, dtype::Handle())), alias(p, taken_.back().second);
    else out_ += define(p);
    out_ += ": T." + lw::toString(p.dtype());
  }
  out_ += ")";
  if (!(f.result == dtype::Void())) out_ += " -> T." + lw::toString(f.result);
  out_ += ":\n";
}

void Writer::matchedParameters(const PrimFunc& f) {
  for (const Var* v : symbolicSizes(f)) {
    line();
    out_ += define(*v) + " = T." + lw::toString(v->dtype()) + "()\n";
  }
  for (const Var& p : f.params) {
    const Buffer* b = f.bufferOf(p);
    if (!b || !needsMatch(*b)) continue;
    line();
    bufferName(*b);
    out_ += " = T.match_buffer(" + nameOf(p) + ", ";
    shape((*b)->shape);
    out_ += ", \"" + lw::toString((*b)->dtype) + "\"";
    bufferOptions(*b, true);
    out_ += ")\n";
    defineSizes(*b);
  }
}

void Writer::collectUndeclared(const PrimFunc& f) {
  Undeclared visitor;
  for (const auto& [handle, buffer] : f.buffers) visitor.defined.insert(buffer.key());
  visitor.stmt(f.body);
  for (const Buffer& b : visitor.found) undeclared_[b->data.key()].push_back(b);
}

bool Writer::isRootBlock(const Block& n) const {
  return n.name == "root" && n.iters.empty() && n.reads.empty() && n.writes.empty() && n.annotations.empty() &&
         n.matches.empty() && !n.init && isTrue(n.predicate);
}

void Writer::function(const PrimFunc& f) {
  const Scope scope(*this);
  collectUndeclared(f);
  line();
  const int begin = here();
  out_ += "@T.prim_func";
  std::string options;
  if (f.privateFunc) options = "private=True";
  if (options_.dialect == Dialect::Tvm) options += std::string(options.empty() ? "" : ", ") + "s_tir=True";
  if (!options.empty()) out_ += "(" + options + ")";
  end();
  line();
  out_ += "def " + f.name;
  parameters(f);
  ++indent_;
  Annotations attrs = f.attrs;
  attrs.erase("global_symbol");
  if (!attrs.empty()) {
    line();
    out_ += "T.func_attr(";
    annotations(attrs);
    out_ += ")\n";
  }
  matchedParameters(f);
  for (const auto& [handle, buffer] : f.buffers) undeclaredOver(buffer->data);
  const auto* root = f.body.as<Block>();
  if (root && isRootBlock(*root)) {
    line();
    out_ += "# with " + blockWord() + "(\"root\"):\n";
    blockId_ = root->id;
    allocations(*root);
    stmt(root->body);
    blockId_ = {};
  } else {
    stmt(f.body);
  }
  --indent_;
  map({{begin, here() - 1}, MappedRange::Kind::Function, {}, {}, f.name, nullptr});
}

void Writer::module(const Module& m) {
  imports(true);
  out_ += "@I.ir_module\nclass " + m.name + ":\n";
  ++indent_;
  if (!m.attrs.empty()) {
    line();
    out_ += "I.module_attrs(";
    annotations(m.attrs);
    out_ += ")\n";
  }
  for (size_t i = 0; i < m.functions.size(); ++i) {
    if (i) end();
    function(m.functions[i]);
  }
  --indent_;
}

PrintedText Writer::finish() {
  map_.finish();
  return {std::move(out_), std::move(map_)};
}

}  // namespace lw::text
