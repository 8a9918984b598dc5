// Updates by several threads that must not be lost: OpenMP's atomic and critical in C, compare-and-exchange in OpenCL
// C.
#include <algorithm>

#include "backends/c/errors.h"
#include "backends/c/writer.h"
#include "core/ir/ops.h"
#include "core/ir/update.h"
#include "core/ir/visit.h"

namespace lw::c {
namespace {

// Updates of the form `place op= operand` that OpenMP's atomic supports.
const char* assignmentOf(const BufferStore& store) {
  const auto update = updateOf(store);
  if (!update || (update->op != BinaryOp::Add && update->op != BinaryOp::Mul)) return nullptr;
  return update->op == BinaryOp::Add ? " += " : " *= ";
}

std::string openClName(DataType type) {
  if (type.isFloat()) return type.bits == 32 ? "float" : "double";
  return std::string(type.isUInt() ? "u" : "") + (type.bits == 32 ? "int" : "long");
}

}  // namespace

// Atomic and critical sections do not exclude each other, so a program uses only one kind.
bool Writer::allAssignments() const {
  bool all = true;
  forEachStmt(function_.body, [&](const Stmt& s) {
    const auto* attribute = s.as<AttrStmt>();
    if (attribute && isAtomic(*attribute))
      forEachStmt(attribute->body,
                  [&](const Stmt& x) { all = all && (!x.as<BufferStore>() || assignmentOf(*x.as<BufferStore>())); });
  });
  return all;
}

void Writer::storeAtomic(const BufferStore& n) {
  const DataType type = n.buffer->dtype;
  const Var state(n.buffer->name + "_now", type);
  const bool isVector = !masks_.empty() || std::any_of(n.indices.begin(), n.indices.end(),
                                                       [](const Expr& i) { return i.dtype().isVector(); });
  const std::optional<Expr> value = isVector ? std::nullopt : valueFrom(n, state);
  const char* why = isVector             ? "it updates vectors"
                    : !canBeAtomic(type) ? "atomic updates are 32 or 64 bits wide"
                    : !value             ? "it reads other elements of the buffer"
                                         : nullptr;
  if (why) {
    fail(err::kCAtomic(n.buffer->name, why), "leave out atomic, or use rfactor");
    return;
  }
  if (isKernel_) return exchange(n, state, *value);
  const std::string place = element(n.buffer, n.indices, "");
  atomics_ = true;
  if (!allAssignments()) {
    line("LW_CRITICAL");
    return line(place + " = " + at(n.value, kTernary, "") + ";");
  }
  const Update update = *updateOf(n);
  const std::string operand = at(update.operand, kTernary, ""), word = "uint" + std::to_string(type.bits) + "_t";
  line("LW_ATOMIC");
  if (type.isInt())
    line("*(" + word + " *)&" + place + assignmentOf(n) + "(" + word + ")(" + operand + ");");  // integers wrap
  else
    line(place + assignmentOf(n) + operand + ";");
}

// Repeats until no other thread has changed the element in between.
void Writer::exchange(const BufferStore& n, const Var& state, const Expr& value) {
  const DataType type = n.buffer->dtype;
  const std::string space = "volatile " + spaceOf(n.buffer->data), place = element(n.buffer, n.indices, ""),
                    name = openClName(type);
  const auto update = updateOf(n);
  if (update && type.isInteger() && type.bits == 32 && update->op != BinaryOp::Mul) {
    const char* function = update->op == BinaryOp::Add   ? "atomic_add"
                           : update->op == BinaryOp::Min ? "atomic_min"
                                                         : "atomic_max";
    return line(std::string(function) + "((" + space + name + " *)&" + place + ", " +
                at(update->operand, kTernary, "") + ");");
  }
  const std::string word = type.bits == 32 ? "int" : "long",
                    function = type.bits == 32 ? "atomic_cmpxchg" : "atom_cmpxchg";
  const std::string where = freshName(n.buffer->name + "_place", taken_),
                    seen = freshName(n.buffer->name + "_seen", taken_),
                    before = freshName(n.buffer->name + "_before", taken_);
  line("{");
  ++depth_;
  line(space + word + " *const " + where + " = (" + space + word + " *)&" + place + ";");
  line(word + " " + seen + " = *" + where + ", " + before + ";");
  line("do {");
  ++depth_;
  line(before + " = " + seen + ";");
  line("const " + valueType(type) + " " + define(state) + " = as_" + name + "(" + before + ");");
  line(seen + " = " + function + "(" + where + ", " + before + ", as_" + word + "((" + name + ")(" +
       at(value, kTernary, "") + ")));");
  --depth_;
  line("} while (" + seen + " != " + before + ");");
  --depth_;
  line("}");
}

}  // namespace lw::c
