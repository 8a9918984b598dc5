// Sums of exponentials whose exponents are differences from a maximum that the same pass finds:
//   m' = max(m, x)
//   l' = l * exp(m - m') + w * exp(x - m')     once or more, each with weights w of its own; w may be left out
// With w = 1 this is the online softmax of M. Milakov and N. Gimelshein, "Online normalizer calculation for softmax",
// 2018; with rows of values as weights it is the pass over keys of T. Dao et al., "FlashAttention", 2022.
//
// A partial result (m, l) is an operand (x, w) like any other: it denotes the sum l * exp(m). Such pairs are combined
// in any order and grouping, up to rounding. The start (m, 0) denotes nothing, however often it takes part, where m is
// finite. With m of minus infinity, exp(m - m) is not a number as long as no larger value came.
#pragma once

#include <optional>
#include <vector>

#include "core/ir/stmt.h"
#include "core/support/message.h"

namespace lw {

// How the update is written. Products and sums are the same in either order; a maximum of numbers that are not
// comparable is not.
struct OnlineSums {
  struct Sum {
    bool stateFirst;   // l * .. + w * .., or the other way round
    bool stateLeads;   // l * exp(..), or exp(..) * l
    bool weightLeads;  // w * exp(..), or exp(..) * w
    bool operator==(const Sum&) const = default;
  };
  Intrinsic exponential = Intrinsic::Exp;  // or exp2
  size_t largest = 0;                      // position of the maximum among the elements
  bool largestFirst = true;                // max(m, x), or max(x, m)
  std::vector<Sum> sums;                   // one per element; that of the maximum is unused
};

struct OnlineUpdate {
  OnlineSums form;
  std::vector<Expr> operands;  // x and the weights, one per element
};

// Reads the new values of the elements that `updates` store. The values are compared as they are, after
// simplification; nothing else is accepted. nullopt with an empty `why`: the values have another form altogether.
std::optional<OnlineUpdate> onlineUpdateOf(const std::vector<const BufferStore*>& updates,
                                           const std::vector<Expr>& values, Message& why);

// The values of the elements after the operands are combined with `states`.
std::vector<Expr> onlineValues(const OnlineSums& form, const std::vector<Expr>& states,
                               const std::vector<Expr>& operands);

}  // namespace lw
