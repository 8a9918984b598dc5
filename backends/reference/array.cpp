#include "backends/reference/array.h"

#include <algorithm>
#include <cassert>
#include <cstdlib>
#include <cstring>

#include "backends/reference/errors.h"
#include "backends/reference/kernels.h"
#include "backends/reference/runs.h"
#include "core/support/text.h"

namespace lw::reference {

std::shared_ptr<Storage> Storage::make(int64_t bytes, bool zeroed) {
  std::shared_ptr<Storage> storage(new Storage);
  const size_t rounded = (static_cast<size_t>(std::max<int64_t>(bytes, 1)) + 63) / 64 * 64;
  storage->data = static_cast<std::byte*>(std::aligned_alloc(64, rounded));
  if (!storage->data) return nullptr;
  if (zeroed) std::memset(storage->data, 0, rounded);
  storage->bytes = static_cast<int64_t>(rounded);
  return storage;
}
Storage::~Storage() { std::free(data); }

// Does an extent of 0 leave no elements? The others may then have a product that is no 64-bit number.
static bool isEmpty(const Shape& shape) { return std::find(shape.begin(), shape.end(), 0) != shape.end(); }

int64_t sizeOf(const Shape& shape) {
  if (isEmpty(shape)) return 0;
  int64_t n = 1;
  for (int64_t extent : shape) n *= extent;
  return n;
}
int64_t Array::size() const { return sizeOf(shape); }

bool Array::contiguous() const {
  if (isEmpty(shape)) return true;
  int64_t expected = 1;
  for (size_t i = shape.size(); i-- > 0;) {
    if (shape[i] != 1 && strides[i] != expected) return false;
    expected *= shape[i];
  }
  return true;
}

std::string toString(const Shape& shape) {
  std::string text = "(";
  text += join(shape, [&](const auto& item) { return std::to_string(item); });
  return text + (shape.size() == 1 ? ",)" : ")");
}

bool supportedType(DataType t) {
  if (t.lanes != 1) return false;
  if (t.isBool() || t.code == TypeCode::BFloat || t.isFloat8()) return true;
  if (t.isFloat()) return t.bits == 16 || t.bits == 32 || t.bits == 64;
  return t.isInteger() && (t.bits == 8 || t.bits == 16 || t.bits == 32 || t.bits == 64);
}

// Of a dense array in row-major order. Nothing is read through those of an array without elements, whose other extents
// may be as large as they like.
static Shape stridesOf(const Shape& shape) {
  Shape strides(shape.size(), 1);
  if (isEmpty(shape)) return strides;
  for (size_t i = shape.size(); i-- > 1;) strides[i - 1] = strides[i] * shape[i];
  return strides;
}

Result<Array> makeArray(DataType type, Shape shape, bool zeroed) {
  if (static_cast<int>(shape.size()) > kMaxRank) return err::kTooManyDimensions(kMaxRank);
  assert(supportedType(type));
  int64_t bytes = type.bytes(), count = 1;
  for (int64_t extent : shape) {
    if (extent < 0) return err::kNegativeExtent(toString(shape));
    if (__builtin_mul_overflow(count, std::max<int64_t>(extent, 1), &count)) count = kMaxArrayBytes;
    count = std::min(count, kMaxArrayBytes);
  }
  if (isEmpty(shape)) count = 0;
  if (count > kMaxArrayBytes / bytes) return err::kArrayTooLarge(toString(shape), lw::toString(type));
  Array a{type, std::move(shape), {}, 0, nullptr};
  a.strides = stridesOf(a.shape);
  a.storage = Storage::make(a.size() * bytes, zeroed);
  if (!a.storage) return err::kNoMemoryForArray(toString(a.shape));
  return a;
}

Array fromNDArray(const NDArray& source) {
  Result<Array> a = makeArray(source.type, source.shape, false);
  assert(a.ok());
  if (!source.data.empty())  // one without elements has no data to copy from
    std::memcpy(a->storage->data, source.data.data(),
                std::min(source.data.size(), static_cast<size_t>(a->storage->bytes)));
  return std::move(*a);
}
NDArray toNDArray(const Array& a) {
  NDArray out = NDArray::zeros(a.type, a.shape);
  Result<Array> flat = compact(a);
  assert(flat.ok());
  if (!out.data.empty()) std::memcpy(out.data.data(), flat->first(), out.data.size());
  return out;
}

Array transposed(const Array& a, const std::vector<int>& axes) {
  Array view = a;
  for (size_t i = 0; i < axes.size(); ++i) {
    view.shape[i] = a.shape[static_cast<size_t>(axes[i])];
    view.strides[i] = a.strides[static_cast<size_t>(axes[i])];
  }
  return view;
}

std::optional<Array> broadcastTo(const Array& a, const Shape& shape) {
  if (a.shape.size() > shape.size()) return std::nullopt;
  Array view = a;
  view.shape = shape;
  view.strides.assign(shape.size(), 0);
  const size_t shift = shape.size() - a.shape.size();
  for (size_t i = 0; i < a.shape.size(); ++i) {
    if (a.shape[i] == shape[i + shift])
      view.strides[i + shift] = a.strides[i];
    else if (a.shape[i] != 1)
      return std::nullopt;
  }
  return view;
}

Result<Shape> broadcastShapes(const Shape& a, const Shape& b) {
  Shape out(std::max(a.size(), b.size()));
  for (size_t i = 0; i < out.size(); ++i) {
    const int64_t x = i < a.size() ? a[a.size() - 1 - i] : 1, y = i < b.size() ? b[b.size() - 1 - i] : 1;
    if (x != y && x != 1 && y != 1)
      return explain(err::kShapesDoNotBroadcast(toString(a), toString(b)),
                     say("dimension -{0} is {1} in one and {2} in the other; extents must be equal or 1", i + 1, x, y));
    out[out.size() - 1 - i] = x == 1 ? y : x;
  }
  return out;
}

std::optional<Array> reshapedView(const Array& a, const Shape& shape) {
  if (a.contiguous() || a.size() == 0) {
    Array view = a;
    view.shape = shape;
    view.strides = stridesOf(shape);
    return view;
  }
  // Unit dimensions may be added and removed, the others must stay.
  Shape from, strides, to;
  for (size_t i = 0; i < a.shape.size(); ++i)
    if (a.shape[i] != 1) from.push_back(a.shape[i]), strides.push_back(a.strides[i]);
  for (int64_t extent : shape)
    if (extent != 1) to.push_back(extent);
  if (from != to) return std::nullopt;
  Array view = a;
  view.shape = shape;
  view.strides.assign(shape.size(), 0);
  for (size_t i = 0, k = 0; i < shape.size(); ++i)
    if (shape[i] != 1) view.strides[i] = strides[k++];
  return view;
}

bool mayOverlap(const Array& a, const Array& b) {
  if (a.storage != b.storage) return false;
  const auto bounds = [](const Array& x) {
    int64_t low = x.offset, high = x.offset;
    for (size_t i = 0; i < x.shape.size(); ++i) (x.strides[i] < 0 ? low : high) += x.strides[i] * (x.shape[i] - 1);
    return std::pair{low * x.bytes(), (high + 1) * x.bytes()};
  };
  const auto [aLow, aHigh] = bounds(a);
  const auto [bLow, bHigh] = bounds(b);
  return aLow < bHigh && bLow < aHigh;
}

namespace {

// Copies between equal shapes.
void copyInto(const Array& target, const Array& source) {
  const Array* arrays[2] = {&target, &source};
  const Compute compute = computeOf(source.type);
  const int bytes = source.bytes();
  const bool plain = target.type == source.type;
  alignas(64) std::byte buffer[kChunk * 8];
  forEachRun(arrays, [&](std::byte* const* at, const int64_t* strides, int64_t n) {
    if (plain && strides[0] == 1 && strides[1] == 1) {
      std::memmove(at[0], at[1], static_cast<size_t>(n * bytes));
      return;
    }
    if (plain && bytes == 4) {
      auto* o = reinterpret_cast<uint32_t*>(at[0]);
      const auto* x = reinterpret_cast<const uint32_t*>(at[1]);
      for (int64_t i = 0; i < n; ++i) o[i * strides[0]] = x[i * strides[1]];
      return;
    }
    for (int64_t i = 0; i < n; i += kChunk) {
      const int64_t count = std::min<int64_t>(kChunk, n - i);
      loadRun(source.type, at[1] + i * strides[1] * bytes, strides[1], compute, buffer, count);
      storeRun(compute, buffer, target.type, at[0] + i * strides[0] * target.bytes(), strides[0], count);
    }
  });
}

}  // namespace

Result<Array> cast(const Array& a, DataType type) {
  Result<Array> out = makeArray(type, a.shape, false);
  if (out) copyInto(*out, a);
  return out;
}

Result<Array> compact(const Array& a) { return a.contiguous() ? Result<Array>(a) : cast(a, a.type); }

Result<Array> reshaped(const Array& a, Shape shape) {
  int64_t known = 1;
  int unknown = -1;
  for (size_t i = 0; i < shape.size(); ++i) {
    if (shape[i] == -1 && unknown < 0)
      unknown = static_cast<int>(i);
    else if (shape[i] < 0 || __builtin_mul_overflow(known, shape[i], &known))
      return explain(err::kCannotReshape(toString(a.shape), toString(shape)), "one extent may be -1");
  }
  if (unknown >= 0 && known > 0 && a.size() % known == 0)
    shape[static_cast<size_t>(unknown)] = a.size() / known;
  else if (unknown >= 0 || known != a.size())
    return explain(err::kCannotReshape(toString(a.shape), toString(shape)),
                   say("it has {0} elements, but the new shape takes {1}{2}", a.size(),
                       unknown >= 0 ? "a multiple of " : "", known));
  if (auto view = reshapedView(a, shape)) return std::move(*view);
  Result<Array> copy = compact(a);
  if (!copy) return copy;
  return *reshapedView(*copy, shape);
}

Status assign(const Array& target, const Array& source) {
  Shape shape = source.shape;  // leading unit dimensions may be dropped
  Array from = source;
  while (from.shape.size() > target.shape.size() && from.shape[0] == 1) {
    from.shape.erase(from.shape.begin());
    from.strides.erase(from.strides.begin());
  }
  std::optional<Array> view = broadcastTo(from, target.shape);
  if (!view) return err::kValueDoesNotFit(toString(shape), toString(target.shape));
  if (mayOverlap(target, *view)) {
    Result<Array> copy = cast(*view, view->type);
    if (!copy) return copy.error();
    view = *copy;
  }
  copyInto(target, *view);
  return success();
}

DataType promote(DataType a, DataType b) {
  if (a == b) return a;
  if (a.isBool()) return b;
  if (b.isBool()) return a;
  if (a.isFloat() && b.isFloat()) {
    if (a.bits == b.bits) return dtype::Float32;  // half and bfloat, or the types of eight bits
    return a.bits >= b.bits ? a : b;
  }
  if (a.isFloat() || b.isFloat()) {
    const DataType real = a.isFloat() ? a : b, whole = a.isFloat() ? b : a;
    const int needed = whole.bits <= 8 ? 16 : whole.bits == 16 ? 32 : 64;
    return real.bits >= needed ? real : dtype::Float(needed);
  }
  if (a.code == b.code) return a.bits >= b.bits ? a : b;
  const DataType i = a.isInt() ? a : b, u = a.isInt() ? b : a;
  if (u.bits < i.bits) return i;
  return u.bits >= 64 ? dtype::Float(64) : dtype::Int(u.bits * 2);
}
DataType promoteWeak(DataType type, Weak weak) {
  if (weak == Weak::Int && type.isBool()) return dtype::Int64;
  if (weak == Weak::Float && !type.isFloat()) return dtype::Float(64);
  return type;
}
DataType floatTypeFor(DataType t) {
  if (t.isFloat()) return t;
  return dtype::Float(t.bits <= 8 ? 16 : t.bits == 16 ? 32 : 64);
}

double getReal(const Array& a, int64_t element) {
  double value = 0;
  loadRun(a.type, a.storage->data + element * a.bytes(), 1, Compute::F64, &value, 1);
  return value;
}
int64_t getInteger(const Array& a, int64_t element) {
  int64_t value = 0;
  loadRun(a.type, a.storage->data + element * a.bytes(), 1, Compute::I64, &value, 1);
  return value;
}
void setReal(const Array& a, int64_t element, double value) {
  storeRun(Compute::F64, &value, a.type, a.storage->data + element * a.bytes(), 1, 1);
}
void setInteger(const Array& a, int64_t element, int64_t value) {
  storeRun(Compute::I64, &value, a.type, a.storage->data + element * a.bytes(), 1, 1);
}

}  // namespace lw::reference
