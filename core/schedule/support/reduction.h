// Recognises reductions of one element at a time: x = start; x = x op e.
#pragma once

#include <optional>
#include <string>

#include "core/ir/ops.h"
#include "core/schedule/snapshot.h"

namespace lw {

struct Reducer {
  BinaryOp op;
  const BufferStore* init;  // of the block that reducerOf was given
  const BufferStore* update;
  Expr operand;     // e, which does not read what is written
  bool stateFirst;  // true: x op e; false: e op x
};

// Recognises associative and commutative updates of one element of one buffer, in a block that contains nothing else.
// If the block is no such reduction, `why` becomes a part of a sentence ("its body is not a single store").
std::optional<Reducer> reducerOf(const Block& block, Message& why);

// Whether x op value is x for every x.
bool isIdentity(BinaryOp op, const Expr& value);
// The value e for which x op e is x for every x, for float, integer and bool types.
Expr identityOf(BinaryOp op, DataType type);
// Whether x op x is x, so that a value may take part several times.
bool isIdempotent(BinaryOp op);

// state op operand, or operand op state if the reducer had that order.
Expr combined(const Reducer& reducer, const Expr& state, const Expr& operand);

// What a condition on loops of a reduction alone demands of an init that runs before them: nothing, unless each of them
// has one iteration (core/analysis/shapes/empty_reductions.h).
Expr conditionOfInit(const Expr& condition, const std::vector<const For*>& loops);

// Whether executions of the block with different values of the spatial axes update different elements, and the reduce
// axes do not index the result.
bool elementDeterminesSpatialAxes(const Block& block, const std::vector<Expr>& indices);

// Whether the loops above the block produce every combination of values of its axes at most once.
bool runsOncePerIteration(const Snapshot& program, BlockId block);
// Whether, in every order of the loops, all reduce axes of the block start where the loops do: no loop drives a reduce
// axis and another one, as a fused one does, which begins later parts of a reduction.
bool startsWithTheLoops(const Snapshot& program, const Block& block);
// The loops run once per iteration, and the execution in which its reduce axes are at their start is the first one for
// each element, so that the init comes first.
bool initRunsFirst(const Snapshot& program, BlockId block);
// ... and every combination of values in the domains of the axes, whatever the conditions.
bool runsOverItsDomain(const Snapshot& program, BlockId block);

}  // namespace lw
