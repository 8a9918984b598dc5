// A trace: the steps of a schedule, independent of a program. JSON in TVM's form, Python text, replay.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/schedule/schedule.h"
#include "core/text/print/printer.h"

namespace lw {

// Steps that one call of a composite carried out.
struct StepGroup {
  int first = 0, count = 0;
  std::string title;  // "tile_vectorise_unroll(\"C\", 64, 64)"
};

// Handles in a trace are its own numbers: later arguments refer to the outputs[i] of earlier instructions.
struct Trace {
  std::vector<Instruction> instructions;
  uint32_t outer = 0;                  // handles with smaller numbers belong to the schedule that the trace continues
  std::vector<StepGroup> groups = {};  // in order, disjoint; comments in Python
};

Trace traceOf(const Schedule& schedule);
// Only the steps after the first `from`, which define `outer` handles.
Trace traceOf(const Schedule& schedule, int from, uint32_t outer);

// [[instructions...], [decisions...]], one instruction a line: [kind, inputs, attributes, outputs]. The classic dialect
// writes GetBlock, TVM's current one GetSBlock.
std::string toJson(const Trace& trace, Dialect dialect = Dialect::Classic);
// Reads both spellings. Errors name the instruction and what is wrong with it. A trace that continues a schedule may
// use that schedule's handles, the first `outer` ones, by number.
Result<Trace> traceFromJson(std::string_view text, uint32_t outer = 0);

// "def apply_trace(sch):" with one call a line.
std::string toPython(const Trace& trace, Dialect dialect = Dialect::Classic);
// The calls on TVM's C++ class tir::Schedule. Steps that this class has no method for are written as comments.
std::string toCpp(const Trace& trace, Dialect dialect = Dialect::Classic);
// The steps after the first `from` as a schedule function with parameters: the blocks and loops that they start from,
// and the factors and sizes, with their current values as defaults. `def NAME(sch, C_block, factors_1=[None, 8]):`
std::string toComposite(const Schedule& schedule, int from, const std::string& name);
// One call without its outputs, as a user would write it: loops and blocks by name, defaults left out.
std::string callText(const Snapshot& program, const Primitive& primitive, const Arguments& args);
// A step of a schedule, whose handles are those of the schedule before it.
std::string callText(const Schedule& before, const Instruction& step);

// Carries out the steps one after the other. The first refused step ends the replay, and the explanation names it.
Result<Schedule> replay(const Snapshot& source, const Trace& trace);
Result<Schedule> replay(const Schedule& start, const Trace& trace);  // continues from there

// Carries the steps of a schedule over to another (edited) source. Blocks are found by name, loops by name among the
// loops of their block, else by position. Steps that no longer fit are left out, with the reason.
struct Replayed {
  struct DroppedStep {
    int step;          // of the old schedule
    std::string text;  // the step as Python
    Explanation why;
  };
  Schedule schedule;
  std::vector<int> survivors;  // steps of the old schedule
  std::vector<DroppedStep> droppedSteps;
};
Replayed replayOnto(const Snapshot& source, const Schedule& old);
// The same for the steps after the first `from`; results of earlier steps are found in `start` by name.
Replayed replayOnto(const Schedule& start, const Schedule& old, int from);

// ---- shared by the writers ----

// "b0", "l3", "v7", numbered in the order of definition as in TVM; "_" for an unknown number.
class HandleNames {
 public:
  explicit HandleNames(uint32_t outer = 0) : outer_(outer) {}
  std::string define(const StepValue& handle);
  std::string of(const StepValue& handle) const;

 private:
  uint32_t outer_;                                       // this many are defined elsewhere
  std::vector<std::pair<uint32_t, std::string>> names_;  // handle number -> name
};
uint32_t handleNumber(const StepValue& handle);
// The kind and the method name in a dialect: GetBlock / GetSBlock, get_block / get_sblock.
std::string kindIn(Dialect dialect, const Primitive& primitive);
std::string methodIn(Dialect dialect, const Primitive& primitive);

}  // namespace lw
