// Floating-point formulas written with operators and emitted as LLVM IR. Private to backends/cpu.
#pragma once

#include <llvm/IR/IRBuilder.h>

#include <initializer_list>

namespace lw::cpu {

// A scalar value or a condition, with the builder that computes it.
struct Num {
  llvm::IRBuilder<>* b;
  llvm::Value* v;
  llvm::Type* type() const { return v->getType(); }
  Num like(double x) const { return {b, llvm::ConstantFP::get(type(), x)}; }
};
inline Num operator+(Num a, Num x) { return {a.b, a.b->CreateFAdd(a.v, x.v)}; }
inline Num operator-(Num a, Num x) { return {a.b, a.b->CreateFSub(a.v, x.v)}; }
inline Num operator*(Num a, Num x) { return {a.b, a.b->CreateFMul(a.v, x.v)}; }
inline Num operator/(Num a, Num x) { return {a.b, a.b->CreateFDiv(a.v, x.v)}; }
inline Num operator+(Num a, double x) { return a + a.like(x); }
inline Num operator-(Num a, double x) { return a - a.like(x); }
inline Num operator*(Num a, double x) { return a * a.like(x); }
inline Num operator/(Num a, double x) { return a / a.like(x); }
inline Num operator+(double x, Num a) { return a.like(x) + a; }
inline Num operator-(double x, Num a) { return a.like(x) - a; }
inline Num operator/(double x, Num a) { return a.like(x) / a; }
inline Num operator-(Num a) { return {a.b, a.b->CreateFNeg(a.v)}; }
// Conditions; false if an operand is NaN.
inline Num operator<(Num a, Num x) { return {a.b, a.b->CreateFCmpOLT(a.v, x.v)}; }
inline Num operator>(Num a, Num x) { return {a.b, a.b->CreateFCmpOGT(a.v, x.v)}; }
inline Num operator==(Num a, Num x) { return {a.b, a.b->CreateFCmpOEQ(a.v, x.v)}; }
inline Num operator<=(Num a, Num x) { return {a.b, a.b->CreateFCmpOLE(a.v, x.v)}; }
inline Num operator>=(Num a, Num x) { return {a.b, a.b->CreateFCmpOGE(a.v, x.v)}; }
inline Num operator<(Num a, double x) { return a < a.like(x); }
inline Num operator>(Num a, double x) { return a > a.like(x); }
inline Num operator==(Num a, double x) { return a == a.like(x); }
inline Num operator<=(Num a, double x) { return a <= a.like(x); }
inline Num operator>=(Num a, double x) { return a >= a.like(x); }
inline Num operator&(Num a, Num x) { return {a.b, a.b->CreateAnd(a.v, x.v)}; }
inline Num operator|(Num a, Num x) { return {a.b, a.b->CreateOr(a.v, x.v)}; }
inline Num operator!(Num a) { return {a.b, a.b->CreateNot(a.v)}; }

inline Num isNan(Num a) { return {a.b, a.b->CreateFCmpUNO(a.v, a.v)}; }
inline Num select(Num c, Num a, Num x) { return {a.b, a.b->CreateSelect(c.v, a.v, x.v)}; }
inline Num fma(Num a, Num x, Num y) {
  return {a.b, a.b->CreateIntrinsic(llvm::Intrinsic::fma, {a.type()}, {a.v, x.v, y.v})};
}
inline Num fma(Num a, double x, Num y) { return fma(a, a.like(x), y); }
// Rounded, and not contracted with a following addition.
inline Num product(Num a, Num x) { return fma(a, x, a.like(0.0)); }
inline Num unary(llvm::Intrinsic::ID id, Num a) { return {a.b, a.b->CreateUnaryIntrinsic(id, a.v)}; }
inline Num abs(Num a) { return unary(llvm::Intrinsic::fabs, a); }
inline Num sqrt(Num a) { return unary(llvm::Intrinsic::sqrt, a); }
inline Num trunc(Num a) { return unary(llvm::Intrinsic::trunc, a); }
inline Num withSign(Num a, Num sign) {
  return {a.b, a.b->CreateBinaryIntrinsic(llvm::Intrinsic::copysign, a.v, sign.v)};
}
inline Num polynomial(Num x, std::initializer_list<double> coefficients) {  // lowest power first
  auto it = std::rbegin(coefficients);
  Num sum = x.like(*it);
  while (++it != std::rend(coefficients)) sum = fma(sum, x, x.like(*it));
  return sum;
}

}  // namespace lw::cpu
