#include "backends/reference/elementwise.h"

#include <algorithm>
#include <cstring>

#include "backends/reference/errors.h"
#include "backends/reference/runs.h"

namespace lw::reference {

namespace {

// An operand of a run: the memory itself if it has the computation's type and no gaps, else a converted chunk.
class Source {
 public:
  Source(const Array& a, Compute compute)
      : type_(a.type),
        compute_(compute),
        bytes_(a.bytes()),
        direct_((a.type.isFloat() && a.type.code == TypeCode::Float && a.type.bits == bytesOf(compute) * 8 &&
                 (compute == Compute::F32 || compute == Compute::F64)) ||
                (a.type.isInteger() && a.type.bits == 64 && (compute == Compute::I64 || compute == Compute::U64))) {}
  const void* chunk(const std::byte* run, int64_t stride, int64_t from, int64_t n) {
    if (direct_ && stride == 1) return run + from * bytes_;
    if (stride == 0 && filled_ >= n && of_ == run) return buffer_;  // a broadcast value is converted once
    loadRun(type_, run + from * stride * bytes_, stride, compute_, buffer_, n);
    filled_ = n;
    of_ = run;
    return buffer_;
  }

 private:
  DataType type_;
  Compute compute_;
  int64_t bytes_;
  bool direct_;
  int64_t filled_ = 0;
  const std::byte* of_ = nullptr;
  alignas(64) std::byte buffer_[kChunk * 8];
};

// The array for the result: `out` itself, or a new one. The new one is copied to `out` afterwards if the operation
// reads elements that it would overwrite.
struct Target {
  Array array;
  bool copyBack = false;
};
Result<Target> targetFor(const Array* out, DataType type, const Shape& shape,
                         std::initializer_list<const Array*> inputs) {
  if (out && out->shape != shape) return err::kOutShape(toString(out->shape), toString(shape));
  bool overlaps = false;
  if (out)
    for (const Array* in : inputs)
      overlaps = overlaps || (mayOverlap(*out, *in) &&
                              !(in->offset == out->offset && in->strides == out->strides && in->type == out->type));
  if (out && !overlaps) return Target{*out, false};
  Result<Array> made = makeArray(type, shape, false);
  if (!made) return made.error();
  return Target{std::move(*made), out != nullptr};
}
Result<Array> finish(Target target, const Array* out) {
  if (!target.copyBack) return std::move(target.array);
  Status status = assign(*out, target.array);
  if (!status) return status.error();
  return *out;
}

bool isDirect(DataType type, Compute compute) {
  return (type.code == TypeCode::Float && compute == Compute::F32 && type.bits == 32) ||
         (type.code == TypeCode::Float && compute == Compute::F64 && type.bits == 64) ||
         (type.isInteger() && type.bits == 64 && (compute == Compute::I64 || compute == Compute::U64));
}

Status outTypeFits(const Array* out, DataType type) {
  if (!out || out->type == type) return success();
  // NumPy's casting rule same_kind: fewer bits are allowed, but not floats to integers, nor signed to unsigned
  // integers.
  const bool otherKind = (type.isFloat() && !out->type.isFloat()) || (!type.isBool() && out->type.isBool()) ||
                         (type.isInt() && out->type.isUInt());
  if (!otherKind) return success();
  return explain(err::kOutType(lw::toString(type), lw::toString(out->type)), "convert it with .astype(...)");
}

Status kernelTakes(BinaryKernel kernel, DataType type) {
  const bool bits = kernel >= BinaryKernel::BitAnd && kernel <= BinaryKernel::ShiftRight;
  if (bits && type.isFloat())
    return explain(err::kDoesNotTakeFloats(nameOf(kernel)), "compare first, or convert with .astype(...)");
  if (type.isBool() && kernel == BinaryKernel::Sub) return explain(err::kSubtractedBools(), "use ^ or np.logical_xor");
  return success();
}

}  // namespace

std::string_view nameOf(BinaryKernel kernel) {
  constexpr std::string_view kNames[] = {"+",       "-",    "*",    "/",       "//",    "%",  "**", "maximum",
                                         "minimum", "fmax", "fmin", "arctan2", "hypot", "&",  "|",  "^",
                                         "<<",      ">>",   "==",   "!=",      "<",     "<=", ">",  ">="};
  return kNames[static_cast<size_t>(kernel)];
}

Operand numberOperand(int64_t value) {
  Array a = *makeArray(dtype::Int64, {});
  setInteger(a, 0, value);
  return {std::move(a), Weak::Int};
}
Operand numberOperand(double value) {
  Array a = *makeArray(dtype::Float(64), {});
  setReal(a, 0, value);
  return {std::move(a), Weak::Float};
}

namespace {

// A Python integer takes the type of the other operand, and must fit in it (NumPy 2).
Status numberFits(const Operand& operand, DataType type) {
  if (operand.weak != Weak::Int || !type.isInteger() || type.isBool()) return success();
  const int64_t value = getInteger(operand.array, operand.array.offset);
  if (wrapToType(type, value) == value && !(value < 0 && type.isUInt())) return success();
  return explain(err::kNumberOutOfBounds(value, lw::toString(type)), "convert the array with .astype(...)");
}

// The error for a power of integers with a negative exponent.
Status noNegativeExponent(const Array& exponent, DataType type) {
  bool negative = false;
  if (!type.isFloat() && exponent.type.isInt())
    forEachRun({&exponent}, [&](std::byte* const* at, const int64_t* strides, int64_t n) {
      for (int64_t i = 0; i < n; ++i) {
        int64_t value = 0;
        loadRun(exponent.type, at[0] + i * strides[0] * exponent.bytes(), 1, Compute::I64, &value, 1);
        negative = negative || value < 0;
      }
    });
  if (!negative) return success();
  return explain(err::kNegativePower(), "convert with .astype(...) to floats");
}

}  // namespace

DataType commonType(const Operand& a, const Operand& b) {
  if (a.weak != Weak::None && b.weak != Weak::None)
    return a.weak == Weak::Float || b.weak == Weak::Float ? dtype::Float(64) : dtype::Int64;
  if (a.weak != Weak::None) return promoteWeak(b.array.type, a.weak);
  if (b.weak != Weak::None) return promoteWeak(a.array.type, b.weak);
  return promote(a.array.type, b.array.type);
}

Result<Array> binary(BinaryKernel kernel, const Operand& a, const Operand& b, const Array* out) {
  DataType type = commonType(a, b);
  if (Status status = kernelTakes(kernel, type); !status) return status.error();
  if (kernel == BinaryKernel::Div && !type.isFloat()) type = dtype::Float(64);
  if ((kernel == BinaryKernel::Arctan2 || kernel == BinaryKernel::Hypot) && !type.isFloat())
    type = a.weak == Weak::None && b.weak == Weak::None
               ? promote(floatTypeFor(a.array.type), floatTypeFor(b.array.type))
               : floatTypeFor(type);
  const bool counts = kernel == BinaryKernel::FloorDiv || kernel == BinaryKernel::Mod || kernel == BinaryKernel::Pow ||
                      kernel == BinaryKernel::ShiftLeft || kernel == BinaryKernel::ShiftRight;
  if (type.isBool() && counts) type = dtype::Int(8);
  const bool compares = isComparison(kernel);
  for (const Operand* operand : {&a, &b}) {
    Status fits = numberFits(*operand, type);
    if (!fits && !compares) return fits.error();
    if (!fits)
      type = type.bits == 64 ? dtype::Float(64) : dtype::Int64;  // no element equals it; each is less or greater
  }
  if (kernel == BinaryKernel::Pow)
    if (Status status = noNegativeExponent(b.array, type); !status) return status.error();
  const DataType resultType = compares ? dtype::Bool() : type;
  if (Status status = outTypeFits(out, resultType); !status) return status.error();
  const Compute compute = computeOf(type);
  Result<Shape> shape = broadcastShapes(a.array.shape, b.array.shape);
  if (!shape) return shape.error();
  if (out && out->shape != *shape && broadcastTo(a.array, out->shape) && broadcastTo(b.array, out->shape))
    *shape = out->shape;
  const Array x = *broadcastTo(a.array, *shape), y = *broadcastTo(b.array, *shape);
  Result<Target> target = targetFor(out, resultType, *shape, {&x, &y});
  if (!target) return target.error();
  const Array& to = target->array;
  const Array* arrays[3] = {&to, &x, &y};
  const auto left = std::make_unique<Source>(x, compute), right = std::make_unique<Source>(y, compute);
  const bool direct = compares ? to.type.isBool() : isDirect(to.type, compute);
  alignas(64) std::byte buffer[kChunk * 8];
  const Compute stored = compares ? Compute::I64 : compute;
  forEachRun(arrays, [&](std::byte* const* at, const int64_t* strides, int64_t n) {
    for (int64_t i = 0; i < n; i += kChunk) {
      const int64_t count = std::min<int64_t>(kChunk, n - i);
      const void* p = left->chunk(at[1], strides[1], i, count);
      const void* q = right->chunk(at[2], strides[2], i, count);
      const bool inPlace = direct && strides[0] == 1;
      std::byte* result = at[0] + i * strides[0] * to.bytes();
      binaryRun(kernel, compute, p, q, inPlace ? static_cast<void*>(result) : buffer, count);
      if (inPlace) continue;
      if (compares) {  // bytes -> the type of `out`
        for (int64_t k = 0; k < count; ++k) {
          const int64_t v = static_cast<int64_t>(buffer[k]);
          storeRun(stored, &v, to.type, result + k * strides[0] * to.bytes(), 1, 1);
        }
      } else {
        storeRun(stored, buffer, to.type, result, strides[0], count);
      }
    }
  });
  return finish(std::move(*target), out);
}

Result<Array> unary(UnaryKernel kernel, const Array& a, const Array* out) {
  DataType type = a.type;
  const bool real = kernel >= UnaryKernel::Exp && kernel <= UnaryKernel::Erf && kernel != UnaryKernel::Reciprocal;
  const bool test = kernel == UnaryKernel::IsNan || kernel == UnaryKernel::IsInf || kernel == UnaryKernel::IsFinite ||
                    kernel == UnaryKernel::Not;
  if (real) type = floatTypeFor(type);
  if (type.isBool() && (kernel == UnaryKernel::Square || kernel == UnaryKernel::Reciprocal)) type = dtype::Int(8);
  if (kernel == UnaryKernel::Invert && type.isBool()) kernel = UnaryKernel::Not;
  if (kernel == UnaryKernel::Invert && type.isFloat()) return err::kInvertedFloats();
  if (kernel == UnaryKernel::Negative && type.isBool()) return explain(err::kNegatedBools(), "use ~");
  const DataType resultType = test ? dtype::Bool() : type;
  if (Status status = outTypeFits(out, resultType); !status) return status.error();
  const Compute compute = computeOf(type);
  Result<Target> target = targetFor(out, resultType, a.shape, {&a});
  if (!target) return target.error();
  const Array& to = target->array;
  const Array* arrays[2] = {&to, &a};
  const auto source = std::make_unique<Source>(a, compute);
  const bool direct = isDirect(to.type, compute);
  alignas(64) std::byte buffer[kChunk * 8];
  forEachRun(arrays, [&](std::byte* const* at, const int64_t* strides, int64_t n) {
    for (int64_t i = 0; i < n; i += kChunk) {
      const int64_t count = std::min<int64_t>(kChunk, n - i);
      const void* p = source->chunk(at[1], strides[1], i, count);
      std::byte* result = at[0] + i * strides[0] * to.bytes();
      if (direct && strides[0] == 1) {
        unaryRun(kernel, compute, p, result, count);
        continue;
      }
      unaryRun(kernel, compute, p, buffer, count);
      storeRun(compute, buffer, to.type, result, strides[0], count);
    }
  });
  return finish(std::move(*target), out);
}

Result<Array> where(const Array& condition, const Operand& a, const Operand& b) {
  const DataType type = commonType(a, b);
  for (const Operand* operand : {&a, &b})
    if (Status fits = numberFits(*operand, type); !fits) return fits.error();
  Result<Shape> both = broadcastShapes(a.array.shape, b.array.shape);
  if (!both) return both.error();
  Result<Shape> shape = broadcastShapes(condition.shape, *both);
  if (!shape) return shape.error();
  Result<Array> out = makeArray(type, *shape, false);
  if (!out) return out;
  Result<Array> truth = cast(condition, dtype::Bool());
  if (!truth) return truth;
  const Array c = *broadcastTo(*truth, *shape), x = *broadcastTo(a.array, *shape), y = *broadcastTo(b.array, *shape);
  const Compute compute = computeOf(type);
  const Array* arrays[4] = {&*out, &c, &x, &y};
  const auto left = std::make_unique<Source>(x, compute), right = std::make_unique<Source>(y, compute);
  alignas(64) std::byte buffer[kChunk * 8];
  uint8_t mask[kChunk];
  forEachRun(arrays, [&](std::byte* const* at, const int64_t* strides, int64_t n) {
    for (int64_t i = 0; i < n; i += kChunk) {
      const int64_t count = std::min<int64_t>(kChunk, n - i);
      for (int64_t k = 0; k < count; ++k) mask[k] = static_cast<uint8_t>(at[1][(i + k) * strides[1]]);
      selectRun(mask, left->chunk(at[2], strides[2], i, count), right->chunk(at[3], strides[3], i, count), buffer,
                bytesOf(compute), count);
      storeRun(compute, buffer, type, at[0] + i * strides[0] * out->bytes(), strides[0], count);
    }
  });
  return out;
}

}  // namespace lw::reference
