// How much faster a step is expected to make a program, by the cost model that searches begin with (core/tune).
#pragma once

#include <optional>
#include <vector>

#include "app/serve/context.h"
#include "app/serve/protocol/message.h"
#include "app/shared/legal_steps.h"
#include "core/tune/machine.h"

namespace lw::serve {

// The machine for which times are expected: this one, with all cores.
class Machine {
 public:
  Machine();
  double expectedMs(const PrimFunc& scheduled) const;
  // 2: twice as fast; nothing: the model has no answer.
  std::optional<double> gainOf(const Schedule& before, const Schedule& after, int function) const;

 private:
  tune::Machine machine_;
};

// Adds "expected_speedup" to the entries of legal steps, and moves legal steps that help most to the front. Ends after
// a second: the steps that are left have no figure.
void addGains(const Schedule& schedule, int function, const std::vector<LegalAnswer>& answers, const Context& context,
              Json& entries);

}  // namespace lw::serve
