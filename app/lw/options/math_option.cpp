#include "app/lw/options/math_option.h"

#include "app/lw/errors.h"

namespace lw {
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
    return explain(err::kUsageMath(text, target.name),
                   say("leave --math out, or choose --target {0}", defaultTarget().name));
  return math;
}

}  // namespace lw
