// Runs schedule functions, single steps and Python traces: the methods of `sch` are the primitive catalogue.
#pragma once

#include "core/schedule/schedule.h"
#include "core/script/interpreter.h"
#include "core/text/tir/parser.h"
#include "core/trace/trace.h"

namespace lw {

namespace script {
class ScheduleHost;
class ScheduleObject;
// The host of a run, where it knows more than the catalogue.
using MakeHost = std::function<std::unique_ptr<ScheduleHost>(const std::shared_ptr<ScheduleObject>& schedule)>;
}  // namespace script

struct ScriptRun {
  Schedule schedule;                        // as far as the script got
  std::optional<Explanation> error;         // with the place in the script; none: it ran to its end
  std::vector<std::string> output;          // lines of print(...)
  std::vector<Span> stepSpans;              // the calls of the script, one for each step recorded during the run
  std::optional<Instruction> refused = {};  // the step that ended the run
  std::vector<StepGroup> groups = {};       // what calls of composites and of the script's own functions carried out
};

// A function of the file with the schedule as its first parameter; further parameters need defaults. An empty name
// means `schedule`, or the only schedule function there is.
ScriptRun interpretSchedule(const SourceFile& file, std::string_view function, const Schedule& start,
                            const script::Limits& limits = {}, const script::MakeHost& makeHost = {});
// One or more steps as typed: `split(i, [None, 8])`, `sch.split(l4, factors=[None, 8])`, `split("C.i", [None, 8])`.
// Loops and blocks are given by name, as "block.loop" where the name alone is not unique, or as the handles that traces
// show (l4, b0). The composites of `file` and of the library are steps too. Spans are in `text`.
ScriptRun interpretStep(std::string_view text, const Schedule& start, const script::Limits& limits = {},
                        const std::shared_ptr<const SourceFile>& file = nullptr);
// The text of a *.trace.py file: def apply_trace(sch), or any only function.
ScriptRun interpretTracePython(const SourceText& text, const Schedule& start, const script::Limits& limits = {});

// One argument of a step as typed, without names of loops and blocks: `lambda i, j: (j, i)`, `[None, 8]`.
Result<Value> stepValueFromText(const std::string& text);

Result<Schedule> runSchedule(const SourceFile& file, std::string_view function, const Schedule& start);
Result<Schedule> runStep(std::string_view text, const Schedule& start);
Result<Schedule> runTracePython(const SourceText& text, const Schedule& start);

}  // namespace lw
