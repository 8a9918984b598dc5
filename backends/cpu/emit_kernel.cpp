// Kernels for NVPTX: parameters, block and thread indices, shared memory, barriers. Everything else is as on a cpu.
#include <llvm/IR/IntrinsicsNVPTX.h>

#include <numeric>

#include "backends/cpu/emitter.h"
#include "core/arith/analyzer.h"
#include "core/ir/async_copies.h"
#include "core/ir/equal.h"
#include "core/ir/ops.h"
#include "core/ir/swizzle.h"

namespace lw::cpu {
namespace {

constexpr unsigned kGlobal = 1, kShared = 3;  // address spaces
constexpr int64_t kWidest = 16;               // bytes that one thread moves at a time
constexpr int64_t kMatrixAlignment = 32;      // bytes, of tiles that wmma instructions load
constexpr int kAsyncCapability = 80;

llvm::Intrinsic::ID numberOf(const std::string& axis) {
  if (axis == "threadIdx.x") return llvm::Intrinsic::nvvm_read_ptx_sreg_tid_x;
  if (axis == "threadIdx.y") return llvm::Intrinsic::nvvm_read_ptx_sreg_tid_y;
  if (axis == "threadIdx.z") return llvm::Intrinsic::nvvm_read_ptx_sreg_tid_z;
  if (axis == "blockIdx.x") return llvm::Intrinsic::nvvm_read_ptx_sreg_ctaid_x;
  if (axis == "blockIdx.y") return llvm::Intrinsic::nvvm_read_ptx_sreg_ctaid_y;
  return llvm::Intrinsic::nvvm_read_ptx_sreg_ctaid_z;
}

}  // namespace

std::optional<Explanation> Emitter::emitKernel(const GpuKernel& kernel, int capability) {
  isKernel_ = true;
  capability_ = capability;
  int64_t startRegisters = 0;
  forEachStmt(kernel.body, [&](const Stmt& s) {
    const auto* n = s.as<AttrStmt>();
    if (n && n->key == kStartRegisters) startRegisters = asInt(n->value).value_or(0);
    warpMatrices_ = warpMatrices_ || (n && n->key == kWarpMatrix);
    multipliesByGroups_ = multipliesByGroups_ || (n && isProductOfGroup(s));
  });
  for (const GpuKernel::Axis& axis : kernel.axes)
    if (axis.name == "threadIdx.y") warpNumber_ = axis.var;
  std::vector<llvm::Type*> types(kernel.buffers.size(), llvm::PointerType::get(context_, kGlobal));
  for (const Var& scalar : kernel.scalars)
    types.push_back(scalar.dtype().isBool() ? b_.getInt32Ty() : typeOf(scalar.dtype()));
  for (size_t i = 0; i < kernel.tensors.size(); ++i) types.push_back(b_.getPtrTy());
  auto* function = llvm::Function::Create(llvm::FunctionType::get(b_.getVoidTy(), types, false),
                                          llvm::GlobalValue::ExternalLinkage, kernel.function.name, module_);
  function->setCallingConv(llvm::CallingConv::PTX_Kernel);
  function->addFnAttr(llvm::Attribute::NoUnwind);
  declareDescriptors(kernel, function);
  int64_t threads = 1;
  for (const GpuKernel::Axis& axis : kernel.axes)
    if (axis.name.starts_with("threadIdx")) threads *= asInt(axis.extent).value_or(1024);
  const auto directive = [&](const char* name, int64_t value) {
    module_.getOrInsertNamedMetadata("nvvm.annotations")
        ->addOperand(
            llvm::MDNode::get(context_, {llvm::ValueAsMetadata::get(function), llvm::MDString::get(context_, name),
                                         llvm::ConstantAsMetadata::get(b_.getInt32(static_cast<uint32_t>(value)))}));
  };
  directive("maxntidx", std::min<int64_t>(threads, 1024));
  if (startRegisters > 0) directive("maxnreg", startRegisters);
  describe(function);
  frame_ = {.function = function, .scope = function->getSubprogram()};
  b_.SetInsertPoint(llvm::BasicBlock::Create(context_, "entry", function));
  if (debug_) b_.SetCurrentDebugLocation(llvm::DILocation::get(context_, 0, 0, frame_.scope));
  for (size_t i = 0; i < kernel.buffers.size(); ++i) {
    llvm::Argument* arg = function->getArg(static_cast<unsigned>(i));
    arg->setName(kernel.function.buffers[i].second->name);
    setPointerAttributes(arg, static_cast<int>(kWidest), {}, noalias_);
    bind(kernel.buffers[i], b_.CreateAddrSpaceCast(arg, b_.getPtrTy()));
  }
  for (size_t i = 0; i < kernel.scalars.size(); ++i) {
    llvm::Argument* arg = function->getArg(static_cast<unsigned>(kernel.buffers.size() + i));
    bind(kernel.scalars[i], kernel.scalars[i].dtype().isBool() ? b_.CreateIsNotNull(arg) : static_cast<Value*>(arg));
  }
  for (const GpuKernel::Axis& axis : kernel.axes) {
    bind(axis.var, b_.CreateZExt(b_.CreateIntrinsic(numberOf(axis.name), {}, {}), typeOf(axis.var.dtype())));
    nonNegative_.know(axis.var, true);
  }
  const Stmt body = capability >= kAsyncCapability ? withAsyncCopies(kernel.body) : kernel.body;
  stmt(body);
  b_.CreateRetVoid();
  if (debug_) debug_->finalize();
  return error_;
}

void Emitter::allocateInKernel(const Allocate& n) {
  int64_t bytes = n.type.bytes();
  for (const Expr& extent : n.extents) bytes *= asInt(extent).value_or(1);
  auto* type = llvm::ArrayType::get(b_.getInt8Ty(), static_cast<uint64_t>(std::max<int64_t>(bytes, 1)));
  if (isFragment(n.scope)) return allocateFragments(n);
  if (n.scope == "warp") {  // each thread keeps the element that it stores in a register
    llvm::IRBuilder<> start(&frame_.function->getEntryBlock(), frame_.function->getEntryBlock().begin());
    bind(n.data, start.CreateAlloca(memoryTypeOf(n.type), nullptr, n.data.name()));
  } else if (n.scope.starts_with("shared")) {
    auto* memory =
        new llvm::GlobalVariable(module_, type, false, llvm::GlobalValue::InternalLinkage, llvm::UndefValue::get(type),
                                 n.data.name(), nullptr, llvm::GlobalValue::NotThreadLocal, kShared);
    const int64_t usual = warpMatrices_ ? kMatrixAlignment : kWidest;
    const bool byAddress = !tensors_.empty() || multipliesByGroups_;  // then the layout counts addresses
    const int64_t ofBoxes = byAddress ? std::max<int64_t>(kTensorAlignment, 8 * swizzleOf(n.scope)) : 0;
    memory->setAlignment(llvm::Align(static_cast<uint64_t>(std::max(usual, ofBoxes))));
    bind(n.data, b_.CreateAddrSpaceCast(memory, b_.getPtrTy()));
  } else {
    llvm::IRBuilder<> start(&frame_.function->getEntryBlock(), frame_.function->getEntryBlock().begin());
    auto* memory = start.CreateAlloca(type, nullptr, n.data.name());
    memory->setAlignment(llvm::Align(kWidest));
    bind(n.data, memory);
  }
  stmt(n.body);
  unbind(n.data);
}

Emitter::Value* Emitter::kernelCall(const Call& n) {
  if (const PhasedCall* call = phasedCall(n)) return phasedBarrier(n, *call);
  if (n.op == Intrinsic::StorageSync && n.args[0].as<StringImm>() && n.args[0].as<StringImm>()->value == "warp")
    return b_.getInt32(0);  // shuffles synchronise the warp
  if (n.op == Intrinsic::StorageSync) {
    if (multipliesByGroups_) makeVisibleToGroup();
    b_.CreateIntrinsic(llvm::Intrinsic::nvvm_barrier0, {}, {});
    return b_.getInt32(0);
  }
  if (n.op == kAsyncWait) {
    const int64_t left = asInt(n.args[0]).value_or(0);
    if (left == 0)
      b_.CreateIntrinsic(llvm::Intrinsic::nvvm_cp_async_wait_all, {}, {});
    else
      b_.CreateIntrinsic(llvm::Intrinsic::nvvm_cp_async_wait_group, {}, {b_.getInt32(static_cast<uint32_t>(left))});
    return b_.getInt32(0);
  }
  if (n.op == kAsyncScope) {
    b_.CreateIntrinsic(llvm::Intrinsic::nvvm_cp_async_commit_group, {}, {});
    return b_.getInt32(0);
  }
  if (n.op == Intrinsic::Prefetch) return b_.getInt32(0);
  return nullptr;
}

void Emitter::storeInWarp(const BufferStore& n) {
  ownPlace_.insert_or_assign(n.buffer->data.key(), substitute(n.indices[0], letValues_));
  b_.CreateStore(expr(n.value), lookup(n.buffer->data));
}

// The element of another thread of the warp is in a register of that thread. Elements are numbered by threadIdx.x,
// whose extent is a multiple of the warp size, so the low bits of the number are the lane.
Emitter::Value* Emitter::loadInWarp(const Buffer& buffer, const Expr& index) {
  Value* own = b_.CreateLoad(memoryTypeOf(buffer->dtype), lookup(buffer->data));
  const auto place = ownPlace_.find(buffer->data.key());
  if (place != ownPlace_.end() && equal(place->second, substitute(index, letValues_))) return own;
  return shuffled(own, b_.CreateAnd(b_.CreateIntCast(indexValue(index), b_.getInt32Ty(), false), b_.getInt32(31)));
}

// Emits what core/ir/async_copies.h describes. A group needs an explicit end only if a wait leaves some groups in
// flight.
Stmt Emitter::withAsyncCopies(const Stmt& body) {
  const bool groups = anyStmt(body, [&](const Stmt& s) {
    const auto* n = s.as<AttrStmt>();
    return n && n->key == kAsyncWait && !isZero(n->value);
  });
  const Stmt done = rewriteStmts(body, [&](const Stmt& s) -> std::optional<Stmt> {
    const auto* n = s.as<AttrStmt>();
    if (n && n->key == kAsyncWait)
      return sequence({Stmt(Evaluate{Call{dtype::Int32, std::string(kAsyncWait), {n->value}}}, s.origin()), n->body});
    if (n && n->key == kAsyncScope && groups)
      return sequence({s, Stmt(Evaluate{Call{dtype::Int32, std::string(kAsyncScope), {}}}, s.origin())});
    return std::nullopt;
  });
  forEachStmt(done, [&](const Stmt& s) {
    const auto* n = s.as<AttrStmt>();
    if (!n || n->key != kAsyncScope) return;
    forEachStmt(n->body, [&](const Stmt& x) {
      if (const auto* store = x.as<BufferStore>()) asyncStores_.insert(store);
    });
  });
  return done;
}

// Copies 4, 8 or 16 contiguous bytes from global to shared memory.
bool Emitter::copyAsync(const BufferStore& n) {
  const auto* load = n.value.as<BufferLoad>();
  if (!load || mask_ || !n.buffer->scope.starts_with("shared") || load->buffer->scope != "global" ||
      n.buffer->dtype != load->buffer->dtype)
    return false;
  const Access to = access(n.buffer, n.indices), from = access(load->buffer, load->indices);
  const auto sideBySide = [](const Access& a) {
    return a.lanes == 1 || (a.base && a.stride && llvm::isa<llvm::ConstantInt>(a.stride) &&
                            llvm::cast<llvm::ConstantInt>(a.stride)->isOne());
  };
  const auto bytes = static_cast<uint64_t>(n.buffer->dtype.bytes() * to.lanes);
  llvm::Intrinsic::ID id = llvm::Intrinsic::not_intrinsic;
  if (bytes == 4) id = llvm::Intrinsic::nvvm_cp_async_ca_shared_global_4;
  if (bytes == 8) id = llvm::Intrinsic::nvvm_cp_async_ca_shared_global_8;
  if (bytes == 16) id = llvm::Intrinsic::nvvm_cp_async_ca_shared_global_16;
  if (id == llvm::Intrinsic::not_intrinsic || to.lanes != from.lanes || !sideBySide(to) || !sideBySide(from) ||
      to.align.value() < bytes || from.align.value() < bytes)
    return false;
  b_.CreateIntrinsic(id, {},
                     {b_.CreateAddrSpaceCast(pointerTo(to, to.base), llvm::PointerType::get(context_, kShared)),
                      b_.CreateAddrSpaceCast(pointerTo(from, from.base), llvm::PointerType::get(context_, kGlobal))});
  return true;
}

// Exchanges 32 bits at a time. All threads of the warp reach this point, since the pass that uses this memory puts no
// condition around it.
Emitter::Value* Emitter::shuffled(Value* value, Value* lane) {
  const unsigned bits = value->getType()->getPrimitiveSizeInBits().getFixedValue();
  const auto word = [&](Value* v) {
    return b_.CreateIntrinsic(llvm::Intrinsic::nvvm_shfl_sync_idx_i32, {}, {b_.getInt32(-1), v, lane, b_.getInt32(31)});
  };
  Value* raw = b_.CreateBitCast(value, b_.getIntNTy(bits));
  if (bits <= 32)
    raw = b_.CreateTrunc(word(b_.CreateZExt(raw, b_.getInt32Ty())), b_.getIntNTy(bits));
  else {
    Value* low = b_.CreateZExt(word(b_.CreateTrunc(raw, b_.getInt32Ty())), b_.getInt64Ty());
    Value* high = b_.CreateZExt(word(b_.CreateTrunc(b_.CreateLShr(raw, 32), b_.getInt32Ty())), b_.getInt64Ty());
    raw = b_.CreateOr(low, b_.CreateShl(high, 32));
  }
  return b_.CreateBitCast(raw, value->getType());
}

// The alignment of a contiguous vector, from the numbers that divide its first index.
llvm::Align Emitter::alignmentOf(const Buffer& buffer, const std::vector<Expr>& indices) {
  const int64_t element = std::max(1, buffer->dtype.element().bytes());
  const auto* ramp = indices.size() == 1 ? indices[0].as<Ramp>() : nullptr;
  if (!ramp || asInt(ramp->stride) != 1 || !isZero(buffer->elemOffset))
    return llvm::Align(static_cast<uint64_t>(element));
  const Modular m = Analyzer().modular(substitute(ramp->base, letValues_));
  const int64_t step = std::gcd(m.coeff, m.base);
  int64_t bytes = element;
  while (bytes < kWidest && step % (2 * bytes / element) == 0) bytes *= 2;
  return llvm::Align(static_cast<uint64_t>(bytes));
}

}  // namespace lw::cpu
