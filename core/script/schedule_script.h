// Runs schedule functions, single steps and Python traces. The methods of `sch` are the primitives.
#pragma once

#include "core/schedule/schedule.h"
#include "core/script/interpreter.h"
#include "core/text/tir/parser.h"
#include "core/trace/trace.h"

namespace lw {

namespace script {
class ScheduleHost;
class ScheduleObject;
// Makes a host for a run that needs more than the primitives.
using MakeHost = std::function<std::unique_ptr<ScheduleHost>(const std::shared_ptr<ScheduleObject>& schedule)>;
}  // namespace script

struct ScriptRun {
  Schedule schedule;                        // the schedule after the last step that succeeded
  std::optional<Explanation> error;         // with its position in the script; none: the script ran to its end
  std::vector<std::string> output;          // lines of print(...)
  std::vector<Span> stepSpans;              // the span of the call in the script, for each step that the run recorded
  std::optional<Instruction> refused = {};  // the step that ended the run with an error
  std::vector<StepGroup> groups = {};       // one for each call of a composite or of a function of the script
  std::vector<Message> notes = {};          // what a person should know of the steps
};

// Runs a function of the file with the schedule as its first parameter; further parameters must have defaults. An empty
// name selects `schedule`, or the only schedule function.
ScriptRun interpretSchedule(const SourceFile& file, std::string_view function, const Schedule& start,
                            const script::Limits& limits = {}, const script::MakeHost& makeHost = {});
// Runs one or more steps in the form in which they are typed: `split(i, [None, 8])`, `sch.split(l4, factors=[None,
// 8])`, `split("C.i", [None, 8])`. Loops and blocks are given by name, as "block.loop" if the name is not unique, or by
// the handles that traces show (l4, b0). The composites of `file` and of the library can be called, too. Spans refer to
// `text`.
ScriptRun interpretStep(std::string_view text, const Schedule& start, const script::Limits& limits = {},
                        const std::shared_ptr<const SourceFile>& file = nullptr);
// Runs the text of a *.trace.py file: def apply_trace(sch), or the only function.
ScriptRun interpretTracePython(const SourceText& text, const Schedule& start, const script::Limits& limits = {});

// One argument of a step in the form in which it is typed, without names of loops and blocks: `lambda i, j: (j, i)`,
// `[None, 8]`.
Result<StepValue> stepValueFromText(const std::string& text);

Result<Schedule> runSchedule(const SourceFile& file, std::string_view function, const Schedule& start);
Result<Schedule> runStep(std::string_view text, const Schedule& start);
Result<Schedule> runTracePython(const SourceText& text, const Schedule& start);

}  // namespace lw
