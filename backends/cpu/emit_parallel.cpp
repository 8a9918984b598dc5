#include "backends/cpu/emitter.h"
#include "core/ir/ops.h"

namespace lw::cpu {

// int lw_parallel_for(int (*body)(int64_t begin, int64_t end, void* captures), int64_t begin, int64_t end, void* captures)
// calls body on disjoint ranges that cover [begin, end) and returns 0 or one of the codes that were not 0.
void Emitter::parallelLoop(const For& n) {
  const DataType type = n.var.dtype();
  llvm::Type *pointer = b_.getPtrTy(), *index = b_.getInt64Ty();
  Value* begin = castTo(indexValue(n.min), n.min.dtype(), dtype::Int64);
  Value* end = b_.CreateAdd(begin, castTo(indexValue(n.extent), n.extent.dtype(), dtype::Int64), "", false, true);
  const std::string name = func_.name + ".parallel" + std::to_string(++parallelCount_);

  // Each value once: a parameter's handle and its buffer's data are one pointer.
  std::vector<Value*> captured;
  std::vector<llvm::Type*> fields;
  std::unordered_map<Value*, unsigned> place;
  for (const Var& var : frame_.order) {
    Value* value = frame_.values[var.key()];
    if (!place.emplace(value, static_cast<unsigned>(captured.size())).second) continue;
    captured.push_back(value);
    fields.push_back(value->getType());
  }
  auto* captures = llvm::StructType::get(context_, fields);
  std::vector<llvm::Type*> params{index, index};
  params.insert(params.end(), fields.begin(), fields.end());
  llvm::Function* closure = makeFunction(name, {index, index, pointer}, true);
  llvm::Function* body = makeFunction(name + ".body", params, true);
  body->addFnAttr(llvm::Attribute::NoInline);

  llvm::IRBuilder<> start(&frame_.function->getEntryBlock(), frame_.function->getEntryBlock().begin());
  llvm::AllocaInst* packed = start.CreateAlloca(captures, nullptr, "captures");
  for (size_t i = 0; i < captured.size(); ++i) b_.CreateStore(captured[i], b_.CreateStructGEP(captures, packed, static_cast<unsigned>(i)));
  Value* code = b_.CreateCall(runtime("lw_parallel_for", b_.getInt32Ty(), {pointer, index, index, pointer}),
                              {closure, begin, end, packed});
  llvm::BasicBlock *failed = block("parallel_failed"), *done = block("parallel_done");
  b_.CreateCondBr(b_.CreateIsNull(code), done, failed);
  b_.SetInsertPoint(failed);
  returnCode(code);
  b_.SetInsertPoint(done);

  const llvm::IRBuilderBase::InsertPoint resume = b_.saveIP();
  const llvm::DebugLoc location = b_.getCurrentDebugLocation();
  Frame outer = std::move(frame_);
  b_.SetInsertPoint(llvm::BasicBlock::Create(context_, "entry", closure));
  if (debug_) b_.SetCurrentDebugLocation(llvm::DILocation::get(context_, 0, 0, closure->getSubprogram()));
  std::vector<Value*> args{closure->getArg(0), closure->getArg(1)};
  for (size_t i = 0; i < fields.size(); ++i)
    args.push_back(b_.CreateLoad(fields[i], b_.CreateStructGEP(captures, closure->getArg(2), static_cast<unsigned>(i))));
  b_.CreateRet(b_.CreateCall(body, args));

  frame_ = {.function = body, .scope = body->getSubprogram(), .alignment = outer.alignment, .insideParallel = true,
            .pointersMayAlias = outer.pointersMayAlias};
  b_.SetInsertPoint(llvm::BasicBlock::Create(context_, "entry", body));
  note(Stmt(n, {BlockId{}, n.id}));
  const bool noalias = noalias_ && !outer.pointersMayAlias;
  for (const Var& var : outer.order) {
    llvm::Argument* arg = body->getArg(place.at(outer.values[var.key()]) + 2);
    if (!arg->hasName()) {
      arg->setName(var.name());
      if (arg->getType()->isPointerTy()) {
        const auto aligned = outer.alignment.find(var.key());
        setPointerAttributes(arg, aligned == outer.alignment.end() ? 1 : aligned->second, std::nullopt, noalias);
      }
    }
    bind(var, arg);
  }
  nonNegative_[n.var.key()] = nonNegative(n.min);
  serialLoop(For{n.id, n.var, n.min, Expr(Var("unknown", type)), ForKind::Serial, {}, {}, n.body},
             body->getArg(0), body->getArg(1));
  b_.CreateRet(b_.getInt32(0));
  frame_ = std::move(outer);
  b_.restoreIP(resume);
  b_.SetCurrentDebugLocation(location);
}

}  // namespace lw::cpu
