#include "backends/cpu/float_math.h"
#include "backends/cpu/errors.h"
#include "core/support/text.h"

#include <algorithm>
#include <array>

namespace lw {
namespace {

constexpr std::array<FloatChoice, 4> kChoices{
    {{"contract", "a * b + c rounds once", &FloatMath::contract},
     {"reassociate", "sums in any order, so that reductions use vectors", &FloatMath::reassociate},
     {"reciprocal", "a / b as a * (1 / b)", &FloatMath::reciprocal},
     {"approximate", "less exact functions of the processor", &FloatMath::approximate}}};
constexpr std::string_view kNot = "no-";

}  // namespace

std::span<const FloatChoice> floatChoices() { return kChoices; }

std::string toText(const FloatMath& math) {
  const FloatMath usual;
  std::string text;
  for (const FloatChoice& c : kChoices)
    if (math.*c.allowed != usual.*c.allowed)
      addItem(text, std::string(math.*c.allowed ? "" : kNot) + std::string(c.name), ",");
  return text;
}

Result<FloatMath> parseFloatMath(std::string_view text) {
  FloatMath math;
  while (!text.empty()) {
    const size_t comma = std::min(text.find(','), text.size());
    std::string_view word = text.substr(0, comma);
    text.remove_prefix(std::min(comma + 1, text.size()));
    const bool allowed = !word.starts_with(kNot);
    if (!allowed) word.remove_prefix(kNot.size());
    std::string known;
    bool found = false;
    for (const FloatChoice& c : kChoices) {
      addItem(known, c.name);
      if (c.name != word) continue;
      math.*c.allowed = allowed;
      found = true;
    }
    if (!found)
      return explain(err::kCpuFloatMath(std::string(word)),
                     say("the options are {0}, each also with the prefix no-", known));
  }
  return math;
}

}  // namespace lw
