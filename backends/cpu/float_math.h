// Changes of floating-point arithmetic that code generation may make. Each is a choice of the user and off by default,
// except contraction.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "core/support/result.h"

namespace lw {

struct FloatMath {
  bool contract = true;  // a * b + c rounds once
  bool reassociate =
      false;  // sums and products in any order, so that reductions use vectors; the sign of zero may change
  bool reciprocal = false;   // a / b as a * (1 / b)
  bool approximate = false;  // functions of the processor that are less exact
  friend bool operator==(const FloatMath&, const FloatMath&) = default;
};

struct FloatChoice {
  std::string_view name, help;
  bool FloatMath::* allowed;
};
std::span<const FloatChoice> floatChoices();

// "reassociate,no-contract": the choices that differ from the default; "": none.
std::string toText(const FloatMath& math);
// Parses such a text. For an unknown name the error lists the known ones.
Result<FloatMath> parseFloatMath(std::string_view text);

}  // namespace lw
