// A primitive at the selection: legal with these arguments, or refused with a reason.
#pragma once

#include <QString>
#include <vector>

#include "core/schedule/primitive.h"

namespace lw {

struct StepOffer {
  const Primitive* primitive = nullptr;
  enum class State : uint8_t {
    NothingSelected,  // requires a loop or a block that is not selected
    NeedsInput,       // requires arguments, for which the form asks
    Legal,
    Undecided,  // the check exceeds its budget; it is checked fully on request
    Refused
  };
  State state = State::NothingSelected;
  Arguments args;    // the checked arguments
  std::string call;  // in readable form
  std::vector<Candidate> candidates;
  Explanation reason;          // unless Legal
  bool soughtRepairs = false;  // the repairs are the result of a search
};

}  // namespace lw
