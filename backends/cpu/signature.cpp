#include "backends/cpu/signature.h"

#include <unordered_map>
#include <unordered_set>

#include "backends/cpu/errors.h"
#include "core/ir/ops.h"

namespace lw {
namespace {

std::optional<int64_t> bytesOf(const Buffer& buffer) {
  int64_t count = buffer->dtype.bytes();
  for (size_t d = 0; d < buffer->shape.size(); ++d) {
    const auto extent = asInt(buffer->shape[d]);
    if (!extent) return std::nullopt;
    if (!buffer->strides.empty()) continue;
    if (__builtin_mul_overflow(count, *extent, &count)) return std::nullopt;
  }
  if (buffer->strides.empty()) return asInt(buffer->elemOffset) == 0 ? std::optional(count) : std::nullopt;
  int64_t last = 0;
  for (size_t d = 0; d < buffer->shape.size(); ++d) {
    const auto stride = asInt(buffer->strides[d]);
    if (!stride || *stride < 0) return std::nullopt;
    last += (*asInt(buffer->shape[d]) - 1) * *stride;
  }
  return asInt(buffer->elemOffset) == 0 ? std::optional((last + 1) * buffer->dtype.bytes()) : std::nullopt;
}

std::string text(int64_t n) { return std::to_string(n); }

}  // namespace

KernelSignature signatureOf(const PrimFunc& func) {
  KernelSignature signature;
  std::unordered_set<const void*> known;
  for (const Var& param : func.params) {
    if (const Buffer* buffer = func.bufferOf(param))
      signature.buffers.push_back({(*buffer)->name, *buffer, param, bytesOf(*buffer)});
    else if (param.dtype().isHandle())  // a pointer without a buffer
      signature.buffers.push_back({param.name(), makeBuffer(param.name(), {}, dtype::UInt(8)), param, std::nullopt});
    else
      signature.scalars.push_back({ScalarSlot::Kind::Parameter, param});
    known.insert(param.key());
  }
  const auto add = [&](const Expr& e, ScalarSlot::Kind kind, int buffer, int dimension) {
    const Var* var = e.as<Var>();
    if (var && known.insert(var->key()).second) signature.scalars.push_back({kind, *var, buffer, dimension});
  };
  for (int b = 0; b < static_cast<int>(signature.buffers.size()); ++b) {
    const Buffer& buffer = signature.buffers[b].buffer;
    for (int d = 0; d < buffer.rank(); ++d) add(buffer->shape[d], ScalarSlot::Kind::Extent, b, d);
    for (int d = 0; d < static_cast<int>(buffer->strides.size()); ++d)
      add(buffer->strides[d], ScalarSlot::Kind::Stride, b, d);
    add(buffer->elemOffset, ScalarSlot::Kind::Offset, b, -1);
  }
  return signature;
}

Result<std::vector<int64_t>> resolveScalars(const KernelSignature& signature,
                                            std::span<const std::vector<int64_t>> shapes,
                                            std::span<const int64_t> parameters) {
  if (shapes.size() != signature.buffers.size())
    return err::kKernelArgumentCount("the kernel", text(signature.buffers.size()), "buffers", text(shapes.size()));
  std::vector<int64_t> scalars;
  std::unordered_map<const void*, int64_t> values;
  size_t next = 0;
  for (const ScalarSlot& slot : signature.scalars) {
    int64_t value = 0;
    if (slot.kind == ScalarSlot::Kind::Parameter) {
      if (next == parameters.size()) break;
      value = parameters[next++];
    } else if (slot.kind != ScalarSlot::Kind::Offset) {
      const std::vector<int64_t>& shape = shapes[slot.buffer];
      const int rank = static_cast<int>(shape.size());
      if (slot.kind == ScalarSlot::Kind::Extent && slot.dimension < rank) value = shape[slot.dimension];
      if (slot.kind == ScalarSlot::Kind::Stride) {
        value = 1;
        for (int d = slot.dimension + 1; d < rank; ++d) value *= shape[d];
      }
    }
    values[slot.var.key()] = value;
    scalars.push_back(value);
  }
  const auto wanted = std::count_if(signature.scalars.begin(), signature.scalars.end(),
                                    [](const ScalarSlot& s) { return s.kind == ScalarSlot::Kind::Parameter; });
  if (static_cast<size_t>(wanted) != parameters.size())
    return err::kKernelArgumentCount("the kernel", text(wanted), "scalars", text(parameters.size()));
  for (size_t b = 0; b < shapes.size(); ++b) {
    const Buffer& buffer = signature.buffers[b].buffer;
    if (buffer.rank() == 0 && signature.buffers[b].bytes == std::nullopt) continue;
    if (buffer.rank() != static_cast<int>(shapes[b].size()))
      return err::kKernelArgumentRank(buffer->name, text(buffer.rank()), text(shapes[b].size()));
    for (int d = 0; d < buffer.rank(); ++d) {
      const int64_t given = shapes[b][d];
      if (const auto extent = asInt(buffer->shape[d]); extent && *extent != given)
        return err::kKernelArgumentShape(text(d), buffer->name, text(*extent), text(given));
      const Var* var = buffer->shape[d].as<Var>();
      if (var && values.contains(var->key()) && values[var->key()] != given)
        return err::kKernelSizeConflict(var->name(), text(values[var->key()]), text(given), text(d), buffer->name);
    }
  }
  return scalars;
}

}  // namespace lw
