// Barriers with phases and bulk copies: the emulator runs threads side by side, and names those that wait for ever.
#include <gmock/gmock.h>

#include "tests/emulator/gpu_fixture.h"
#include "tests/emulator/phased_program.h"

namespace lw {
namespace {

using namespace lw::test;
using ::testing::HasSubstr;

// Runs the program with one text in place of another. Returns the findings, or why it cannot run.
std::string run(const std::string& from, const std::string& to, bool* right = nullptr) {
  std::string text = phasedProgram();
  if (!from.empty()) {
    const size_t at = text.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    text.replace(at, from.size(), to);
  }
  const SourceFile file = readProgram("phased.py", text);
  EXPECT_FALSE(file.hasErrors()) << (file.diagnostics.empty() ? "" : file.diagnostics.front().message);
  const PrimFunc f = *file.select("");
  const Result<GpuProgram> program = lowerForGpu(f, defaultGpuDevice());
  if (!program) return toText(program.error());
  Result<std::vector<Argument>> arguments = makeArguments(f, {});
  const Result<EmulatorReport> report = emulate(*program, f, *arguments);
  if (!report) return toText(report.error());
  if (right) {
    const auto valuesOf = [&](size_t i) {
      return reinterpret_cast<const float*>(std::get<NDArray>((*arguments)[i]).data.data());
    };
    const float *a = valuesOf(0), *c = valuesOf(1);
    *right = true;
    for (int i = 0; i < 8; ++i)
      for (int j = 0; j < 512; ++j) *right = *right && c[i * 512 + j] == a[i * 512 + 511 - j];
  }
  return textOf(*report);
}

TEST(Phased, ProducerAndConsumersTakeTurns) {
  bool right = false;
  EXPECT_EQ(run("", "", &right), "");
  EXPECT_TRUE(right);
}

TEST(Phased, MistakesAreNamed) {
  EXPECT_THAT(run("T.evaluate(T.ptx_arrive_barrier(2 + i % 2))", "T.evaluate(0)"),
              HasSubstr("waits for ever for the end of phase 0 of barrier 2"));
  EXPECT_THAT(run("expect_tx(i % 2, 2048)", "expect_tx(i % 2, 4096)"),
              HasSubstr("waits for ever for the end of phase 0 of barrier 0"));
  EXPECT_THAT(run("T.evaluate(T.ptx_init_barrier_thread_count(1, 1))", "T.evaluate(0)"),
              HasSubstr("barrier 1 is used before it is initialised"));
  // More bytes are copied than the phase waits for, so that it never ends.
  EXPECT_THAT(run("expect_tx(i % 2, 2048)", "expect_tx(i % 2, 1024)"), HasSubstr("waits for ever"));
}

// Threads that run one after another cannot wait for each other.
TEST(Phased, TheInterpreterRefusesThem) {
  const SourceFile file = readProgram("phased.py", phasedProgram());
  const PrimFunc f = *file.select("");
  std::vector<Argument> arguments = *makeArguments(f, {});
  const Status done = interpret(f, arguments);
  ASSERT_FALSE(done.ok());
  EXPECT_THAT(done.error().message, HasSubstr("create_barriers"));
}

}  // namespace
}  // namespace lw
