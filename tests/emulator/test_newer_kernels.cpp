// A kernel that launches its threads by ids (T.cta_id, T.thread_id) runs on the emulator as one with launch_thread
// does.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "backends/emulator/emulator.h"
#include "core/text/tir/parser.h"
#include "passes/pipeline.h"

namespace lw {
namespace {

std::vector<double> run(const std::string& name, int64_t rows, int64_t columns, const std::vector<double>& values,
                        std::vector<int64_t> result) {
  std::ifstream in(std::filesystem::path(LW_SOURCE_DIR) / "tests/golden/text/newer/kernels.py");
  std::ostringstream text;
  text << in.rdbuf();
  const Result<PrimFunc> f = parseSource("kernels.py", text.str()).select(name);
  EXPECT_TRUE(f.ok()) << name;
  const Result<GpuProgram> program = lowerForGpu(*f, defaultGpuDevice());
  EXPECT_TRUE(program.ok()) << (program.ok() ? "" : toText(program.error()));
  if (!program) return {};
  NDArray a = NDArray::zeros(dtype::Float32, {rows, columns});
  for (size_t i = 0; i < values.size(); ++i) a.set(static_cast<int64_t>(i), values[i]);
  int64_t count = 1;
  for (const int64_t size : result) count *= size;
  std::vector<Argument> arguments;
  arguments.emplace_back(std::move(a));
  arguments.emplace_back(NDArray::zeros(dtype::Float32, std::move(result)));
  const Result<EmulatorReport> report = emulate(*program, *f, arguments);
  EXPECT_TRUE(report.ok()) << (report.ok() ? "" : toText(report.error()));
  if (report) {
    EXPECT_TRUE(report->findings.empty()) << summaryOf(*report);
  }
  std::vector<double> got;
  for (int64_t i = 0; i < count; ++i) got.push_back(std::get<NDArray>(arguments[1]).getDouble(i));
  return got;
}

TEST(NewerKernels, RunOnTheEmulator) {
  std::vector<double> a(256), sums(4, 0), moved(64);
  for (size_t i = 0; i < 256; ++i) a[i] = static_cast<double>(i % 7), sums[i / 64] += a[i];
  EXPECT_EQ(run("row_sums", 4, 64, a, {4}), sums);
  a.resize(64);
  for (size_t i = 0; i < 64; ++i) moved[i] = a[i / 32 * 32 + (i + 1) % 32];
  EXPECT_EQ(run("neighbours", 2, 32, a, {2, 32}), moved);
}

TEST(NewerKernels, VectorsGoOnInTheNextRows) {
  std::vector<double> a;
  for (int i = 0; i < 16; ++i) a.push_back(i);
  EXPECT_EQ(run("spans", 4, 4, a, {2, 8}), a);
}

}  // namespace
}  // namespace lw
