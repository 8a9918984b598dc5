// specialize_warps: a producer warp copies what the other warps consume. The samples' faults are planted by
// test_protocol.cpp; here are random products, and what lowering makes of the roles.
#include <gmock/gmock.h>

#include <random>

#include "backends/emulator/protocol.h"
#include "tests/emulator/gpu_fixture.h"

namespace lw {
namespace {

using namespace lw::test;
using ::testing::HasSubstr;

// A product with rows of threads and tiles of random sizes. Rounds may also be counted through a loop around the
// reduction, by blocks that compute several tiles.
std::string randomProduct(unsigned seed) {
  std::mt19937 random(seed);
  const auto number = [&](int low, int high) { return std::uniform_int_distribution(low, high)(random); };
  const auto maybe = [&](int percent) { return number(1, 100) <= percent; };
  const auto text = [](int n) { return std::to_string(n); };
  const int ty = 4 << number(0, 2), tx = 8, rows = number(1, 2), step = 4 << number(0, 2), tiles = number(1, 3);
  const int m = tiles * ty * rows, n = 16, k = step * number(1, 5);
  std::string s = "from tvm.script import tir as T\n\n\n@T.prim_func\ndef main(A: T.Buffer((" + text(m) + ", " +
                  text(k) + "), \"float32\"), B: T.Buffer((" + text(k) + ", " + text(n) +
                  "), \"float32\"), C: T.Buffer((" + text(m) + ", " + text(n) +
                  "), \"float32\")):\n    for i, j, k in T.grid(" + text(m) + ", " + text(n) + ", " + text(k) +
                  "):\n        with T.block(\"C\"):\n            vi, vj, vk = T.axis.remap(\"SSR\", [i, j, k])\n"
                  "            with T.init():\n                C[vi, vj] = T.float32(0)\n"
                  "            C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]\n\n\ndef schedule(sch):\n";
  const auto line = [&](const std::string& l) { s += "    " + l + "\n"; };
  line("block = sch.get_block(\"C\")");
  line("i, j, k = sch.get_loops(block)");
  const bool own = maybe(60);
  if (own) line("result = sch.cache_write(block, 0, \"local\")");
  line("p, i1, i2 = sch.split(i, [None, " + text(ty) + ", " + text(rows) + "])");
  line("j0, j1 = sch.split(j, [None, " + text(tx) + "])");
  line("k0, k1 = sch.split(k, [None, " + text(step) + "])");
  line("sch.reorder(j0, p, i1, j1, k0, i2, k1)");
  line("sch.bind(j0, \"blockIdx.x\")");
  if (maybe(40)) line("sch.bind(p, \"blockIdx.y\")");
  const bool z = maybe(20);
  line(std::string("sch.bind(i1, \"threadIdx.") + (z ? "z" : "y") + "\")");
  line("sch.bind(j1, \"threadIdx.x\")");
  if (own) line("sch.reverse_compute_at(result, j1)");
  const int copies = number(1, 3);  // of the first operand, of the second, of both
  for (int operand = 0; operand < 2; ++operand) {
    if (!(copies & 1 << operand)) continue;
    line("copy = sch.cache_read(block, " + text(operand) + ", \"shared\")");
    line("sch.compute_at(copy, k0)");
    if (maybe(40)) line("sch.storage_align(copy, 0, -2, 8, 4)");
  }
  if (maybe(50)) line("sch.decompose_reduction(block, k0)");
  if (maybe(30)) line("sch.unroll(k1)");
  if (maybe(25) && ty * tx % 128 == 0)
    line("sch.specialize_warps(k0, " + text(number(1, 4)) + ", 24, 64)");
  else
    line("sch.specialize_warps(k0, " + text(number(1, 8)) + ")");
  return s;
}

TEST(Specialized, RandomProductsAreRightInEveryOrder) {
  const char* more = std::getenv("LW_RANDOM_GPU");
  const unsigned wanted = more ? static_cast<unsigned>(std::atoi(more)) : 24;
  int64_t states = 0;
  for (unsigned seed = 0; seed < wanted; ++seed) {
    const std::string text = randomProduct(seed);
    const Scheduled s = scheduledBy(text, "schedule");
    const Result<GpuProgram> program = lowerForGpu(s.scheduled, defaultGpuDevice());
    ASSERT_TRUE(program.ok()) << toText(program.error()) << text;
    expectRight(s, text);
    const Result<Protocol> protocol = recordProtocol(*program, s.scheduled, *makeArguments(s.source, {}));
    ASSERT_TRUE(protocol.ok()) << toText(protocol.error());
    const ProtocolReport report = checkProtocol(*protocol);
    EXPECT_TRUE(report.clean()) << text << (report.clean() ? "" : toText(report.findings[0].explanation));
    states += report.states;
    if (HasFailure()) return;
  }
  std::printf("  %u products, %ld states\n", wanted, static_cast<long>(states));
  EXPECT_GT(states, 1000);
}

std::string sample() { return contents(LW_SOURCE_DIR "/samples/gpu/specialized.py"); }

TEST(Specialized, TheProducerIsAWarpOfItsOwn) {
  const Scheduled s = scheduledBy(sample(), "schedule");
  const Result<GpuProgram> program = lowerForGpu(s.scheduled, defaultGpuDevice());
  ASSERT_TRUE(program.ok()) << toText(program.error());
  const std::string text = print(program->lowered).text;
  EXPECT_THAT(text, HasSubstr("T.thread_binding(5, thread=\"threadIdx.y\")"));
  EXPECT_THAT(text, HasSubstr("T.create_barriers(4"));
  EXPECT_THAT(text, HasSubstr("T.ptx_init_barrier_thread_count(0, 1"));
  EXPECT_THAT(text, HasSubstr("T.ptx_init_barrier_thread_count(2, 128"));
  EXPECT_THAT(text, HasSubstr("if threadIdx_x == 0:"));
  EXPECT_EQ(barriersOf(program->lowered.body), 1) << text;
}

TEST(Specialized, RegistersAreHandedOver) {
  const Scheduled s = scheduledBy(sample(), "registers");
  const Result<GpuProgram> program = lowerForGpu(s.scheduled, defaultGpuDevice());
  ASSERT_TRUE(program.ok()) << toText(program.error());
  const std::string text = print(program->lowered).text;
  EXPECT_THAT(text, HasSubstr("T.thread_binding(8, thread=\"threadIdx.y\")"));
  EXPECT_THAT(text, HasSubstr("T.set_max_nreg(232, 1"));
  EXPECT_THAT(text, HasSubstr("T.set_max_nreg(40, 0"));
  EXPECT_THAT(text, HasSubstr("T.attr(0, \"start_registers\", 136)"));
}

}  // namespace
}  // namespace lw
