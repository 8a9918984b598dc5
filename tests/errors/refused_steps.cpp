#include "tests/errors/refused_steps.h"

#include <gtest/gtest.h>

#include <set>

#include "core/script/schedule_script.h"
#include "core/text/print/printer.h"
#include "core/text/tir/parser.h"
#include "tests/errors/all_errors.h"

namespace lw {
namespace {

std::string fileOf(const RefusedStep& c) {
  const bool whole = c.program.starts_with("from");
  std::string text = (whole ? "" : "from tvm.script import tir as T\n\n\n@T.prim_func\n") + c.program;
  text += "\n\ndef schedule(sch):\n    ";
  for (const char* at = c.steps; *at; ++at) text += *at == '\n' ? "\n    " : std::string(1, *at);
  return text + "\n";
}

ScriptRun runSteps(const RefusedStep& c) {
  const SourceFile file = parseSource("case.py", fileOf(c));
  for (const Diagnostic& d : file.diagnostics) ADD_FAILURE() << render(d, file.source);
  const Snapshot program = file.modules.empty() ? Snapshot(*file.select("")) : Snapshot(file.modules.front());
  return interpretSchedule(file, "schedule", Schedule(program.withIntrinsics(file.intrinsics)));
}

}  // namespace

void expectRefusals(std::span<const RefusedStep> cases) {
  std::set<std::string_view> known;
  for (const auto& [folder, kinds] : allErrors())
    for (const ErrorKind* kind : kinds) known.insert(kind->sentence);
  known.insert("it could not be ruled out that {0}");  // around the sentence of a step that is not decided
  for (const RefusedStep& c : cases) {
    SCOPED_TRACE(std::string(c.kind) + ": " + c.steps);
    const ScriptRun run = runSteps(c);
    if (!run.error) {
      ADD_FAILURE() << "accepted:\n" << print(run.schedule.program().function(0)).text;
      continue;
    }
    EXPECT_EQ(run.error->kind, c.kind);
    EXPECT_EQ(run.error->message, c.message);
    EXPECT_TRUE(known.contains(run.error->reason.sentence)) << run.error->reason.sentence;
  }
}

}  // namespace lw
