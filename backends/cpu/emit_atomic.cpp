// Updates by several threads that must not be lost: one instruction if the machine has it, else a compare-and-exchange
// loop.
#include "backends/cpu/emitter.h"
#include "backends/cpu/errors.h"
#include "core/ir/update.h"

namespace lw::cpu {
namespace {

constexpr auto kRelaxed = llvm::AtomicOrdering::Monotonic;  // nothing is told to others by an update but its own value

std::optional<llvm::AtomicRMWInst::BinOp> instructionFor(const Update& update, DataType type) {
  using Op = llvm::AtomicRMWInst;
  const bool isUnsigned = type.isUInt();
  if (update.op == BinaryOp::Add) return type.isFloat() ? Op::FAdd : Op::Add;
  if (type.isFloat()) return std::nullopt;  // our min and max treat NaN differently
  if (update.op == BinaryOp::Min) return isUnsigned ? Op::UMin : Op::Min;
  if (update.op == BinaryOp::Max) return isUnsigned ? Op::UMax : Op::Max;
  return std::nullopt;
}

}  // namespace

void Emitter::storeAtomic(const BufferStore& n) {
  if (isKernel_ && n.buffer->scope == "local") {  // private to this thread
    atomic_ = false;
    store(n);
    atomic_ = true;
    return;
  }
  const DataType type = n.buffer->dtype;
  const Access at = access(n.buffer, n.indices);
  const Var state(n.buffer->name + "_now", type);
  const std::optional<Expr> value = valueFrom(n, state);
  const char* why = at.lanes > 1 || mask_ ? "it updates vectors"
                    : !canBeAtomic(type)  ? "atomic updates are 32 or 64 bits wide"
                    : !value              ? "it reads other elements of the buffer"
                                          : nullptr;
  if (why) {
    fail(err::kCpuAtomic(n.buffer->name, why), dtype::Void(), "leave out atomic, or use rfactor");
    return;
  }
  Value* pointer = pointerTo(at, at.base);
  const auto update = updateOf(n);
  if (const auto instruction = update ? instructionFor(*update, type) : std::nullopt) {
    b_.CreateAtomicRMW(*instruction, pointer, expr(update->operand), at.align, kRelaxed);
    return;
  }
  llvm::Type* word = b_.getIntNTy(type.bits);
  llvm::LoadInst* first = b_.CreateAlignedLoad(word, pointer, at.align);
  first->setAtomic(kRelaxed);
  llvm::BasicBlock *from = b_.GetInsertBlock(), *again = block("update"), *done = block("updated");
  b_.CreateBr(again);
  b_.SetInsertPoint(again);
  llvm::PHINode* seen = b_.CreatePHI(word, 2);
  seen->addIncoming(first, from);
  bind(state, b_.CreateBitCast(seen, typeOf(type)));
  Value* wanted = b_.CreateBitCast(expr(*value), word);
  unbind(state);
  Value* result = b_.CreateAtomicCmpXchg(pointer, seen, wanted, at.align, kRelaxed, kRelaxed);
  seen->addIncoming(b_.CreateExtractValue(result, 0), b_.GetInsertBlock());
  b_.CreateCondBr(b_.CreateExtractValue(result, 1), done, again);
  b_.SetInsertPoint(done);
}

}  // namespace lw::cpu
