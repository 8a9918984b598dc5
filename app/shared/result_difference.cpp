#include "app/shared/result_difference.h"

#include "backends/interpreter/interpreter.h"
#include "core/analysis/shapes/index_ranges.h"
#include "core/ir/input_names.h"
#include "core/support/text.h"

namespace lw {
namespace {

constexpr int64_t kMaxSteps = 30'000'000;   // of one run
constexpr size_t kMaxAccesses = 4'000'000;  // of a run that is recorded

// Values of symbolic sizes: small ones, also such that no tile divides.
InputSpec smallInputs(const PrimFunc& a, const PrimFunc& b, int64_t run) {
  InputSpec spec;
  spec.seed = static_cast<uint64_t>(run);
  spec.ranges.insert_or_assign("*", *parseValueRange("tenths"));
  for (const PrimFunc* f : {&a, &b}) {
    int64_t size = 4 + 3 * run;  // sizes correspond by their order
    for (const std::string& name : inputNames(*f).sizes) spec.bind.try_emplace(name, size++);
  }
  return withIndexRanges(b, withIndexRanges(a, spec));
}

std::optional<ResultDifference> differenceOf(const PrimFunc& a, const std::vector<Argument>& left,
                                             const std::vector<Argument>& right, int64_t run) {
  for (size_t i = 0; i < right.size(); ++i) {
    const auto* array = std::get_if<NDArray>(&right[i]);
    if (!array) continue;
    const auto [relative, absolute] = toleranceOf(array->type);
    const Mismatch m = compareArrays(*array, std::get<NDArray>(left[i]), relative, absolute);
    if (!m.count) continue;
    int64_t element = 0;
    for (size_t d = 0; d < m.at.size(); ++d) element = element * array->shape[d] + m.at[d];
    return ResultDifference{i,
                            (*a.bufferOf(a.params[i]))->name,
                            join(m.at, [](int64_t index) { return std::to_string(index); }),
                            element,
                            m.expected,
                            m.got,
                            run,
                            static_cast<int64_t>(m.count)};
  }
  return std::nullopt;
}

// The place of a parameter among the memories of a recording; -1: it is none.
int memoryOf(const Recording& run, const PrimFunc& f, size_t parameter) {
  const Buffer* buffer = f.bufferOf(f.params[parameter]);
  for (size_t i = 0; buffer && i < run.memories.size(); ++i)
    if (run.memories[i].parameter && run.memories[i].name == (*buffer)->name) return static_cast<int>(i);
  return -1;
}

}  // namespace

std::optional<DifferenceChains> traceDifference(const PrimFunc& a, const PrimFunc& b, const ResultDifference& d,
                                                const std::function<bool()>& stop) {
  const Result<std::vector<Argument>> arguments = makeArguments(a, smallInputs(a, b, d.run));
  if (!arguments) return std::nullopt;
  const RecordLimits limits{.accesses = kMaxAccesses, .cancelled = stop};
  const Result<Recording> first = record(a, *arguments, limits);
  const Result<Recording> second = first && first->complete ? record(b, *arguments, limits) : first;
  if (!first || !second || !first->complete || !second->complete) return std::nullopt;
  const int x = memoryOf(*first, a, d.parameter), y = memoryOf(*second, b, d.parameter);
  if (x < 0 || y < 0) return std::nullopt;
  return chainsOf(*first, x, *second, y, d.element);
}

std::optional<ResultDifference> findResultDifference(const PrimFunc& a, const PrimFunc& b, int64_t runs,
                                                     const std::function<bool()>& stop) {
  if (a.params.size() != b.params.size()) return std::nullopt;
  const InterpretOptions options{.maxSteps = kMaxSteps};
  for (int64_t run = 1; run <= runs && !(stop && stop()); ++run) {
    const InputSpec spec = smallInputs(a, b, run);
    Result<std::vector<Argument>> left = makeArguments(a, spec), right = makeArguments(b, spec);
    if (!left || !right) return std::nullopt;
    for (size_t i = 0; i < left->size(); ++i) {
      const auto *x = std::get_if<NDArray>(&(*left)[i]), *y = std::get_if<NDArray>(&(*right)[i]);
      if (!x != !y || (x && (x->type != y->type || x->shape != y->shape))) return std::nullopt;
    }
    *right = *left;
    if (!interpret(a, *left, options) || !interpret(b, *right, options)) return std::nullopt;
    if (std::optional<ResultDifference> found = differenceOf(a, *left, *right, run)) return found;
  }
  return std::nullopt;
}

}  // namespace lw
