#include "backends/cpu/model_function.h"

#include <llvm/IR/IRBuilder.h>

#include <algorithm>
#include <cstring>
#include <unordered_map>

#include "backends/cpu/code_generation.h"
#include "backends/cpu/model_code.h"
#include "core/ir/ops.h"

namespace lw {
namespace {

// Calls the kernels of a model one after another. Constants, offsets and known scalars are part of the code.
class FunctionEmitter {
 public:
  FunctionEmitter(llvm::Module& module, const ModelFunction& model)
      : module_(module), model_(model), b_(module.getContext()) {}

  void emit(const std::vector<std::string>& symbols, const std::vector<int>& failures) {
    auto* pointer = b_.getPtrTy();
    const size_t count = model_.inputs.size() + model_.results.size() + 1 + (model_.parametersApart ? 1 : 0);
    std::vector<llvm::Type*> types(count, pointer);
    types.insert(types.end(), model_.sizes.size(), b_.getInt64Ty());
    types.insert(types.end(), model_.counts.size(), pointer);
    auto* type = llvm::FunctionType::get(b_.getInt32Ty(), types, false);
    function_ = llvm::Function::Create(type, llvm::GlobalValue::ExternalLinkage, model_.name, module_);
    function_->addFnAttr(llvm::Attribute::NoUnwind);
    b_.SetInsertPoint(llvm::BasicBlock::Create(module_.getContext(), "entry", function_));
    findArrays(count);
    checkSizes(count);
    size_t most = 1;
    for (const ModelFunction::Call& call : model_.calls) most = std::max(most, call.arrays.size());
    table_ = b_.CreateAlloca(llvm::ArrayType::get(pointer, most), nullptr, "table");
    size_t scalars = 1;
    for (const ModelFunction::Call& call : model_.calls) scalars = std::max(scalars, call.scalars.size());
    scalars_ = b_.CreateAlloca(llvm::ArrayType::get(b_.getInt64Ty(), scalars), nullptr, "scalars");
    const size_t firstCount = count + model_.sizes.size();
    for (size_t i = 0; i < model_.calls.size(); ++i) {
      readCounts(firstCount, i);
      const auto kernel = static_cast<size_t>(model_.calls[i].kernel);
      emitCall(model_.calls[i], symbols[kernel], failures[kernel]);
    }
    readCounts(firstCount, model_.calls.size());
    for (size_t i = 0; i < model_.results.size(); ++i) {
      const ModelFunction::Output& result = model_.results[i];
      if (!result.copied) continue;
      const auto array = static_cast<size_t>(result.array);
      llvm::Value* bytes = b_.getInt64(static_cast<uint64_t>(model_.arrays[array].type.bytes()));
      for (const Expr& extent : model_.arrays[array].shape) bytes = b_.CreateMul(bytes, value(extent));
      b_.CreateMemCpy(argument(model_.inputs.size() + i), llvm::MaybeAlign(1), arrays_[array], llvm::MaybeAlign(1),
                      bytes);
    }
    b_.CreateRet(b_.getInt32(0));
  }

 private:
  llvm::Value* argument(size_t i) { return function_->getArg(static_cast<unsigned>(i)); }

  llvm::Value* constantNamed(const std::string& name, llvm::Constant* value, uint64_t alignment) {
    module_.getOrInsertGlobal(name, value->getType());
    llvm::GlobalVariable* global = module_.getNamedGlobal(name);
    global->setInitializer(value);
    global->setConstant(true);
    global->setLinkage(llvm::GlobalValue::PrivateLinkage);
    global->setAlignment(llvm::Align(alignment));
    return global;
  }

  void findArrays(size_t count) {
    llvm::Value* constants = nullptr;
    if (model_.parametersApart) {
      constants = argument(count - 1);
    } else if (model_.parameterBytes > 0) {
      const std::string bytes = parameterBytesOf(model_);
      constants =
          constantNamed("parameters", llvm::ConstantDataArray::getString(module_.getContext(), bytes, false), 64);
    }
    llvm::Value* workspace = argument(model_.inputs.size() + model_.results.size());
    const auto within = [&](llvm::Value* base, int64_t offset) {
      return b_.CreateConstInBoundsGEP1_64(b_.getInt8Ty(), base, static_cast<uint64_t>(offset));
    };
    arrays_.assign(model_.arrays.size(), nullptr);
    for (size_t i = 0; i < model_.arrays.size(); ++i) {
      const ModelFunction::Array& array = model_.arrays[i];
      if (array.place == ModelFunction::Array::Place::Workspace && array.offset >= 0)
        arrays_[i] = within(workspace, array.offset);
      if (array.place == ModelFunction::Array::Place::Constant) arrays_[i] = within(constants, array.offset);
    }
    for (size_t i = 0; i < model_.inputs.size(); ++i) arrays_[static_cast<size_t>(model_.inputs[i])] = argument(i);
    for (size_t i = 0; i < model_.results.size(); ++i)
      if (!model_.results[i].copied)
        arrays_[static_cast<size_t>(model_.results[i].array)] = argument(model_.inputs.size() + i);
  }

  // An expression of sizes as a number of 64 bits.
  llvm::Value* value(const Expr& e) {
    if (const auto constant = asInt(e)) return b_.getInt64(static_cast<uint64_t>(*constant));
    if (const auto* var = e.as<Var>()) return sizes_.at(var->key());
    if (const auto* converted = e.as<Cast>()) return value(converted->value);
    const auto* both = e.as<Binary>();
    llvm::Value *a = value(both->a), *b = value(both->b);
    const auto floored = [&] {
      llvm::Value *quotient = b_.CreateSDiv(a, b), *rest = b_.CreateSRem(a, b);
      llvm::Value* below =
          b_.CreateAnd(b_.CreateIsNotNull(rest), b_.CreateICmpSLT(b_.CreateXor(rest, b), b_.getInt64(0)));
      return b_.CreateSub(quotient, b_.CreateZExt(below, b_.getInt64Ty()));
    };
    switch (both->op) {
      case BinaryOp::Add:
        return b_.CreateAdd(a, b);
      case BinaryOp::Sub:
        return b_.CreateSub(a, b);
      case BinaryOp::FloorDiv:
        return floored();
      case BinaryOp::FloorMod:
        return b_.CreateSub(a, b_.CreateMul(floored(), b));
      case BinaryOp::Min:
        return b_.CreateSelect(b_.CreateICmpSLT(a, b), a, b);
      case BinaryOp::Max:
        return b_.CreateSelect(b_.CreateICmpSGT(a, b), a, b);
      default:
        return b_.CreateMul(a, b);
    }
  }

  void require(llvm::Value* holds) {
    auto* wrong = llvm::BasicBlock::Create(module_.getContext(), "wrong", function_);
    auto* right = llvm::BasicBlock::Create(module_.getContext(), "right", function_);
    b_.CreateCondBr(holds, right, wrong);
    b_.SetInsertPoint(wrong);
    b_.CreateRet(b_.getInt32(static_cast<uint32_t>(kWrongSizes)));
    b_.SetInsertPoint(right);
  }
  void checkSizes(size_t first) {
    for (size_t i = 0; i < model_.sizes.size(); ++i) {
      llvm::Value* size = argument(first + i);
      sizes_.emplace(model_.sizes[i].var.key(), size);
      // One comparison without a sign: a negative number is a large one.
      require(b_.CreateICmpULE(size, b_.getInt64(static_cast<uint64_t>(model_.sizes[i].most))));
    }
  }
  // The sizes that are known after so many calls, and the checks that need them.
  void readCounts(size_t first, size_t calls) {
    for (size_t i = 0; i < model_.counts.size(); ++i) {
      const ModelFunction::Count& count = model_.counts[i];
      if (count.after != calls) continue;
      llvm::Value* place = b_.CreateConstInBoundsGEP1_64(b_.getInt64Ty(), arrays_[static_cast<size_t>(count.array)],
                                                         static_cast<uint64_t>(count.element));
      llvm::Value* size = b_.CreateLoad(b_.getInt64Ty(), place);
      sizes_.emplace(count.var.key(), size);
      require(b_.CreateICmpULE(size, b_.getInt64(static_cast<uint64_t>(count.most))));
      b_.CreateStore(size, argument(first + i));
    }
    for (const ModelFunction::Check& check : model_.checks)
      if (check.after == calls) require(b_.CreateICmpEQ(value(check.size), value(check.wanted)));
  }

  // Kernels only read their scalars, so known ones are constants.
  llvm::Value* scalarsOf(const ModelFunction::Call& call) {
    std::vector<uint64_t> known;
    for (const Expr& scalar : call.scalars)
      if (const auto constant = asInt(scalar)) known.push_back(static_cast<uint64_t>(*constant));
    if (known.size() == call.scalars.size()) {
      if (known.empty()) known.push_back(0);
      return constantNamed("scalars_" + std::to_string(calls_++),
                           llvm::ConstantDataArray::get(module_.getContext(), known), 8);
    }
    for (size_t i = 0; i < call.scalars.size(); ++i)
      b_.CreateStore(value(call.scalars[i]), b_.CreateConstInBoundsGEP1_64(b_.getInt64Ty(), scalars_, i));
    return scalars_;
  }

  void emitCall(const ModelFunction::Call& call, const std::string& symbol, int failures) {
    auto* pointer = b_.getPtrTy();
    auto* behind =
        call.conditions.empty() ? nullptr : llvm::BasicBlock::Create(module_.getContext(), "behind", function_);
    for (const ModelFunction::Condition& condition : call.conditions) {
      llvm::Value* byte = b_.CreateLoad(b_.getInt8Ty(), arrays_[static_cast<size_t>(condition.array)]);
      llvm::Value* holds = condition.when ? b_.CreateIsNotNull(byte) : b_.CreateIsNull(byte);
      auto* inside = llvm::BasicBlock::Create(module_.getContext(), "inside", function_);
      b_.CreateCondBr(holds, inside, behind);
      b_.SetInsertPoint(inside);
    }
    for (size_t i = 0; i < call.arrays.size(); ++i)
      b_.CreateStore(arrays_[static_cast<size_t>(call.arrays[i])], b_.CreateConstInBoundsGEP1_64(pointer, table_, i));
    llvm::Value* scalars = scalarsOf(call);
    auto* type = llvm::FunctionType::get(b_.getInt32Ty(), {pointer, pointer}, false);
    llvm::Value* code = b_.CreateCall(module_.getOrInsertFunction(symbol, type), {table_, scalars});
    auto* failed = llvm::BasicBlock::Create(module_.getContext(), "failed", function_);
    auto* next = llvm::BasicBlock::Create(module_.getContext(), "next", function_);
    b_.CreateCondBr(b_.CreateIsNull(code), next, failed);
    b_.SetInsertPoint(failed);
    b_.CreateRet(b_.CreateAdd(code, b_.getInt32(static_cast<uint32_t>(failures))));
    b_.SetInsertPoint(next);
    if (!behind) return;
    b_.CreateBr(behind);
    b_.SetInsertPoint(behind);
  }

  llvm::Module& module_;
  const ModelFunction& model_;
  llvm::IRBuilder<> b_;
  llvm::Function* function_ = nullptr;
  llvm::Value *table_ = nullptr, *scalars_ = nullptr;
  std::unordered_map<const void*, llvm::Value*> sizes_;  // by Var::key()
  int calls_ = 0;
  std::vector<llvm::Value*> arrays_;
};

}  // namespace

bool isSizeExpr(const Expr& size) {
  if (asInt(size) || size.as<Var>()) return true;
  if (const auto* converted = size.as<Cast>()) return isSizeExpr(converted->value);
  const auto* both = size.as<Binary>();
  if (!both || !isSizeExpr(both->a) || !isSizeExpr(both->b)) return false;
  switch (both->op) {
    case BinaryOp::Add:
    case BinaryOp::Sub:
    case BinaryOp::Mul:
    case BinaryOp::Min:
    case BinaryOp::Max:
      return true;
    case BinaryOp::FloorDiv:
    case BinaryOp::FloorMod:
      return asInt(both->b).value_or(0) > 0;
    default:
      return false;
  }
}

std::string parameterBytesOf(const ModelFunction& model) {
  std::string bytes(static_cast<size_t>(model.parameterBytes), '\0');
  for (const ModelFunction::Array& array : model.arrays)
    if (array.place == ModelFunction::Array::Place::Constant && array.bytes > 0)
      std::memcpy(bytes.data() + array.offset, array.data->data.data(), static_cast<size_t>(array.bytes));
  return bytes;
}

Result<ModelObject> compileModelFunction(const ModelFunction& model, const CpuOptions& options) {
  ModelObject made;
  std::vector<std::string> objects, symbols;
  std::vector<int> failures;
  for (size_t i = 0; i < model.kernels.size(); ++i) {
    Result<CpuModule> kernel = compileForCpu(model.kernels[i], options);
    if (!kernel) return kernel.error();
    failures.push_back(static_cast<int>(made.failures.size()));
    for (const std::string& failure : kernel->failures) made.failures.push_back(model.titles[i] + ": " + failure);
    for (const std::string& name : kernel->externs)
      if (std::find(made.externs.begin(), made.externs.end(), name) == made.externs.end()) made.externs.push_back(name);
    symbols.push_back(kernel->symbol);
    objects.push_back(std::move(kernel->object));
  }
  const CpuModule processor = cpu::moduleFor(options);
  made.cpu = processor.cpu;
  made.features = processor.features;
  Result<std::string> function = cpu::objectOf(
      model.name, options, [&](llvm::Module& module) { FunctionEmitter(module, model).emit(symbols, failures); });
  if (!function) return function.error();
  objects.push_back(std::move(*function));
  made.object = joinObjects(objects);
  return made;
}

}  // namespace lw
