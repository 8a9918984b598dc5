#include "tests/prove/runs.h"

#include "backends/interpreter/interpreter.h"

namespace lw {

constexpr int kInputs = 5;

Runs compare(const PrimFunc& a, const PrimFunc& b, InputSpec spec, bool proved, bool exact) {
  for (spec.seed = 1; spec.seed <= kInputs; ++spec.seed) {
    Result<std::vector<Argument>> left = makeArguments(a, spec);
    if (!left) return Runs::NotRun;
    std::vector<Argument> right = *left;
    const InterpretOptions options{.maxSteps = 4'000'000};
    if (!interpret(a, *left, options)) return Runs::NotRun;
    if (!interpret(b, right, {.maxSteps = options.maxSteps, .allowUninitialised = proved})) return Runs::Fails;
    for (size_t i = 0; i < right.size(); ++i) {
      const auto* array = std::get_if<NDArray>(&right[i]);
      if (!array) continue;
      const auto [relative, absolute] = exact ? std::pair{0.0, 0.0} : toleranceOf(array->type);
      if (compareArrays(*array, std::get<NDArray>((*left)[i]), relative, absolute).count) return Runs::Differ;
    }
  }
  return Runs::Same;
}

}  // namespace lw
