// What a primitive would do at the selection: legal with these arguments, or refused for this reason.
#pragma once

#include <QString>
#include <vector>

#include "core/schedule/primitive.h"

namespace lw {

struct StepOffer {
  const Primitive* primitive = nullptr;
  enum class State : uint8_t {
    NothingSelected,  // it wants a loop or a block that is not selected
    NeedsInput,       // more must be said before it can be checked; the form asks
    Legal,
    Undecided,  // saying so takes long: it is checked exactly when it is asked for
    Refused
  };
  State state = State::NothingSelected;
  Arguments args;    // those checked
  std::string call;  // in readable form
  std::vector<Candidate> candidates;
  Explanation reason;          // unless Legal
  bool soughtRepairs = false;  // the repairs of the reason are all that a search found
};

}  // namespace lw
