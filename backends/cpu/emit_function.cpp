#include "backends/cpu/emitter.h"

#include "backends/cpu/errors.h"
#include "core/ir/ops.h"

namespace lw::cpu {
namespace {}  // namespace

Emitter::Emitter(llvm::Module& module, const PrimFunc& func, const CpuOptions& options, bool scaling)
    : context_(module.getContext()),
      module_(module),
      b_(context_),
      func_(func),
      options_(options),
      math_(module, scaling),
      kernelMath_(module) {
  llvm::FastMathFlags flags;
  flags.setAllowContract(options.math.contract);
  flags.setAllowReassoc(options.math.reassociate);
  flags.setNoSignedZeros(options.math.reassociate);
  flags.setAllowReciprocal(options.math.reciprocal);
  flags.setApproxFunc(options.math.approximate);
  b_.setFastMathFlags(flags);
  if (const auto found = func.attrs.find("tir.noalias"); found != func.attrs.end())
    if (const auto* value = std::get_if<int64_t>(&found->second.value)) noalias_ = *value != 0;
  if (!options.debugLines) return;
  debug_ = std::make_unique<llvm::DIBuilder>(module);
  debugFile_ = debug_->createFile(func.name + ".tir", ".");
  debug_->createCompileUnit(llvm::dwarf::DW_LANG_C11, debugFile_, "loopwright", options.optLevel > 0, "", 0, "",
                            module.getTargetTriple().starts_with("nvptx") ? llvm::DICompileUnit::DebugDirectivesOnly
                                                                          : llvm::DICompileUnit::LineTablesOnly);
  module.addModuleFlag(llvm::Module::Warning, "Debug Info Version", llvm::DEBUG_METADATA_VERSION);
}

std::optional<Explanation> Emitter::emit(const std::string& symbol) {
  emitEntry(symbol, signatureOf(func_));
  if (debug_) debug_->finalize();
  return error_;
}

llvm::Function* Emitter::makeFunction(const std::string& name, llvm::ArrayRef<llvm::Type*> params, bool internal) {
  auto* type = llvm::FunctionType::get(b_.getInt32Ty(), params, false);
  auto* function = llvm::Function::Create(
      type, internal ? llvm::GlobalValue::InternalLinkage : llvm::GlobalValue::ExternalLinkage, name, module_);
  function->addFnAttr(llvm::Attribute::NoUnwind);
  describe(function);
  return function;
}

void Emitter::describe(llvm::Function* function) {
  if (!debug_) return;
  auto* signature = debug_->createSubroutineType(debug_->getOrCreateTypeArray({}));
  const int line = static_cast<int>(lines.size()) + 1;
  function->setSubprogram(debug_->createFunction(debugFile_, function->getName(), function->getName(), debugFile_, line,
                                                 signature, line, llvm::DINode::FlagZero,
                                                 llvm::DISubprogram::SPFlagDefinition));
}

// `bytes`: how much can be read without a fault, which allows the optimiser to load speculatively.
void Emitter::setPointerAttributes(llvm::Argument* arg, int alignment, std::optional<int64_t> bytes, bool noalias) {
  llvm::AttrBuilder attributes(context_);
  attributes.addAttribute(llvm::Attribute::NoUndef);
  if (noalias) attributes.addAttribute(llvm::Attribute::NoAlias);
  if (alignment > 1 && (alignment & (alignment - 1)) == 0) attributes.addAlignmentAttr(unsigned(alignment));
  if (bytes && *bytes > 0) attributes.addDereferenceableAttr(static_cast<uint64_t>(*bytes));
  arg->addAttrs(attributes);
}

// Only arguments can be noalias, so the entry point unpacks and the body has one argument per buffer and scalar.
void Emitter::emitEntry(const std::string& symbol, const KernelSignature& signature) {
  auto* pointer = b_.getPtrTy();
  std::vector<llvm::Type*> types(signature.buffers.size(), pointer);
  for (const ScalarSlot& slot : signature.scalars) types.push_back(typeOf(slot.var.dtype()));
  llvm::Function* entry = makeFunction(symbol, {pointer, pointer}, false);
  llvm::Function* body = makeFunction(symbol + ".body", types, true);
  body->addFnAttr(llvm::Attribute::NoInline);

  b_.SetInsertPoint(llvm::BasicBlock::Create(context_, "entry", entry));
  if (debug_)
    b_.SetCurrentDebugLocation(
        llvm::DILocation::get(context_, 0, 0, entry->getSubprogram()));  // belongs to no statement
  std::vector<Value*> args;
  for (size_t i = 0; i < signature.buffers.size(); ++i)
    args.push_back(
        b_.CreateLoad(pointer, b_.CreateConstInBoundsGEP1_64(pointer, entry->getArg(0), i), signature.buffers[i].name));
  for (size_t i = 0; i < signature.scalars.size(); ++i) {
    const DataType type = signature.scalars[i].var.dtype();
    Value* raw = b_.CreateLoad(b_.getInt64Ty(), b_.CreateConstInBoundsGEP1_64(b_.getInt64Ty(), entry->getArg(1), i));
    args.push_back(type.isFloat() ? castTo(b_.CreateBitCast(raw, b_.getDoubleTy()), dtype::Float(64), type)
                                  : castTo(raw, dtype::Int64, type));
  }
  b_.CreateRet(b_.CreateCall(body, args));

  frame_ = {.function = body, .scope = body->getSubprogram()};
  b_.SetInsertPoint(llvm::BasicBlock::Create(context_, "entry", body));
  if (debug_) b_.SetCurrentDebugLocation(llvm::DILocation::get(context_, 0, 0, frame_.scope));
  for (size_t i = 0; i < signature.buffers.size(); ++i) {
    const PointerSlot& slot = signature.buffers[i];
    const int alignment = options_.argumentAlignment > 0 ? options_.argumentAlignment : slot.buffer->dataAlignment;
    setPointerAttributes(body->getArg(i), alignment, slot.bytes, noalias_);
    body->getArg(i)->setName(slot.name);
    bind(slot.param, body->getArg(i));
    if (!slot.param.sameAs(slot.buffer->data)) bind(slot.buffer->data, body->getArg(i));
    frame_.alignment[slot.param.key()] = frame_.alignment[slot.buffer->data.key()] = alignment;
  }
  for (size_t i = 0; i < signature.scalars.size(); ++i) {
    const ScalarSlot& slot = signature.scalars[i];
    llvm::Argument* arg = body->getArg(signature.buffers.size() + i);
    arg->setName(slot.var.name());
    bind(slot.var, arg);
    nonNegative_.know(slot.var, slot.kind != ScalarSlot::Kind::Parameter);
  }
  nestsApart_ = outermostLoops(func_.body) > 1;
  stmt(func_.body);
  b_.CreateRet(b_.getInt32(0));
}

void Emitter::bind(const Var& var, Value* value) {
  frame_.values[var.key()] = value;
  frame_.wide.erase(var.key());
  frame_.order.push_back(var);
}

void Emitter::unbind(const Var& var) {
  frame_.values.erase(var.key());
  frame_.wide.erase(var.key());
  std::erase_if(frame_.order, [&](const Var& v) { return v.sameAs(var); });
}

Emitter::Value* Emitter::lookup(const Var& var) {
  const auto found = frame_.values.find(var.key());
  if (found != frame_.values.end()) return found->second;
  return fail(err::kCpuUnboundVariable(var.name(), func_.name), var.dtype(),
              "define it with a loop, a let, a parameter or a buffer's shape");
}

// Leaves the function at the end of the current block.
void Emitter::returnCode(Value* code) {
  if (isKernel_) return static_cast<void>(b_.CreateRetVoid());
  for (auto it = frame_.heap.rbegin(); it != frame_.heap.rend(); ++it)
    b_.CreateCall(runtime("lw_free", b_.getVoidTy(), {b_.getPtrTy()}), {*it});
  b_.CreateRet(code);
}

Emitter::Value* Emitter::fail(Explanation e, DataType type, Message hint) {
  if (!error_) error_ = explain(std::move(e), std::move(hint));
  return llvm::PoisonValue::get(typeOf(type));
}

llvm::FunctionCallee Emitter::runtime(const char* name, llvm::Type* result, llvm::ArrayRef<llvm::Type*> params) {
  const bool fresh = module_.getFunction(name) == nullptr;
  llvm::FunctionCallee callee = module_.getOrInsertFunction(name, llvm::FunctionType::get(result, params, false));
  auto* function = llvm::cast<llvm::Function>(callee.getCallee());
  if (!fresh) return callee;
  function->addFnAttr(llvm::Attribute::NoUnwind);
  if (std::string_view(name) == "lw_alloc") {
    function->addRetAttr(llvm::Attribute::NoAlias);
    function->addRetAttr(llvm::Attribute::getWithAlignment(context_, llvm::Align(64)));
  }
  return callee;
}

llvm::Type* Emitter::typeOf(DataType type) {
  llvm::Type* scalar = nullptr;
  switch (type.code) {
    case TypeCode::Int:
    case TypeCode::UInt:
      scalar = b_.getIntNTy(type.bits);
      break;
    case TypeCode::Bool:
      scalar = b_.getInt1Ty();
      break;
    case TypeCode::BFloat:
      scalar = b_.getInt16Ty();
      break;
    case TypeCode::Float8E4M3:
    case TypeCode::Float8E5M2:
      scalar = b_.getInt8Ty();
      break;
    case TypeCode::Float:
      scalar = type.bits == 16 ? b_.getHalfTy() : type.bits == 64 ? b_.getDoubleTy() : b_.getFloatTy();
      break;
    case TypeCode::Handle:
      scalar = b_.getPtrTy();
      break;
    case TypeCode::Void:
      return b_.getInt32Ty();  // a call's ignored value
  }
  return type.lanes > 1 ? llvm::FixedVectorType::get(scalar, type.lanes) : scalar;
}

llvm::Type* Emitter::memoryTypeOf(DataType type) { return typeOf(type.isBool() ? dtype::UInt(8, type.lanes) : type); }

}  // namespace lw::cpu
