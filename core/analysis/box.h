// Questions about integer expressions over a box of points: decided by ISL where they are affine, by trying all points
// where the box is small, otherwise left open. Symbolic sizes are taken as positive.
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "core/analysis/dependence.h"

namespace lw {

struct Box {
  std::vector<Var> vars;
  std::vector<Range> ranges;  // one per variable, without these variables
};

// The points that show a No: one, or two.
struct BoxAnswer {
  Verdict::Answer answer = Verdict::Answer::Unknown;
  std::vector<std::vector<int64_t>> points;
  bool yes() const { return answer == Verdict::Answer::Yes; }
  bool no() const { return answer == Verdict::Answer::No; }
};

// Do equal values of `from` mean equal values of `to`? With the variables as `to`: is the map one to one?
BoxAnswer determines(const Box& box, const std::vector<Expr>& from, const std::vector<Expr>& to);
BoxAnswer holdsEverywhere(const Box& box, const Expr& condition);
// Least and greatest value, by trying; nullopt: the box is empty, large or not constant, or the value undefined
// somewhere.
std::optional<std::pair<int64_t, int64_t>> extremes(const Box& box, const Expr& e);

}  // namespace lw
