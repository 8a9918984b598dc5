// The float types of eight bits by their definition: a table of all values, and the nearest one by looking at all of
// them. Independent of the conversions that the tests compare with it.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace lw::test {

struct Float8Table {
  double values[256];

  // float8_e4m3fn: 4 bits of exponent, bias 7, NaN is 0x7f and 0xff. float8_e5m2: 5 bits, bias 15, as IEEE 754.
  explicit Float8Table(bool e4m3) {
    const int fractionBits = e4m3 ? 3 : 2, bias = e4m3 ? 7 : 15, exponents = e4m3 ? 16 : 32;
    for (int code = 0; code < 256; ++code) {
      const int exponent = code >> fractionBits & (exponents - 1), fraction = code & ((1 << fractionBits) - 1);
      const double part = static_cast<double>(fraction) / (1 << fractionBits);
      double value = exponent ? (1 + part) * std::pow(2.0, exponent - bias) : part * std::pow(2.0, 1 - bias);
      if (e4m3 ? (code & 0x7f) == 0x7f : exponent == 31 && fraction) value = std::nan("");
      if (!e4m3 && exponent == 31 && fraction == 0) value = std::numeric_limits<double>::infinity();
      values[code] = code & 0x80 ? -value : value;
    }
  }
  int largest() const {  // the code of the greatest finite value
    int best = 0;
    for (int code = 0; code < 128; ++code)
      if (std::isfinite(values[code]) && values[code] > values[best]) best = code;
    return best;
  }
  // To nearest, ties to the even code; beyond the largest value the largest; infinities stay where there are some.
  int nearest(double x) const {
    if (std::isnan(x)) return 0x7f;
    const int sign = std::signbit(x) ? 0x80 : 0;
    const double magnitude = std::fabs(x);
    const int most = largest();
    if (std::isinf(x)) return sign | (std::isinf(values[most + 1]) ? most + 1 : most);
    int below = 0;
    while (below < most && values[below + 1] <= magnitude) ++below;
    if (below == most) return sign | most;
    const double down = magnitude - values[below], up = values[below + 1] - magnitude;
    return sign | (down < up || (down == up && below % 2 == 0) ? below : below + 1);
  }
};

// Floats of every sign, exponent and beginning of a fraction, with ends that are near ties; every value of both types,
// the midpoints between them and the floats beside those; subnormal numbers, infinities and NaN.
inline std::vector<float> floatsAroundFloat8() {
  std::vector<float> all;
  for (uint32_t upper = 0; upper < 0x10000; ++upper)
    for (const uint32_t lower : {0x0000U, 0x0001U, 0x8000U, 0xffffU})
      all.push_back(std::bit_cast<float>(upper << 16 | lower));
  for (const bool e4m3 : {false, true}) {
    const Float8Table table(e4m3);
    for (int code = 0; code < 255; ++code) {
      if (!std::isfinite(table.values[code])) continue;
      const double next = std::isfinite(table.values[code + 1]) ? table.values[code + 1] : 2 * table.values[code];
      for (const double x : {table.values[code], (table.values[code] + next) / 2}) {
        const auto single = static_cast<float>(x);
        all.insert(all.end(), {single, std::nextafter(single, INFINITY), std::nextafter(single, -INFINITY)});
      }
    }
  }
  return all;
}

// A program without inputs: E has the bits of conversions of 65536 floats of every sign and exponent, D all values of
// the type, S their sums with the value 37 places on. Its schedule is for GPUs.
constexpr uint32_t kFloat8Step = 65537;
inline std::string float8Program(bool e4m3) {
  const std::string type = e4m3 ? "float8_e4m3fn" : "float8_e5m2";
  const auto value = [&](const std::string& code) {
    return "T.reinterpret(\"" + type + "\", T.Cast(\"uint8\", " + code + "))";
  };
  return R"(from tvm.script import tir as T


@T.prim_func
def main(E: T.Buffer((65536,), "uint8"), D: T.Buffer((256,), "float32"), S: T.Buffer((256,), "uint8")):
    for i in range(65536):
        with T.block("E"):
            v = T.axis.spatial(65536, i)
            E[v] = T.reinterpret("uint8", T.Cast(")" +
         type + R"(", T.reinterpret("float32", T.Cast("uint32", v) * T.uint32(65537))))
    for i in range(256):
        with T.block("D"):
            v = T.axis.spatial(256, i)
            D[v] = T.Cast("float32", )" +
         value("v") + R"()
    for i in range(256):
        with T.block("S"):
            v = T.axis.spatial(256, i)
            S[v] = T.reinterpret("uint8", )" +
         value("v") + " + " + value("(v + 37) % 256") + R"()


def schedule(sch):
    for name in ["E", "D", "S"]:
        (i,) = sch.get_loops(name)
        o, t = sch.split(i, [None, 256])
        sch.bind(o, "blockIdx.x")
        sch.bind(t, "threadIdx.x")
)";
}
// What the program must compute. A NaN may have either sign in D.
inline std::vector<uint8_t> wantedFloat8Bits(bool e4m3) {
  const Float8Table table(e4m3);
  std::vector<uint8_t> all;
  for (uint32_t v = 0; v < 65536; ++v)
    all.push_back(static_cast<uint8_t>(table.nearest(std::bit_cast<float>(v * kFloat8Step))));
  return all;
}
inline std::vector<uint8_t> wantedFloat8Sums(bool e4m3) {
  const Float8Table table(e4m3);
  std::vector<uint8_t> all;
  for (size_t v = 0; v < 256; ++v)
    all.push_back(static_cast<uint8_t>(table.nearest(table.values[v] + table.values[(v + 37) % 256])));
  return all;
}

}  // namespace lw::test
