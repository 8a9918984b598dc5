#include "app/lw/commands/math_option.h"

namespace lw {
namespace {

constexpr ErrorKind kNoEffect{"usage.math",
                              "--math {0} has no effect on the target {1}: only code for the cpu has these choices"};

}  // namespace

OptionSpec mathOption() {
  return {"--math",
          "what code for the cpu may change of floating-point arithmetic: reassociate, reciprocal, approximate, "
          "no-contract; a list with commas",
          "", OptionSpec::kValue};
}

Result<FloatMath> mathOf(const CommandLine& arguments, const TargetDescriptor& target) {
  const std::string& text = arguments.get("--math");
  Result<FloatMath> math = parseFloatMath(text);
  if (math && !text.empty() && !target.floatMath)
    return explain(kNoEffect, {text, std::string(target.name)},
                   "leave --math out, or choose --target " + std::string(defaultTarget().name));
  return math;
}

}  // namespace lw
