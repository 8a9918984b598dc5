#include "app/serve/gain.h"

#include <algorithm>
#include <chrono>
#include <cmath>

#include "backends/tune/tuning_machine.h"
#include "core/ir/visit.h"
#include "core/tune/cost_model.h"

namespace lw::serve {
namespace {

// Loops bound to threads of a GPU, of which the model of this machine's processor knows nothing.
class BoundLoops : public Visitor {
 public:
  bool found = false;
  void stmt(const Stmt& s) override {
    const auto* loop = s.as<For>();
    found = found || (loop && loop->kind == ForKind::ThreadBinding);
    if (!found) children(s);
  }
  void expr(const Expr&) override {}
};

bool isForGpu(const PrimFunc& function) {
  BoundLoops loops;
  loops.stmt(function.body);
  return loops.found;
}

}  // namespace

Machine::Machine() : machine_(tune::thisMachine(0)) {}

double Machine::expectedMs(const PrimFunc& scheduled) const { return tune::featuresOf(scheduled, machine_).draftMs; }

std::optional<double> Machine::gainOf(const Schedule& before, const Schedule& after, int function) const {
  if (isForGpu(after.program().function(function))) return std::nullopt;
  const double was = expectedMs(before.program().function(function)),
               is = expectedMs(after.program().function(function));
  if (!(was > 0 && is > 0 && std::isfinite(was) && std::isfinite(is))) return std::nullopt;
  return std::round(was / is * 1000) / 1000;
}

void addGains(const Schedule& schedule, int function, const std::vector<LegalAnswer>& answers, const Context& context,
              Json& entries) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(1);
  const Machine machine;
  for (size_t i = 0; i < answers.size(); ++i) {
    const LegalAnswer& answer = answers[i];
    if (answer.why || answer.undecided || answer.primitive->group == Group::Sampling) continue;
    if (context.stopped() || std::chrono::steady_clock::now() > end) break;
    Schedule next = schedule;
    if (!next.apply(*answer.primitive, answer.args)) continue;
    if (const auto gain = machine.gainOf(schedule, next, function)) entries[i]["expected_speedup"] = *gain;
  }
  std::stable_sort(entries.begin(), entries.end(), [](const Json& a, const Json& b) {
    return a.value("expected_speedup", a["legal"] == true ? 0.5 : 0.0) >
           b.value("expected_speedup", b["legal"] == true ? 0.5 : 0.0);
  });
}

}  // namespace lw::serve
