// A possible next step and its effect.
#pragma once

#include <QString>

namespace lw {

struct NextStep {
  QString call, words, time;  // time: the measured time; empty: not measured yet
  bool wrong = false;         // the result was wrong

  bool operator==(const NextStep&) const = default;
};

}  // namespace lw
