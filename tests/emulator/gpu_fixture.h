// Runs scheduled programs as a GPU runs them, and breaks them in the ways that tests need.
#pragma once

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "backends/emulator/emulator.h"
#include "backends/interpreter/interpreter.h"
#include "core/ir/visit.h"
#include "core/te/read_program.h"
#include "core/te/schedule_code.h"
#include "core/text/print/printer.h"
#include "passes/pipeline.h"
#include "passes/support/kernel_nest.h"
#include "tests/device/device_packages.h"

namespace lw::test {

inline std::string contents(const std::string& path) {
  std::ifstream in(path);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

// A product of 128 x 128 x 128 elements as one of `rows` x 128 x `depth`.
inline std::string smallerProduct(std::string text, int rows, int depth = 128) {
  const std::string m = std::to_string(rows), k = std::to_string(depth);
  const std::pair<std::string, std::string> sizes[] = {{"A: T.Buffer((128, 128)", "A: T.Buffer((" + m + ", " + k + ")"},
                                                       {"B: T.Buffer((128, 128)", "B: T.Buffer((" + k + ", 128)"},
                                                       {"C: T.Buffer((128, 128)", "C: T.Buffer((" + m + ", 128)"},
                                                       {"T.grid(128, 128, 128)", "T.grid(" + m + ", 128, " + k + ")"}};
  for (const auto& [from, to] : sizes)
    if (const size_t at = text.find(from); at != std::string::npos)
      text.replace(at, from.size(), to);
    else
      ADD_FAILURE() << "no " << from;
  return text;
}

struct Scheduled {
  SourceFile file;
  PrimFunc source, scheduled;
};

inline Scheduled scheduledBy(const std::string& text, const std::string& schedule) {
  SourceFile file = readProgram("test.py", text);
  EXPECT_FALSE(file.hasErrors()) << (file.diagnostics.empty() ? "" : file.diagnostics.front().message);
  const Schedule start(Snapshot(*file.select("")).withIntrinsics(file.intrinsics));
  const ScriptRun run = interpretScheduleOf(file, schedule, start);
  EXPECT_FALSE(run.error) << schedule << ": " << (run.error ? toText(*run.error) : "");
  return {file, start.program().function(), run.schedule.program().function()};
}

// The values that the unscheduled program computes.
inline std::vector<Argument> wantedOf(const PrimFunc& source, const std::vector<Argument>& arguments) {
  std::vector<Argument> wanted = arguments;
  const Status ok = interpret(source, wanted);
  EXPECT_TRUE(ok.ok()) << toText(ok.error());
  return wanted;
}

inline std::string textOf(const EmulatorReport& report) {
  std::string text;
  for (const GpuFinding& f : report.findings) text += f.explanation.message + "\n";
  return text;
}

inline void expectSameValues(const std::vector<Argument>& got, const std::vector<Argument>& wanted,
                             const std::string& what) {
  for (size_t i = 0; i < got.size(); ++i)
    if (const auto* array = std::get_if<NDArray>(&got[i])) {
      const Mismatch m = compareArrays(*array, std::get<NDArray>(wanted[i]), 1e-4, 1e-4);
      EXPECT_EQ(m.count, 0) << what << ": argument " << i << " is " << m.got << ", expected " << m.expected;
    }
}

// Expects a run without findings that computes `wanted`.
inline EmulatorReport expectRight(const Scheduled& s, const GpuProgram& program, const std::vector<Argument>& arguments,
                                  const std::vector<Argument>& wanted, const std::string& what) {
  std::vector<Argument> got = arguments;
  const Result<EmulatorReport> report = emulate(program, s.scheduled, got);
  EXPECT_TRUE(report.ok()) << what << ": " << (report.ok() ? "" : toText(report.error()))
                           << print(program.lowered).text;
  if (!report) return {};
  EXPECT_TRUE(report->clean()) << what << ": " << textOf(*report) << print(program.lowered).text;
  expectSameValues(got, wanted, what);
  packageForDevice(s.source, s.scheduled, arguments, wanted);
  return *report;
}
// The same with the values that the unscheduled program computes.
inline EmulatorReport expectRight(const Scheduled& s, const std::string& what, InputSpec inputs = {}) {
  const Result<GpuProgram> program = lowerForGpu(s.scheduled, defaultGpuDevice());
  EXPECT_TRUE(program.ok()) << what << ": " << (program.ok() ? "" : toText(program.error()));
  const Result<std::vector<Argument>> arguments = makeArguments(s.source, inputs);
  EXPECT_TRUE(arguments.ok());
  if (!program || !arguments) return {};
  return expectRight(s, *program, *arguments, wantedOf(s.source, *arguments), what);
}

inline int barriersOf(const Stmt& s, bool (*isOne)(const Stmt&) = isBarrier) {
  int n = 0;
  forEachStmt(s, [&](const Stmt& x) { n += isOne(x); });
  return n;
}

// The program without one of its barriers, of blocks or of warps; `number` counts them in the order of the text.
inline PrimFunc withoutBarrier(const PrimFunc& f, int number, bool (*isOne)(const Stmt&) = isBarrier) {
  PrimFunc result = f;
  int at = 0;
  result.body = rewriteStmts(f.body, [&](const Stmt& s) -> std::optional<Stmt> {
    if (!isOne(s) || at++ != number) return std::nullopt;
    return Stmt(Evaluate{0});
  });
  return result;
}

}  // namespace lw::test
