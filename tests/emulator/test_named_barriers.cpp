// Named barriers of some warps of a block: what they order, and what is wrong with them.
#include <gmock/gmock.h>

#include "tests/emulator/gpu_fixture.h"
#include "tests/emulator/named_program.h"

namespace lw {
namespace {

using namespace lw::test;
using ::testing::HasSubstr;

// The findings in the order of the threads' numbers and in others, or why it cannot run; "" if C is A backwards.
std::string findingsOf(const std::string& text) {
  const SourceFile file = readProgram("named.py", text);
  EXPECT_FALSE(file.hasErrors()) << (file.diagnostics.empty() ? "" : file.diagnostics.front().message);
  const PrimFunc f = *file.select("");
  const Result<GpuProgram> program = splitHostDevice(f);
  EXPECT_TRUE(program.ok());
  for (const uint64_t order : {0, 1, 2}) {
    Result<std::vector<Argument>> arguments = makeArguments(f, {});
    const Result<EmulatorReport> report = emulate(*program, f, *arguments, {.order = order});
    if (!report) return toText(report.error());
    if (!report->clean()) return textOf(*report);
    const auto valuesOf = [&](size_t i) {
      return reinterpret_cast<const float*>(std::get<NDArray>((*arguments)[i]).data.data());
    };
    for (int i = 0; i < 2; ++i)
      for (int j = 0; j < 64; ++j)
        if (valuesOf(1)[i * 64 + j] != valuesOf(0)[i * 64 + 63 - j]) return "values differ";
  }
  return "";
}

std::string with(const std::string& from, const std::string& to) {
  std::string text = namedProgram();
  const size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

TEST(NamedBarriers, OrderTheWarpsThatReachThem) {
  EXPECT_EQ(findingsOf(namedProgram()), "");
  const std::string race = "there is no barrier between them";
  EXPECT_THAT(findingsOf(with("T.evaluate(T.ptx_bar_sync(1, 64))", "T.evaluate(0)")), HasSubstr(race));
  EXPECT_THAT(findingsOf(with("T.evaluate(T.ptx_bar_sync(2, 64))", "T.evaluate(0)")), HasSubstr(race));
  // Each warp waits for itself only.
  EXPECT_THAT(findingsOf(with("T.ptx_bar_sync(1, 64)", "T.ptx_bar_sync(3 + t // 32, 32)")), HasSubstr(race));
}

TEST(NamedBarriers, MistakesAreNamed) {
  EXPECT_THAT(findingsOf(with("(1, 64)", "(1, 96)")),
              HasSubstr("waits for ever at the named barrier 1: 32 of its 96 threads do not arrive"));
  EXPECT_THAT(findingsOf(with("(1, 64)", "(1 + t // 32, 64)")), HasSubstr("waits for ever at the named barrier"));
  EXPECT_THAT(findingsOf(with("(1, 64)", "(16, 64)")),
              HasSubstr("there is no named barrier 16 for 64 threads: their numbers are 1 to 15, and threads are "
                        "multiples of 32"));
  EXPECT_THAT(findingsOf(with("(1, 64)", "(0, 64)")), HasSubstr("barrier 0 is that of the whole block"));
  EXPECT_THAT(findingsOf(with("(1, 64)", "(1, 48)")), HasSubstr("there is no named barrier 1 for 48 threads"));
  EXPECT_THAT(findingsOf(with("(1, 64)", "(1, 64 + t // 32 * 32)")),
              HasSubstr("the named barrier 1 is for 96 threads here, and for 64 where other threads wait"));
  // Half of the lanes of both warps.
  EXPECT_THAT(findingsOf(with("T.evaluate(T.ptx_bar_sync(1, 64))",
                              "if t % 2 == 0:\n                    T.evaluate(T.ptx_bar_sync(1, 32))")),
              HasSubstr("waits at a barrier, but thread"));
}

// The first warp and the third one never wait for each other: the second one, which waits for both, orders them.
std::string chain(const std::string& late) {
  return R"(from tvm.script import tir as T


@T.prim_func
def main(A: T.Buffer((2, 64), "float32"), C: T.Buffer((2, 64), "float32")):
    for t in T.thread_binding(96, thread="threadIdx.x"):
        S = T.allocate([128], "float32", "shared")
        S_1 = T.Buffer((128,), data=S, scope="shared")
        if t < 32:
            for i in range(4):
                S_1[i * 32 + t] = A[i // 2, i % 2 * 32 + t]
            T.evaluate(T.ptx_bar_sync(1, 64))
)" + late +
         R"(        elif t < 64:
            T.evaluate(T.ptx_bar_sync(1, 64))
            T.evaluate(T.ptx_bar_sync(2, 64))
        else:
            T.evaluate(T.ptx_bar_sync(2, 64))
            for i in range(4):
                C[i // 2, i % 2 * 32 + t - 64] = S_1[i // 2 * 64 + 63 - (i % 2 * 32 + t - 64)]
)";
}

TEST(NamedBarriers, OrderWarpsThroughOthers) {
  EXPECT_EQ(findingsOf(chain("")), "");
  EXPECT_THAT(findingsOf(chain("            S_1[t] = T.float32(0)\n")), HasSubstr("there is no barrier between them"));
}

}  // namespace
}  // namespace lw
