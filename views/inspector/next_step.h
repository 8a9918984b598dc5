// A step that could come next, and what it would do.
#pragma once

#include <QString>

namespace lw {

struct NextStep {
  QString call, words, time;  // time: measured; empty: not yet
  bool wrong = false;         // the result was wrong

  bool operator==(const NextStep&) const = default;
};

}  // namespace lw
