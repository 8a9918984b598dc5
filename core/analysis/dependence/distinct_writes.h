// Does a block write an element in one value of its spatial iters only, as its signature claims? Exact analysis answers
// this for affine indices. Here it is decided for others, too: products, shifts, indices of symbolic strides.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/ir/stmt.h"
#include "core/support/explanation.h"

namespace lw {

// The annotation of a block that promises it. No analysis questions the promise.
inline constexpr std::string_view kDistinctWrites = "distinct_writes";

struct DistinctWrites {
  enum class Answer : uint8_t { Yes, No, Unknown };
  Answer answer = Answer::Yes;
  std::string buffer;              // of a No or Unknown: what is written
  std::string table;               // of an Unknown: a buffer that its index is read from; empty: there is none
  std::optional<Witness> witness;  // of a No: two executions, named by the block's iters, and the element
  bool yes() const { return answer == Answer::Yes; }
};

// Do two executions of the block that differ in a spatial iter write different elements of every buffer? Other
// variables than its iters are the same in both. The domains of the iters are taken as they are declared.
DistinctWrites distinctWrites(const Block& block);

}  // namespace lw
