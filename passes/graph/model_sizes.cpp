#include "passes/graph/model_sizes.h"

#include <algorithm>

#include "core/ir/visit.h"
#include "core/text/suggest.h"
#include "passes/graph/run_errors.h"

namespace lw {
namespace {

bool isAmong(const std::vector<Var>& sizes, const Var& var) {
  return std::any_of(sizes.begin(), sizes.end(), [&](const Var& v) { return v.sameAs(var); });
}

}  // namespace

std::vector<Var> allSizes(const ModelProgram& program) {
  std::vector<Var> sizes = program.sizes;
  for (const ModelCount& count : program.counts) sizes.push_back(count.size);
  return sizes;
}

bool determinedBy(const ModelProgram& program, const Expr& size) {
  const std::vector<Var> sizes = allSizes(program);
  return !anyExpr(size, [&](const Expr& e) {
    const auto* var = e.as<Var>();
    return var && !isAmong(sizes, *var);
  });
}

bool isCounted(const ModelProgram& program, const Expr& size) {
  return anyExpr(size, [&](const Expr& e) {
    const auto* var = e.as<Var>();
    return var && std::any_of(program.counts.begin(), program.counts.end(),
                              [&](const ModelCount& c) { return c.size.sameAs(*var); });
  });
}

bool isCounted(const ModelProgram& program, const graph::Sizes& sizes) {
  return std::any_of(sizes.begin(), sizes.end(), [&](const Expr& size) { return isCounted(program, size); });
}

Status boundSizes(ModelProgram& program, const std::map<std::string, int64_t>& bounds) {
  const std::vector<Var> sizes = allSizes(program);
  for (const auto& [name, bound] : bounds) {
    std::vector<std::string> names;
    for (const Var& size : sizes) names.push_back(size.name());
    if (std::find(names.begin(), names.end(), name) == names.end())
      return explain(err::kModelNoSize(program.name, name), didYouMean(name, names));
    if (bound < 1) return err::kModelBound(name, bound);
    for (const Var& size : sizes)  // of a function that is called twice, both have the name
      if (size.name() == name) program.bounds[size.key()] = bound;
  }
  return success();
}

int knownFrom(const ModelProgram& program, const ModelCount& count) {
  int step = 0;
  for (size_t s = 0; s < program.steps.size(); ++s) {
    const std::vector<int>& writes = program.steps[s].writes;
    if (std::find(writes.begin(), writes.end(), count.buffer) != writes.end()) step = static_cast<int>(s) + 1;
  }
  return step;
}

}  // namespace lw
