// The choices that make one candidate of a space: what each sampling step of the space chose.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/schedule/value.h"
#include "core/support/result.h"

namespace lw::tune {

struct Decision {
  // The variable of the space that takes the choice, "rows" in `rows = sch.sample_categorical(...)`, or the name of the
  // sampling step. A repeated name has a number: "rows#2".
  std::string name;
  // As the step records it: a position among its candidates, a place (sample_compute_location), or a list of factors.
  StepValue value;
  std::string chosen = {};  // what that is, for people: "8" of the candidates [4, 8], "[16, 8]", "loop i"; may be empty

  std::string text() const;  // `chosen`; the value if it is empty
};
using Decisions = std::vector<Decision>;  // in the order in which they were made

const StepValue* find(const Decisions& decisions, std::string_view name);  // nullptr: there is none

// {"rows": 2, "i": [16, 8]}, in order. Equal decisions have equal texts.
std::string toJson(const Decisions& decisions);
Result<Decisions> decisionsFromJson(std::string_view text);

}  // namespace lw::tune
