// A refusal on the code: the lines of the loops and statements that it is about, with the values of the two conflicting
// iterations and the element that both access. Safe on any thread.
#pragma once

#include <string>
#include <vector>

#include "core/schedule/snapshot.h"
#include "core/support/explanation.h"

namespace lw {

struct ConflictLine {
  std::string text;           // without the indentation that all lines have
  std::string first, second;  // what the iterations have here: "k = 0", "C[0, 5]"; empty: nothing
  std::string both;           // what both have: "i = 0, j = 0", "C[0, 0]"
  bool named = false;         // the refusal names this loop or block
  std::vector<Span> element;  // of the line: where the element is accessed
};

struct ConflictText {
  std::vector<ConflictLine> lines;  // empty: the refusal names nothing in the program
  std::string dependence;           // "flow", ...; empty: there is no witness
  std::string text() const;
};

ConflictText conflictOf(const Snapshot& program, int function, const Explanation& refusal);

}  // namespace lw
