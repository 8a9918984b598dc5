// Errors are values. An Explanation says what rule was broken, on which objects, in one sentence, and, where they are
// known, the two iterations that conflict (witness) and what would help (repairs). `lw`, tooltips and the problems pane
// render the same Explanation.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/support/ids.h"

namespace lw {

// A kind of error: a stable id ("split.covers-less") and a sentence with numbered holes ({0}, {1}, ...).
struct ErrorKind {
  std::string_view id;
  std::string_view sentence;
};

// A half-open range of bytes in one source text; line and column (1-based) are computed when rendered.
struct Span {
  int begin = -1;
  int end = -1;
  bool valid() const { return begin >= 0; }
};

// Two concrete iterations that touch one element.
struct Witness {
  struct Point {
    std::string block;                                       // block instance
    std::vector<std::pair<std::string, int64_t>> iteration;  // loop name -> value, outermost first
  };
  Point first, second;                  // in the original order
  std::string dependence;               // "flow", "anti", "output", or "update" (both read and write it)
  std::string element;                  // "C[0, 5]"
  std::string_view sentenceOf() const;  // with holes for the two iterations and the element
  std::vector<std::string> holes() const;
  std::string sentence() const;
};

// Steps that were carried out on the very program of the refusal (core/trace/repair.h): before the wanted step, which
// is the last of them, or in its place.
struct Repair {
  std::string steps;    // in script form, one a line
  std::string warning;  // what it takes that one should know before; may be empty
  friend bool operator==(const Repair&, const Repair&) = default;
};

struct Explanation {
  Explanation();
  Explanation(const Explanation&);
  Explanation(Explanation&&) noexcept;
  Explanation& operator=(const Explanation&);
  Explanation& operator=(Explanation&&) noexcept;
  ~Explanation();

  std::string kind;           // ErrorKind::id
  std::string message;        // one sentence: place and values
  std::string_view sentence;  // ErrorKind::sentence, and what its holes hold: for those who say it in other words
  std::vector<std::string> holes;
  std::string hint;  // remedy; may be empty
  Span span;         // in the source text, where there is one
  std::vector<LoopId> loops;
  std::vector<BlockId> blocks;
  std::optional<Witness> witness;
  std::vector<Repair> repairs;  // what would make the wanted step legal, the least costly first; checks leave it empty
  bool conservative = false;    // decided by block signatures: an access is not affine, or there is too much to decide
};

std::string filled(std::string_view sentence, const std::vector<std::string>& holes);
// Fills the holes of the kind's sentence. Kinds outlive their explanations: they are constants.
Explanation explain(const ErrorKind& kind, const std::vector<std::string>& holes, std::string hint = {});

// "split(k, [None, 4]), then rfactor(k_1, 0) (allocates ...)": in one line.
std::string toText(const Repair& repair);
// The message, the witness, the hint and the repairs, one per line.
std::string toText(const Explanation& explanation);

}  // namespace lw
