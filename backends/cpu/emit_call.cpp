#include <cassert>
#include <numeric>

#include "backends/cpu/emitter.h"
#include "backends/cpu/errors.h"
#include "core/ir/intrinsics.h"
#include "core/ir/ops.h"
#include "core/support/text.h"

namespace lw::cpu {
namespace {

// Of functions; not_intrinsic: LLVM has none, or not one to rely on.
constexpr llvm::Intrinsic::ID kLlvmIntrinsics[] = {
#define INTRINSIC(...) llvm::Intrinsic::not_intrinsic,
#define FUNCTION(id, name, count, result, group, meaning, llvmName, ...) llvm::Intrinsic::llvmName,
#include "core/ir/intrinsics.def"
};

}  // namespace

Emitter::Value* Emitter::call(const Call& n) {
  if (isKernel_)
    if (Value* own = kernelCall(n)) return own;
  switch (n.op.id()) {
#define FUNCTION(id, ...) case Intrinsic::id:
#include "core/ir/intrinsics.def"
    return function(n);
    case Intrinsic::IfThenElse:
      return ifThenElse(n);
    case Intrinsic::CallExtern:
    case Intrinsic::CallPureExtern:
      return callExtern(n);
    case Intrinsic::CallLlvmIntrin:
    case Intrinsic::CallLlvmPureIntrin:
      return callLlvm(n);
    case Intrinsic::AddressOf:
      return addressOf(n.args[0]);
    case Intrinsic::IsNullptr:
      return b_.CreateIsNull(expr(n.args[0]));
    case Intrinsic::TypeAnnotation:
      return llvm::Constant::getNullValue(typeOf(n.type));
    case Intrinsic::AccessPtr:  // (type, data, offset, extent, access)
      return b_.CreateInBoundsGEP(memoryTypeOf(n.args[0].dtype()), expr(n.args[1]), wideIndex(n.args[2]));
    case Intrinsic::VectorLow:
    case Intrinsic::VectorHigh:
    case Intrinsic::VectorCombine:
      return regrouped(n);
    case Intrinsic::Prefetch:
      b_.CreateIntrinsic(llvm::Intrinsic::prefetch, {b_.getPtrTy()},
                         {addressOf(n.args[0]), b_.getInt32(0), b_.getInt32(3), b_.getInt32(1)});
      return b_.getInt32(0);
    case Intrinsic::Ret:  // a kernel returns its error code
      expr(n.args[0]);
      returnCode(b_.getInt32(0));
      b_.SetInsertPoint(block("after_return"));
      return b_.getInt32(0);
    case Intrinsic::External: {  // "unbound of n", "call_function of helper"
      const auto* of = n.args.empty() ? nullptr : n.args[0].as<StringImm>();
      return fail(err::kCpuUnknownCall(of ? n.op.name() + " of " + of->value : n.op.name()), n.type,
                  "remove it, or call a C function by T.call_extern");
    }
    case Intrinsic::Undef:
    case Intrinsic::Assume:
    case Intrinsic::IgnoreLoopPartition:
    case Intrinsic::ThreadInvariant:
    case Intrinsic::QMultiplyShift:
    case Intrinsic::QMultiplyShiftPerAxis:
#define REFUSED(id, ...) case Intrinsic::id:
#include "core/ir/intrinsics.def"
    case Intrinsic::StorageSync:
      break;
  }
  return fail(err::kCpuUnsupportedCall(n.op.name()), n.type,
              "choose another target, or call a C function by T.call_extern");
}

// The lower or upper half of a vector, or two vectors as one.
Emitter::Value* Emitter::regrouped(const Call& n) {
  const int lanes = n.args[0].dtype().lanes, first = n.op == Intrinsic::VectorHigh ? lanes / 2 : 0;
  std::vector<int> pattern(static_cast<size_t>(n.op == Intrinsic::VectorCombine ? lanes * 2 : lanes / 2));
  std::iota(pattern.begin(), pattern.end(), first);
  Value* a = expr(n.args[0]);
  return n.op == Intrinsic::VectorCombine ? b_.CreateShuffleVector(a, expr(n.args[1]), pattern)
                                          : b_.CreateShuffleVector(a, pattern);
}

Emitter::Value* Emitter::function(const Call& n) {
  std::vector<Value*> args;
  const int outerDepth = indexDepth_;
  for (const Expr& arg : n.args) args.push_back(expr(arg));
  indexDepth_ = outerDepth;
  if (n.op == Intrinsic::Likely) return args[0];
  if (n.op == Intrinsic::Reinterpret) return b_.CreateBitCast(args[0], typeOf(n.type));
  return n.op.group() == IntrinsicGroup::Bits ? bitsCall(n, std::move(args)) : mathCall(n, std::move(args));
}

Emitter::Value* Emitter::mathCall(const Call& n, std::vector<Value*> args) {
  const DataType type = n.args[0].dtype();
  if (!type.isFloat()) {
    if (n.op == Intrinsic::Fabs && type.isInt())
      return b_.CreateBinaryIntrinsic(llvm::Intrinsic::abs, args[0], b_.getFalse());
    if (n.op.group() == IntrinsicGroup::Rounding) return args[0];
    if (n.op == Intrinsic::IsNan || n.op == Intrinsic::IsInf) return llvm::ConstantInt::getFalse(typeOf(n.type));
    if (n.op == Intrinsic::IsFinite) return llvm::ConstantInt::getTrue(typeOf(n.type));
    return fail(err::kCpuFloatWanted(n.op.name(), toString(type)), n.type, "cast the argument to float32 first");
  }
  const bool narrow = type.isNarrowFloat();
  for (size_t i = 0; i < args.size(); ++i)
    if (narrow && n.args[i].dtype().isFloat()) args[i] = toFloat32(args[i], n.args[i].dtype());
  Value* x = args[0];
  llvm::Type* real = x->getType();
  Value* infinity = llvm::ConstantFP::getInfinity(real);
  const auto magnitude = [&] { return b_.CreateUnaryIntrinsic(llvm::Intrinsic::fabs, x); };
  if (n.op == Intrinsic::IsNan) return b_.CreateFCmpUNO(x, x);
  if (n.op == Intrinsic::IsInf) return b_.CreateFCmpOEQ(magnitude(), infinity);
  if (n.op == Intrinsic::IsFinite) return b_.CreateFCmpONE(magnitude(), infinity);
  Value* y = nullptr;
  const DataType wide = narrow ? dtype::Float(32, type.lanes) : type;
  if (llvm::Function* own = math_.find(n.op.id(), real))
    y = b_.CreateCall(own, {x});
  else if (const auto id = kLlvmIntrinsics[static_cast<size_t>(n.op.id())]; id != llvm::Intrinsic::not_intrinsic)
    y = b_.CreateIntrinsic(id, {real}, args);
  else if (n.op == Intrinsic::Rsqrt)
    y = b_.CreateFDiv(llvm::ConstantFP::get(real, 1.0), b_.CreateUnaryIntrinsic(llvm::Intrinsic::sqrt, x));
  else if (n.op == Intrinsic::Sigmoid) {
    llvm::Function* exp = math_.find(Intrinsic::Exp, real);
    Value* one = llvm::ConstantFP::get(real, 1.0);
    y = b_.CreateFDiv(one, b_.CreateFAdd(one, b_.CreateCall(exp, {b_.CreateFNeg(x)})));
  } else {
    if (n.op == Intrinsic::Ldexp)
      args[1] = castTo(args[1], n.args[1].dtype(), dtype::Int(32, type.lanes));
    else
      for (size_t i = 1; i < args.size(); ++i)
        if (!n.args[i].dtype().isFloat()) args[i] = castTo(args[i], n.args[i].dtype(), wide);
    y = libmCall(n.op, args);
  }
  return narrow ? fromFloat32(y, type) : y;
}

// Lane by lane, since libm has only scalar functions. They access no memory that the kernel sees, and always return.
Emitter::Value* Emitter::libmCall(const Callee& op, llvm::ArrayRef<Value*> args) {
  llvm::Type* type = args[0]->getType();
  llvm::Type* scalar = type->getScalarType();
  const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(type);
  std::vector<llvm::Type*> params;
  for (Value* arg : args) params.push_back(arg->getType()->getScalarType());
  const bool own = isKernel_ || options_.kernelMath;
  llvm::FunctionCallee callee = own ? kernelMath_.find(op.id(), scalar)
                                    : module_.getOrInsertFunction(scalar->isFloatTy() ? op.name() + "f" : op.name(),
                                                                  llvm::FunctionType::get(scalar, params, false));
  assert(callee);  // kernelMath_ has every function that is not one of LLVM's or of math_
  auto* function = llvm::cast<llvm::Function>(callee.getCallee());
  function->setDoesNotAccessMemory();
  function->addFnAttr(llvm::Attribute::NoUnwind);
  function->addFnAttr(llvm::Attribute::WillReturn);
  if (!vector) return b_.CreateCall(callee, args);
  Value* result = llvm::PoisonValue::get(type);
  for (uint64_t lane = 0; lane < vector->getNumElements(); ++lane) {
    std::vector<Value*> scalars;
    for (Value* arg : args) scalars.push_back(b_.CreateExtractElement(arg, lane));
    result = b_.CreateInsertElement(result, b_.CreateCall(callee, scalars), lane);
  }
  return result;
}

// Shift amounts are taken modulo the width, as the machine does.
Emitter::Value* Emitter::bitsCall(const Call& n, std::vector<Value*> args) {
  const DataType type = n.args[0].dtype();
  if (type.isFloat())
    return fail(err::kCpuFloatWanted(n.op.name(), toString(type)), n.type, "reinterpret it as an integer first");
  if (args.size() == 2 && args[1]->getType() != args[0]->getType()) args[1] = castTo(args[1], n.args[1].dtype(), type);
  const auto amount = [&] {
    return type.isBool() ? args[1] : b_.CreateAnd(args[1], llvm::ConstantInt::get(args[1]->getType(), type.bits - 1u));
  };
  switch (n.op.id()) {
    case Intrinsic::BitwiseAnd:
      return b_.CreateAnd(args[0], args[1]);
    case Intrinsic::BitwiseOr:
      return b_.CreateOr(args[0], args[1]);
    case Intrinsic::BitwiseXor:
      return b_.CreateXor(args[0], args[1]);
    case Intrinsic::BitwiseNot:
      return b_.CreateNot(args[0]);
    case Intrinsic::PopCount:
      return castTo(b_.CreateUnaryIntrinsic(llvm::Intrinsic::ctpop, args[0]), type, n.type);
    case Intrinsic::Clz:
      return castTo(b_.CreateBinaryIntrinsic(llvm::Intrinsic::ctlz, args[0], b_.getFalse()), type, n.type);
    case Intrinsic::ShiftLeft:
      return b_.CreateShl(args[0], amount());
    default:
      return type.isInt() ? b_.CreateAShr(args[0], amount()) : b_.CreateLShr(args[0], amount());
  }
}

// Only the taken side is evaluated; under a vector condition each side's loads are masked.
Emitter::Value* Emitter::ifThenElse(const Call& n) {
  Value* condition = expr(n.args[0]);
  const int lanes = n.args[0].dtype().lanes;
  if (lanes > 1) {
    Value* outer = mask_;
    const bool nested = maskFor(lanes) != nullptr;
    mask_ = nested ? b_.CreateAnd(outer, condition) : condition;
    Value* a = castTo(expr(n.args[1]), n.args[1].dtype(), n.type);
    Value* opposite = b_.CreateNot(condition);
    mask_ = nested ? b_.CreateAnd(outer, opposite) : opposite;
    Value* c = castTo(expr(n.args[2]), n.args[2].dtype(), n.type);
    mask_ = outer;
    return b_.CreateSelect(condition, a, c);
  }
  llvm::BasicBlock *whenTrue = block("taken"), *whenFalse = block("other"), *join = block("chosen");
  b_.CreateCondBr(condition, whenTrue, whenFalse);
  b_.SetInsertPoint(whenTrue);
  Value* a = expr(n.args[1]);
  llvm::BasicBlock* fromTrue = b_.GetInsertBlock();
  b_.CreateBr(join);
  b_.SetInsertPoint(whenFalse);
  Value* c = expr(n.args[2]);
  llvm::BasicBlock* fromFalse = b_.GetInsertBlock();
  b_.CreateBr(join);
  b_.SetInsertPoint(join);
  llvm::PHINode* phi = b_.CreatePHI(a->getType(), 2);
  phi->addIncoming(a, fromTrue);
  phi->addIncoming(c, fromFalse);
  return phi;
}

// C's calling convention; pointers are buffers or address_of, bool is one byte.
Emitter::Value* Emitter::callExtern(const Call& n) {
  const auto* name = n.args.empty() ? nullptr : n.args[0].as<StringImm>();
  if (!name) return fail(err::kCpuExternName(n.op.name()), n.type);
  if (isKernel_)
    return fail(err::kCudaExtern(name->value), n.type,
                "write it with the functions of T, for example T.exp, or run it on the cpu");
  std::vector<Value*> args;
  std::vector<llvm::Type*> params;
  const int outerDepth = indexDepth_;
  indexDepth_ = 0;
  for (size_t i = 1; i < n.args.size(); ++i) {
    const DataType type = n.args[i].dtype();
    if (type.lanes > 1)
      return fail(err::kCpuExternVector(name->value, toString(type)), n.type, "do not vectorize the loop around it");
    const auto* text = n.args[i].as<StringImm>();
    args.push_back(text ? b_.CreateGlobalString(text->value) : expr(n.args[i]));
    if (type.isBool()) args.back() = b_.CreateZExt(args.back(), b_.getInt8Ty());
    params.push_back(args.back()->getType());
  }
  indexDepth_ = outerDepth;
  if (n.type.lanes > 1)
    return fail(err::kCpuExternVector(name->value, toString(n.type)), n.type, "do not vectorize the loop around it");
  llvm::Type* result = n.type.code == TypeCode::Void ? b_.getVoidTy()
                       : n.type.isBool()             ? b_.getInt8Ty()
                                                     : typeOf(n.type);
  auto* type = llvm::FunctionType::get(result, params, false);
  // The declared type may differ from an earlier use. LLVM's pointers are untyped, so the call carries its own type.
  Value* callee = module_.getFunction(name->value);
  if (!callee) {
    auto* function = llvm::Function::Create(type, llvm::GlobalValue::ExternalLinkage, name->value, module_);
    function->addFnAttr(llvm::Attribute::NoUnwind);
    if (n.op == Intrinsic::CallPureExtern) function->setOnlyReadsMemory();
    callee = function;
  }
  if (std::find(externs.begin(), externs.end(), name->value) == externs.end()) externs.push_back(name->value);
  Value* value = b_.CreateCall(type, callee, args);
  if (n.type.code == TypeCode::Void) return b_.getInt32(0);
  return n.type.isBool() ? b_.CreateIsNotNull(value) : value;
}

// LLVM's intrinsics by name: instructions that the language cannot express otherwise. TVM's second argument, the number
// of arguments that select an overload, is not needed: LLVM finds the overload by the types.
Emitter::Value* Emitter::callLlvm(const Call& n) {
  const auto* name = n.args.empty() ? nullptr : n.args[0].as<StringImm>();
  if (!name) return fail(err::kCpuExternName(n.op.name()), n.type);
  const auto id = llvm::Function::lookupIntrinsicID(name->value);
  if (id == llvm::Intrinsic::not_intrinsic)
    return fail(err::kCpuUnknownIntrinsic(name->value), n.type,
                "write LLVM's name, for example \"llvm.x86.avx512.vpdpbusd.512\"");
  const size_t first = n.args.size() > 1 && asInt(n.args[1]) && n.args[1].dtype() == dtype::UInt(32) ? 2 : 1;
  std::vector<Value*> args;
  std::vector<llvm::Type*> params;
  std::string types;
  // LLVM has a type for bfloat16, which the rest of this code does not use.
  const auto typeIn = [&](DataType type) -> llvm::Type* {
    if (type.code != TypeCode::BFloat) return typeOf(type);
    return type.lanes > 1 ? static_cast<llvm::Type*>(
                                llvm::FixedVectorType::get(b_.getBFloatTy(), static_cast<unsigned>(type.lanes)))
                          : b_.getBFloatTy();
  };
  const int outerDepth = indexDepth_;
  indexDepth_ = 0;
  for (size_t i = first; i < n.args.size(); ++i) {
    const DataType type = n.args[i].dtype();
    Value* value = expr(n.args[i]);
    args.push_back(type.code == TypeCode::BFloat ? b_.CreateBitCast(value, typeIn(type)) : value);
    params.push_back(args.back()->getType());
    addItem(types, toString(n.args[i].dtype()));
  }
  indexDepth_ = outerDepth;
  llvm::Type* result = n.type.code == TypeCode::Void ? b_.getVoidTy() : typeIn(n.type);
  llvm::SmallVector<llvm::Intrinsic::IITDescriptor, 8> table;
  llvm::Intrinsic::getIntrinsicInfoTableEntries(id, table);
  llvm::ArrayRef<llvm::Intrinsic::IITDescriptor> rest(table);
  llvm::SmallVector<llvm::Type*, 4> overloads;
  const auto match =
      llvm::Intrinsic::matchIntrinsicSignature(llvm::FunctionType::get(result, params, false), rest, overloads);
  if (match != llvm::Intrinsic::MatchIntrinsicTypes_Match || !rest.empty())
    return fail(err::kIntrinsicTypes(name->value, "(" + types + ")", toString(n.type)), n.type,
                "see LLVM's language reference for the types of its arguments");
  Value* value = b_.CreateCall(llvm::Intrinsic::getDeclaration(&module_, id, overloads), args);
  if (n.type.code == TypeCode::BFloat) return b_.CreateBitCast(value, typeOf(n.type));
  return n.type.code == TypeCode::Void ? b_.getInt32(0) : value;
}

}  // namespace lw::cpu
