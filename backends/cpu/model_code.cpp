#include "backends/cpu/model_code.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/Object/Archive.h>

#include "backends/cpu/code_generation.h"
#include "backends/cpu/errors.h"
#include "backends/cpu/parts.h"

namespace lw {
namespace {

class EntryEmitter {
 public:
  explicit EntryEmitter(llvm::Module& module) : module_(module), b_(module.getContext()) {}

  void emit(const ModelEntry& entry) {
    auto* pointer = b_.getPtrTy();
    type_ = llvm::FunctionType::get(b_.getInt32Ty(), {pointer, pointer}, false);
    auto* function = llvm::Function::Create(type_, llvm::GlobalValue::ExternalLinkage, entry.symbol, module_);
    function->addFnAttr(llvm::Attribute::NoUnwind);
    function_ = function;
    b_.SetInsertPoint(llvm::BasicBlock::Create(module_.getContext(), "entry", function));
    size_t most = 1;
    for (const ModelCall& call : entry.calls) most = std::max(most, call.buffers.size());
    auto* table = b_.CreateAlloca(llvm::ArrayType::get(pointer, most), nullptr, "table");
    for (size_t i = 0; i < entry.calls.size(); ++i) {
      if (entry.times >= 0) enter(entry, -1);  // every call has its stamps, also one that does not run
      stamp(entry, i);
      enter(entry, entry.calls[i].arm);
      emitCall(entry.calls[i], table);
    }
    enter(entry, -1);
    stamp(entry, entry.calls.size());
    b_.CreateRet(b_.getInt32(0));
  }

 private:
  llvm::Value* element(unsigned argument, llvm::Type* type, int index) {
    return b_.CreateLoad(
        type, b_.CreateConstInBoundsGEP1_64(type, function_->getArg(argument), static_cast<uint64_t>(index)));
  }

  llvm::Value* address(const ModelPointer& place) {
    llvm::Value* data = element(0, b_.getPtrTy(), place.buffer);
    if (place.offset < 0) return data;
    return b_.CreateInBoundsGEP(b_.getInt8Ty(), data, {element(1, b_.getInt64Ty(), place.offset)});
  }

  // Leaves the sides of `if` that do not contain `arm`, and enters those that do.
  void enter(const ModelEntry& entry, int arm) {
    std::vector<int> wanted;
    for (int a = arm; a >= 0; a = entry.arms[static_cast<size_t>(a)].outer) wanted.insert(wanted.begin(), a);
    size_t common = 0;
    while (common < wanted.size() && common < open_.size() && open_[common].first == wanted[common]) ++common;
    for (; open_.size() > common; open_.pop_back()) {
      b_.CreateBr(open_.back().second);
      b_.SetInsertPoint(open_.back().second);
    }
    for (; common < wanted.size(); ++common) {
      const ModelSide& side = entry.arms[static_cast<size_t>(wanted[common])];
      llvm::Value* holds = side.number >= 0
                               ? b_.CreateIsNotNull(element(1, b_.getInt64Ty(), side.number))
                               : b_.CreateIsNotNull(b_.CreateLoad(b_.getInt8Ty(), address(side.condition)));
      auto* taken = llvm::BasicBlock::Create(module_.getContext(), "side", function_);
      auto* after = llvm::BasicBlock::Create(module_.getContext(), "after", function_);
      b_.CreateCondBr(holds, side.when ? taken : after, side.when ? after : taken);
      b_.SetInsertPoint(taken);
      open_.emplace_back(wanted[common], after);
    }
  }

  void stamp(const ModelEntry& entry, size_t index) {
    if (entry.times < 0) return;
    llvm::Value* times = element(0, b_.getPtrTy(), entry.times);
    llvm::Value* now = b_.CreateIntrinsic(b_.getInt64Ty(), llvm::Intrinsic::readcyclecounter, {});
    b_.CreateStore(now, b_.CreateConstInBoundsGEP1_64(b_.getInt64Ty(), times, index));
  }

  void emitCall(const ModelCall& call, llvm::Value* table) {
    auto* pointer = b_.getPtrTy();
    for (size_t i = 0; i < call.buffers.size(); ++i) {
      llvm::Value* data = address(call.buffers[i]);
      b_.CreateStore(data, b_.CreateConstInBoundsGEP1_64(pointer, table, i));
    }
    llvm::Value* scalars =
        b_.CreateConstInBoundsGEP1_64(b_.getInt64Ty(), function_->getArg(1), static_cast<uint64_t>(call.scalars));
    llvm::Value* code = b_.CreateCall(module_.getOrInsertFunction(call.symbol, type_), {table, scalars});
    auto* failed = llvm::BasicBlock::Create(module_.getContext(), "failed", function_);
    auto* next = llvm::BasicBlock::Create(module_.getContext(), "next", function_);
    b_.CreateCondBr(b_.CreateIsNull(code), next, failed);
    b_.SetInsertPoint(failed);
    b_.CreateRet(b_.CreateAdd(code, b_.getInt32(static_cast<uint32_t>(call.failures))));
    b_.SetInsertPoint(next);
  }

  llvm::Module& module_;
  llvm::IRBuilder<> b_;
  llvm::FunctionType* type_ = nullptr;
  llvm::Function* function_ = nullptr;
  std::vector<std::pair<int, llvm::BasicBlock*>> open_;  // sides of `if` that are entered, and what is after each
};

}  // namespace

Result<std::string> compileEntries(const std::string& name, const std::vector<ModelEntry>& entries,
                                   const CpuOptions& options) {
  return cpu::objectOf(name, options, [&](llvm::Module& module) {
    EntryEmitter emitter(module);
    for (const ModelEntry& entry : entries) emitter.emit(entry);
  });
}

std::string joinObjects(const std::vector<std::string>& objects) {
  std::vector<std::string> members;
  for (const std::string& object : objects) {
    if (!object.starts_with("!<arch>\n")) {
      members.push_back(object);
      continue;
    }
    auto archive = llvm::cantFail(llvm::object::Archive::create(llvm::MemoryBufferRef(object, "kernel")));
    llvm::Error problem = llvm::Error::success();
    for (const llvm::object::Archive::Child& child : archive->children(problem))
      members.push_back(llvm::cantFail(child.getBuffer()).str());
    llvm::cantFail(std::move(problem));
  }
  return cpu::archiveOf(members);
}

}  // namespace lw
