// Barriers with phases and bulk copies in kernels for sm_90 (core/ir/phased_barriers.h): mbarrier and cp.async.bulk, by
// inline assembly, as LLVM 19 has no intrinsics for most of them. The barriers of a kernel are an array in shared
// memory.
#include <algorithm>

#include <llvm/IR/InlineAsm.h>

#include "backends/cpu/emitter.h"
#include "backends/cpu/errors.h"
#include "core/ir/ops.h"
#include "core/ir/phased_barriers.h"
#include "core/ir/tensor_copies.h"

namespace lw::cpu {
namespace {

constexpr unsigned kGlobalMemory = 1, kSharedMemory = 3;  // address spaces

}  // namespace

// A statement of operands in registers; "r" of 32 bits, "l" of 64.
void Emitter::statement(const std::string& text, const std::vector<Value*>& operands) {
  std::vector<llvm::Type*> types;
  std::string constraints;
  for (Value* operand : operands) {
    types.push_back(operand->getType());
    constraints += operand->getType()->isIntegerTy(64) ? "l," : "r,";
  }
  auto* type = llvm::FunctionType::get(b_.getVoidTy(), types, false);
  b_.CreateCall(type, llvm::InlineAsm::get(type, text, constraints + "~{memory}", true), operands)->setConvergent();
}

Emitter::Value* Emitter::phasedAddress(const Expr& barrier) {
  if (!phased_)
    return fail(err::kCudaNoBarriers(), dtype::Int32, "write T.create_barriers(n) at the start of the kernel");
  Value* number = b_.CreateIntCast(expr(barrier), b_.getInt32Ty(), false);
  return b_.CreatePtrToInt(b_.CreateGEP(b_.getInt64Ty(), phased_, number), b_.getInt32Ty());
}

Emitter::Value* Emitter::phasedBarrier(const Call& n, const PhasedCall& call) {
  if (call.kind == PhasedKind::Named) {
    const auto number = [&](size_t i) { return b_.CreateIntCast(expr(n.args[i]), b_.getInt32Ty(), false); };
    statement("bar.sync $0, $1;", {number(0), number(1)});
    return b_.getInt32(0);
  }
  if (capability_ < kPhasedCapability)
    return fail(err::kCudaBarrier(capability_), dtype::Int32,
                "they exist from sm_90 on; use groups of cp.async and barriers of the block for older devices");
  if (call.kind == PhasedKind::Make) {
    auto* type = llvm::ArrayType::get(b_.getInt64Ty(), static_cast<uint64_t>(asInt(n.args[0]).value_or(1)));
    phased_ =
        new llvm::GlobalVariable(module_, type, false, llvm::GlobalValue::InternalLinkage, llvm::UndefValue::get(type),
                                 "barriers", nullptr, llvm::GlobalValue::NotThreadLocal, kSharedMemory);
    phased_->setAlignment(llvm::Align(kPhasedBytes));
    return b_.getInt32(0);
  }
  if (call.kind == PhasedKind::Registers) {
    const bool more = asInt(n.args[1]).value_or(0) != 0;
    statement(std::string("setmaxnreg.") + (more ? "inc" : "dec") + ".sync.aligned.u32 " +
                  std::to_string(asInt(n.args[0]).value_or(0)) + ";",
              {});
    return b_.getInt32(0);
  }
  if (call.kind == PhasedKind::Fence || call.kind == PhasedKind::CommitStores) {
    statement(call.kind == PhasedKind::Fence ? "fence.proxy.async.shared::cta;" : "cp.async.bulk.commit_group;", {});
    return b_.getInt32(0);
  }
  if (call.kind >= PhasedKind::WaitStores) {
    const std::string what = call.kind == PhasedKind::WaitStores ? ".read " : " ";
    statement("cp.async.bulk.wait_group" + what + std::to_string(asInt(n.args[0]).value_or(0)) + ";", {});
    return b_.getInt32(0);
  }
  Value* address = phasedAddress(n.args[0]);
  Value* number = n.args.size() > 1 ? b_.CreateIntCast(expr(n.args[1]), b_.getInt32Ty(), false) : nullptr;
  if (call.kind == PhasedKind::Init) {
    statement("mbarrier.init.shared::cta.b64 [$0], $1;", {address, number});
    statement("fence.mbarrier_init.release.cluster;", {});  // copies see it, other threads after a barrier of the block
  } else if (call.kind == PhasedKind::Wait) {
    statement(
        "{ .reg .pred ended; again: mbarrier.try_wait.parity.shared::cta.b64 ended, [$0], $1; @!ended bra again; }",
        {address, number});
  } else if (number) {
    statement("mbarrier.arrive.expect_tx.shared::cta.b64 _, [$0], $1;", {address, number});
  } else {
    statement("mbarrier.arrive.shared::cta.b64 _, [$0];", {address});
  }
  return b_.getInt32(0);
}

void Emitter::bulkCopy(const AttrStmt& n) {
  const std::vector<Expr>& args = n.value.as<Call>()->args;
  if (capability_ < kPhasedCapability) {
    fail(err::kCudaBarrier(capability_), dtype::Void(),
         "they exist from sm_90 on; use groups of cp.async and barriers of the block for older devices");
    return;
  }
  if (const auto tensor = tensorCopyOf(n)) return tensorCopy(n, *tensor);
  const auto at = [&](const Expr& first, unsigned space, llvm::Type* type) {
    const auto& load = *first.as<BufferLoad>();
    const Access place = access(load.buffer, load.indices);
    return b_.CreatePtrToInt(
        b_.CreateAddrSpaceCast(pointerTo(place, place.base), llvm::PointerType::get(context_, space)), type);
  };
  statement("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [$0], [$1], $2, [$3];",
            {at(args[1], kSharedMemory, b_.getInt32Ty()), at(args[2], kGlobalMemory, b_.getInt64Ty()),
             b_.getInt32(static_cast<uint32_t>(asInt(args[3]).value_or(0))), phasedAddress(args[0])});
}

// Descriptors are passed by value: 128 bytes, to which the host aligns them.
void Emitter::declareDescriptors(const GpuKernel& kernel, llvm::Function* function) {
  tensors_ = kernel.tensors;
  auto* bytes = llvm::ArrayType::get(b_.getInt8Ty(), 128);
  for (size_t i = 0; i < tensors_.size(); ++i) {
    llvm::Argument* arg = function->getArg(static_cast<unsigned>(kernel.buffers.size() + kernel.scalars.size() + i));
    arg->addAttr(llvm::Attribute::getWithByValType(context_, bytes));
    arg->addAttr(llvm::Attribute::getWithAlignment(context_, llvm::Align(64)));
  }
}

// Of an instruction that copies a tensor: the place in shared memory, the descriptor, and the coordinates of the box.
// The instruction reads the descriptor where the kernel's parameters are. LLVM would copy a parameter whose address is
// taken, so that the address comes from the name that it gives the parameter.
std::vector<Emitter::Value*> Emitter::tensorOperands(const AttrStmt& n, const TensorCopy& copy) {
  const auto number = static_cast<size_t>(std::find(tensors_.begin(), tensors_.end(), copy.map) - tensors_.begin());
  const size_t parameter = frame_.function->arg_size() - tensors_.size() + number;
  const std::string name = frame_.function->getName().str() + "_param_" + std::to_string(parameter);
  auto* type = llvm::FunctionType::get(b_.getInt64Ty(), false);
  Value* descriptor = b_.CreateCall(type, llvm::InlineAsm::get(type, "cvta.param.u64 $0, " + name + ";", "=l", false));
  const auto& shared = *n.value.as<Call>()->args[1].as<BufferLoad>();
  const Access place = access(shared.buffer, shared.indices);
  Value* memory = b_.CreatePtrToInt(
      b_.CreateAddrSpaceCast(pointerTo(place, place.base), llvm::PointerType::get(context_, kSharedMemory)),
      b_.getInt32Ty());
  std::vector<Value*> operands{memory, descriptor};
  for (const Expr& coordinate : copy.coordinates)
    operands.push_back(b_.CreateIntCast(expr(coordinate), b_.getInt32Ty(), true));
  return operands;
}

// "{$2, $3}": the operands from the third one on.
static std::string coordinatesOf(const TensorCopy& copy) {
  std::string box;
  for (size_t d = 0; d < copy.coordinates.size(); ++d) box += (d == 0 ? "$" : ", $") + std::to_string(2 + d);
  return "{" + box + "}";
}

void Emitter::tensorCopy(const AttrStmt& n, const TensorCopy& copy) {
  std::vector<Value*> operands = tensorOperands(n, copy);
  operands.push_back(phasedAddress(n.value.as<Call>()->args[0]));
  statement("cp.async.bulk.tensor." + std::to_string(copy.coordinates.size()) +
                "d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [$0], [$1, " + coordinatesOf(copy) +
                "], [$" + std::to_string(operands.size() - 1) + "];",
            operands);
}

void Emitter::bulkStore(const AttrStmt& n) {
  const std::optional<TensorCopy> tensor = tensorCopyOf(n);
  if (capability_ < kPhasedCapability || !tensor) {
    fail(err::kCudaBarrier(capability_), dtype::Void(),
         "they exist from sm_90 on; use groups of cp.async and barriers of the block for older devices");
    return;
  }
  statement("cp.async.bulk.tensor." + std::to_string(tensor->coordinates.size()) +
                "d.global.shared::cta.tile.bulk_group [$1, " + coordinatesOf(*tensor) + "], [$0];",
            tensorOperands(n, *tensor));
}

}  // namespace lw::cpu
