// Strided arrays as in NumPy: views share storage, shapes broadcast, types promote.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/ir/ndarray.h"
#include "core/support/result.h"

namespace lw::reference {

using Shape = std::vector<int64_t>;
inline constexpr int kMaxRank = 32;

// Zeroed memory, aligned for vectors.
class Storage {
 public:
  static std::shared_ptr<Storage> make(int64_t bytes, bool zeroed);
  ~Storage();
  Storage(const Storage&) = delete;
  std::byte* data = nullptr;
  int64_t bytes = 0;

 private:
  Storage() = default;
};

struct Array {
  DataType type;
  Shape shape, strides;  // strides in elements, may be negative or 0
  int64_t offset = 0;    // of the first element
  std::shared_ptr<Storage> storage;

  int rank() const { return static_cast<int>(shape.size()); }
  int64_t size() const;
  int bytes() const { return type.bytes(); }  // of an element
  std::byte* first() const { return storage->data + offset * bytes(); }
  bool contiguous() const;  // row-major without gaps
};

int64_t sizeOf(const Shape& shape);
std::string toString(const Shape& shape);  // "(3, 4)"

// The limit in bytes for one array, checked before every allocation.
inline constexpr int64_t kMaxArrayBytes = int64_t{8} << 30;
Result<Array> makeArray(DataType type, Shape shape, bool zeroed = true);
Array fromNDArray(const NDArray& array);
NDArray toNDArray(const Array& array);
bool supportedType(DataType type);

// Views.
Array transposed(const Array& a, const std::vector<int>& axes);
std::optional<Array> broadcastTo(const Array& a, const Shape& shape);
Result<Shape> broadcastShapes(const Shape& a, const Shape& b);
std::optional<Array> reshapedView(const Array& a, const Shape& shape);  // none: it needs a copy

// Copies.
Result<Array> cast(const Array& a, DataType type);        // always a new, compact array
Result<Array> compact(const Array& a);                    // the array itself if it is compact
Result<Array> reshaped(const Array& a, Shape shape);      // one extent may be -1: it is computed
Status assign(const Array& target, const Array& source);  // with broadcasting and conversion
bool mayOverlap(const Array& a, const Array& b);

// Types.
DataType promote(DataType a, DataType b);
enum class Weak : uint8_t { None, Int, Float };  // a Python number takes the type of the other operand
DataType promoteWeak(DataType type, Weak weak);
DataType floatTypeFor(DataType type);  // the type of exp() of it

// One element.
double getReal(const Array& a, int64_t element);  // index into storage, in elements
int64_t getInteger(const Array& a, int64_t element);
void setReal(const Array& a, int64_t element, double value);
void setInteger(const Array& a, int64_t element, int64_t value);

}  // namespace lw::reference
