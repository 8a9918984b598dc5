// A function compiled in parts, side by side, computes what it computes as a whole.
#include <gmock/gmock.h>

#include <atomic>

#include "tests/cpu/kernel_fixture.h"

namespace lw::test {
namespace {

using dtype::Float32;
constexpr int kLanes = 256;

// So many nests, one after the other: each adds vectors that are long enough for code worth a thread.
PrimFunc nests(int count, const Buffer& in, const std::vector<Buffer>& outs, ForKind kind) {
  std::vector<Stmt> all;
  for (int k = 0; k < count; ++k) {
    const Var i("i");
    const Expr lanes = Ramp{i * kLanes, 1, kLanes};
    Expr value = BufferLoad{in, {lanes}};
    for (int step = 0; step < 8; ++step)
      value = callTo("exp", {value * Expr(Broadcast{FloatImm{Float32, 0.25}, kLanes})});
    all.push_back(loop(i, 4, store(outs[size_t(k)], {lanes}, value), kind));
  }
  std::vector<Buffer> buffers{in};
  buffers.insert(buffers.end(), outs.begin(), outs.end());
  return function(buffers, Seq{all});
}

class Parts : public testing::TestWithParam<ForKind> {};

TEST_P(Parts, ComputeTheSame) {
  const Buffer in = makeBuffer("in", {4 * kLanes}, Float32);
  std::vector<Buffer> outs;
  for (int k = 0; k < 3; ++k) outs.push_back(makeBuffer("out" + std::to_string(k), {4 * kLanes}, Float32));
  const PrimFunc f = nests(3, in, outs, GetParam());
  const LoadedKernel whole = compileAndLoad(f), parts = compileAndLoad(f, {.threads = 3});
  EXPECT_THAT(whole.module.object, testing::StartsWith("\x7f"
                                                       "ELF"));
  ASSERT_THAT(parts.module.object, testing::StartsWith("!<arch>\n"));
  EXPECT_EQ(parts.object->code().size(), 3u);
  Array<float> x(4 * kLanes);
  for (size_t i = 0; i < x.size(); ++i) x[i] = static_cast<float>(i) / 512 - 1;
  std::vector<Array<float>> wanted(3, Array<float>(4 * kLanes)), found = wanted;
  ASSERT_EQ(whole.call({x.data(), wanted[0].data(), wanted[1].data(), wanted[2].data()}, {}, 2), 0);
  ASSERT_EQ(parts.call({x.data(), found[0].data(), found[1].data(), found[2].data()}, {}, 2), 0);
  for (size_t k = 0; k < 3; ++k)
    for (size_t i = 0; i < x.size(); ++i) ASSERT_EQ(wanted[k][i], found[k][i]) << k << " " << i;
  EXPECT_GT(wanted[0][5], 1);
}
INSTANTIATE_TEST_SUITE_P(Kinds, Parts, testing::Values(ForKind::Serial, ForKind::Parallel));

TEST(PartsOfAFunction, AreWorthItForLongCodeOnly) {
  const Buffer in = makeBuffer("in", {8}, Float32), out = makeBuffer("out", {8}, Float32);
  const Var i("i"), j("j");
  const Stmt body =
      Seq{{loop(i, 8, store(out, {i}, load(in, {i}))), loop(j, 8, store(out, {j}, load(out, {j}) + load(in, {j})))}};
  EXPECT_THAT(compileAndLoad(function({in, out}, body), {.threads = 4}).module.object, testing::StartsWith("\x7f"
                                                                                                           "ELF"));
}

// A loop that the code generator writes out counts as often as it runs: it weighs as much as one written out before.
TEST(PartsOfAFunction, CountLoopsThatAreGoingToBeWrittenOut) {
  const Buffer in = makeBuffer("in", {64 * kLanes}, Float32), a = makeBuffer("a", {64 * kLanes}, Float32),
               b = makeBuffer("b", {64 * kLanes}, Float32);
  for (const ForKind kind : {ForKind::Serial, ForKind::Unrolled}) {
    const Var i("i"), j("j");
    const auto nest = [&](const Var& step, const Buffer& out) {
      const Expr lanes = Ramp{step * 8, 1, 8};
      return loop(step, 64, store(out, {lanes}, load(in, {lanes}) + load(in, {lanes})), kind);
    };
    const LoadedKernel kernel = compileAndLoad(function({in, a, b}, Seq{{nest(i, a), nest(j, b)}}), {.threads = 2});
    EXPECT_THAT(kernel.module.object, testing::StartsWith(kind == ForKind::Unrolled ? "!<arch>"
                                                                                    : "\x7f"
                                                                                      "ELF"));
  }
}

// LLVM's work on a loop counts too: two nests of three loops are worth two threads, however little they hold.
TEST(PartsOfAFunction, CountLoops) {
  const Buffer in = makeBuffer("in", {64}, Float32), a = makeBuffer("a", {64}, Float32),
               b = makeBuffer("b", {64}, Float32);
  const auto nest = [&](const Buffer& out) {
    const Var i("i"), j("j"), k("k");
    const Expr at = i * 16 + j * 4 + k;
    return loop(i, 4, loop(j, 4, loop(k, 4, store(out, {at}, load(in, {at})))));
  };
  EXPECT_THAT(compileAndLoad(function({in, a, b}, Seq{{nest(a), nest(b)}}), {.threads = 2}).module.object,
              testing::StartsWith("!<arch>"));
}

// What fails in one nest ends the function: the next one does not run.
TEST(PartsOfAFunction, AFailureEndsTheFunction) {
  const Buffer in = makeBuffer("in", {8}, Float32), out = makeBuffer("out", {8}, Float32);
  const Var i("i"), j("j");
  const Stmt checkedStore =
      AssertStmt{lt(load(in, {i}), FloatImm{Float32, 5}), "too large", store(out, {i}, load(in, {i}))};
  const LoadedKernel kernel = compileAndLoad(
      function({in, out}, Seq{{loop(i, 8, checkedStore), loop(j, 8, store(out, {j}, FloatImm{Float32, 9}))}}));
  Array<float> x(8), y(8);
  for (size_t k = 0; k < 8; ++k) x[k] = static_cast<float>(k);
  EXPECT_EQ(kernel.call({x.data(), y.data()}), 1);
  EXPECT_EQ(y[4], 4);
  EXPECT_EQ(y[5], 0);
  x[5] = x[6] = x[7] = 1;
  EXPECT_EQ(kernel.call({x.data(), y.data()}), 0);
  EXPECT_EQ(y[5], 9);
}

// Whichever part is asked when nobody wants the code any more, there is none.
TEST(PartsOfAFunction, StopAtAnyTime) {
  const Buffer in = makeBuffer("in", {4 * kLanes}, Float32), a = makeBuffer("a", {4 * kLanes}, Float32),
               b = makeBuffer("b", {4 * kLanes}, Float32);
  const PrimFunc f = nests(2, in, {a, b}, ForKind::Serial);
  std::atomic<int> asked{0};
  ASSERT_TRUE(compileForCpu(f, {.threads = 2, .stop = [&] { return ++asked, false; }}));
  const int all = asked;
  for (const int at : {1, all / 4, all / 2, all * 3 / 4}) {
    asked = 0;
    const Result<CpuModule> stopped = compileForCpu(f, {.threads = 2, .stop = [&] { return ++asked >= at; }});
    ASSERT_FALSE(stopped) << at << " of " << all;
    EXPECT_THAT(stopped.error().message, testing::HasSubstr("was cancelled"));
  }
}

TEST(Archive, DamageIsAnError) {
  const auto message = [](const std::string& bytes) {
    const auto object = LoadedObject::load(bytes, findKernelSymbol);
    return object.ok() ? std::string("loaded") : object.error().message;
  };
  const Buffer in = makeBuffer("in", {4 * kLanes}, Float32), a = makeBuffer("a", {4 * kLanes}, Float32),
               b = makeBuffer("b", {4 * kLanes}, Float32);
  const Result<CpuModule> module = compileForCpu(nests(2, in, {a, b}, ForKind::Serial), {.threads = 2});
  ASSERT_TRUE(module.ok());
  ASSERT_EQ(message(module->object), "loaded");
  EXPECT_EQ(message(module->object.substr(0, 30)), "the object file is damaged: a member of the archive has no header");
  EXPECT_EQ(message(module->object.substr(0, 200)),
            "the object file is damaged: a member of the archive extends beyond the file");
  std::string letters = module->object;
  letters.replace(8 + 48, 10, "not digits");
  EXPECT_EQ(message(letters), "the object file is damaged: a member of the archive extends beyond the file");
  std::string noElf = module->object;
  noElf[8 + 60] = 'x';
  EXPECT_EQ(message(noElf), "the object file is damaged: it is not an ELF file");
}

}  // namespace
}  // namespace lw::test
