// Programs at the borders of 2^31 elements and bytes.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/script/schedule_script.h"
#include "core/te/read_program.h"
#include "core/text/print/printer.h"
#include "passes/pipeline.h"

namespace lw::test {

using ::testing::HasSubstr;
using ::testing::Not;

struct Large {
  SourceFile file;
  PrimFunc source, scheduled;
};

inline Large large(const std::string& text, const std::vector<std::string>& steps = {}) {
  SourceFile file = readProgram("large.py", "from tvm.script import tir as T\n\n\n@T.prim_func\n" + text);
  EXPECT_FALSE(file.hasErrors()) << (file.diagnostics.empty() ? "" : file.diagnostics.front().message);
  Schedule schedule(Snapshot(*file.select("")));
  for (const std::string& step : steps) {
    ScriptRun run = interpretStep(step, schedule);
    EXPECT_FALSE(run.error) << step << ": " << (run.error ? toText(*run.error) : "");
    schedule = std::move(run.schedule);
  }
  return {file, *file.select(""), schedule.program().function()};
}

inline std::string loweredText(const PrimFunc& f, const Pipeline& pipeline = cpuPipeline()) {
  return print(lowerAll(f, pipeline).back().function, {}).text;
}

// Copies four bytes through the ends of a temporary of rows x 32768 elements of int8, of which it touches a few pages.
inline std::string ends(int64_t rows) {
  const std::string shape = "(" + std::to_string(rows) + ", 32768)", last = std::to_string((rows - 1) / 3);
  return "def ends(A: T.Buffer((4,), \"int8\"), B: T.Buffer((4,), \"int8\")):\n"
         "    C = T.alloc_buffer(" +
         shape +
         ", \"int8\")\n"
         "    for i in range(4):\n"
         "        with T.block(\"C\"):\n"
         "            vi = T.axis.spatial(4, i)\n"
         "            C[vi * " +
         last +
         ", vi * 32767 // 3] = A[vi]\n"
         "    for i in range(4):\n"
         "        with T.block(\"B\"):\n"
         "            vi = T.axis.spatial(4, i)\n"
         "            B[vi] = C[vi * " +
         last + ", vi * 32767 // 3]\n";
}

}  // namespace lw::test
