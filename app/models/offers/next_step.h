// A possible next step and its effect.
#pragma once

#include <QString>
#include <vector>

namespace lw {

// An estimate before and after the step, as numbers with units: "9.1 MB".
struct EffectFigure {
  QString what, before, after;

  bool operator==(const EffectFigure&) const = default;
};

struct NextStep {
  enum class Effect : uint8_t { Helps, Neutral, Costs };  // by the estimates

  QString call;
  QString words;   // all estimates in one line
  QString time;    // the measured time; empty: not measured yet
  QString reason;  // the largest effect, in one line
  std::vector<EffectFigure> figures;
  Effect effect = Effect::Neutral;
  bool wrong = false;  // the result was wrong

  bool operator==(const NextStep&) const = default;
};

}  // namespace lw
