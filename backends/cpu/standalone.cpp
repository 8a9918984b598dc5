#include "backends/cpu/standalone.h"

#include <llvm/IR/IRBuilder.h>

namespace lw::cpu {
namespace {

llvm::IRBuilder<> beginDefinition(llvm::Function& function) {
  function.setLinkage(llvm::GlobalValue::WeakAnyLinkage);
  return llvm::IRBuilder<>(llvm::BasicBlock::Create(function.getContext(), "entry", &function));
}

// The C library's aligned_alloc requires a multiple of the alignment. The program ends if there is no memory, because a
// write far beyond address zero could hit other data.
void defineAlloc(llvm::Module& module, llvm::Function& function) {
  llvm::IRBuilder<> b = beginDefinition(function);
  auto* size = b.getInt64Ty();
  llvm::FunctionCallee allocate =
      module.getOrInsertFunction("aligned_alloc", llvm::FunctionType::get(b.getPtrTy(), {size, size}, false));
  llvm::Value* rounded = b.CreateAnd(b.CreateAdd(function.getArg(0), b.getInt64(63)), b.getInt64(~uint64_t{63}));
  llvm::Value* memory = b.CreateCall(allocate, {b.getInt64(64), rounded});
  auto* none = llvm::BasicBlock::Create(function.getContext(), "none", &function);
  auto* some = llvm::BasicBlock::Create(function.getContext(), "some", &function);
  b.CreateCondBr(b.CreateIsNull(memory), none, some);
  b.SetInsertPoint(none);
  b.CreateCall(module.getOrInsertFunction("abort", llvm::FunctionType::get(b.getVoidTy(), false)));
  b.CreateUnreachable();
  b.SetInsertPoint(some);
  b.CreateRet(memory);
}

void defineFree(llvm::Module& module, llvm::Function& function) {
  llvm::IRBuilder<> b = beginDefinition(function);
  b.CreateCall(module.getOrInsertFunction("free", llvm::FunctionType::get(b.getVoidTy(), {b.getPtrTy()}, false)),
               {function.getArg(0)});
  b.CreateRetVoid();
}

void defineParallelFor(llvm::Function& function) {
  llvm::IRBuilder<> b = beginDefinition(function);
  auto* body = llvm::FunctionType::get(b.getInt32Ty(), {b.getInt64Ty(), b.getInt64Ty(), b.getPtrTy()}, false);
  b.CreateRet(b.CreateCall(body, function.getArg(0), {function.getArg(1), function.getArg(2), function.getArg(3)}));
}

}  // namespace

void defineRuntime(llvm::Module& module) {
  if (llvm::Function* f = module.getFunction("lw_alloc"); f && f->isDeclaration()) defineAlloc(module, *f);
  if (llvm::Function* f = module.getFunction("lw_free"); f && f->isDeclaration()) defineFree(module, *f);
  if (llvm::Function* f = module.getFunction("lw_parallel_for"); f && f->isDeclaration()) defineParallelFor(*f);
}

}  // namespace lw::cpu
