#include "backends/cpu/vector_math.h"

#include <llvm/ADT/Sequence.h>
#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/IntrinsicsX86.h>

#include <algorithm>
#include <array>
#include <initializer_list>
#include <limits>

namespace lw::cpu {
namespace {

using llvm::Value;

// Builds the bodies. No fast-math flags, because the reductions below depend on the order of their operations.
class Recipe {
 public:
  Recipe(llvm::IRBuilder<>& builder, llvm::Type* type, bool scaling)
      : b(builder), type_(type), scaling_(scaling && type->getPrimitiveSizeInBits() % 512 == 0) {
    llvm::Type* bits = builder.getIntNTy(type->getScalarSizeInBits());
    auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(type);
    int_ = vector ? llvm::FixedVectorType::get(bits, vector->getNumElements()) : bits;
  }
  Value* real(double v) { return llvm::ConstantFP::get(type_, v); }
  Value* integer(int64_t v) { return llvm::ConstantInt::get(int_, static_cast<uint64_t>(v), true); }
  Value* fma(Value* a, Value* x, Value* y) { return b.CreateIntrinsic(llvm::Intrinsic::fmuladd, {type_}, {a, x, y}); }
  Value* abs(Value* x) { return b.CreateUnaryIntrinsic(llvm::Intrinsic::fabs, x); }
  Value* copySign(Value* x, Value* sign) { return b.CreateBinaryIntrinsic(llvm::Intrinsic::copysign, x, sign); }
  Value* bitsOf(Value* x) { return b.CreateBitCast(x, int_); }
  Value* fromBits(Value* x) { return b.CreateBitCast(x, type_); }
  Value* polynomial(Value* x, std::initializer_list<double> coefficients) {  // lowest power first
    auto it = std::rbegin(coefficients);
    Value* sum = real(*it);
    while (++it != std::rend(coefficients)) sum = fma(sum, x, real(*it));
    return sum;
  }
  // p * 2^n, n in the range of twice the exponent, as a float and as an integer; two factors, so that a denormal result
  // is rounded once.
  Value* scale(Value* p, Value* n, Value* whole) {
    if (scaling_) return scaleAtOnce(p, n);
    const bool wide = type_->getScalarSizeInBits() == 64;
    const int bias = wide ? 1023 : 127, shift = wide ? 52 : 23;
    Value* half = b.CreateAShr(whole, integer(1));
    const auto power = [&](Value* e) { return fromBits(b.CreateShl(b.CreateAdd(e, integer(bias)), integer(shift))); };
    return b.CreateFMul(b.CreateFMul(p, power(half)), power(b.CreateSub(whole, half)));
  }
  // 16 floats or 8 doubles at a time.
  Value* scaleAtOnce(Value* p, Value* n) {
    const bool wide = type_->getScalarSizeInBits() == 64;
    const int lanes = wide ? 8 : 16;
    llvm::Type* part = llvm::FixedVectorType::get(type_->getScalarType(), static_cast<unsigned>(lanes));
    Value* all = b.getInt(llvm::APInt::getAllOnes(static_cast<unsigned>(lanes)));
    const auto id =
        wide ? llvm::Intrinsic::x86_avx512_mask_scalef_pd_512 : llvm::Intrinsic::x86_avx512_mask_scalef_ps_512;
    const auto count = static_cast<int>(llvm::cast<llvm::FixedVectorType>(type_)->getNumElements());
    llvm::SmallVector<Value*> parts;
    for (int first = 0; first < count; first += lanes) {
      const llvm::SmallVector<int> mask = llvm::to_vector(llvm::seq(first, first + lanes));
      const auto few = [&](Value* v) { return b.CreateShuffleVector(v, mask); };
      constexpr int kCurrentRounding = 4;
      parts.push_back(
          b.CreateIntrinsic(id, {}, {few(p), few(n), llvm::PoisonValue::get(part), all, b.getInt32(kCurrentRounding)}));
    }
    return llvm::concatenateVectors(b, parts);
  }
  // Rounds x * factor to an integer: as a float and, in `whole`, as an integer. Adding 1.5 * 2^(mantissa bits) rounds
  // to nearest even, and unlike a conversion has a defined result for NaN.
  Value* roundScaled(Value* x, double factor, Value** whole) {
    const bool wide = type_->getScalarSizeInBits() == 64;
    Value* magic = real(wide ? 6755399441055744.0 : 12582912.0);
    Value* t = b.CreateFAdd(b.CreateFMul(x, real(factor)), magic);
    *whole = b.CreateSub(bitsOf(t), bitsOf(magic));
    return b.CreateFSub(t, magic);
  }
  // NaN stays NaN, since the comparisons are false for it.
  Value* clamp(Value* x, double low, double high) {
    x = b.CreateSelect(b.CreateFCmpOLT(x, real(low)), real(low), x);
    return b.CreateSelect(b.CreateFCmpOGT(x, real(high)), real(high), x);
  }

  Value* exp(Value* x) {
    const bool wide = type_->getScalarSizeInBits() == 64;
    x = wide ? clamp(x, -746.0, 710.0) : clamp(x, -104.0, 89.0);
    Value* whole = nullptr;
    Value* n = roundScaled(x, 1.4426950408889634, &whole);
    Value* r = fma(n, real(wide ? -0.6931471803691238 : -0.693359375), x);
    r = fma(n, real(wide ? -1.9082149292705877e-10 : 2.12194440054690587e-4), r);
    Value* q =
        wide
            ? polynomial(r, {0.5, 0.16666666666666666, 0.04166666666666668, 0.008333333333333333, 0.0013888888888879075,
                             0.000198412698412633, 2.480158733643726e-05, 2.755731924721541e-06, 2.755726328441651e-07,
                             2.5052071097844777e-08, 2.0918135766484712e-09, 1.6086626642965137e-10})
            : polynomial(r, {5.000000013e-01, 1.666666668e-01, 4.166646494e-02, 8.333310928e-03, 1.393364786e-03,
                             1.989098846e-04});
    Value* p = b.CreateFAdd(fma(b.CreateFMul(r, r), q, r), real(1.0));
    return scale(p, n, whole);
  }

  Value* exp2(Value* x) {
    x = clamp(x, -151.0, 129.0);
    Value* whole = nullptr;
    Value* n = roundScaled(x, 1.0, &whole);
    Value* r = b.CreateFSub(x, n);
    Value* q = polynomial(r, {6.931471806e-01, 2.402265092e-01, 5.550410884e-02, 9.618056679e-03, 1.333350239e-03,
                              1.546144470e-04, 1.529732376e-05});
    return scale(fma(q, r, real(1.0)), n, whole);
  }

  struct Split {
    Value *mantissa, *exponent;
  };  // x = mantissa * 2^exponent, mantissa in [sqrt(1/2), sqrt(2))
  Split split(Value* x) {
    Value* tiny = b.CreateFCmpOLT(x, real(1.17549435e-38));
    x = b.CreateSelect(tiny, b.CreateFMul(x, real(8388608.0)), x);
    Value* shifted = b.CreateSub(bitsOf(x), integer(0x3f3504f3));
    Value* e = b.CreateSIToFP(b.CreateAShr(shifted, integer(23)), type_);
    e = b.CreateSelect(tiny, b.CreateFSub(e, real(23.0)), e);
    Value* m = fromBits(b.CreateAdd(b.CreateAnd(shifted, integer(0x7fffff)), integer(0x3f3504f3)));
    return {m, e};
  }
  // log(1 + f) - f for |f| < 0.42
  Value* logTail(Value* f) {
    Value* square = b.CreateFMul(f, f);
    Value* p = polynomial(f, {3.333333118e-01, -2.499999700e-01, 2.000071630e-01, -1.666779828e-01, 1.424903273e-01,
                              -1.242577672e-01, 1.168579594e-01, -1.147918809e-01, 6.969753982e-02});
    return fma(square, fma(f, p, real(-0.5)), real(0.0));
  }
  // The logarithm where x is not a positive finite number.
  Value* logSpecial(Value* x, Value* result) {
    const double inf = std::numeric_limits<double>::infinity();
    Value* other = b.CreateSelect(
        b.CreateFCmpOEQ(x, real(0.0)), real(-inf),
        b.CreateSelect(b.CreateFCmpOLT(x, real(0.0)), real(std::numeric_limits<double>::quiet_NaN()), x));
    Value* normal = b.CreateAnd(b.CreateFCmpOGT(x, real(0.0)), b.CreateFCmpOLT(x, real(inf)));
    return b.CreateSelect(normal, result, other);
  }
  Value* log(Value* x) {
    const Split s = split(x);
    Value* f = b.CreateFSub(s.mantissa, real(1.0));
    Value* y = fma(s.exponent, real(-2.12194440054690587e-4), logTail(f));
    return logSpecial(x, fma(s.exponent, real(0.693359375), b.CreateFAdd(f, y)));
  }
  Value* log2(Value* x) {
    const Split s = split(x);
    Value* f = b.CreateFSub(s.mantissa, real(1.0));
    Value* tail = logTail(f);
    // log2(e) = 1 + 0.4427: the products with 1 are exact.
    const double rest = 0.4426950408889634;
    Value* y = fma(tail, real(rest), fma(f, real(rest), tail));
    return logSpecial(x, b.CreateFAdd(b.CreateFAdd(y, f), s.exponent));
  }

  Value* tanh(Value* x, llvm::Function* expFunction) {
    Value* t = abs(x);
    Value* z = b.CreateFMul(x, x);
    Value* p = polynomial(
        z, {-3.333333317e-01, 1.333330353e-01, -5.395925338e-02, 2.176886821e-02, -8.343780370e-03, 2.292557699e-03});
    Value* small = fma(b.CreateFMul(p, z), x, x);
    Value* e = b.CreateCall(expFunction, {b.CreateFAdd(t, t)});
    Value* large = b.CreateFSub(real(1.0), b.CreateFDiv(real(2.0), b.CreateFAdd(e, real(1.0))));
    return copySign(b.CreateSelect(b.CreateFCmpOLT(t, real(0.625)), small, large), x);  // also for -0
  }
  // exp(-|x|) never overflows.
  Value* sigmoid(Value* x, llvm::Function* expFunction) {
    Value* e = b.CreateCall(expFunction, {b.CreateFNeg(abs(x))});
    Value* above = b.CreateSelect(b.CreateFCmpOLT(x, real(0.0)), e, real(1.0));
    return b.CreateFDiv(above, b.CreateFAdd(e, real(1.0)));
  }
  Value* erf(Value* x, llvm::Function* expFunction) {
    Value* t = abs(x);
    Value* z = b.CreateFMul(x, x);
    Value* p = polynomial(z, {1.283791671e-01, -3.761263847e-01, 1.128378250e-01, -2.686543073e-02, 5.221031808e-03,
                              -8.484080406e-04, 1.126595903e-04, -9.667044571e-06});
    Value* small = fma(p, x, x);
    // log(1 - erf(t)) on [1, 4]; above 4 the result rounds to 1.
    Value* clamped = b.CreateSelect(b.CreateFCmpOGT(t, real(4.0)), real(4.0), t);
    Value* u = b.CreateFMul(b.CreateFSub(clamped, real(2.5)), real(0.666666667));
    Value* g = polynomial(u, {-7.806815277e+00, -8.029021124e+00, -2.123760700e+00, -3.664613116e-02, 1.096117247e-02,
                              -3.195386597e-03, 8.814931726e-04, -2.208476318e-04, 4.140557777e-05, -2.915037680e-06});
    Value* large = b.CreateFSub(real(1.0), b.CreateCall(expFunction, {g}));
    return b.CreateSelect(b.CreateFCmpOLT(t, real(1.0)), small, copySign(large, x));
  }

 private:
  llvm::IRBuilder<>& b;
  llvm::Type *type_, *int_;
  const bool scaling_;
};

std::string suffix(llvm::Type* type) {
  const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(type);
  std::string text;
  if (vector) text.append("v").append(std::to_string(vector->getNumElements()));
  return text.append("f").append(std::to_string(type->getScalarSizeInBits()));
}

}  // namespace

llvm::Function* VectorMath::find(Intrinsic function, llvm::Type* type) {
  using enum Intrinsic;
  constexpr std::array kOurs{Exp, Exp2, Log, Log2, Log10, Tanh, Sigmoid, Erf};
  const bool single = type->getScalarType()->isFloatTy();
  if (function == Exp ? !single && !type->getScalarType()->isDoubleTy() : !single) return nullptr;
  if (std::find(kOurs.begin(), kOurs.end(), function) == kOurs.end()) return nullptr;
  const std::string symbol = "lw." + Callee(function).name() + "." + suffix(type);
  if (llvm::Function* existing = module_.getFunction(symbol)) return existing;
  llvm::Function* exp = function == Tanh || function == Sigmoid || function == Erf ? find(Exp, type) : nullptr;
  llvm::Function* log = function == Log10 ? find(Log, type) : nullptr;
  auto* code = llvm::Function::Create(llvm::FunctionType::get(type, {type}, false), llvm::GlobalValue::InternalLinkage,
                                      symbol, module_);
  for (const auto attribute : {llvm::Attribute::AlwaysInline, llvm::Attribute::NoUnwind, llvm::Attribute::WillReturn})
    code->addFnAttr(attribute);
  code->setDoesNotAccessMemory();
  llvm::IRBuilder<> b(llvm::BasicBlock::Create(module_.getContext(), "entry", code));
  Recipe recipe(b, type, scaling_);
  Value* x = code->getArg(0);
  Value* y = function == Exp     ? recipe.exp(x)
             : function == Exp2  ? recipe.exp2(x)
             : function == Log   ? recipe.log(x)
             : function == Log2  ? recipe.log2(x)
             : function == Log10 ? b.CreateFMul(b.CreateCall(log, {x}), recipe.real(0.4342944819032518))
             : function == Tanh  ? recipe.tanh(x, exp)
             : function == Erf   ? recipe.erf(x, exp)
                                 : recipe.sigmoid(x, exp);
  b.CreateRet(y);
  return code;
}

}  // namespace lw::cpu
