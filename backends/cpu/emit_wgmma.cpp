// Products of warp groups in kernels for sm_90a: wgmma.mma_async, by inline assembly, as LLVM has no intrinsics for it.
// The instruction reads a and b from core matrices in shared memory, or from rows in a swizzled layout along k; a
// descriptor of 64 bits says where they are. The sums of a warp are the registers of its tiles of mma, one tile after
// the other.
//
// Neighbouring products are started as one group, which is awaited after the last of them.
#include <llvm/IR/InlineAsm.h>

#include "backends/cpu/emitter.h"
#include "backends/cpu/errors.h"
#include "core/arith/analyzer.h"
#include "core/ir/ops.h"
#include "core/ir/swizzle.h"
#include "core/ir/warp_matrix.h"

namespace lw::cpu {
namespace {

constexpr unsigned kSharedMemory = 3;       // address space
constexpr uint64_t kAddressMask = 0x3ffff;  // of shared memory, in a descriptor
constexpr size_t kMostRegisters = 128;      // that one statement passes on

// Each warp has 16 of the rows.
std::string shapeName(const WarpMatrix& o) {
  return matrixShapeName({kGroupWarps * o.shape[0], o.shape[1], o.shape[2]});
}

std::string instructionName(const WarpMatrix& o) {
  const std::string in = ptxTypeName(o.from[0].buffer()->dtype);
  return "wgmma.mma_async.sync.aligned." + shapeName(o) + "." + ptxTypeName(o.to.buffer()->dtype) + "." + in + "." + in;
}

// A statement whose results are in the registers of its first operands. `more`: constraints of further operands.
llvm::InlineAsm* inPlace(llvm::LLVMContext& context, const std::string& text,
                         const std::vector<llvm::Value*>& registers, const std::vector<llvm::Type*>& further,
                         const std::string& more) {
  std::vector<llvm::Type*> types;
  std::string results, operands;
  for (size_t i = 0; i < registers.size(); ++i) {
    types.push_back(registers[i]->getType());
    results += std::string(i ? "," : "") + (types.back()->isFloatTy() ? "=f" : "=r");
    operands += "," + std::to_string(i);
  }
  std::vector<llvm::Type*> parameters = types;
  parameters.insert(parameters.end(), further.begin(), further.end());
  auto* function = llvm::FunctionType::get(llvm::StructType::get(context, types), parameters, false);
  return llvm::InlineAsm::get(function, text, results + operands + more + ",~{memory}", true);
}

}  // namespace

bool Emitter::isProductOfGroup(const Stmt& s) {
  if (const auto* n = s.as<AttrStmt>()) {
    const auto o = readWarpMatrix(*n);
    return o && o->isOfGroup();
  }
  if (const auto* n = s.as<For>()) return n->kind != ForKind::Parallel && isProductOfGroup(n->body);
  const auto* n = s.as<Seq>();
  return n && !n->stmts.empty() &&
         std::all_of(n->stmts.begin(), n->stmts.end(), [](const Stmt& x) { return isProductOfGroup(x); });
}

void Emitter::together(const std::string& text) {
  auto* type = llvm::FunctionType::get(b_.getVoidTy(), false);
  b_.CreateCall(type, llvm::InlineAsm::get(type, text, "~{memory}", true))->setConvergent();
}

void Emitter::makeVisibleToGroup() { together("fence.proxy.async.shared::cta;"); }

// First, the threads make their writes to shared memory and to registers visible to the instructions. At the end, the
// sums pass through the statement that waits, so that no use of them moves before it.
void Emitter::productsOfGroup(const Stmt& s) {
  makeVisibleToGroup();
  together("wgmma.fence.sync.aligned;");
  inGroup_ = true;
  stmt(s);
  inGroup_ = false;
  together("wgmma.commit_group.sync.aligned;");
  std::vector<llvm::AllocaInst*> memories;
  forEachStmt(s, [&](const Stmt& x) {
    const auto* n = x.as<AttrStmt>();
    const auto o = n ? readWarpMatrix(*n) : std::nullopt;
    auto* memory = o && o->isOfGroup() ? llvm::dyn_cast<llvm::AllocaInst>(lookup(o->to.buffer()->data)) : nullptr;
    if (memory && std::find(memories.begin(), memories.end(), memory) == memories.end()) memories.push_back(memory);
  });
  std::vector<Value*> places, registers;
  for (llvm::AllocaInst* memory : memories) {
    auto* slots = llvm::cast<llvm::ArrayType>(memory->getAllocatedType());
    auto* slot = llvm::cast<llvm::StructType>(slots->getElementType());
    for (unsigned i = 0; i < slots->getNumElements(); ++i)
      for (unsigned r = 0; r < slot->getNumElements(); ++r) {
        places.push_back(b_.CreateInBoundsGEP(slots, memory, {b_.getInt32(0), b_.getInt32(i), b_.getInt32(r)}));
        registers.push_back(inRegister(b_.CreateLoad(slot->getElementType(r), places.back())));
      }
  }
  for (size_t begin = 0; begin < registers.size(); begin += kMostRegisters) {
    const size_t end = std::min(begin + kMostRegisters, registers.size());
    const std::vector<Value*> some(registers.begin() + static_cast<std::ptrdiff_t>(begin),
                                   registers.begin() + static_cast<std::ptrdiff_t>(end));
    llvm::CallInst* done =
        b_.CreateCall(inPlace(context_, begin == 0 ? "wgmma.wait_group.sync.aligned 0;" : "", some, {}, ""), some);
    done->setConvergent();
    for (size_t i = begin; i < end; ++i) {
      auto* place = llvm::cast<llvm::GetElementPtrInst>(places[i]);
      Value* value = b_.CreateExtractValue(done, static_cast<unsigned>(i - begin));
      b_.CreateStore(b_.CreateBitCast(value, place->getResultElementType()), place);
    }
  }
}

void Emitter::sequenceWithGroups(const Seq& n) {
  for (size_t i = 0; i < n.stmts.size();) {
    std::vector<Stmt> products;
    for (; i < n.stmts.size() && isProductOfGroup(n.stmts[i]); ++i) products.push_back(n.stmts[i]);
    if (products.empty())
      stmt(n.stmts[i++]);
    else
      productsOfGroup(sequence(std::move(products)));
  }
}

// Pairs of float16 are words for the instruction.
Emitter::Value* Emitter::inRegister(Value* value) {
  return value->getType()->isVectorTy() ? b_.CreateBitCast(value, b_.getInt32Ty()) : value;
}

// Start, and distances of core matrices along k and across, in units of 16 bytes. Null, with an error: they do not fit.
Emitter::Value* Emitter::descriptorOf(const MatrixPlace& tile, const CoreMatrices& cores) {
  const Buffer& memory = tile.buffer();
  const int64_t bytes = memory->dtype.bytes(), inUnit = kCoreRowBytes / bytes;
  const Analyzer analyzer;
  const auto index = [&](const Expr& load) {
    Expr e = substitute(load.as<BufferLoad>()->indices.at(0), letValues_);
    // The group's first warp tells the start.
    if (warpNumber_)
      e = substitute(e, {{warpNumber_->key(), floordiv(Expr(*warpNumber_), kGroupWarps) * Expr(kGroupWarps)}});
    return analyzer.simplify(e);
  };
  const Expr first = index(tile.first);
  const auto across = asInt(analyzer.simplify(index(cores.across) - first)),
             along = asInt(analyzer.simplify(index(cores.along) - first)),
             row = asInt(analyzer.simplify(index(tile.below) - first));
  const int64_t swizzle = swizzleOf(memory->scope), line = swizzle / bytes;
  // Core matrices begin with the layout, and k is within its rows.
  const bool inLayout = row == line && along == inUnit && across == kCoreRows * line && swizzle > 0 &&
                        analyzer.canProve(lt(floormod(first, makeConst(first.dtype(), kCoreRows * line)),
                                             makeConst(first.dtype(), line)));
  if (swizzle > 0 && !inLayout) {
    fail(err::kCudaSwizzled(memory->name), dtype::Void(),
         "use the mma intrinsics, whose loads name each row, or pad the rows by storage_align");
    return nullptr;
  }
  if (swizzle == 0 && row != inUnit) {
    fail(err::kCudaMatrix("m64", toString(memory->dtype), capability_), dtype::Void(),
         say("swizzle the rows of {0} by storage_swizzle, or store core matrices", Ident(memory->name)));
    return nullptr;
  }
  const auto fits = [&](std::optional<int64_t> distance) {
    return distance && *distance >= 0 && *distance % inUnit == 0 &&
           static_cast<uint64_t>(*distance * bytes) <= kAddressMask;
  };
  if (!fits(across) || !fits(along) || !isZero(memory->elemOffset) ||
      !analyzer.canProveDivisible(first, makeConst(first.dtype(), inUnit))) {
    fail(err::kCudaMatrix("m64", toString(memory->dtype), capability_), dtype::Void(),
         say("let core matrices of {0} begin at multiples of 16 bytes, in constant distances", Ident(memory->name)));
    return nullptr;
  }
  const Access at = access(memory, {first});
  Value* address = b_.CreateZExt(
      b_.CreatePtrToInt(b_.CreateAddrSpaceCast(pointerTo(at, at.base), llvm::PointerType::get(context_, kSharedMemory)),
                        b_.getInt32Ty()),
      b_.getInt64Ty());
  const uint64_t layout = swizzle == 128 ? 1 : swizzle == 64 ? 2 : swizzle == 32 ? 3 : 0;
  const auto distances =
      static_cast<uint64_t>(*along / inUnit) << 16 | static_cast<uint64_t>(*across / inUnit) << 32 | layout << 62;
  return b_.CreateOr(b_.CreateLShr(b_.CreateAnd(address, kAddressMask), 4), b_.getInt64(distances));
}

void Emitter::groupProduct(const WarpMatrix& o) {
  const DataType in = o.from[0].buffer()->dtype;
  if (capability_ != kGroupCapability) {
    fail(err::kCudaMatrix(shapeName(o), toString(in), capability_), dtype::Void(),
         "wgmma exists on sm_90 only; use mma intrinsics for other devices");
    return;
  }
  Value* slot = slotAt(o, o.to, false);
  Value *a = descriptorOf(o.from[0], o.cores[0]), *b = descriptorOf(o.from[1], o.cores[1]);
  if (!slot || !a || !b) return;
  llvm::Type* type = laneSlotOf(o.to.buffer());
  std::vector<Value*> registers, places;
  for (int64_t tile = 0; tile < o.shape[1] / 16; ++tile) {
    places.push_back(b_.CreateConstInBoundsGEP1_64(type, slot, static_cast<uint64_t>(tile)));
    for (Value* r : registersOf(places.back(), type)) registers.push_back(inRegister(r));
  }
  std::string group;
  for (size_t i = 0; i < registers.size(); ++i) group += (i ? ", $" : "$") + std::to_string(i);
  const size_t count = registers.size();
  // Then: add to the sums; signs of a and b; which of them are stored along m and n.
  const std::string flags = !in.isFloat()  ? "1"
                            : in.bits == 8 ? "1, 1, 1"
                                           : std::string("1, 1, 1, 0, ") + (o.columnsOfB ? "0" : "1");
  const std::string text = instructionName(o) + " {" + group + "}, $" + std::to_string(2 * count) + ", $" +
                           std::to_string(2 * count + 1) + ", " + flags + ";";
  llvm::InlineAsm* product = inPlace(context_, text, registers, {a->getType(), b->getType()}, ",l,l");
  std::vector<Value*> operands = registers;
  operands.insert(operands.end(), {a, b});
  llvm::CallInst* sums = b_.CreateCall(product, operands);
  sums->setConvergent();
  const size_t perTile = count / places.size();
  auto* parts = llvm::cast<llvm::StructType>(type);
  for (size_t tile = 0; tile < places.size(); ++tile) {
    Value* all = llvm::PoisonValue::get(type);
    for (unsigned i = 0; i < perTile; ++i)
      all =
          b_.CreateInsertValue(all,
                               b_.CreateBitCast(b_.CreateExtractValue(sums, static_cast<unsigned>(tile * perTile) + i),
                                                parts->getElementType(i)),
                               i);
    b_.CreateStore(all, places[tile]);
  }
}

}  // namespace lw::cpu
