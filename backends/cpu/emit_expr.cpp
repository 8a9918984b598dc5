#include "backends/cpu/emitter.h"
#include "backends/cpu/errors.h"
#include "core/ir/float8.h"
#include "core/ir/ops.h"

namespace lw::cpu {
namespace {}  // namespace

bool containsLoad(const Expr& e) {
  return e.match([](const BufferLoad&) { return true; }, [](const Call&) { return true; },
                 [](const IntImm&) { return false; }, [](const FloatImm&) { return false; },
                 [](const StringImm&) { return false; }, [](const Var&) { return false; },
                 [](const Cast& n) { return containsLoad(n.value); },
                 [](const Binary& n) { return containsLoad(n.a) || containsLoad(n.b); },
                 [](const Not& n) { return containsLoad(n.value); },
                 [](const Select& n) {
                   return containsLoad(n.condition) || containsLoad(n.whenTrue) || containsLoad(n.whenFalse);
                 },
                 [](const Ramp& n) { return containsLoad(n.base) || containsLoad(n.stride); },
                 [](const Broadcast& n) { return containsLoad(n.value); },
                 [](const Let& n) { return containsLoad(n.value) || containsLoad(n.body); });
}

Emitter::Value* Emitter::expr(const Expr& e) {
  return e.match(
      [&](const IntImm& n) -> Value* { return llvm::ConstantInt::get(typeOf(n.type), static_cast<uint64_t>(n.value)); },
      [&](const FloatImm& n) -> Value* {
        if (isBitsInRegisters(n.type))
          return castTo(llvm::ConstantFP::get(b_.getFloatTy(), n.value), dtype::Float32, n.type);
        return llvm::ConstantFP::get(typeOf(n.type), n.value);
      },
      [&](const StringImm& n) -> Value* { return fail(err::kCpuStringValue(n.value), dtype::Handle()); },
      [&](const Var& n) -> Value* { return lookup(n); },
      [&](const Cast& n) -> Value* { return castTo(expr(n.value), n.value.dtype(), n.type); },
      [&](const Binary& n) -> Value* { return binary(n); },
      [&](const Not& n) -> Value* { return b_.CreateNot(expr(n.value)); },
      [&](const Select& n) -> Value* { return select(n); },
      [&](const BufferLoad& n) -> Value* { return load(n.buffer, n.indices); },
      [&](const Ramp& n) -> Value* { return ramp(n); }, [&](const Broadcast& n) -> Value* { return broadcast(n); },
      [&](const Let& n) -> Value* { return let(n); }, [&](const Call& n) -> Value* { return call(n); });
}

Emitter::Value* Emitter::indexValue(const Expr& e) {
  ++indexDepth_;
  Value* value = expr(e);
  --indexDepth_;
  return value;
}

// Addresses have 64 bits, and indices that do not overflow in 32 bits can be computed in 64 from the start. LLVM would
// otherwise have to prove that for each address, which takes much of its time. GPUs have few registers, of 32 bits
// each.
Emitter::Value* Emitter::wideIndex(const Expr& e) {
  const DataType type = e.dtype(), wide = dtype::Int64.withLanes(type.lanes);
  const auto widened = [&] { return castTo(indexValue(e), type, wide); };
  const auto* converted = e.as<Cast>();
  if (!isKernel_ && type == dtype::Int64 && converted && converted->value.dtype() == dtype::Int32)
    return wideIndex(converted->value);
  if (isKernel_ || type != dtype::Int32) return widened();
  if (const Var* var = e.as<Var>()) {
    const auto found = frame_.wide.find(var->key());
    return found != frame_.wide.end() ? found->second : widened();
  }
  const auto* n = e.as<Binary>();
  if (!n) return widened();
  switch (n->op) {
    case BinaryOp::Add:
      return b_.CreateAdd(wideIndex(n->a), wideIndex(n->b), "", false, true);
    case BinaryOp::Sub:
      return b_.CreateSub(wideIndex(n->a), wideIndex(n->b), "", false, true);
    case BinaryOp::Mul:
      return b_.CreateMul(wideIndex(n->a), wideIndex(n->b), "", false, true);
    case BinaryOp::FloorDiv:
    case BinaryOp::FloorMod: {
      ++indexDepth_;
      const bool unsignedToo =
          nonNegative(n->a) && asInt(n->b).value_or(0) > 0;  // only by a constant, since 64-bit division is slower
      --indexDepth_;
      return unsignedToo ? divide(n->op, wideIndex(n->a), wideIndex(n->b), dtype::Int64, true) : widened();
    }
    default:
      return widened();
  }
}

Emitter::Value* Emitter::binary(const Binary& n) {
  const DataType type = n.a.dtype();
  if (n.op == BinaryOp::And || n.op == BinaryOp::Or) return logical(n);
  Value* a = expr(n.a);
  Value* c = expr(n.b);
  if (isComparison(n.op)) return compare(n.op, a, c, type);
  if (type.isNarrowFloat()) return fromFloat32(floatBinary(n.op, toFloat32(a, type), toFloat32(c, type)), type);
  if (type.isFloat()) return floatBinary(n.op, a, c);
  const bool division =
      n.op == BinaryOp::Div || n.op == BinaryOp::Mod || n.op == BinaryOp::FloorDiv || n.op == BinaryOp::FloorMod;
  if (division) return divide(n.op, a, c, type, type.isUInt() || (nonNegative(n.a) && nonNegative(n.b)));
  return integerBinary(n.op, a, c, type);
}

// The right side is evaluated only if it matters: `i < n and A[i] > 0` must not read A[n].
Emitter::Value* Emitter::logical(const Binary& n) {
  const int lanes = n.a.dtype().lanes;
  const bool isAnd = n.op == BinaryOp::And;
  Value* a = expr(n.a);
  if (lanes == 1 && containsLoad(n.b)) {
    llvm::BasicBlock* from = b_.GetInsertBlock();
    llvm::BasicBlock *right = block("right"), *join = block("joined");
    b_.CreateCondBr(a, isAnd ? right : join, isAnd ? join : right);
    b_.SetInsertPoint(right);
    Value* c = expr(n.b);
    llvm::BasicBlock* last = b_.GetInsertBlock();
    b_.CreateBr(join);
    b_.SetInsertPoint(join);
    llvm::PHINode* phi = b_.CreatePHI(b_.getInt1Ty(), 2);
    phi->addIncoming(b_.getInt1(!isAnd), from);
    phi->addIncoming(c, last);
    return phi;
  }
  Value* outer = mask_;
  if (lanes > 1) {
    Value* wanted = isAnd ? a : b_.CreateNot(a);
    mask_ = maskFor(lanes) ? b_.CreateAnd(mask_, wanted) : wanted;
  }
  Value* c = expr(n.b);
  mask_ = outer;
  return isAnd ? b_.CreateAnd(a, c) : b_.CreateOr(a, c);
}

Emitter::Value* Emitter::integerBinary(BinaryOp op, Value* a, Value* b, DataType type) {
  const bool isSigned = type.isInt();
  const bool nsw = isSigned && indexDepth_ > 0 && type.bits >= 32;
  switch (op) {
    case BinaryOp::Add:
      return b_.CreateAdd(a, b, "", false, nsw);
    case BinaryOp::Sub:
      return b_.CreateSub(a, b, "", false, nsw);
    case BinaryOp::Mul:
      return b_.CreateMul(a, b, "", false, nsw);
    case BinaryOp::Min:
      return b_.CreateBinaryIntrinsic(isSigned ? llvm::Intrinsic::smin : llvm::Intrinsic::umin, a, b);
    case BinaryOp::Max:
      return b_.CreateBinaryIntrinsic(isSigned ? llvm::Intrinsic::smax : llvm::Intrinsic::umax, a, b);
    case BinaryOp::Div:
    case BinaryOp::Mod:
    case BinaryOp::FloorDiv:
    case BinaryOp::FloorMod:
      return divide(op, a, b, type, !isSigned);
    case BinaryOp::EQ:
    case BinaryOp::NE:
    case BinaryOp::LT:
    case BinaryOp::LE:
    case BinaryOp::GT:
    case BinaryOp::GE:
      return compare(op, a, b, type);
    case BinaryOp::And:
      return b_.CreateAnd(a, b);
    case BinaryOp::Or:
      return b_.CreateOr(a, b);
  }
  return a;
}

Emitter::Value* Emitter::floatBinary(BinaryOp op, Value* a, Value* b) {
  const auto floorDiv = [&] { return b_.CreateUnaryIntrinsic(llvm::Intrinsic::floor, b_.CreateFDiv(a, b)); };
  switch (op) {
    case BinaryOp::Add:
      return b_.CreateFAdd(a, b);
    case BinaryOp::Sub:
      return b_.CreateFSub(a, b);
    case BinaryOp::Mul:
      return b_.CreateFMul(a, b);
    case BinaryOp::Div:
      return b_.CreateFDiv(a, b);
    case BinaryOp::Mod:
      return libmCall("fmod", {a, b});
    case BinaryOp::FloorDiv:
      return floorDiv();
    case BinaryOp::FloorMod: {
      // fmod is exact; a remainder with the other sign is moved by one divisor.
      Value* zero = llvm::ConstantFP::get(a->getType(), 0.0);
      Value* r = libmCall("fmod", {a, b});
      Value* opposite = b_.CreateXor(b_.CreateFCmpOLT(r, zero), b_.CreateFCmpOLT(b, zero));
      return b_.CreateSelect(b_.CreateAnd(b_.CreateFCmpUNE(r, zero), opposite), b_.CreateFAdd(r, b), r);
    }
    case BinaryOp::Min:
      return b_.CreateSelect(b_.CreateFCmpOLT(a, b), a, b);
    case BinaryOp::Max:
      return b_.CreateSelect(b_.CreateFCmpOGT(a, b), a, b);
    case BinaryOp::EQ:
    case BinaryOp::NE:
    case BinaryOp::LT:
    case BinaryOp::LE:
    case BinaryOp::GT:
    case BinaryOp::GE:
    case BinaryOp::And:
    case BinaryOp::Or:
      break;
  }
  return a;
}

Emitter::Value* Emitter::compare(BinaryOp op, Value* a, Value* b, DataType type) {
  using P = llvm::CmpInst::Predicate;
  const bool isSigned = type.isInt();
  const auto pick = [&](P whenFloat, P whenSigned, P whenUnsigned) -> Value* {
    if (type.isFloat())
      return b_.CreateFCmp(whenFloat, type.isNarrowFloat() ? toFloat32(a, type) : a,
                           type.isNarrowFloat() ? toFloat32(b, type) : b);
    return b_.CreateICmp(isSigned ? whenSigned : whenUnsigned, a, b);
  };
  switch (op) {
    case BinaryOp::EQ:
      return pick(P::FCMP_OEQ, P::ICMP_EQ, P::ICMP_EQ);
    case BinaryOp::NE:
      return pick(P::FCMP_UNE, P::ICMP_NE, P::ICMP_NE);
    case BinaryOp::LT:
      return pick(P::FCMP_OLT, P::ICMP_SLT, P::ICMP_ULT);
    case BinaryOp::LE:
      return pick(P::FCMP_OLE, P::ICMP_SLE, P::ICMP_ULE);
    case BinaryOp::GT:
      return pick(P::FCMP_OGT, P::ICMP_SGT, P::ICMP_UGT);
    default:
      return pick(P::FCMP_OGE, P::ICMP_SGE, P::ICMP_UGE);
  }
}

// Operands known to be >= 0 use unsigned division, where truncation and floor agree and powers of two become shifts.
Emitter::Value* Emitter::divide(BinaryOp op, Value* a, Value* b, DataType type, bool bothNonNegative) {
  if (type.isBool()) return op == BinaryOp::Div || op == BinaryOp::FloorDiv ? a : b_.CreateAnd(a, b_.CreateNot(b));
  Value* zero = llvm::ConstantInt::get(b->getType(), 0);
  if ((speculated_ > 0 || mask_) && !llvm::isa<llvm::Constant>(b))
    b = b_.CreateSelect(b_.CreateICmpEQ(b, zero), llvm::ConstantInt::get(b->getType(), 1), b);
  const bool remainder = op == BinaryOp::Mod || op == BinaryOp::FloorMod;
  if (bothNonNegative) return remainder ? b_.CreateURem(a, b) : b_.CreateUDiv(a, b);
  if (op == BinaryOp::Div) return b_.CreateSDiv(a, b);
  if (op == BinaryOp::Mod) return b_.CreateSRem(a, b);
  const llvm::APInt* divisor = nullptr;
  if (auto* constant = llvm::dyn_cast<llvm::Constant>(b)) {
    if (auto* splatted = constant->getType()->isVectorTy() ? constant->getSplatValue() : constant)
      if (auto* integer = llvm::dyn_cast<llvm::ConstantInt>(splatted)) divisor = &integer->getValue();
  }
  if (divisor && divisor->isStrictlyPositive() && divisor->isPowerOf2())
    return remainder ? b_.CreateAnd(a, llvm::ConstantInt::get(a->getType(), *divisor - 1))
                     : b_.CreateAShr(a, llvm::ConstantInt::get(a->getType(), divisor->logBase2()));
  Value* r = b_.CreateSRem(a, b);
  Value* opposite = b_.CreateICmpSLT(b_.CreateXor(r, b), zero);
  Value* fix = b_.CreateAnd(b_.CreateICmpNE(r, zero), opposite);
  if (remainder) return b_.CreateSelect(fix, b_.CreateAdd(r, b), r);
  Value* q = b_.CreateSDiv(a, b);
  return b_.CreateAdd(q, b_.CreateSExt(fix, q->getType()));
}

Emitter::Value* Emitter::toFloat32(Value* v, DataType type) {
  llvm::Type* wide = typeOf(dtype::Float(32, type.lanes));
  if (type.isFloat8()) return float8ToFloat32(v, type);
  if (type.code != TypeCode::BFloat) return b_.CreateFPExt(v, wide);
  llvm::Type* bits = typeOf(dtype::Int(32, type.lanes));
  return b_.CreateBitCast(b_.CreateShl(b_.CreateZExt(v, bits), llvm::ConstantInt::get(bits, 16)), wide);
}

Emitter::Value* Emitter::fromFloat32(Value* v, DataType type) {
  if (type.isFloat8()) return float8FromFloat32(v, type);
  if (type.code != TypeCode::BFloat) return b_.CreateFPTrunc(v, typeOf(type));
  llvm::Type* bits = typeOf(dtype::Int(32, type.lanes));
  const auto constant = [&](uint64_t n) { return llvm::ConstantInt::get(bits, n); };
  Value* raw = b_.CreateBitCast(v, bits);
  Value* odd = b_.CreateAnd(b_.CreateLShr(raw, constant(16)), constant(1));
  Value* rounded = b_.CreateLShr(b_.CreateAdd(raw, b_.CreateAdd(odd, constant(0x7fff))), constant(16));
  Value* quiet = b_.CreateOr(b_.CreateLShr(raw, constant(16)), constant(0x40));  // a NaN stays a NaN
  return b_.CreateTrunc(b_.CreateSelect(b_.CreateFCmpUNO(v, v), quiet, rounded), typeOf(type));
}

// Of eight bits, by integers, since fast mathematics could change sums and products of the conversion.
Emitter::Value* Emitter::float8ToFloat32(Value* v, DataType type) {
  const Float8Format format = float8Format(type);
  llvm::Type *bits = typeOf(dtype::Int(32, type.lanes)), *wide = typeOf(dtype::Float(32, type.lanes));
  const auto constant = [&](uint64_t n) { return llvm::ConstantInt::get(bits, n); };
  Value* all = b_.CreateZExt(v, bits);
  Value* magnitude = b_.CreateAnd(all, constant(0x7f));
  Value* normal = b_.CreateAdd(b_.CreateShl(magnitude, constant(static_cast<uint64_t>(format.shift()))),
                               constant(format.exponents()));
  // A subnormal number counts multiples of a power of two, so its float32 has that exponent or a higher one.
  Value* counted = b_.CreateBitCast(b_.CreateUIToFP(magnitude, wide), bits);
  Value* small = b_.CreateSub(counted, constant(static_cast<uint64_t>(format.below()) << 23));
  small = b_.CreateSelect(b_.CreateICmpEQ(magnitude, constant(0)), constant(0), small);
  Value* value = b_.CreateSelect(b_.CreateICmpULT(magnitude, constant(uint64_t{1} << format.fraction)), small, normal);
  const auto beyond = [&](unsigned by, uint64_t is) {
    value = b_.CreateSelect(b_.CreateICmpUGE(magnitude, constant(format.largest + by)), constant(is), value);
  };
  if (format.infinity) beyond(1, 0x7f800000);
  beyond(format.infinity ? 2 : 1, 0x7fc00000);
  Value* sign = b_.CreateShl(b_.CreateAnd(all, constant(0x80)), constant(24));
  return b_.CreateBitCast(b_.CreateOr(value, sign), wide);
}

Emitter::Value* Emitter::float8FromFloat32(Value* v, DataType type) {
  const Float8Format format = float8Format(type);
  llvm::Type* bits = typeOf(dtype::Int(32, type.lanes));
  const auto constant = [&](uint64_t n) { return llvm::ConstantInt::get(bits, n); };
  // x / 2^by, rounded to nearest, ties to even
  const auto shifted = [&](Value* x, Value* by) {
    Value* half = b_.CreateSub(b_.CreateShl(constant(1), b_.CreateSub(by, constant(1))), constant(1));
    Value* odd = b_.CreateAnd(b_.CreateLShr(x, by), constant(1));
    return b_.CreateLShr(b_.CreateAdd(x, b_.CreateAdd(half, odd)), by);
  };
  Value* raw = b_.CreateBitCast(v, bits);
  Value* magnitude = b_.CreateAnd(raw, constant(0x7fffffff));
  Value* normal = b_.CreateSub(shifted(magnitude, constant(static_cast<uint64_t>(format.shift()))),
                               constant(format.exponents() >> format.shift()));
  // A number of 24 bits times a power of two, as a multiple of the power of subnormal numbers. Beyond 25 bits, all is
  // less than a half.
  Value* whole = b_.CreateOr(b_.CreateAnd(magnitude, constant(0x7fffff)), constant(0x800000));
  Value* by =
      b_.CreateSub(constant(static_cast<uint64_t>(150 - format.below())), b_.CreateLShr(magnitude, constant(23)));
  Value* most = constant(25);
  by = b_.CreateSelect(b_.CreateICmpULT(by, most), by, most);
  Value* small = shifted(whole, by);
  Value* value = b_.CreateSelect(b_.CreateICmpULT(magnitude, constant(format.leastNormal32())), small, normal);
  const auto above = [&](uint64_t limit, uint64_t is) {
    value = b_.CreateSelect(b_.CreateICmpUGT(magnitude, constant(limit)), constant(is), value);
  };
  above(format.largest32(), format.largest);
  if (format.infinity) above(0x7f7fffff, format.largest + 1U);
  value = b_.CreateOr(value, b_.CreateAnd(b_.CreateLShr(raw, constant(24)), constant(0x80)));
  above(0x7f800000, 0x7f);
  return b_.CreateTrunc(value, typeOf(type));
}

Emitter::Value* Emitter::castTo(Value* v, DataType from, DataType to) {
  if (from.lanes == 1 && to.lanes > 1) return splat(castTo(v, from, to.element()), to.lanes);
  if (from == to) return v;
  llvm::Type* target = typeOf(to);
  if (from.isHandle() || to.isHandle()) {
    if (from.isHandle() && to.isHandle()) return v;
    return from.isHandle() ? b_.CreatePtrToInt(v, target) : b_.CreateIntToPtr(v, target);
  }
  if (isBitsInRegisters(from) || isBitsInRegisters(to)) {
    const DataType middle = dtype::Float(32, from.lanes);
    if (isBitsInRegisters(from)) return castTo(toFloat32(v, from), middle, to);
    return fromFloat32(castTo(v, from, middle), to);
  }
  const bool fromSigned = from.isInt(), toSigned = to.isInt();
  if (to.isBool())
    return from.isFloat() ? b_.CreateFCmpUNE(v, llvm::ConstantFP::get(v->getType(), 0.0)) : b_.CreateIsNotNull(v);
  if (from.isFloat() && to.isFloat()) return b_.CreateFPCast(v, target);
  if (to.isFloat()) return fromSigned ? b_.CreateSIToFP(v, target) : b_.CreateUIToFP(v, target);
  if (from.isFloat()) {
    // Through 64 bits if the target is narrower, so that values that fit in 64 bits wrap as C's conversions on x86 do.
    // freeze: other values are arbitrary, but not undefined.
    llvm::Type* wide = to.bits < 32 ? typeOf(dtype::Int(32, to.lanes)) : target;
    Value* whole = toSigned || to.bits < 32 ? b_.CreateFPToSI(v, wide) : b_.CreateFPToUI(v, wide);
    return b_.CreateTrunc(b_.CreateFreeze(whole), target);
  }
  return b_.CreateIntCast(v, target, fromSigned);
}

Emitter::Value* Emitter::select(const Select& n) {
  Value* condition = expr(n.condition);
  ++speculated_;
  Value* a = expr(n.whenTrue);
  Value* b = expr(n.whenFalse);
  --speculated_;
  return b_.CreateSelect(condition, a, b);
}

Emitter::Value* Emitter::splat(Value* scalar, int lanes) {
  return lanes == 1 ? scalar : b_.CreateVectorSplat(lanes, scalar);
}

// A ramp of vectors concatenates base, base + stride, ...
Emitter::Value* Emitter::ramp(const Ramp& n) {
  const DataType inner = n.base.dtype();
  Value* base = broadcast({n.base, n.lanes});
  Value* stride = broadcast({n.stride, n.lanes * inner.lanes / n.stride.dtype().lanes});
  std::vector<llvm::Constant*> steps;
  for (int i = 0; i < n.lanes; ++i)
    for (int k = 0; k < inner.lanes; ++k) steps.push_back(llvm::ConstantInt::get(typeOf(inner.element()), i));
  Value* offset = b_.CreateMul(llvm::ConstantVector::get(steps), stride, "", false, indexDepth_ > 0);
  return b_.CreateAdd(base, offset, "", false, indexDepth_ > 0);
}

Emitter::Value* Emitter::broadcast(const Broadcast& n) {
  Value* value = expr(n.value);
  const int inner = n.value.dtype().lanes;
  if (inner == 1) return splat(value, n.lanes);
  std::vector<int> pattern;
  for (int i = 0; i < n.lanes * inner; ++i) pattern.push_back(i % inner);
  return b_.CreateShuffleVector(value, pattern);
}

void Emitter::bindLet(const Var& var, const Expr& value) {
  const bool data = containsLoad(value);
  bind(var, data ? expr(value) : indexValue(value));
  if (!data && var.dtype() == dtype::Int32) frame_.wide[var.key()] = wideIndex(value);
}

Emitter::Value* Emitter::let(const Let& n) {
  nonNegative_.know(n.var, nonNegative(n.value));
  bindLet(n.var, n.value);
  Value* result = expr(n.body);
  unbind(n.var);
  return result;
}

}  // namespace lw::cpu
