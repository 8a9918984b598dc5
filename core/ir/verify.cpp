#include "core/ir/verify.h"

#include <utility>

#include "core/ir/debug_text.h"
#include "core/ir/visit.h"
#include "core/support/pointer_marks.h"

namespace lw {
namespace {

class Verifier : public Visitor {
 public:
  // Loops and blocks have most of the names; a table that grows would be filled again and again.
  explicit Verifier(const PrimFunc& f) : f_(f), names_(2 * f.nextId) {}

  std::vector<std::string> run() {
    ids_.resize(f_.nextId);
    for (const Var& param : f_.params) define(param);
    for (const auto& [param, buffer] : f_.buffers) {
      declare(buffer);
      note(buffer->data.key(), kDefined);
      // Sizes of parameters are defined by their first use as a whole dimension, stride or offset.
      for (const auto* list : {&buffer->shape, &buffer->strides})
        for (const Expr& e : *list) implicit(e);
      implicit(buffer->elemOffset);
    }
    stmt(f_.body);
    return std::move(broken_);
  }

  void varDef(const Var& v) override { define(v); }
  void varUse(const Var& v) override {
    const uint8_t known = knownOf(v.key());
    if (!(known & kDefined))
      report(2, "variable " + v.name() + " is used before it is defined");
    else if (known & kEnded)
      report(2, "variable " + v.name() + " is used where it has no value any more");
  }
  void bufferDef(const Buffer& b) override { declare(b); }
  void bufferUse(const Buffer& b) override {
    if (!(knownOf(b.key()) & kDeclared)) report(4, "buffer " + b->name + " is used where it is not declared");
  }

  void expr(const Expr& e) override {
    if (const auto* load = e.as<BufferLoad>()) access(load->buffer, load->indices);
    if (const auto* b = e.as<Binary>(); b && b->a.dtype() != b->b.dtype())
      report(9, "operands of " + debugText(e) + " differ in type");
    if (const auto* s = e.as<Select>(); s && s->whenTrue.dtype() != s->whenFalse.dtype())
      report(9, "values of " + debugText(e) + " differ in type");
    children(e);
  }

  void stmt(const Stmt& s) override {
    if (const auto* n = s.as<For>()) loop(*n);
    if (const auto* n = s.as<Block>()) block(*n);
    if (const auto* n = s.as<BufferStore>()) store(*n);
    if (const auto* n = s.as<IfThenElse>()) condition(n->condition, "an if");
    if (const auto* n = s.as<While>()) condition(n->condition, "a while");
    if (const auto* n = s.as<AssertStmt>()) condition(n->condition, "an assertion");
    if (const auto* n = s.as<Seq>()) sequence(*n);
    // A declared buffer may refer to an allocation that a pass keeps outside; a new pointer is defined here.
    if (const auto* n = s.as<DeclBuffer>()) note(n->buffer->data.key(), kDefined);
    if (const auto* n = s.as<AttrStmt>(); n && n->key.starts_with(kThreadExtent))
      if (const auto* v = n->node.as<Var>()) note(v->key(), kDefined);
    children(s);
    if (const auto* n = s.as<For>()) note(n->var.key(), kEnded);
    if (const auto* n = s.as<LetStmt>()) note(n->var.key(), kEnded);
    if (const auto* n = s.as<Block>())
      for (const IterVar& iter : n->iters) note(iter.var.key(), kEnded);
  }

 private:
  // What is known of a variable or a buffer.
  static constexpr uint8_t kDefined = 1, kDeclared = 2, kEnded = 4;

  uint8_t knownOf(const void* key) const { return names_.of(key); }
  // Returns what was known before.
  uint8_t note(const void* key, uint8_t what) { return names_.add(key, what); }
  void report(int invariant, const std::string& what) { broken_.push_back(std::to_string(invariant) + ": " + what); }
  void define(const Var& v) {
    if (note(v.key(), kDefined) & kDefined) report(3, "variable " + v.name() + " is defined twice");
  }
  void implicit(const Expr& e) {
    for (const Var& v : freeVars(e)) note(v.key(), kDefined);
  }
  void declare(const Buffer& b) {
    note(b.key(), kDeclared);
    note(b->data.key(), kDefined);
  }
  void id(uint32_t value, const char* kind, const std::string& name) {
    const auto what = [&] { return kind + (" " + name); };
    if (value == 0)
      report(1, what() + " has no id");
    else if (value >= f_.nextId)
      report(1, "the id of " + what() + " is not below nextId");
    else if (ids_[value])
      report(1, "the id of " + what() + " occurs twice");
    else
      ids_[value] = true;
  }
  void loop(const For& n) {
    id(n.id.value, "loop", n.var.name());
    const DataType type = n.var.dtype();
    if (!type.isInteger() || n.min.dtype() != type || n.extent.dtype() != type)
      report(10, "loop " + n.var.name() + " has type " + toString(type) + ", its start " + toString(n.min.dtype()) +
                     ", its extent " + toString(n.extent.dtype()));
    if ((n.kind == ForKind::ThreadBinding) == n.thread.empty())
      report(11, "loop " + n.var.name() + " is " + std::string(nameOf(n.kind)) + " with thread '" + n.thread + "'");
  }
  void block(const Block& n) {
    id(n.id.value, "block", n.name);
    if (n.bindings.size() != n.iters.size())
      report(6, "block " + n.name + " has " + std::to_string(n.bindings.size()) + " bindings for " +
                    std::to_string(n.iters.size()) + " iters");
    for (size_t i = 0; i < std::min(n.bindings.size(), n.iters.size()); ++i)
      if (n.bindings[i].dtype() != n.iters[i].var.dtype())
        report(6, "iter " + n.iters[i].var.name() + " of block " + n.name + " has type " +
                      toString(n.iters[i].var.dtype()) + ", its binding " + toString(n.bindings[i].dtype()));
    if (n.predicate.dtype() != dtype::Bool())  // rarely, and only then is its name put together
      condition(n.predicate, "block " + n.name);
    for (const auto* list : {&n.reads, &n.writes})
      for (const BufferRegion& r : *list) ranges(r);
    for (const MatchBuffer& match : n.matches) {
      ranges(match.source);
      for (const auto* list : {&match.buffer->shape, &match.buffer->strides})
        for (const Expr& e : *list) implicit(e);
      implicit(match.buffer->elemOffset);
    }
  }
  void ranges(const BufferRegion& r) {
    if (static_cast<int>(r.ranges.size()) != r.buffer.rank())
      report(7, "a region of " + r.buffer->name + " has " + std::to_string(r.ranges.size()) + " ranges for " +
                    std::to_string(r.buffer.rank()) + " dimensions");
  }
  void access(const Buffer& b, const std::vector<Expr>& indices) {
    if (static_cast<int>(indices.size()) != b.rank())
      report(5, "an access of " + b->name + " has " + std::to_string(indices.size()) + " indices for " +
                    std::to_string(b.rank()) + " dimensions");
    for (size_t i = 0; i < indices.size(); ++i)
      if (!indices[i].dtype().isInteger() ||
          (indices[i].dtype().isVector() && indices[i].dtype().lanes != indices.back().dtype().lanes))
        report(5, "index " + debugText(indices[i]) + " of " + b->name + " has type " + toString(indices[i].dtype()));
  }
  void store(const BufferStore& n) {
    access(n.buffer, n.indices);
    const int lanes = n.indices.empty() ? 1 : n.indices.back().dtype().lanes;
    const DataType wanted = n.buffer->dtype.withLanes(n.buffer->dtype.lanes * lanes);
    if (n.value.dtype() != wanted)
      report(8, "a store to " + n.buffer->name + " of " + toString(n.value.dtype()) + " where " + toString(wanted) +
                    " is wanted");
  }
  void condition(const Expr& e, const std::string& what) {
    if (e.dtype() != dtype::Bool()) report(6, "the condition of " + what + " has type " + toString(e.dtype()));
  }
  void sequence(const Seq& n) {
    if (n.stmts.size() < 2) report(12, "a sequence has " + std::to_string(n.stmts.size()) + " statements");
    for (const Stmt& s : n.stmts)
      if (s.as<Seq>()) report(12, "a sequence contains a sequence");
  }

  const PrimFunc& f_;
  PointerMarks names_;     // by key()
  std::vector<bool> ids_;  // that occur
  std::vector<std::string> broken_;
};

}  // namespace

std::vector<std::string> verify(const PrimFunc& function) { return Verifier(function).run(); }

}  // namespace lw
