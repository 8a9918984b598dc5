// What a position in a program's text means: the loop, iter, buffer, variable or expression there, and the known facts
// about it. Used for tooltips and pinned names.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/arith/bound.h"
#include "core/text/source_map.h"

namespace lw {

struct Meaning {
  enum class Kind : uint8_t { Loop, BlockIter, Buffer, Variable, Expression };
  Kind kind = Kind::Expression;
  Span span;         // of the name or the expression
  std::string name;  // as written in the text; of an expression: its text
  DataType type;
  IntBound values;  // of an integer, over all iterations; unbounded: unknown
  // ---- loops ----
  LoopId loop;
  ForKind forKind = ForKind::Serial;
  std::string thread;  // "threadIdx.x"
  std::string extent;  // of loops and iters
  // ---- iters of a block ----
  IterKind iterKind = IterKind::Spatial;
  std::string block, binding;
  // ---- buffers ----
  std::vector<std::string> shape;
  std::string scope;
  std::optional<int64_t> bytes;               // nullopt: its size is symbolic
  bool parameter = false;                     // of the function; of variables too
  std::vector<std::string> readers, writers;  // blocks, in the order of the text, each once
  int loads = 0, stores = 0;                  // places outside of blocks
  // ---- variables of lets ----
  std::string value;
};

// `map` belongs to a text that contains `function`. Nothing: there is no name, or it belongs to another function.
std::optional<Meaning> meaningAt(const SourceMap& map, const PrimFunc& function, int offset);

}  // namespace lw
