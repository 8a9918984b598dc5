// What every statement of a function accesses, when it runs, and under which conditions: the affine view of a program
// from which dependences are computed. Dimensions of affine expressions are the loops around a statement, by position.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/analysis/tables/affine.h"
#include "core/analysis/tables/statement_walk.h"

namespace lw::analysis {

// The elements of one dimension that an access touches.
struct IndexRange {
  AffineExpr min, extent;
};

struct Access {
  bool write = false;
  const void* data = nullptr;  // identity of the memory (the buffer's data pointer)
  Buffer buffer;
  std::vector<std::optional<IndexRange>> indices;  // nullopt: any element
  Conjunction conditions = {};                     // of the if_then_else around a read, where they are affine
  bool approximate = false;  // an over-approximation: an index, or a condition around it, is not affine
};

struct LoopDimension {
  LoopId id;
  std::string name;
  std::optional<AffineExpr> min, extent;  // nullopt: unknown
};

// A block around a statement, with the values of its iters.
struct EnclosingBlock {
  BlockId id;
  size_t loopsOutside = 0;                        // how many of the statement's loops are outside the block
  std::vector<std::optional<AffineExpr>> values;  // of its iters; nullopt: unknown
};

struct Instance : StatementRow<LoopDimension, AffineCondition, std::optional<AffineExpr>> {  // key: nullopt: unknown
  std::string blockName;
  std::vector<EnclosingBlock> blocks;  // outermost first
  std::vector<Access> accesses = {};   // equal reads are one
  bool approximate = false;  // something was not affine: the instance set or an access is an over-approximation
  // The set of executions is an over-approximation, or the statement has an opaque call.
  bool approximateDomain = false;
  // The data pointer of x if the statement is the update of a commutative, associative reduction `x = x op e`, whose
  // executions may run in any order; else nullptr.
  const void* reduced = nullptr;
  std::optional<BinaryOp> atomic = {};  // the op of an atomic update
};

struct AccessTable {
  std::vector<Instance> instances;  // in program order
  std::vector<int> sizes;           // numbers of the symbolic sizes that occur
  // For the data pointer of each buffer that the function allocates: the number of loops around the allocation. Each of
  // their iterations has its own buffer.
  std::unordered_map<const void*, size_t> allocated;
  std::map<const void*, std::string> bufferNames;  // only looked up, never iterated for output
};

AccessTable collectAccesses(const PrimFunc& function);
AccessTable collectAccesses(const PrimFunc& function, SizeNumbers& numbers);

}  // namespace lw::analysis
