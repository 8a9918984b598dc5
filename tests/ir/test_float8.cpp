// Conversions of the float types of eight bits, exhaustively.
#include "core/ir/float8.h"

#include <gtest/gtest.h>

#include "core/ir/ndarray.h"
#include "core/ir/ops.h"
#include "tests/float8_values.h"

namespace lw {
namespace {

using test::Float8Table;

const DataType kTypes[] = {dtype::Float8E4M3(), dtype::Float8E5M2()};
Float8Table tableOf(DataType type) { return Float8Table(type == dtype::Float8E4M3()); }

TEST(Float8, EveryValueIsThatOfTheFormat) {
  for (const DataType type : kTypes) {
    const Float8Table table = tableOf(type);
    EXPECT_EQ(largestFloatOf(type), table.values[table.largest()]);
    for (int code = 0; code < 256; ++code) {
      const float value = float8Value(type, static_cast<uint8_t>(code));
      const double want = table.values[code];
      ASSERT_TRUE(std::isnan(want) ? std::isnan(value) : value == want && std::signbit(value) == (code >= 128)) << code;
      // Conversion leaves every value as it is.
      EXPECT_EQ(float8Bits(type, value), std::isnan(want) ? 0x7f : code);
      NDArray array = NDArray::zeros(type, {2});
      array.data[1] = static_cast<std::byte>(code);
      ASSERT_TRUE(std::isnan(want) ? std::isnan(array.getDouble(1)) : array.getDouble(1) == want) << code;
    }
  }
}

TEST(Float8, EveryFloatGoesToTheNearestValue) {
  for (const DataType type : kTypes) {
    const Float8Table table = tableOf(type);
    for (const float x : test::floatsAroundFloat8()) {
      const int want = table.nearest(x);
      ASSERT_EQ(float8Bits(type, x), want) << toString(type) << " of " << x;
      const double rounded = roundToType(type, x);
      ASSERT_TRUE(std::isnan(rounded) ? std::isnan(x) : rounded == table.values[want]) << x;
    }
  }
}

TEST(DataTypes, NamesWithoutBits) {
  EXPECT_EQ(parseDataType("int"), dtype::Int32);
  EXPECT_EQ(parseDataType("uint"), dtype::UInt(32));
  EXPECT_EQ(parseDataType("float"), dtype::Float32);
  for (const char* other : {"intx4", "floatx", "int x", "ints"}) EXPECT_EQ(parseDataType(other), std::nullopt) << other;
}

TEST(Float8, NamesAndSizes) {
  EXPECT_EQ(parseDataType("float8_e4m3fn"), dtype::Float8E4M3());
  EXPECT_EQ(parseDataType("float8_e5m2x16"), dtype::Float8E5M2(16));
  EXPECT_EQ(toString(dtype::Float8E5M2(16)), "float8_e5m2x16");
  EXPECT_EQ(toString(dtype::Float8E4M3()), "float8_e4m3fn");
  for (const char* other : {"float8", "float8_e4m3", "float8_e5m2fnuz", "float8_e4m3fnx", "float8_e3m4"})
    EXPECT_EQ(parseDataType(other), std::nullopt) << other;
  EXPECT_EQ(dtype::Float8E4M3(4).bytes(), 4);
  EXPECT_TRUE(dtype::Float8E4M3().isFloat() && dtype::Float8E4M3().isNarrowFloat() && !dtype::Float8E4M3().isInteger());
}

// 17 lies between 16 and 18, and the code of 16 is even.
TEST(Float8, ConstantsAreValuesOfTheirType) {
  const DataType type = dtype::Float8E4M3();
  const auto valueOf = [](const Expr& e) { return e.as<FloatImm>()->value; };
  EXPECT_EQ(valueOf(makeFloat(type, 17)), 16);
  EXPECT_EQ(valueOf(makeConst(type, 19)), 20);
  EXPECT_EQ(valueOf(cast(type, makeFloat(dtype::Float32, 0.1))), 0.1015625);
  EXPECT_EQ(valueOf(cast(dtype::Float32, makeFloat(type, 0.1))), 0.1015625);
  EXPECT_EQ(valueOf(makeFloat(type, INFINITY)), 448);
  EXPECT_EQ(valueOf(makeFloat(dtype::Float8E5M2(), -INFINITY)), -INFINITY);
  EXPECT_EQ(valueOf(makeFloat(dtype::Float8E5M2(), 1e9)), 57344);
}

TEST(Float8, ArraysRoundWhatIsWritten) {
  NDArray array = NDArray::zeros(dtype::Float8E5M2(), {4});
  array.set(0, 1.1);
  array.setInt(1, -3);
  array.set(2, 70000);
  array.set(3, -INFINITY);
  EXPECT_EQ(array.data.size(), 4U);
  EXPECT_EQ(array.getDouble(0), 1.0);
  EXPECT_EQ(array.getInt(1), -3);
  EXPECT_EQ(array.getDouble(2), 57344);
  EXPECT_EQ(array.getDouble(3), -INFINITY);
  const NDArray random = randomArray(dtype::Float8E4M3(), {64}, *parseValueRange("uniform"), 3);
  const Float8Table table(true);
  bool varied = false;
  for (int64_t i = 0; i < 64; ++i) {
    EXPECT_EQ(random.getDouble(i), table.values[static_cast<int>(random.data[static_cast<size_t>(i)])]);
    EXPECT_LE(std::fabs(random.getDouble(i)), 1);
    varied = varied || random.getDouble(i) != random.getDouble(0);
  }
  EXPECT_TRUE(varied);
}

}  // namespace
}  // namespace lw
