// Patterns over expressions, so that rules read like formulas: `x * c1 + x * c2` matches, and on the right side builds.
//   Any x;   any expression; a second occurrence must be equal to the first
//   Int c;   an integer constant
// build(ok) clears ok if a constant overflows its type, and the rule does not apply. Patterns refer to their variables
// and to the matched expression, so they must not outlive the rule function.
#pragma once

#include <type_traits>

#include "core/arith/compare_expr.h"
#include "core/ir/ops.h"

namespace lw::arith {

template <class P>
concept Pattern = requires { typename std::remove_cvref_t<P>::IsPattern; };

struct Any {
  using IsPattern = void;
  const Expr* at = nullptr;
  void reset() { at = nullptr; }
  bool match(const Expr& e) {
    if (at) return same(*at, e);
    at = &e;
    return true;
  }
  Expr build(bool&) const { return *at; }
  const Expr& operator*() const { return *at; }
};

struct Int {
  using IsPattern = void;
  const Expr* at = nullptr;
  void reset() { at = nullptr; }
  bool match(const Expr& e) {
    const auto* c = e.as<IntImm>();
    if (!c) return false;
    if (at) return at->as<IntImm>()->value == c->value;
    at = &e;
    return true;
  }
  Expr build(bool&) const { return *at; }
  int64_t operator*() const { return at->as<IntImm>()->value; }
};

struct Lit {
  using IsPattern = void;
  int value;
  void reset() {}
  bool match(const Expr& e) const { return asInt(e) == value; }
  Expr build(bool&) const { return Expr(value); }
};

// Variables are held by reference, everything else by value.
template <class P>
using Held = std::conditional_t<std::is_same_v<P, Any> || std::is_same_v<P, Int>, P&, P>;

template <BinaryOp Op, class A, class B>
struct Bin {
  using IsPattern = void;
  Held<A> a;
  Held<B> b;
  void reset() {
    a.reset();
    b.reset();
  }
  bool match(const Expr& e) {
    const auto* n = e.as<Binary>();
    return n && n->op == Op && a.match(n->a) && b.match(n->b);
  }
  Expr build(bool& ok) const {
    const Expr x = a.build(ok), y = b.build(ok);
    Expr e = binary(Op, x, y);
    if (x.as<IntImm>() && y.as<IntImm>() && !e.as<IntImm>()) ok = false;
    return e;
  }
};

template <class A>
struct Neg {
  using IsPattern = void;
  Held<A> a;
  void reset() { a.reset(); }
  bool match(const Expr& e) {
    const auto* n = e.as<Not>();
    return n && a.match(n->value);
  }
  Expr build(bool& ok) const { return logicalNot(a.build(ok)); }
};

template <class T>
decltype(auto) asPattern(T&& v) {
  if constexpr (std::is_integral_v<std::remove_cvref_t<T>>)
    return Lit{static_cast<int>(v)};
  else
    return static_cast<std::remove_cvref_t<T>&>(const_cast<std::remove_cvref_t<T>&>(v));
}
template <class T>
using PatternOf = std::remove_cvref_t<decltype(asPattern(std::declval<T>()))>;
template <class A, class B>
concept Operands = (Pattern<A> && (Pattern<B> || std::is_integral_v<std::remove_cvref_t<B>>)) ||
                   (Pattern<B> && std::is_integral_v<std::remove_cvref_t<A>>);

template <BinaryOp Op, class A, class B>
auto makeBin(A&& a, B&& b) {
  return Bin<Op, PatternOf<A>, PatternOf<B>>{asPattern(std::forward<A>(a)), asPattern(std::forward<B>(b))};
}

template <class A, class B>
  requires Operands<A, B>
auto operator+(A&& a, B&& b) {
  return makeBin<BinaryOp::Add>(std::forward<A>(a), std::forward<B>(b));
}
template <class A, class B>
  requires Operands<A, B>
auto operator-(A&& a, B&& b) {
  return makeBin<BinaryOp::Sub>(std::forward<A>(a), std::forward<B>(b));
}
template <class A, class B>
  requires Operands<A, B>
auto operator*(A&& a, B&& b) {
  return makeBin<BinaryOp::Mul>(std::forward<A>(a), std::forward<B>(b));
}
template <class A, class B>
  requires Operands<A, B>
auto operator/(A&& a, B&& b) {
  return makeBin<BinaryOp::FloorDiv>(std::forward<A>(a), std::forward<B>(b));
}  // floor
template <class A, class B>
  requires Operands<A, B>
auto operator%(A&& a, B&& b) {
  return makeBin<BinaryOp::FloorMod>(std::forward<A>(a), std::forward<B>(b));
}  // floor
template <class A, class B>
  requires Operands<A, B>
auto operator<(A&& a, B&& b) {
  return makeBin<BinaryOp::LT>(std::forward<A>(a), std::forward<B>(b));
}
template <class A, class B>
  requires Operands<A, B>
auto operator<=(A&& a, B&& b) {
  return makeBin<BinaryOp::LE>(std::forward<A>(a), std::forward<B>(b));
}
template <class A, class B>
  requires Operands<A, B>
auto operator==(A&& a, B&& b) {
  return makeBin<BinaryOp::EQ>(std::forward<A>(a), std::forward<B>(b));
}
template <class A, class B>
  requires Operands<A, B>
auto operator!=(A&& a, B&& b) {
  return makeBin<BinaryOp::NE>(std::forward<A>(a), std::forward<B>(b));
}
template <class A, class B>
  requires Operands<A, B>
auto operator&&(A&& a, B&& b) {
  return makeBin<BinaryOp::And>(std::forward<A>(a), std::forward<B>(b));
}
template <class A, class B>
  requires Operands<A, B>
auto operator||(A&& a, B&& b) {
  return makeBin<BinaryOp::Or>(std::forward<A>(a), std::forward<B>(b));
}
template <class A, class B>
  requires Operands<A, B>
auto min(A&& a, B&& b) {
  return makeBin<BinaryOp::Min>(std::forward<A>(a), std::forward<B>(b));
}
template <class A, class B>
  requires Operands<A, B>
auto max(A&& a, B&& b) {
  return makeBin<BinaryOp::Max>(std::forward<A>(a), std::forward<B>(b));
}
template <Pattern A>
auto operator!(A&& a) {
  return Neg<std::remove_cvref_t<A>>{asPattern(std::forward<A>(a))};
}

}  // namespace lw::arith
