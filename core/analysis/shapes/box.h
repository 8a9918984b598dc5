// Questions about integer expressions over a box of points: decided by ISL if the expressions are affine, by trying all
// points if the box is small, else left undecided. Symbolic sizes are assumed to be positive.
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "core/analysis/verdict.h"

namespace lw {

struct Box {
  std::vector<Var> vars;
  std::vector<Range> ranges;  // one per variable; they do not use these variables
};

// The points that prove a No: one or two.
struct BoxAnswer {
  Verdict::Answer answer = Verdict::Answer::Unknown;
  std::vector<std::vector<int64_t>> points;
  bool yes() const { return answer == Verdict::Answer::Yes; }
  bool no() const { return answer == Verdict::Answer::No; }
};

// The most operations of isl for a question, and the most points that are tried, in about a tenth of a second.
inline constexpr unsigned long kBoxOperations = 2'000'000;
inline constexpr int64_t kMostBoxPoints = 1 << 17;

// Do equal values of `from` imply equal values of `to`? If `to` is the variables, this asks whether the map is one to
// one.
BoxAnswer determines(const Box& box, const std::vector<Expr>& from, const std::vector<Expr>& to,
                     const ProofBudget& budget = {});
BoxAnswer holdsEverywhere(const Box& box, const Expr& condition, const ProofBudget& budget = {});
// Least and greatest value, found by trying all points; nullopt: the box is empty, large or not constant, or a value is
// undefined.
std::optional<std::pair<int64_t, int64_t>> extremes(const Box& box, const Expr& e);

}  // namespace lw
