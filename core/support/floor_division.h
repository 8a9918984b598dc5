// Division of fractions that rounds down, as Python and NumPy define it.
#pragma once

#include <cmath>

namespace lw {

// a - floor(a / b) * b without rounding errors, with the sign of b. nan for b == 0.
template <class T>
inline T floorRemainder(T a, T b) {
  const T rest = std::fmod(a, b);
  if (rest == 0) return std::copysign(rest, b);
  return (rest < 0) != (b < 0) ? rest + b : rest;
}

// The floor of the exact quotient: 1.0 // 0.1 is 9, although 1.0 / 0.1 is rounded to 10. b != 0.
template <class T>
inline T floorQuotient(T a, T b) {
  const T rest = std::fmod(a, b);
  // A whole number but for its rounding. The remainder is subtracted as fmod gives it: with the sign of b it could be
  // infinite.
  T quotient = (a - rest) / b;
  if (rest != 0 && (rest < 0) != (b < 0)) quotient -= 1;
  if (quotient == 0) return std::copysign(T(0), a / b);
  const T whole = std::floor(quotient);
  return quotient - whole > T(0.5) ? whole + 1 : whole;
}

}  // namespace lw
