#include "core/analysis/program/layout_free.h"

#include <algorithm>

#include "core/analysis/program/roles.h"
#include "core/ir/ops.h"

namespace lw {
namespace {

std::optional<int64_t> wholeOf(const AnnotationValue& value) {
  if (const auto* whole = std::get_if<int64_t>(&value.value)) return *whole;
  if (const auto* e = std::get_if<Expr>(&value.value)) return asInt(*e);
  return std::nullopt;
}

bool writesTo(const PrimFunc& function, const Buffer& buffer) {
  for (const ParamRole& role : paramRoles(function))
    if (role.buffer == buffer) return role.writes();
  return false;
}

}  // namespace

Result<std::vector<size_t>> layoutFreeParams(const PrimFunc& function) {
  std::vector<size_t> positions;
  const auto found = function.attrs.find(std::string(kLayoutFreeBuffers));
  if (found == function.attrs.end()) return positions;
  const auto* list = std::get_if<AnnotationValue::List>(&found->second.value);
  if (!list) return explain(err::kLayoutFreeList(function.name), "list the positions of the weights, from 0: [1]");
  const auto count = static_cast<int64_t>(function.params.size());
  for (const AnnotationValue& value : *list) {
    const std::optional<int64_t> at = wholeOf(value);
    if (!at) return explain(err::kLayoutFreeList(function.name), "list the positions of the weights, from 0: [1]");
    if (*at < 0 || *at >= count)
      return explain(err::kLayoutFreePosition(*at, function.name, count), "the first parameter is 0");
    const Var& param = function.params[static_cast<size_t>(*at)];
    const Buffer* buffer = function.bufferOf(param);
    if (!buffer)
      return explain(err::kLayoutFreeScalar(*at, param.name()), "list parameters that are buffers; the first is 0");
    if (writesTo(function, *buffer))
      return explain(err::kLayoutFreeWritten((*buffer)->name),
                     "list weights only: buffers that are the same in every call");
    positions.push_back(static_cast<size_t>(*at));
  }
  std::sort(positions.begin(), positions.end());
  positions.erase(std::unique(positions.begin(), positions.end()), positions.end());
  return positions;
}

bool isPackedOnce(const Block& block) {
  const auto found = block.annotations.find(std::string(kPackedOnce));
  return found != block.annotations.end() && wholeOf(found->second).value_or(0) != 0;
}

}  // namespace lw
