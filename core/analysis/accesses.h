// What every statement of a function touches, when it runs, and under which conditions: the affine view of a program
// from which dependences are computed. Texts are in ISL's notation; dimensions are named by position.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/ir/stmt.h"

namespace lw::analysis {

// One step of a statement's path from the root: a position in a sequence, or a loop.
struct TimeStep {
  int position = 0;    // in a sequence (loop < 0)
  int dimension = -1;  // index into Instance::loops
};

// One dimension of an access, as affine text with "@k" for loop k; empty: unknown (any element).
struct IndexText {
  std::string min;
  std::string extent = "1";
};

struct Access {
  bool write = false;
  const void* data = nullptr;  // identity of the memory (the buffer's data pointer)
  Buffer buffer;
  std::vector<IndexText> indices;
  std::vector<std::string> conditions = {};  // of the if_then_else around a read, where they are affine
  bool approximate = false;                  // too large: an index, or a condition around it, is not affine
};

struct LoopDimension {
  LoopId id;
  std::string name;
  std::string min, extent;  // affine text; empty: unknown
};

// A block around a statement, with its iters as they are bound.
struct EnclosingBlock {
  BlockId id;
  size_t loopsOutside = 0;          // how many of the statement's loops stand outside of the block
  std::vector<std::string> values;  // of its iters; affine text; empty: unknown
};

// A statement with all its executions.
struct Instance {
  BlockId block;  // innermost block around it
  std::string blockName;
  std::vector<LoopDimension> loops;    // outermost first
  std::vector<EnclosingBlock> blocks;  // outermost first
  std::vector<TimeStep> time;
  std::vector<std::string> conditions;  // guards and predicates that are affine
  std::vector<Access> accesses;
  bool approximate = false;        // something was not affine: the instance set or an access is too large
  bool approximateDomain = false;  // the set of executions is too large, or an opaque call stands in the statement
  // Which execution of the block's statement this is, whatever loops drive it: the values of the iters of the blocks
  // around it (of an init: without the reduce iters), then the loops inside the innermost block. Affine text; empty:
  // unknown.
  std::vector<std::string> key;
  int ordinal = 0;      // of the statement within its block
  bool isInit = false;  // stands in the init of its block, not in a block inside of it
  // The update of a commutative, associative reduction `x = x op e`: its executions may run in any order. The data
  // pointer of x; nullptr otherwise.
  const void* reduced = nullptr;
  std::optional<BinaryOp> atomic = {};  // of an update that others may make at the same time: op
};

struct AccessTable {
  std::vector<Instance> instances;      // in program order
  std::vector<std::string> parameters;  // names of symbolic sizes, as in the texts
  // Data pointers of buffers that the function allocates; how many loops stand around the place, each iteration of
  // which has a buffer of its own.
  std::unordered_map<const void*, size_t> allocated;
  std::map<const void*, std::string> bufferNames;  // only looked up, never iterated for output
};

// Names of symbolic sizes by Var::key(): shared between functions whose texts are compared.
using ParameterNames = std::unordered_map<const void*, std::string>;

AccessTable collectAccesses(const PrimFunc& function);
AccessTable collectAccesses(const PrimFunc& function, ParameterNames& names);

}  // namespace lw::analysis
