#include "backends/cpu/emitter.h"

#include <algorithm>
#include <numeric>

#include "backends/cpu/errors.h"
#include "core/ir/ops.h"
#include "core/ir/python_values.h"
#include "core/ir/stream_stores.h"
#include "core/ir/update.h"
#include "core/ir/visit.h"
#include "core/ir/warp_matrix.h"
#include "passes/support/effects.h"
#include "passes/support/kernel_nest.h"
#include "passes/unroll_loop.h"

namespace lw::cpu {
namespace {

// Larger allocations, or allocations of one function that are larger together, go to the heap, because worker threads
// have small stacks.
constexpr int64_t kStackPerAllocation = 16 << 10;
constexpr int64_t kStackPerFunction = 64 << 10;

std::string nameOf(const Stmt& s) {
  return s.match(
      [](const For& n) { return "for " + n.var.name(); }, [](const Block& n) { return "block " + n.name; },
      [](const BufferStore& n) { return "store " + n.buffer->name; },
      [](const Evaluate&) { return std::string("evaluate"); }, [](const Seq&) { return std::string("sequence"); },
      [](const IfThenElse&) { return std::string("if"); }, [](const While&) { return std::string("while"); },
      [](const LetStmt& n) { return "let " + n.var.name(); },
      [](const Allocate& n) { return "allocate " + n.data.name(); },
      [](const DeclBuffer& n) { return "buffer " + n.buffer->name; }, [](const AttrStmt& n) { return "attr " + n.key; },
      [](const AssertStmt&) { return std::string("assert"); });
}

// How many iterations of a row loop to compute together if the inner loop is unrolled completely: independent chains of
// multiply-adds hide each other's latency.
constexpr int kTogether = 4;

// With this many vector sums the multipliers are busy without unrolling.
constexpr int kTile = 8;

// On a GPU a thread's arrays are registers only if every index is constant, so loops over them must be unrolled.
bool indexesOwnMemory(const For& loop) {
  constexpr int64_t kMost = 64;
  bool found = false;
  std::vector<Var> names{loop.var};  // and named index arithmetic on it
  const auto uses = [&](const Expr& e) {
    return std::any_of(names.begin(), names.end(), [&](const Var& v) { return usesVar(e, v); });
  };
  forEachStmt(loop.body, [&](const Stmt& s) {
    if (const auto* let = s.as<LetStmt>(); let && !let->var.dtype().isHandle() && uses(let->value))
      names.push_back(let->var);
  });
  const auto look = [&](const Buffer& b, const std::vector<Expr>& indices) {
    found =
        found || ((b->scope == "local" || isFragment(b->scope)) && std::any_of(indices.begin(), indices.end(), uses));
  };
  forEachExpr(loop.body, [&](const Expr& e) {
    if (const auto* load = e.as<BufferLoad>()) look(load->buffer, load->indices);
  });
  forEachStmt(loop.body, [&](const Stmt& s) {
    if (const auto* store = s.as<BufferStore>()) look(store->buffer, store->indices);
  });
  return found && asInt(loop.extent).value_or(kMost + 1) <= kMost;
}

// Counts the vector stores in a loop without inner loops. Sums are stored where they were read.
struct VectorStores {
  int sums = 0, others = 0, scalars = 0;
};

VectorStores vectorStores(const Stmt& body) {
  bool loops = false;
  VectorStores found;
  forEachStmt(body, [&](const Stmt& s) {
    loops = loops || s.as<For>() || s.as<While>() || s.as<AssertStmt>();
    const auto* store = s.as<BufferStore>();
    if (!store) return;
    const bool sum = anyExpr(store->value, [&](const Expr& e) {
      const auto* load = e.as<BufferLoad>();
      return load && load->buffer.sameAs(store->buffer);
    });
    ++(store->value.dtype().lanes == 1 ? found.scalars : sum ? found.sums : found.others);
  });
  return loops ? VectorStores{} : found;
}

// A tile that fills the registers is enough work for one step; values that several steps load in common would wait in
// registers. Copies wait for memory.
bool isEnoughForOneStep(const VectorStores& stores, std::optional<int64_t> extent) {
  return stores.sums >= kTile ||
         (stores.others > 0 && stores.sums + stores.scalars == 0 && extent.value_or(99) > kTogether);
}

// The loop k of `for i: (lets) for k: (no loops)`, if it is short; nullptr: there is none.
const For* onlyInnermostLoop(const Stmt& body) {
  if (const auto* let = body.as<LetStmt>()) return onlyInnermostLoop(let->body);
  const auto* inner = body.as<For>();
  if (!inner || inner->kind != ForKind::Serial || asInt(inner->extent).value_or(99) > 16) return nullptr;
  const bool loops =
      anyStmt(inner->body, [&](const Stmt& s) { return s.as<For>() || s.as<While>() || s.as<AssertStmt>(); });
  return loops ? nullptr : inner;
}

// A loop whose threads wait for each other usually has a long body. Unrolled, it would fill the instruction cache and
// use registers.
bool hasBarrier(const Stmt& body) {
  return anyStmt(body, [&](const Stmt& s) { return isBarrier(s); });
}

// A marked loop that the passes left because of its size: LLVM's passes, too, take minutes for thousands of statements.
bool becomesTooLong(const For& loop) {
  const auto extent = asInt(loop.extent);
  return extent && *extent * std::max(1, countStores(loop.body)) > kMostUnrolled;
}

bool hasParallelLoop(const Stmt& body) {
  return anyStmt(body, [&](const Stmt& s) {
    const auto* loop = s.as<For>();
    return loop && loop->kind == ForKind::Parallel;
  });
}

}  // namespace

int outermostLoops(const Stmt& s) {
  return s.match([](const For& n) { return int(!hasParallelLoop(n.body)); }, [](const Block&) { return 0; },
                 [](const BufferStore&) { return 0; }, [](const Evaluate&) { return 0; },
                 [](const Seq& n) {
                   return std::accumulate(n.stmts.begin(), n.stmts.end(), 0,
                                          [](int sum, const Stmt& child) { return sum + outermostLoops(child); });
                 },
                 [](const IfThenElse&) { return 0; }, [](const While&) { return 0; },
                 [](const auto& n) { return outermostLoops(n.body); });
}

void Emitter::note(const Stmt& s) {
  lines.push_back({s.origin(), nameOf(s)});
  if (frame_.scope)
    b_.SetCurrentDebugLocation(llvm::DILocation::get(context_, static_cast<unsigned>(lines.size()), 0, frame_.scope));
}

llvm::BasicBlock* Emitter::block(const char* name) { return llvm::BasicBlock::Create(context_, name, frame_.function); }

void Emitter::stmt(const Stmt& s) {
  if (error_) return;
  if (multipliesByGroups_ && !inGroup_ && isProductOfGroup(s)) return productsOfGroup(s);
  // Code after the parts of a statement (the step of a loop, freeing memory) belongs to the statement again.
  const llvm::DebugLoc around = b_.getCurrentDebugLocation();
  if (!s.as<Seq>() && !s.as<DeclBuffer>()) note(s);
  s.match([&](const For& n) { loop(n); },
          [&](const Block& n) { fail(err::kCpuNotLowered(n.name), dtype::Void(), "run the lowering passes first"); },
          [&](const BufferStore& n) { store(n); }, [&](const Evaluate& n) { expr(n.value); },
          [&](const Seq& n) {
            if (multipliesByGroups_ && !inGroup_) return sequenceWithGroups(n);
            for (const Stmt& child : n.stmts) stmt(child);
          },
          [&](const IfThenElse& n) { conditional(n); }, [&](const While& n) { whileLoop(n); },
          [&](const LetStmt& n) { letStmt(n); }, [&](const Allocate& n) { allocate(n); },
          [&](const DeclBuffer& n) { stmt(n.body); },  // an alias: accesses go through the data pointer
          [&](const AttrStmt& n) { attribute(n); }, [&](const AssertStmt& n) { assertion(n); });
  b_.SetCurrentDebugLocation(around);
}

void Emitter::hintLoop(llvm::BranchInst* back, const char* name, int value) {
  std::vector<llvm::Metadata*> words{llvm::MDString::get(context_, name)};
  if (value > 0) words.push_back(llvm::ConstantAsMetadata::get(b_.getInt32(static_cast<uint32_t>(value))));
  auto* loopId = llvm::MDNode::getDistinct(context_, {nullptr, llvm::MDNode::get(context_, words)});
  loopId->replaceOperandWith(0, loopId);
  back->setMetadata(llvm::LLVMContext::MD_loop, loopId);
}

// Unrolled and vectorized loops that the passes left are ordinary loops here.
void Emitter::loop(const For& n) {
  if (n.kind == ForKind::ThreadBinding) {
    fail(err::kCpuBoundLoop(n.var.name(), n.thread), dtype::Void(), "remove the binding, or choose a gpu target");
    return;
  }
  if (n.kind == ForKind::Parallel && !frame_.insideParallel && asInt(n.extent) != 1) return parallelLoop(n);
  if (nestsApart_ && !frame_.insideNest && frame_.stackBytes == 0 && !hasParallelLoop(n.body)) return nestLoop(n);
  const bool outermost = !std::exchange(frame_.insideNest, true);
  // Counted in 64 bits, like addresses; on GPUs in the loop variable's type, if it can represent the end.
  const auto first = asInt(n.min), count = asInt(n.extent);
  const bool narrow = isKernel_ && !(first && count && *first + *count > maxValueOf(dtype::Int32));
  const auto value = [&](const Expr& e) {
    return narrow || n.var.dtype() != dtype::Int32 ? indexValue(e) : wideIndex(e);
  };
  Value* begin = value(n.min);
  Value* end = isZero(n.min) ? value(n.extent) : b_.CreateAdd(begin, value(n.extent), "", false, true);
  nonNegative_.know(n.var, nonNegative(n.min));
  serialLoop(n, begin, end);
  if (outermost) frame_.insideNest = false;
}

void Emitter::serialLoop(const For& n, Value* begin, Value* end) {
  llvm::BasicBlock *body = block(("for_" + n.var.name()).c_str()), *done = block(("end_" + n.var.name()).c_str());
  llvm::BasicBlock* from = b_.GetInsertBlock();
  const auto extent = asInt(n.extent);
  if (extent && *extent > 0)
    b_.CreateBr(body);
  else
    b_.CreateCondBr(b_.CreateICmpSLT(begin, end), body, done);
  b_.SetInsertPoint(body);
  llvm::PHINode* counter = b_.CreatePHI(begin->getType(), 2, n.var.name());
  counter->addIncoming(begin, from);
  llvm::Type* type = typeOf(n.var.dtype());
  bind(n.var, counter->getType() == type ? counter : b_.CreateTrunc(counter, type, "", false, true));
  if (counter->getType() != type) frame_.wide[n.var.key()] = counter;
  const int parallelBefore = parallelCount_;
  const For* inner = onlyInnermostLoop(n.body);
  stmt(n.body);
  unbind(n.var);
  Value* next = b_.CreateAdd(counter, llvm::ConstantInt::get(counter->getType(), 1), "", false, true);
  counter->addIncoming(next, b_.GetInsertBlock());
  llvm::BranchInst* back = b_.CreateCondBr(b_.CreateICmpSLT(next, end), body, done);
  if (isKernel_ && indexesOwnMemory(n))
    hintLoop(back, "llvm.loop.unroll.full");
  else if (isKernel_ && n.kind == ForKind::Serial && hasBarrier(n.body))
    hintLoop(back, "llvm.loop.unroll.disable");
  else if (n.kind == ForKind::Unrolled)
    hintLoop(back, becomesTooLong(n) ? "llvm.loop.unroll.disable" : "llvm.loop.unroll.enable");
  else if (inner && isEnoughForOneStep(vectorStores(inner->body), asInt(inner->extent)))
    hintLoop(back, "llvm.loop.unroll.disable");
  else if (inner && extent && *extent % kTogether == 0)
    hintLoop(back, "llvm.loop.unroll.count", kTogether);
  else if (parallelCount_ > parallelBefore)
    hintLoop(back, "llvm.loop.unroll.disable");  // unrolling calls only adds code
  else if (!isKernel_) {
    const VectorStores stores = vectorStores(n.body);
    if (isEnoughForOneStep(stores, extent)) hintLoop(back, "llvm.loop.unroll.disable");
    // With several reductions over the same row, unrolling all steps at once would let the loads of one wait in
    // registers for the next.
    else if (extent && *extent > 2 * kTogether && *extent % kTogether == 0 && stores.sums > 0)
      hintLoop(back, "llvm.loop.unroll.count", kTogether);
  }
  b_.SetInsertPoint(done);
}

void Emitter::conditional(const IfThenElse& n) {
  Value* condition = expr(n.condition);
  if (n.condition.dtype().lanes > 1) {  // both sides, masked
    Value* outer = mask_;
    const bool nested = maskFor(n.condition.dtype().lanes) != nullptr;
    mask_ = nested ? b_.CreateAnd(outer, condition) : condition;
    stmt(n.thenBody);
    Value* opposite = n.elseBody ? b_.CreateNot(condition) : nullptr;
    mask_ = opposite && nested ? b_.CreateAnd(outer, opposite) : opposite;
    if (n.elseBody) stmt(*n.elseBody);
    mask_ = outer;
    return;
  }
  llvm::BasicBlock *whenTrue = block("then"), *done = block("endif");
  llvm::BasicBlock* whenFalse = n.elseBody ? block("else") : done;
  b_.CreateCondBr(condition, whenTrue, whenFalse);
  b_.SetInsertPoint(whenTrue);
  stmt(n.thenBody);
  b_.CreateBr(done);
  if (n.elseBody) {
    b_.SetInsertPoint(whenFalse);
    stmt(*n.elseBody);
    b_.CreateBr(done);
  }
  b_.SetInsertPoint(done);
}

void Emitter::whileLoop(const While& n) {
  llvm::BasicBlock *test = block("while"), *body = block("while_body"), *done = block("end_while");
  b_.CreateBr(test);
  b_.SetInsertPoint(test);
  b_.CreateCondBr(expr(n.condition), body, done);
  b_.SetInsertPoint(body);
  stmt(n.body);
  b_.CreateBr(test);
  b_.SetInsertPoint(done);
}

void Emitter::letStmt(const LetStmt& n) {
  const bool isPointer = n.var.dtype().isHandle();
  const bool data = containsLoad(n.value);
  const bool outerAlias = frame_.pointersMayAlias;
  if (isPointer) frame_.pointersMayAlias = true;  // may alias the memory of a buffer
  bindLet(n.var, n.value);
  if (isKernel_ && !data && n.var.dtype().isInt())
    letValues_.insert_or_assign(n.var.key(), substitute(n.value, letValues_));
  ++indexDepth_;
  nonNegative_.know(n.var, !data && nonNegative(n.value));
  --indexDepth_;
  stmt(n.body);
  unbind(n.var);
  frame_.pointersMayAlias = outerAlias;
}

void Emitter::assertion(const AssertStmt& n) {
  failures.push_back(n.message);
  const int code = static_cast<int>(failures.size());
  llvm::BasicBlock *failed = block("assert_failed"), *holds = block("assert_holds");
  b_.CreateCondBr(expr(n.condition), holds, failed);
  b_.SetInsertPoint(failed);
  returnCode(b_.getInt32(code));
  b_.SetInsertPoint(holds);
  stmt(n.body);
}

void Emitter::allocate(const Allocate& n) {
  if (isKernel_) return allocateInKernel(n);
  int64_t constant = n.type.bytes();
  bool known = true;
  Value* count = b_.getInt64(constant);
  for (const Expr& extent : n.extents) {
    const auto value = asInt(extent);
    known = known && value && !__builtin_mul_overflow(constant, *value, &constant);
    count = b_.CreateMul(count, wideIndex(extent), "", true, true);
  }
  frame_.alignment[n.data.key()] = 64;
  if (known && constant <= kStackPerAllocation && frame_.stackBytes + constant <= kStackPerFunction) {
    frame_.stackBytes += constant;
    llvm::IRBuilder<> start(&frame_.function->getEntryBlock(), frame_.function->getEntryBlock().begin());
    auto* memory = start.CreateAlloca(start.getInt8Ty(), start.getInt64(std::max<int64_t>(constant, 1)), n.data.name());
    memory->setAlignment(llvm::Align(64));
    b_.CreateLifetimeStart(memory, b_.getInt64(std::max<int64_t>(constant, 1)));
    bind(n.data, memory);
    stmt(n.body);
    b_.CreateLifetimeEnd(memory, b_.getInt64(std::max<int64_t>(constant, 1)));
  } else {
    Value* memory = b_.CreateCall(runtime("lw_alloc", b_.getPtrTy(), {b_.getInt64Ty()}), {count}, n.data.name());
    frame_.heap.push_back(memory);
    bind(n.data, memory);
    stmt(n.body);
    frame_.heap.pop_back();
    b_.CreateCall(runtime("lw_free", b_.getVoidTy(), {b_.getPtrTy()}), {memory});
  }
  unbind(n.data);
}

// Hints for other targets and for earlier passes have no meaning here; a thread extent has.
void Emitter::attribute(const AttrStmt& n) {
  if (n.key.starts_with("thread_extent") || n.key == "virtual_thread") {
    const Var* var = n.node.as<Var>();
    fail(err::kCpuThreadExtent(var ? var->name() : n.key), dtype::Void(), "choose a gpu target");
    return;
  }
  if (n.key == kLayout) {
    fail(err::kCpuUnsupportedCall("TileLayout"), dtype::Void(), "state strides instead of a layout");
    return;
  }
  if (const auto operation = isKernel_ ? readWarpMatrix(n) : std::nullopt) return warpMatrix(*operation);
  if (isKernel_ && n.key == kWarpProduct) return laneProduct(n);
  if (isKernel_ && n.key == kWarpLoad && laneLoad(n)) return;
  if (isKernel_ && n.key == kBulkCopy) return bulkCopy(n);
  if (isKernel_ && n.key == kBulkStore) return bulkStore(n);
  const bool outer = std::exchange(atomic_, atomic_ || isAtomic(n));
  const bool cached = std::exchange(streams_, n.key == kStreamStores ? !isKernel_ && !isZero(n.value) : streams_);
  stmt(n.body);
  atomic_ = outer;
  streams_ = cached;
}

}  // namespace lw::cpu
