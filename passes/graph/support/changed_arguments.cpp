#include "passes/graph/support/changed_arguments.h"

#include <algorithm>

#include "core/graph/infer/infer.h"
#include "passes/graph/run_errors.h"

namespace lw {

bool ChangedArguments::holds(int argument) const {
  return std::find(argumentOf.begin(), argumentOf.end(), argument) != argumentOf.end();
}

Result<ChangedArguments> changedArguments(const graph::Call& call, size_t results, size_t tensors) {
  const auto given = graph::Inference{*call.op, call, {}}.integers("inplace_indices");
  if (!given || given->size() != results)
    return err::kModelChangedCount(static_cast<int64_t>(results),
                                   given ? static_cast<int64_t>(given->size()) : int64_t{0});
  ChangedArguments changed;
  for (const int64_t argument : *given) {
    if (argument < -1 || argument >= static_cast<int64_t>(tensors))
      return err::kModelChangedIndex(argument, static_cast<int64_t>(tensors));
    if (argument >= 0 && changed.holds(static_cast<int>(argument))) return err::kModelChangedTwice(argument);
    changed.argumentOf.push_back(static_cast<int>(argument));
  }
  return changed;
}

PrimFunc withResultsLast(const PrimFunc& kernel, const ChangedArguments& changed, size_t tensors) {
  std::vector<Var> buffers, reads, others, fresh;
  for (const Var& param : kernel.params) (kernel.bufferOf(param) ? buffers : others).push_back(param);
  if (buffers.size() < tensors) return kernel;  // checkCall says so
  for (size_t i = 0; i < tensors; ++i)
    if (!changed.holds(static_cast<int>(i))) reads.push_back(buffers[i]);
  fresh.assign(buffers.begin() + static_cast<std::ptrdiff_t>(tensors), buffers.end());
  std::vector<Var> ordered = reads;
  size_t next = 0;
  for (const int argument : changed.argumentOf) {
    if (argument >= 0)
      ordered.push_back(buffers[static_cast<size_t>(argument)]);
    else if (next < fresh.size())
      ordered.push_back(fresh[next++]);
  }
  for (; next < fresh.size(); ++next) ordered.push_back(fresh[next]);
  ordered.insert(ordered.end(), others.begin(), others.end());
  const bool same = std::equal(ordered.begin(), ordered.end(), kernel.params.begin(), kernel.params.end(),
                               [](const Var& a, const Var& b) { return a.sameAs(b); });
  PrimFunc made = kernel;
  if (same) return made;
  made.params = std::move(ordered);
  made.name += "_in_place";
  return made;
}

}  // namespace lw
