// What code generation may change of floating-point arithmetic. Each choice is one of the target's, off unless it is
// asked for, except contraction.
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

// "reassociate,no-contract": what differs from the usual; "": nothing.
std::string toText(const FloatMath& math);
// Of such a text. An unknown name is an error that lists those there are.
Result<FloatMath> parseFloatMath(std::string_view text);

}  // namespace lw
