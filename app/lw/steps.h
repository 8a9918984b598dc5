// The options STEPS of the command line: --script FILE.py[:FUNCTION], --trace FILE.json, --do 'split(i, [None, 8])'
// (repeatable; primitives and composites).
#pragma once

#include "app/lw/command.h"
#include "core/trace/size_versions.h"

namespace lw {

// Options that every command with STEPS takes.
std::vector<OptionSpec> stepOptions();
Status checkStepOptions(const CommandLine& arguments);  // what no command that takes them can use

// The schedule after the steps; on an error, after the steps before it.
struct SteppedSchedule {
  Schedule schedule;
  std::optional<Explanation> error;
  std::optional<SourceText> source;  // the text that the error's span refers to: the script, or the text of a --do
  std::vector<std::string> output;   // what the script printed
  std::optional<Instruction> refused = {};    // the step that the error is about, if it is about one
  std::vector<StepGroup> groups = {};         // of composites
  std::optional<SizeVersions> versions = {};  // --trace: the function chooses among them; `schedule` has later steps
};
// Does not parse a script again that is in the loaded file. `first`: steps before all others.
SteppedSchedule applySteps(const CommandLine& arguments, const Loaded& loaded, const Trace* first = nullptr);

// Prints the error of a refused step, with its location in the script.
int failSteps(const CommandLine& arguments, const SteppedSchedule& stepped);

}  // namespace lw
