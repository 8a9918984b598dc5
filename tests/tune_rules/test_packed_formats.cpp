// Sums with packed weights in the layouts of several formats: candidates of the spaces that the rules write are legal
// and compute what the program computes, also where weights are rearranged before the calls.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <random>
#include <sstream>

#include "backends/interpreter/interpreter.h"
#include "core/ir/verify.h"
#include "core/schedule/program.h"
#include "core/te/read_program.h"
#include "core/tune/rules/all_rules.h"
#include "core/tune/space.h"

namespace lw::tune {
namespace {

std::string contents(const std::string& path) {
  std::ifstream in(std::string(LW_SOURCE_DIR) + "/" + path);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

PrimFunc programNamed(const std::string& text, const std::string& name) {
  const SourceFile file = readProgram("program.py", text);
  EXPECT_FALSE(file.hasErrors()) << file.diagnostics.front().message;
  for (const PrimFunc& f : file.functions)
    if (f.name == name) return f;
  ADD_FAILURE() << "no function " << name;
  return file.functions.at(0);
}

PrimFunc programNamed(const std::string& name) { return programNamed(contents("tests/tune/packed_formats.py"), name); }

// Everything but activations and results is the same in every call.
PrimFunc withFreeWeights(PrimFunc f) {
  AnnotationValue::List weights;
  for (size_t i = 0; i < f.params.size(); ++i)
    if (const std::string name = f.params[i].name(); name == "W" || name == "Q" || name == "S" || name == "Z")
      weights.push_back({static_cast<int64_t>(i)});
  f.attrs.insert_or_assign("layout_free_buffers", AnnotationValue{weights});
  return f;
}

Machine machineOf(int vectorBits) {
  Machine machine;
  machine.vectorBits = vectorBits;
  machine.vectorRegisters = vectorBits == 512 ? 32 : 16;
  machine.caches = {48 << 10, 1 << 20, 32 << 20};
  return machine;
}

bool fits(const WrittenSpace& space) {
  return std::find(space.rules.begin(), space.rules.end(), "packed-weights") != space.rules.end();
}

// Half precision rounds each of its sums: within a part of the largest result.
double toleranceOf(const NDArray& expected) {
  if (expected.type.bits > 16) return 1e-5;
  double largest = 0;
  for (int64_t i = 0; i < expected.scalars(); ++i) largest = std::max(largest, std::abs(expected.getDouble(i)));
  return 0.01 * largest;
}

// Draws candidates and compares what they compute with the program.
void expectRight(const PrimFunc& program, const WrittenSpace& written, uint64_t draws,
                 const std::map<std::string, int64_t>& sizes = {}) {
  const auto file = std::make_shared<const SourceFile>(readProgram("space.py", written.text));
  ASSERT_FALSE(file->hasErrors()) << written.text;
  const Snapshot start(program);
  const Space space(file, "space", Schedule(start));
  InputSpec inputs;
  for (const char* floats : {"X", "S", "A", "L"}) inputs.ranges.emplace(floats, *parseValueRange("tenths"));
  for (const char* words : {"W", "Q", "Z"}) inputs.ranges.emplace(words, *parseValueRange("0..4294967295"));
  inputs.bind = sizes;
  const std::vector<Argument> arguments = *makeArguments(program, inputs);
  std::vector<Argument> expected = arguments;
  ASSERT_TRUE(interpret(program, expected).ok());
  for (uint64_t seed = 0; seed < draws; ++seed) {
    const auto drawn = space.candidate({}, seed);
    const auto* candidate = std::get_if<Candidate>(&drawn);
    ASSERT_TRUE(candidate) << toText(std::get<RefusedCandidate>(drawn).why) << "\n" << written.text;
    const PrimFunc& scheduled = candidate->schedule.program().function();
    EXPECT_EQ(verify(scheduled), std::vector<std::string>());
    std::vector<Argument> got = arguments;
    const Status ran = interpret(scheduled, got);
    ASSERT_TRUE(ran.ok()) << toText(ran.error()) << printedText(candidate->schedule.program());
    for (size_t i = 0; i < got.size(); ++i) {
      if (!std::holds_alternative<NDArray>(got[i])) continue;
      const auto& wanted = std::get<NDArray>(expected[i]);
      const Mismatch m = compareArrays(std::get<NDArray>(got[i]), wanted, 1e-5, toleranceOf(wanted));
      ASSERT_EQ(m.count, 0) << printedText(candidate->schedule.program());
    }
  }
}

class PackedFormats : public testing::TestWithParam<const char*> {};

TEST_P(PackedFormats, AreDecodedInVectors) {
  const PrimFunc program = programNamed(GetParam());
  for (const int bits : {512, 256})
    for (const bool free : {false, true}) {
      SCOPED_TRACE(std::to_string(bits) + (free ? " bits, weights are packed once" : " bits"));
      const PrimFunc f = free ? withFreeWeights(program) : program;
      const std::map<std::string, int64_t> sizes = {{"n", 2}};
      const WrittenSpace space = writeSpace(Snapshot(f), 0, machineOf(bits), cpuRules(), sizes);
      ASSERT_TRUE(fits(space)) << space.text;
      EXPECT_EQ(space.rules.back(), "packed-weights") << "something is left for other rules\n" << space.text;
      ASSERT_NO_FATAL_FAILURE(expectRight(f, space, 3, sizes)) << space.text;
    }
}

INSTANTIATE_TEST_SUITE_P(Programs, PackedFormats,
                         testing::Values("gptq", "awq", "mlc", "halves", "three_bits", "two_bits", "nbits", "nf4",
                                         "rows", "any_rows"),
                         [](const auto& info) { return std::string(info.param); });

// Sizes: rows, results, terms, terms of a group, words and groups for the terms, words for the results.
const char* const kRowsOfResults =
    R"(def f(X: T.Buffer(({0}, {2}), "float32"), W: T.Buffer(({1}, {4}), "uint32"), S: T.Buffer(({1}, {5}), "float32"), Y: T.Buffer(({0}, {1}), "float32")):
    D = T.alloc_buffer(({1}, {2}))
    for n, k in T.grid({1}, {2}):
        with T.block("D"):
            vn, vk = T.axis.remap("SS", [n, k])
            D[vn, vk] = (T.Cast("float32", T.bitwise_and(T.shift_right(W[vn, vk // 8], T.Cast("uint32", vk % 8 * 4)), T.uint32(15))) - T.float32(7)) * S[vn, vk // {3}]
    for m, n, k in T.grid({0}, {1}, {2}):
        with T.block("Y"):
            vm, vn, vk = T.axis.remap("SSR", [m, n, k])
            with T.init():
                Y[vm, vn] = T.float32(0)
            Y[vm, vn] = Y[vm, vn] + X[vm, vk] * D[vn, vk]
)";

const char* const kRowsOfTerms =
    R"(def f(X: T.Buffer(({0}, {2}), "float32"), W: T.Buffer(({4}, {1}), "uint32"), S: T.Buffer(({5}, {1}), "float32"), Z: T.Buffer(({5}, {6}), "uint32"), Y: T.Buffer(({0}, {1}), "float32")):
    for m, n, k in T.grid({0}, {1}, {2}):
        with T.block("Y"):
            vm, vn, vk = T.axis.remap("SSR", [m, n, k])
            with T.init():
                Y[vm, vn] = T.float32(0)
            Y[vm, vn] = Y[vm, vn] + X[vm, vk] * ((T.Cast("float32", T.bitwise_and(T.shift_right(W[vk // 8, vn], T.Cast("uint32", vk % 8 * 4)), T.uint32(15))) - T.Cast("float32", T.bitwise_and(T.shift_right(Z[vk // {3}, vn // 8], T.Cast("uint32", vn % 8 * 4)), T.uint32(15)))) * S[vk // {3}, vn])
)";

const char* const kWordsOfResults =
    R"(def f(X: T.Buffer(({0}, {2}), "float32"), W: T.Buffer(({2}, {6}), "uint32"), S: T.Buffer(({5}, {1}), "float32"), Y: T.Buffer(({0}, {1}), "float32")):
    for m, n, k in T.grid({0}, {1}, {2}):
        with T.block("Y"):
            vm, vn, vk = T.axis.remap("SSR", [m, n, k])
            with T.init():
                Y[vm, vn] = T.float32(0)
            Y[vm, vn] = Y[vm, vn] + X[vm, vk] * ((T.Cast("float32", T.bitwise_and(T.shift_right(W[vk, vn // 8], T.Cast("uint32", vn % 8 * 4)), T.uint32(15))) - T.float32(8)) * S[vk // {3}, vn])
)";

// Some sizes are divided by vectors and words, and others are not.
std::vector<int64_t> randomSizes(std::mt19937_64& random) {
  const auto among = [&](std::initializer_list<int64_t> values) {
    return *(values.begin() + random() % values.size());
  };
  const int64_t rows = among({1, 1, 1, 2, 5}), results = among({1, 7, 16, 32, 48, 64, 100, 128, 256});
  const int64_t terms = among({8, 20, 32, 64, 96, 128, 200, 256}), group = among({8, 16, 24, 32, 64});
  const auto upwards = [](int64_t a, int64_t b) { return (a + b - 1) / b; };
  return {rows, results, terms, group, upwards(terms, 8), upwards(terms, group), upwards(results, 8)};
}

TEST(RandomPackedFormats, AreRightOrDeclined) {
  std::mt19937_64 random(17);
  int fitted = 0, declined = 0;
  const char* rounds = std::getenv("LW_RANDOM_WEIGHTS");
  for (int i = 0; i < (rounds ? std::atoi(rounds) : 36); ++i) {
    const char* const programs[] = {kRowsOfResults, kRowsOfTerms, kWordsOfResults};
    const std::vector<int64_t> sizes = randomSizes(random);
    std::string text = std::string("from tvm.script import tir as T\n\n\n@T.prim_func\n") + programs[i % 3];
    for (size_t s = 0; s < sizes.size(); ++s) {
      const std::string hole = "{" + std::to_string(s) + "}";
      for (size_t at = text.find(hole); at != std::string::npos; at = text.find(hole, at))
        text.replace(at, hole.size(), std::to_string(sizes[s]));
    }
    SCOPED_TRACE(text);
    PrimFunc f = programNamed(text, "f");
    if (random() % 3 == 0) f = withFreeWeights(std::move(f));
    const WrittenSpace space = writeSpace(Snapshot(f), 0, machineOf(random() % 2 ? 512 : 128), cpuRules());
    (fits(space) ? fitted : declined) += 1;
    if (fits(space)) ASSERT_NO_FATAL_FAILURE(expectRight(f, space, 2)) << space.text;
  }
  EXPECT_GE(fitted, 8);
  EXPECT_GE(declined, 3);
}

}  // namespace
}  // namespace lw::tune
