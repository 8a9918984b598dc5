// What the passes for sums of products of bytes have in common. Private to backends/cpu.
#pragma once

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicsX86.h>

#include <optional>

namespace lw::cpu {

// Bytes that are extended before they are multiplied.
struct Factor {
  llvm::Value* bytes;
  bool isSigned;
};

inline std::optional<Factor> factorOf(llvm::Value* value) {
  auto* cast = llvm::dyn_cast<llvm::CastInst>(value);
  if (!cast || !llvm::isa<llvm::SExtInst, llvm::ZExtInst>(cast) ||
      !cast->getOperand(0)->getType()->getScalarType()->isIntegerTy(8))
    return std::nullopt;
  return Factor{cast->getOperand(0), llvm::isa<llvm::SExtInst>(cast)};
}

inline bool isAdd(const llvm::Value* value) {
  const auto* add = llvm::dyn_cast<llvm::BinaryOperator>(value);
  return add && add->getOpcode() == llvm::Instruction::Add;
}

// Adds the products of four neighbouring bytes to each lane of `sum`, which has 4, 8 or 16; `a` is unsigned, `b`
// signed.
inline llvm::Value* dotOfBytes(llvm::IRBuilder<>& b, llvm::Value* sum, llvm::Value* a, llvm::Value* x) {
  const unsigned lanes = llvm::cast<llvm::FixedVectorType>(sum->getType())->getNumElements();
  const auto id = lanes == 16  ? llvm::Intrinsic::x86_avx512_vpdpbusd_512
                  : lanes == 8 ? llvm::Intrinsic::x86_avx512_vpdpbusd_256
                               : llvm::Intrinsic::x86_avx512_vpdpbusd_128;
  return b.CreateIntrinsic(id, {}, {sum, b.CreateBitCast(a, sum->getType()), b.CreateBitCast(x, sum->getType())});
}

}  // namespace lw::cpu
