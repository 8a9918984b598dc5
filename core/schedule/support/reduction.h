// What a block says when it is a reduction of one element at a time: x = start; x = x op e.
#pragma once

#include <optional>
#include <string>

#include "core/ir/ops.h"
#include "core/schedule/snapshot.h"

namespace lw {

struct Reducer {
  BinaryOp op;
  const BufferStore* init;  // of the block that was asked
  const BufferStore* update;
  Expr operand;     // e: does not read what is written
  bool stateFirst;  // x op e, not e op x
};

// Associative and commutative updates of one element of one buffer, in a block that holds nothing else. `why` gets a
// sentence part ("its body is not a single store") where the block is none.
std::optional<Reducer> reducerOf(const Block& block, Message& why);

// x op value is x for every x.
bool isIdentity(BinaryOp op, const Expr& value);
// x op e is e for every e. Of float, integer and bool types.
Expr identityOf(BinaryOp op, DataType type);
// x op x is x: it does not matter how often a value takes part.
bool isIdempotent(BinaryOp op);

// state op operand, in the order in which the reducer had them.
Expr combined(const Reducer& reducer, const Expr& state, const Expr& operand);

// Executions of the block with different values of the spatial axes update different elements, and the reduce axes
// choose no element.
bool elementTellsSpatialAxes(const Block& block, const std::vector<Expr>& indices);

// The loops above the block give every value of its axes at most once.
bool runsOncePerIteration(const Snapshot& program, BlockId block);
// ... and the one where its reduce axes start before all others of an element, so that the init comes first.
bool initRunsFirst(const Snapshot& program, BlockId block);
// ... and every value of their domains, whatever conditions there are.
bool runsOverItsDomain(const Snapshot& program, BlockId block);

}  // namespace lw
