#include "backends/cpu/emitter.h"
#include "core/ir/ops.h"

namespace lw::cpu {

// Captures each value in scope once: a parameter's handle and its buffer's data are the same pointer.
Emitter::Captures Emitter::captures() {
  Captures found;
  for (const Var& var : frame_.order) {
    Value* value = frame_.values[var.key()];
    if (!found.place.emplace(value, static_cast<unsigned>(found.values.size())).second) continue;
    found.values.push_back(value);
    found.types.push_back(value->getType());
  }
  return found;
}

// A function that gets `own` and the captured values as parameters, because only parameters can be noalias. `fill`
// emits its body.
llvm::Function* Emitter::bodyFunction(const std::string& name, std::vector<llvm::Type*> own, const Captures& captured,
                                      bool parallel, const std::function<void(llvm::Function*)>& fill) {
  const auto first = static_cast<unsigned>(own.size());
  own.insert(own.end(), captured.types.begin(), captured.types.end());
  llvm::Function* body = makeFunction(name, own, true);
  body->addFnAttr(llvm::Attribute::NoInline);
  const llvm::IRBuilderBase::InsertPoint resume = b_.saveIP();
  const llvm::DebugLoc location = b_.getCurrentDebugLocation();
  Frame outer = std::move(frame_);
  frame_ = {.function = body,
            .scope = body->getSubprogram(),
            .alignment = outer.alignment,
            .insideParallel = parallel,
            .insideNest = true,
            .pointersMayAlias = outer.pointersMayAlias};
  b_.SetInsertPoint(llvm::BasicBlock::Create(context_, "entry", body));
  if (debug_) b_.SetCurrentDebugLocation(llvm::DILocation::get(context_, 0, 0, frame_.scope));
  const bool noalias = noalias_ && !outer.pointersMayAlias;
  for (const Var& var : outer.order) {
    Value* value = outer.values[var.key()];
    llvm::Argument* arg = body->getArg(captured.place.at(value) + first);
    if (!arg->hasName()) {
      arg->setName(var.name());
      if (arg->getType()->isPointerTy()) {
        const auto aligned = outer.alignment.find(var.key());
        const auto* parameter = llvm::dyn_cast<llvm::Argument>(value);
        setPointerAttributes(arg, aligned == outer.alignment.end() ? 1 : aligned->second,
                             parameter ? static_cast<int64_t>(parameter->getDereferenceableBytes()) : 0, noalias);
      }
    }
    bind(var, arg);
  }
  fill(body);
  b_.CreateRet(b_.getInt32(0));
  frame_ = std::move(outer);
  b_.restoreIP(resume);
  b_.SetCurrentDebugLocation(location);
  return body;
}

// int lw_parallel_for(int (*body)(int64_t begin, int64_t end, void* captures), int64_t begin, int64_t end, void*
// captures) calls body on disjoint ranges that cover [begin, end) and returns 0 or one of the codes that were not 0.
void Emitter::parallelLoop(const For& n) {
  llvm::Type *pointer = b_.getPtrTy(), *index = b_.getInt64Ty();
  Value* begin = castTo(indexValue(n.min), n.min.dtype(), dtype::Int64);
  Value* end = b_.CreateAdd(begin, castTo(indexValue(n.extent), n.extent.dtype(), dtype::Int64), "", false, true);
  const std::string name = func_.name + ".parallel" + std::to_string(++parallelCount_);
  const Captures captured = captures();
  auto* record = llvm::StructType::get(context_, captured.types);
  llvm::Function* closure = makeFunction(name, {index, index, pointer}, true);

  llvm::IRBuilder<> start(&frame_.function->getEntryBlock(), frame_.function->getEntryBlock().begin());
  llvm::AllocaInst* packed = start.CreateAlloca(record, nullptr, "captures");
  for (unsigned i = 0; i < captured.values.size(); ++i)
    b_.CreateStore(captured.values[i], b_.CreateStructGEP(record, packed, i));
  returnUnlessNull(b_.CreateCall(runtime("lw_parallel_for", b_.getInt32Ty(), {pointer, index, index, pointer}),
                                 {closure, begin, end, packed}));

  const llvm::IRBuilderBase::InsertPoint resume = b_.saveIP();
  const llvm::DebugLoc location = b_.getCurrentDebugLocation();
  b_.SetInsertPoint(llvm::BasicBlock::Create(context_, "entry", closure));
  if (debug_) b_.SetCurrentDebugLocation(llvm::DILocation::get(context_, 0, 0, closure->getSubprogram()));
  std::vector<Value*> args{closure->getArg(0), closure->getArg(1)};
  for (unsigned i = 0; i < captured.types.size(); ++i)
    args.push_back(b_.CreateLoad(captured.types[i], b_.CreateStructGEP(record, closure->getArg(2), i)));
  llvm::Function* body = bodyFunction(name + ".body", {index, index}, captured, true, [&](llvm::Function* f) {
    note(Stmt(n, {BlockId{}, n.id}));
    nonNegative_.know(n.var, nonNegative(n.min));
    serialLoop(For{n.id, n.var, n.min, Expr(Var("unknown", n.var.dtype())), ForKind::Serial, {}, {}, n.body},
               f->getArg(0), f->getArg(1));
  });
  b_.CreateRet(b_.CreateCall(body, args));
  b_.restoreIP(resume);
  b_.SetCurrentDebugLocation(location);
}

// A nest as a function, so that several nests can be compiled in parallel (parts.h).
void Emitter::nestLoop(const For& n) {
  const Captures captured = captures();
  llvm::Function* body =
      bodyFunction(func_.name + ".nest" + std::to_string(++nestCount_), {}, captured, false, [&](llvm::Function*) {
        if (debug_)
          b_.SetCurrentDebugLocation(
              llvm::DILocation::get(context_, static_cast<unsigned>(lines.size()), 0, frame_.scope));  // the loop's
        loop(n);
      });
  returnUnlessNull(b_.CreateCall(body, captured.values));
}

void Emitter::returnUnlessNull(Value* code) {
  llvm::BasicBlock *failed = block("call_failed"), *done = block("call_done");
  b_.CreateCondBr(b_.CreateIsNull(code), done, failed);
  b_.SetInsertPoint(failed);
  returnCode(code);
  b_.SetInsertPoint(done);
}

}  // namespace lw::cpu
