// The float types of eight bits in compiled code, by scalars and by vectors.
#include "tests/cpu/kernel_fixture.h"
#include "tests/float8_values.h"

namespace lw::test {
namespace {

using test::Float8Table;

TEST(CpuFloat8, EveryFloatGoesToTheNearestValueAndEveryValueBack) {
  const std::vector<float> given = test::floatsAroundFloat8();
  for (const DataType type : {dtype::Float8E4M3(), dtype::Float8E5M2()}) {
    const Float8Table table(type == dtype::Float8E4M3());
    for (const int lanes : {1, 16}) {
      const int count = static_cast<int>(given.size() / 16 * 16);
      Buffer in = makeBuffer("in", {count}, dtype::Float32), stored = makeBuffer("s", {count}, type),
             copied = makeBuffer("c", {count}, type), out = makeBuffer("out", {count}, dtype::Float32);
      Var i("i");
      const Expr at = lanes == 1 ? Expr(i) : Expr(Ramp{i * lanes, 1, lanes});
      const LoadedKernel kernel = compileAndLoad(function(
          {in, stored, copied, out},
          loop(i, count / lanes,
               sequence({store(stored, {at}, Cast{type.withLanes(lanes), load(in, {at})}),
                         store(out, {at}, Cast{dtype::Float(32, lanes), load(stored, {at})}),
                         // An operation with the result as it was.
                         store(copied, {at},
                               rawBinary(BinaryOp::Add, load(stored, {at}), makeFloat(type.withLanes(lanes), 0)))}))));
      Array<float> x(static_cast<size_t>(count)), z(static_cast<size_t>(count));
      Array<uint8_t> y(static_cast<size_t>(count)), w(static_cast<size_t>(count));
      for (size_t k = 0; k < x.size(); ++k) x[k] = given[k];
      ASSERT_EQ(kernel.call({x.data(), y.data(), w.data(), z.data()}), 0);
      for (size_t k = 0; k < x.size(); ++k) {
        const int want = table.nearest(x[k]);
        ASSERT_EQ(y[k], want) << toString(type) << " of " << x[k] << ", lanes " << lanes;
        ASSERT_TRUE(std::isnan(x[k]) ? std::isnan(z[k]) : z[k] == table.values[want]) << x[k];
        ASSERT_EQ(w[k], want == 0x80 ? 0 : want) << x[k];  // -0 + 0 is 0
      }
    }
  }
}

TEST(CpuFloat8, EveryPairIsComputedInFloat32) {
  const size_t count = 65536;
  for (const DataType type : {dtype::Float8E4M3(), dtype::Float8E5M2()}) {
    const Float8Table table(type == dtype::Float8E4M3());
    const auto computed = [&](const std::function<Expr(Expr, Expr)>& build) {
      Buffer a = makeBuffer("a", {int64_t{count}}, type), b = makeBuffer("b", {int64_t{count}}, type);
      Var i("i");
      const Expr at = Ramp{i * 8, 1, 8}, value = build(load(a, {at}), load(b, {at}));
      Buffer c = makeBuffer("c", {int64_t{count}}, value.dtype().element());
      const LoadedKernel kernel =
          compileAndLoad(function({a, b, c}, loop(i, int64_t{count / 8}, store(c, {at}, value))));
      Array<uint8_t> x(count), y(count), z(count);
      for (size_t k = 0; k < count; ++k) x[k] = static_cast<uint8_t>(k), y[k] = static_cast<uint8_t>(k >> 8);
      EXPECT_EQ(kernel.call({x.data(), y.data(), z.data()}), 0);
      return std::vector<uint8_t>(z.data(), z.data() + count);
    };
    const std::pair<BinaryOp, float (*)(float, float)> kOperations[] = {
        {BinaryOp::Add, [](float a, float b) { return a + b; }},
        {BinaryOp::Sub, [](float a, float b) { return a - b; }},
        {BinaryOp::Mul, [](float a, float b) { return a * b; }},
        {BinaryOp::Div, [](float a, float b) { return a / b; }},
        {BinaryOp::Max, [](float a, float b) { return a > b ? a : b; }}};
    for (const auto& [op, f] : kOperations) {
      const std::vector<uint8_t> got = computed([op](Expr a, Expr b) { return rawBinary(op, a, b); });
      for (size_t k = 0; k < count; ++k) {
        const auto a = static_cast<float>(table.values[k & 255]), b = static_cast<float>(table.values[k >> 8]);
        ASSERT_EQ(got[k], table.nearest(f(a, b)))
            << toString(type) << " " << static_cast<int>(op) << " " << a << " " << b;
      }
    }
    const std::vector<uint8_t> less = computed([](Expr a, Expr b) { return rawBinary(BinaryOp::LT, a, b); });
    for (size_t k = 0; k < count; ++k) ASSERT_EQ(less[k], table.values[k & 255] < table.values[k >> 8]) << k;
  }
}

TEST(CpuFloat8, ConvertsFromAndToEveryType) {
  for (const DataType type : {dtype::Float8E4M3(), dtype::Float8E5M2()}) {
    const Float8Table table(type == dtype::Float8E4M3());
    Buffer in = makeBuffer("in", {256}, type), whole = makeBuffer("whole", {256}, dtype::Int32),
           wide = makeBuffer("wide", {256}, dtype::Float(64)), half = makeBuffer("half", {256}, dtype::Float(16)),
           flag = makeBuffer("flag", {256}, dtype::Bool()), back = makeBuffer("back", {256}, type),
           other = makeBuffer("other", {256}, type);
    Var i("i");
    const Expr x = load(in, {i});
    const LoadedKernel kernel = compileAndLoad(
        function({in, whole, wide, half, flag, back, other},
                 loop(i, 256,
                      sequence({store(whole, {i}, Cast{dtype::Int32, x}), store(wide, {i}, Cast{dtype::Float(64), x}),
                                store(half, {i}, Cast{dtype::Float(16), x}), store(flag, {i}, Cast{dtype::Bool(), x}),
                                store(back, {i}, Cast{type, load(half, {i})}),
                                store(other, {i}, Cast{type, (i - 128) * 1000})}))));
    Array<uint8_t> a(256), f(256), b(256), o(256);
    Array<int32_t> w(256);
    Array<double> d(256);
    Array<uint16_t> h(256);
    for (size_t k = 0; k < 256; ++k) a[k] = static_cast<uint8_t>(k);
    ASSERT_EQ(kernel.call({a.data(), w.data(), d.data(), h.data(), f.data(), b.data(), o.data()}), 0);
    for (size_t k = 0; k < 256; ++k) {
      const double want = table.values[k];
      ASSERT_EQ(o[k], table.nearest((static_cast<double>(k) - 128) * 1000)) << k;
      ASSERT_EQ(f[k], want != 0) << k;
      ASSERT_EQ(b[k], std::isnan(want) ? 0x7f : k) << "float16 has every value of the type";
      ASSERT_TRUE(std::isnan(want) ? std::isnan(d[k]) : d[k] == want) << k;
      if (std::isfinite(want)) ASSERT_EQ(w[k], static_cast<int>(want)) << k;
    }
  }
}

}  // namespace
}  // namespace lw::test
