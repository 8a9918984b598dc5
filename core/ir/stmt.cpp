#include "core/ir/stmt.h"

#include "core/ir/ops.h"

namespace lw {

Stmt Stmt::withOrigin(Origin origin) const {
  if (origin == node_->origin) return *this;
  Stmt copy = *this;
  copy.node_ = std::make_shared<const StmtNode>(StmtNode{node_->value, origin});
  return copy;
}

AnnotationValue::AnnotationValue(Expr v) : value(v) {
  if (const auto* i = v.as<IntImm>()) value = i->value;
  else if (const auto* f = v.as<FloatImm>()) value = f->value;
  else if (const auto* s = v.as<StringImm>()) value = s->value;
}

const Buffer* PrimFunc::bufferOf(const Var& param) const {
  for (const auto& [var, buffer] : buffers)
    if (var == param) return &buffer;
  return nullptr;
}

const PrimFunc* Module::find(std::string_view function) const {
  for (const PrimFunc& f : functions)
    if (f.name == function) return &f;
  return nullptr;
}

bool isNoOp(const Stmt& stmt) {
  const auto* evaluate = stmt.as<Evaluate>();
  return evaluate && evaluate->value.as<IntImm>();
}

Stmt sequence(std::vector<Stmt> stmts) {
  std::vector<Stmt> flat;
  for (Stmt& s : stmts) {
    if (const auto* seq = s.as<Seq>()) flat.insert(flat.end(), seq->stmts.begin(), seq->stmts.end());
    else if (!isNoOp(s)) flat.push_back(std::move(s));
  }
  if (flat.empty()) return Evaluate{0};
  if (flat.size() == 1) return flat.front();
  return Seq{std::move(flat)};
}

}  // namespace lw
