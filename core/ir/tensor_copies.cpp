#include "core/ir/tensor_copies.h"

#include "core/ir/ops.h"
#include "core/ir/phased_barriers.h"

namespace lw {
namespace {

constexpr size_t kBulkValues = 4, kDimValues = 4;

}  // namespace

std::optional<TensorCopy> tensorCopyOf(const AttrStmt& bulk) {
  const auto* tuple = bulk.key == kBulkCopy || bulk.key == kBulkStore ? bulk.value.as<Call>() : nullptr;
  if (!tuple || tuple->args.size() <= kBulkValues) return std::nullopt;
  const auto* from = tuple->args[2].as<BufferLoad>();
  if (!from) return std::nullopt;
  const auto number = [&](size_t i) { return asInt(tuple->args[i]).value_or(0); };
  TensorCopy copy{{from->buffer->data, from->buffer->dtype.bytes(), number(kBulkValues), {}}, {}};
  for (size_t i = kBulkValues + 1; i + kDimValues <= tuple->args.size(); i += kDimValues) {
    copy.map.dims.push_back({number(i), number(i + 1), number(i + 2)});
    copy.coordinates.push_back(tuple->args[i + 3]);
  }
  return copy;
}

std::vector<Expr> tensorValues(const TensorCopy& copy) {
  std::vector<Expr> values{makeConst(dtype::Int32, copy.map.swizzle)};
  for (size_t d = 0; d < copy.map.dims.size(); ++d) {
    const TensorDim& dim = copy.map.dims[d];
    for (const int64_t n : {dim.size, dim.stride, dim.box}) values.push_back(makeConst(dtype::Int64, n));
    values.push_back(copy.coordinates[d]);
  }
  return values;
}

}  // namespace lw
