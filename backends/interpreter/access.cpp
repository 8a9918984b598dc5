#include "backends/interpreter/access.h"

#include <cstring>
#include <limits>

#include "backends/interpreter/compiler.h"
#include "core/ir/float8.h"

namespace lw::interpreter {
namespace {

std::string join(const int64_t* indices, size_t n) {
  std::string text;
  for (size_t i = 0; i < n; ++i) text += (i ? ", " : "") + std::to_string(indices[i]);
  return text;
}

template <class T>
T load(const std::byte* at) {
  T value;
  std::memcpy(&value, at, sizeof(T));
  return value;
}
template <class T>
void save(std::byte* at, T value) {
  std::memcpy(at, &value, sizeof(T));
}

}  // namespace

std::byte* Access::locate(Machine& m, const int64_t* indices, bool isStore) const {
  const View& v = m.views[view];
  const BufferNode& node = **buffer;
  const char* what = isStore ? "a store" : "a load";
  int64_t element = v.offset;
  for (size_t d = 0; d < v.shape.size(); ++d) {
    if (indices[d] < 0 || indices[d] >= v.shape[d])
      m.fail(kOutOfBounds(what, node.name, join(indices, v.shape.size()), indices[d], d, v.shape[d], m.where()));
    element += indices[d] * v.strides[d];
  }
  const int64_t bytes = node.dtype.bytes(), size = static_cast<int64_t>(v.memory->bytes.size());
  if (element < 0 || (element + 1) * bytes > size)
    m.fail(kOutOfMemory(what, node.name, join(indices, v.shape.size()), element, size / bytes, m.where()));
  return v.memory->bytes.data() + element * bytes;
}

void Access::requireWritten(Machine& m, const std::byte* at, const int64_t* indices, bool copying) const {
  const View& v = m.views[view];
  if (v.memory->written.empty() || m.discarded || m.options.allowUninitialised) return;
  const auto offset = static_cast<size_t>(at - v.memory->bytes.data());
  if (v.memory->written[offset] && v.memory->written[offset + static_cast<size_t>((*buffer)->dtype.bytes()) - 1])
    return;
  if (copying) {
    m.absent = true;
    return;
  }
  m.fail(kUninitialised((*buffer)->name, join(indices, v.shape.size()), m.where()));
}

void Access::markWritten(Machine& m, const std::byte* at, bool written) const {
  Memory& memory = *m.views[view].memory;
  if (memory.written.empty()) return;
  const auto offset = static_cast<size_t>(at - memory.bytes.data());
  for (int i = 0; i < (*buffer)->dtype.bytes(); ++i) memory.written[offset + static_cast<size_t>(i)] = written;
}

void Access::report(Machine& m, const std::byte* at, bool isStore, Scalar value, int lane) const {
  const Memory& memory = *m.views[view].memory;
  const DataType element = (*buffer)->dtype.element();
  const auto offset = static_cast<size_t>(at - memory.bytes.data());
  const auto number = [&](Scalar s) { return element.isFloat() ? s.f : static_cast<double>(s.i); };
  double before = 0;
  if (isStore)
    before = memory.written.empty() || memory.written[offset] ? number(readScalar(element, at))
                                                              : std::numeric_limits<double>::quiet_NaN();
  const bool written = isStore || m.discarded || memory.written.empty() || memory.written[offset];
  m.options.observer->onElement({memory.name, static_cast<int64_t>(offset) / (*buffer)->dtype.bytes(), isStore,
                                 number(value), before, written, &memory, buffer, buffer, m.origin, lane,
                                 m.updating == &memory});
}

Scalar readScalar(DataType type, const std::byte* at) {
  if (type.code == TypeCode::BFloat) return ofFloat(bfloatValue(load<uint16_t>(at)));
  if (type.isFloat8()) return ofFloat(float8Value(type, load<uint8_t>(at)));
  if (type.code == TypeCode::Float) {
    if (type.bits == 16) return ofFloat(halfValue(load<uint16_t>(at)));
    return ofFloat(type.bits == 32 ? load<float>(at) : load<double>(at));
  }
  switch (type.bytes()) {
    case 1:
      return ofInt(type.isInt() ? load<int8_t>(at) : static_cast<int64_t>(load<uint8_t>(at)));
    case 2:
      return ofInt(type.isInt() ? load<int16_t>(at) : static_cast<int64_t>(load<uint16_t>(at)));
    case 4:
      return ofInt(type.isInt() ? load<int32_t>(at) : static_cast<int64_t>(load<uint32_t>(at)));
    default:
      return ofInt(load<int64_t>(at));
  }
}

void writeScalar(DataType type, std::byte* at, Scalar value) {
  if (type.code == TypeCode::BFloat) return save(at, bfloatBits(static_cast<float>(value.f)));
  if (type.isFloat8()) return save(at, float8Bits(type, static_cast<float>(value.f)));
  if (type.code == TypeCode::Float) {
    if (type.bits == 16) return save(at, halfBits(static_cast<float>(value.f)));
    if (type.bits == 32) return save(at, static_cast<float>(value.f));
    return save(at, value.f);
  }
  switch (type.bytes()) {
    case 1:
      return save(at, static_cast<uint8_t>(value.i));
    case 2:
      return save(at, static_cast<uint16_t>(value.i));
    case 4:
      return save(at, static_cast<uint32_t>(value.i));
    default:
      return save(at, value.i);
  }
}

}  // namespace lw::interpreter
