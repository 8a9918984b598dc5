#include "tests/random/random_schedule.h"

#include <algorithm>

#include "core/trace/trace.h"

namespace lw {
namespace {

struct Nodes {
  std::vector<LoopId> loops;
  std::vector<BlockId> blocks;
};

Nodes nodesOf(const Snapshot& program) {
  Nodes nodes{program.loops(0), {}};
  for (const BlockId id : program.blocks(0))
    if (!program.block(id).iters.empty()) nodes.blocks.push_back(id);
  return nodes;
}

// One loop, one block, two loops, two blocks, or a block and a loop.
Selection randomSelection(const Nodes& nodes, std::mt19937_64& random) {
  const auto pick = [&](const auto& list) { return list[random() % list.size()]; };
  Selection s;
  const int kind = static_cast<int>(random() % 7);
  if (kind <= 2 && !nodes.loops.empty()) s.loops = {pick(nodes.loops)};
  else if (kind == 3 && !nodes.loops.empty()) s.loops = {pick(nodes.loops), pick(nodes.loops)};
  else if (kind == 4 && !nodes.loops.empty() && !nodes.blocks.empty()) s = {{pick(nodes.loops)}, {pick(nodes.blocks)}};
  else if (kind == 6 && !nodes.blocks.empty()) s.blocks = {pick(nodes.blocks), pick(nodes.blocks)};
  else if (!nodes.blocks.empty()) s.blocks = {pick(nodes.blocks)};
  return s;
}

}  // namespace

RandomRun randomSchedule(const Schedule& start, int steps, std::mt19937_64& random, const std::vector<std::string>& without) {
  RandomRun run{start, {}, 0};
  std::vector<const Primitive*> drawn;
  for (const Primitive* p : allPrimitives())
    if (!p->query && std::find(without.begin(), without.end(), p->name) == without.end()) drawn.push_back(p);
  for (int misses = 0; static_cast<int>(run.steps.size()) < steps && misses < 60;) {
    const Snapshot& program = run.schedule.program();
    const Primitive& p = *drawn[random() % drawn.size()];
    const std::vector<Candidate> offers = p.candidates(program, randomSelection(nodesOf(program), random));
    if (offers.empty()) {
      ++misses;
      continue;
    }
    const Candidate& offer = offers[random() % offers.size()];
    Schedule next = run.schedule;
    const std::string text = callText(program, p, offer.args);
    if (Result<Value> done = next.apply(p, offer.args); !done) {
      ++run.refused;
      ++misses;
      continue;
    }
    run.schedule = std::move(next);
    run.steps.push_back({&p, text});
    misses = 0;
  }
  return run;
}

}  // namespace lw
