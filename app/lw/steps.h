// STEPS of the command line: --script FILE.py[:FUNCTION], --trace FILE.json, --do 'split(i, [None, 8])' (repeatable;
// primitives and composites).
#pragma once

#include "app/lw/command.h"
#include "core/trace/trace.h"

namespace lw {

// Options that every command with STEPS takes.
std::vector<OptionSpec> stepOptions();

// Where the steps led; on an error, as far as they got.
struct SteppedSchedule {
  Schedule schedule;
  std::optional<Explanation> error;
  std::optional<SourceText> source;         // that the error's span points into: the script, or the text of a --do
  std::vector<std::string> output;          // what the script printed
  std::optional<Instruction> refused = {};  // the step that the error is about, where it is one
  std::vector<StepGroup> groups = {};       // of composites
};
// A script in the loaded file itself is not parsed twice.
SteppedSchedule applySteps(const CommandLine& arguments, const Loaded& loaded);

// Prints the error of a refused step, with its place in the script.
int failSteps(const CommandLine& arguments, const SteppedSchedule& stepped);

}  // namespace lw
