// Dense arrays in row-major order, as kernels, the interpreter and the reference take and return them, and the
// arguments of one call of a function.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <variant>
#include <vector>

#include "core/ir/stmt.h"
#include "core/support/result.h"

namespace lw {

struct NDArray {
  DataType type;  // of an element; may have lanes
  std::vector<int64_t> shape;
  std::vector<std::byte> data;  // size() * type.bytes(); bool is one byte per element

  static NDArray zeros(DataType type, std::vector<int64_t> shape);
  int64_t size() const;  // elements; 1 for an array of rank 0
  int64_t scalars() const { return size() * type.lanes; }
  // Element `i` of the flat array (of lanes, if the type has several). Values are converted exactly when read, and
  // rounded to the type when written.
  double getDouble(int64_t i) const;
  int64_t getInt(int64_t i) const;
  void set(int64_t i, double value);
  void setInt(int64_t i, int64_t value);
};

// The range of random values. As text: "uniform" (floats -1..1, integers -10..10), "positive" (floats 0.1..1, integers
// 1..10), "tenths" (multiples of 1/8 in -2..2, whose sums and products are exact), "integers" (-3..3), "lo..hi"
// (integers: both ends included), "zeros".
struct ValueRange {
  enum class Kind : uint8_t { Uniform, Positive, Tenths, Integers, Between, Zeros };
  Kind kind = Kind::Uniform;
  double low = 0, high = 0;
};
Result<ValueRange> parseValueRange(std::string_view text);
// The same seed gives the same values on every machine.
NDArray randomArray(DataType type, std::vector<int64_t> shape, const ValueRange& range, uint64_t seed);
// The seed that makeArguments uses for the buffer or parameter of this name.
uint64_t seedOf(uint64_t seed, std::string_view name);

// One argument per parameter: an array for a handle with a buffer, a number for a scalar parameter.
using Argument = std::variant<NDArray, int64_t, double>;
struct InputSpec {
  std::map<std::string, int64_t> bind;       // symbolic sizes and scalar parameters, by name
  std::map<std::string, ValueRange> ranges;  // by the name of buffer or parameter; "*": all others
  uint64_t seed = 1;
};
// The inputs that comments of a source file describe: lines "# bind: n=11, m=7" and "# inputs: A=-0.1..0.1, ids=0..9".
// Unreadable parts are ignored.
InputSpec inputsFromComments(std::string_view text);
// Random arguments. Negative symbolic sizes, and symbolic sizes without a value, are refused.
Result<std::vector<Argument>> makeArguments(const PrimFunc& function, const InputSpec& spec);
// Shapes of the arrays, one per parameter; empty for a scalar parameter.
Result<std::vector<std::vector<int64_t>>> argumentShapes(const PrimFunc& function, const InputSpec& spec);
// Names of the sizes and scalar parameters that makeArguments needs values for, in order of first use.
std::vector<std::string> symbolicSizes(const PrimFunc& function);

// The element where two arrays differ most. Differences within the tolerance of the type are ignored.
struct Mismatch {
  int64_t count = 0;        // elements out of tolerance (or of NaN against number)
  std::vector<int64_t> at;  // index of the worst one
  double got = 0, expected = 0;
  double maxAbsolute = 0, maxRelative = 0;  // over all elements
};
Mismatch compareArrays(const NDArray& got, const NDArray& expected, double relative, double absolute);
// Tolerances that fit the type, for values around 1 and sums of some thousand terms.
std::pair<double, double> toleranceOf(DataType type);  // relative, absolute

// Rounding to the storage types and back.
double roundToType(DataType type, double value);  // of a float type
uint16_t halfBits(float value);
float halfValue(uint16_t bits);
uint16_t bfloatBits(float value);
float bfloatValue(uint16_t bits);
int64_t wrapToType(DataType type, int64_t value);  // integers and bool: what is left in the type's bits

}  // namespace lw
