// Where a program spends the cycles and the cache lines that the model of counts.h counts: by loop of the lowered
// program, by block, and by what limits them.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "core/ir/stmt.h"
#include "core/support/message.h"
#include "core/text/challenge.h"

namespace lw {

// What the model lets a core wait for.
enum class ModelLimit : uint8_t { Operations, Loads, Stores, Instructions, Sums, Threads, SecondCache, Memory };
inline constexpr size_t kModelLimits = 8;
Message wordsOf(ModelLimit limit);  // "arithmetic", "loads"

// Cycles by what limits them; the parts of a loop are parts of the loop around it.
struct ModelShare {
  double cycles = 0, lines = 0;
  std::array<double, kModelLimits> limits = {};  // the cycles, divided
  ModelLimit most() const;                       // the limit with most of the cycles
};

struct ModelledLoop : ModelShare {  // of all executions, with inner loops
  LoopId loop;
  std::string name;
  ForKind kind = ForKind::Serial;
  double extent = 0;
  int depth = 0, parent = -1;  // parent: index among the loops; -1: none
};

// What a block takes, wherever its statements are in the lowered program.
struct ModelledBlock : ModelShare {
  BlockId block;
  std::string name;
  std::string copied;     // the buffer that the block copies; empty: it computes
  Message words() const;  // "the copy of B", "block C"
};

struct ModelledCosts {
  ModelShare whole;                   // cycles and lines are those of countsOf()
  std::vector<ModelledLoop> loops;    // of the lowered program, in its order, outer loops first
  std::vector<ModelledBlock> blocks;  // most cycles first
};
// Empty if the program cannot be lowered for the processor.
ModelledCosts modelledCosts(const PrimFunc& scheduled);

Message amountOf(double value);  // "1.3 million"

// What most of a count is spent on, in words: "the copy of B costs 1.3 million of 2.1 million cycles: loads". Empty:
// nothing is known about this count.
Message costliest(const CountedGoal& goal, const ModelledCosts& costs);
// Of the first counted goal that is not reached; empty: all are.
Message missingWords(const Challenge& challenge, const Attempt& attempt, const ModelledCosts& costs);

}  // namespace lw
