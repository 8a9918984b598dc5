#include "core/ir/stmt.h"

#include "core/ir/ops.h"

namespace lw {

Stmt Stmt::withOrigin(Origin origin) const {
  if (origin == node_->origin) return *this;
  return match([&](const auto& node) { return Stmt(node, origin); });
}

// Defined here and not in the header: copies of variants and large nodes compile to much code, and almost every file
// uses some.
AnnotationValue::AnnotationValue(const AnnotationValue&) = default;
AnnotationValue::AnnotationValue(AnnotationValue&&) noexcept = default;
AnnotationValue& AnnotationValue::operator=(const AnnotationValue&) = default;
AnnotationValue& AnnotationValue::operator=(AnnotationValue&&) noexcept = default;
AnnotationValue::~AnnotationValue() = default;

Block::Block(BlockId id, std::string name, Stmt body, Expr predicate)
    : id(id), name(std::move(name)), predicate(std::move(predicate)), body(std::move(body)) {}
Block::Block(const Block&) = default;
Block::Block(Block&&) noexcept = default;
Block& Block::operator=(const Block&) = default;
Block& Block::operator=(Block&&) noexcept = default;
Block::~Block() = default;

PrimFunc::PrimFunc(std::string name, Stmt body) : name(std::move(name)), body(std::move(body)) {}
PrimFunc::PrimFunc(const PrimFunc&) = default;
PrimFunc::PrimFunc(PrimFunc&&) noexcept = default;
PrimFunc& PrimFunc::operator=(const PrimFunc&) = default;
PrimFunc& PrimFunc::operator=(PrimFunc&&) noexcept = default;
PrimFunc::~PrimFunc() = default;

template <StmtKind N>
Stmt::Stmt(N node, Origin origin)
    : node_(std::make_shared<const StmtNodeOf<N>>(StmtNodeOf<N>{{StmtKinds::numberOf<N>(), origin}, std::move(node)})) {
}
template Stmt::Stmt(For, Origin);
template Stmt::Stmt(Block, Origin);
template Stmt::Stmt(BufferStore, Origin);
template Stmt::Stmt(Evaluate, Origin);
template Stmt::Stmt(Seq, Origin);
template Stmt::Stmt(IfThenElse, Origin);
template Stmt::Stmt(While, Origin);
template Stmt::Stmt(LetStmt, Origin);
template Stmt::Stmt(Allocate, Origin);
template Stmt::Stmt(DeclBuffer, Origin);
template Stmt::Stmt(AttrStmt, Origin);
template Stmt::Stmt(AssertStmt, Origin);

AnnotationValue::AnnotationValue(Expr v) : value(v) {
  if (const auto* i = v.as<IntImm>())
    value = i->value;
  else if (const auto* f = v.as<FloatImm>())
    value = f->value;
  else if (const auto* s = v.as<StringImm>())
    value = s->value;
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
    if (const auto* seq = s.as<Seq>())
      flat.insert(flat.end(), seq->stmts.begin(), seq->stmts.end());
    else if (!isNoOp(s))
      flat.push_back(std::move(s));
  }
  if (flat.empty()) return Evaluate{0};
  if (flat.size() == 1) return flat.front();
  return Seq{std::move(flat)};
}

}  // namespace lw
