// Weights that are packed once: candidates of written spaces are separated into the packing and the function, which
// together compute what the program computes, also in later calls with other values of everything but the weights.
#include <gtest/gtest.h>

#include <cstdlib>
#include <random>

#include "backends/interpreter/interpreter.h"
#include "core/analysis/program/layout_free.h"
#include "core/ir/verify.h"
#include "core/ir/visit.h"
#include "core/text/print/printer.h"
#include "core/text/tir/parser.h"
#include "core/tune/rules/all_rules.h"
#include "core/tune/space.h"
#include "passes/support/pack_once.h"

namespace lw::tune {
namespace {

using Sizes = std::vector<int64_t>;

// The pattern with "{0}", "{1}", ... replaced.
std::string withSizes(std::string text, const Sizes& sizes) {
  for (size_t i = 0; i < sizes.size(); ++i) {
    const std::string hole = "{" + std::to_string(i) + "}";
    for (size_t at = text.find(hole); at != std::string::npos; at = text.find(hole, at))
      text.replace(at, hole.size(), std::to_string(sizes[i]));
  }
  return "from tvm.script import tir as T\n\n\n@T.prim_func\n" + text;
}

const char* const kProduct =
    R"(def f(X: T.Buffer(({0}, {2}), "float32"), W: T.Buffer(({2}, {1}), "float32"), Y: T.Buffer(({0}, {1}), "float32")):
    T.func_attr({"layout_free_buffers": [1]})
    for i, j, k in T.grid({0}, {1}, {2}):
        with T.block("Y"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                Y[vi, vj] = T.float32(0)
            Y[vi, vj] = Y[vi, vj] + X[vi, vk] * W[vk, vj]
)";

const char* const kTransposed =
    R"(def f(X: T.Buffer(({0}, {2}), "float32"), W: T.Buffer(({1}, {2}), "float32"), B: T.Buffer(({1},), "float32"), Y: T.Buffer(({0}, {1}), "float32")):
    T.func_attr({"layout_free_buffers": [1]})
    S = T.alloc_buffer(({0}, {1}))
    for i, j, k in T.grid({0}, {1}, {2}):
        with T.block("S"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                S[vi, vj] = T.float32(0)
            S[vi, vj] = S[vi, vj] + X[vi, vk] * W[vj, vk]
    for i, j in T.grid({0}, {1}):
        with T.block("Y"):
            vi, vj = T.axis.remap("SS", [i, j])
            Y[vi, vj] = T.max(S[vi, vj] + B[vj], T.float32(0))
)";

const char* const kConvolution =
    R"(def f(W: T.Buffer(({0}, {1}, {4}, {4}), "float32"), X: T.Buffer(({1}, {5}, {6}), "float32"), Y: T.Buffer(({0}, {2}, {3}), "float32")):
    T.func_attr({"layout_free_buffers": [0]})
    for k, y, x, c, r, s in T.grid({0}, {2}, {3}, {1}, {4}, {4}):
        with T.block("Y"):
            vk, vy, vx, vc, vr, vs = T.axis.remap("SSSRRR", [k, y, x, c, r, s])
            with T.init():
                Y[vk, vy, vx] = T.float32(0)
            Y[vk, vy, vx] = Y[vk, vy, vx] + X[vc, vy + vr, vx + vs] * W[vk, vc, vr, vs]
)";

const char* const kWindows =
    R"(def f(W: T.Buffer(({3}, {3}, {0}, 1), "float32"), X: T.Buffer((1, {0}, {4}, {5}), "float32"), Y: T.Buffer((1, {0}, {1}, {2}), "float32")):
    T.func_attr({"layout_free_buffers": [0]})
    for n, c, y, x, r, s in T.grid(1, {0}, {1}, {2}, {3}, {3}):
        with T.block("Y"):
            vn, vc, vy, vx, vr, vs = T.axis.remap("SSSSRR", [n, c, y, x, r, s])
            with T.init():
                Y[vn, vc, vy, vx] = T.float32(0)
            Y[vn, vc, vy, vx] = Y[vn, vc, vy, vx] + X[vn, vc, vy + vr, vx + vs] * W[vr, vs, vc, 0]
)";

// Both factors are weights of no other block: a product whose left factor is one too.
const char* const kBoth =
    R"(def f(V: T.Buffer(({0}, {2}), "float32"), W: T.Buffer(({2}, {1}), "float32"), X: T.Buffer(({0}, {1}), "float32"), Y: T.Buffer(({0}, {1}), "float32")):
    T.func_attr({"layout_free_buffers": [0, 1]})
    S = T.alloc_buffer(({0}, {1}))
    for i, j, k in T.grid({0}, {1}, {2}):
        with T.block("S"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                S[vi, vj] = T.float32(0)
            S[vi, vj] = S[vi, vj] + V[vi, vk] * W[vk, vj]
    for i, j in T.grid({0}, {1}):
        with T.block("Y"):
            vi, vj = T.axis.remap("SS", [i, j])
            Y[vi, vj] = S[vi, vj] * X[vi, vj]
)";

Machine someMachine(std::mt19937_64& random) {
  Machine machine;
  machine.vectorBits = random() % 2 ? 512 : 128;
  machine.vectorRegisters = random() % 2 ? 32 : 16;
  machine.caches = {1 << 9, 1 << 12, 1 << 15};
  return machine;
}

std::vector<Argument> randomArguments(const PrimFunc& f, uint64_t seed) {
  return *makeArguments(f, {.ranges = {{"*", {ValueRange::Kind::Tenths}}}, .seed = seed});
}

void expectSame(const std::vector<Argument>& got, const std::vector<Argument>& expected, const std::string& what) {
  for (size_t i = 0; i < expected.size(); ++i)
    EXPECT_EQ(compareArrays(std::get<NDArray>(got[i]), std::get<NDArray>(expected[i]), 1e-5, 1e-5).count, 0) << what;
}

// Packs once and calls three times, each time with other arguments and the same weights.
void expectCallsComputeTheSame(const PrimFunc& source, const PackedOnce& made, const std::vector<size_t>& weights) {
  // A backend that builds the packing function finds nothing to pack in it.
  const auto again = packOnce(made.packing);
  ASSERT_TRUE(again.ok()) << toText(again.error());
  EXPECT_FALSE(again->has_value());
  const std::vector<Argument> first = randomArguments(source, 1);
  std::vector<Argument> packing = made.weights(first);
  const size_t count = packing.size();
  for (Argument& a : made.emptyPacked()) packing.push_back(std::move(a));
  ASSERT_TRUE(interpret(made.packing, packing).ok()) << print(made.packing).text;
  for (uint64_t call = 1; call <= 3; ++call) {
    std::vector<Argument> arguments = randomArguments(source, call);
    for (const size_t w : weights) arguments[w] = first[w];
    std::vector<Argument> expected = arguments, got = arguments;
    ASSERT_TRUE(interpret(source, expected).ok());
    got.insert(got.end(), packing.begin() + static_cast<std::ptrdiff_t>(count), packing.end());
    for (const size_t w : made.unread)  // may be anything
      for (std::byte& b : std::get<NDArray>(got[w]).data) b = std::byte{0xff};
    const Status ran = interpret(made.function, got);
    ASSERT_TRUE(ran.ok()) << toText(ran.error()) << print(made.function).text;
    for (const size_t w : made.unread) got[w] = arguments[w];
    got.resize(expected.size());
    expectSame(got, expected, "call " + std::to_string(call) + "\n" + print(made.function).text);
  }
}

TEST(PackedWeights, CandidatesOfRandomSizesComputeTheSame) {
  std::mt19937_64 random(31);
  const auto from = [&](int64_t low, int64_t high) {
    return low + static_cast<int64_t>(random() % static_cast<uint64_t>(high - low + 1));
  };
  int candidates = 0, right = 0, left = 0, windows = 0;
  const char* rounds = std::getenv("LW_RANDOM_WEIGHTS");
  for (int i = 0; i < (rounds ? std::atoi(rounds) : 32); ++i) {
    const char* const programs[] = {kProduct, kTransposed, kConvolution, kBoth, kWindows};
    const char* const program = programs[i % 5];
    Sizes sizes = {from(2, 20), from(4, 40), from(2, 20)};
    if (program == kConvolution) {
      const int64_t height = from(2, 5), width = from(3, 6), window = from(2, 3);
      sizes = {from(2, 9), from(2, 4), height, width, window, height + window - 1, width + window - 1};
    }
    if (program == kWindows) {
      const int64_t height = from(1, 9), width = from(1, 20), window = from(2, 3);
      sizes = {from(2, 5), height, width, window, height + window - 1, width + window - 1};
    }
    const std::string text = withSizes(program, sizes);
    const SourceFile file = parseSource("program.py", text);
    ASSERT_FALSE(file.hasErrors()) << text;
    const Snapshot start(*file.select(""));
    const WrittenSpace written = writeSpace(start, 0, someMachine(random), cpuRules());
    EXPECT_NE(written.text.find("is packed once, before the calls."), std::string::npos) << written.text;
    const auto space = std::make_shared<const SourceFile>(parseSource("space.py", written.text));
    const auto drawn = Space(space, "space", Schedule(start)).candidate({}, random());
    const auto* candidate = std::get_if<Candidate>(&drawn);
    ASSERT_TRUE(candidate) << toText(std::get<RefusedCandidate>(drawn).why) << "\n" << written.text;
    const PrimFunc& scheduled = candidate->schedule.program().function();
    const Result<std::optional<PackedOnce>> made = packOnce(scheduled);
    ASSERT_TRUE(made) << toText(made.error()) << print(scheduled).text;
    ASSERT_TRUE(*made) << print(scheduled).text;
    EXPECT_EQ(verify((*made)->packing), std::vector<std::string>()) << print((*made)->packing).text;
    EXPECT_EQ(verify((*made)->function), std::vector<std::string>()) << print((*made)->function).text;
    forEachStmt((*made)->function.body, [&](const Stmt& s) {
      EXPECT_FALSE(s.as<Block>() && isPackedOnce(*s.as<Block>())) << print((*made)->function).text;
    });
    const std::vector<size_t> weights = *layoutFreeParams(scheduled);
    EXPECT_EQ((*made)->unread, weights) << print((*made)->function).text;
    EXPECT_EQ((*made)->weightParams, weights);
    ASSERT_NO_FATAL_FAILURE(expectCallsComputeTheSame(start.function(), **made, weights));
    ++candidates;
    right += program == kProduct || program == kTransposed;
    left += program == kConvolution;
    windows += program == kWindows;
  }
  EXPECT_GE(candidates, 8);
  EXPECT_GT(right, 0);
  EXPECT_GT(left, 0);
  EXPECT_GT(windows, 0);
}

// What the weight is read for besides stays, and nothing is separated without the annotation.
TEST(PackedWeights, OnlyMarkedBlocksAreSeparated) {
  const auto function = [](const std::string& mark) {
    const SourceFile file = parseSource(
        "f.py",
        withSizes(
            R"(def f(X: T.Buffer((4, 6), "float32"), W: T.Buffer((6,), "float32"), Y: T.Buffer((4, 6), "float32")):
    T.func_attr({"layout_free_buffers": [1]})
    P = T.alloc_buffer((2, 3))
    for i in range(6):
        with T.block("P"):
            vi = T.axis.spatial(6, i)
)" + mark + R"(            P[vi % 2, vi // 2] = W[vi]
    for i, j in T.grid(4, 6):
        with T.block("Y"):
            vi, vj = T.axis.remap("SS", [i, j])
            Y[vi, vj] = X[vi, vj] * P[vj % 2, vj // 2] + W[vj]
)",
            {}));
    return *file.select("");
  };
  EXPECT_FALSE(packOnce(function(""))->has_value());
  EXPECT_FALSE(
      packOnce(function("            T.block_attr({\"meta_schedule.layout_rewrite_preproc\": False})\n"))->has_value());
  const PrimFunc f = function("            T.block_attr({\"meta_schedule.layout_rewrite_preproc\": True})\n");
  const Result<std::optional<PackedOnce>> made = packOnce(f);
  ASSERT_TRUE(made && *made);
  EXPECT_TRUE((*made)->unread.empty()) << "Y reads W as well";
  EXPECT_EQ((*made)->packing.name, "f_pack");
  ASSERT_EQ((*made)->function.params.size(), 4u);
  EXPECT_EQ((*(*made)->function.bufferOf((*made)->function.params[3]))->name, "P");
  expectCallsComputeTheSame(f, **made, {1});
}

}  // namespace
}  // namespace lw::tune
