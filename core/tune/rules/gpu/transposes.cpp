// gpu-transposes: blocks that read a tensor along another axis than they write. A block of threads turns a tile in
// shared memory, so that neighbouring threads read and write neighbouring elements.
#include <algorithm>

#include "core/support/text.h"
#include "core/tune/rules/all_rules.h"
#include "core/tune/rules/contractions/put.h"
#include "core/tune/rules/gpu/gpu_text.h"
#include "core/tune/rules/space_template.h"
#include "core/tune/rules/turn.h"

namespace lw::tune {
namespace {

constexpr int64_t kBanks = 32;  // of shared memory

// Sets what resources/spaces/gpu_transposes.py asks for.
void write(RuleContext& context, const BlockFacts& facts, const Turn& turn) {
  SpaceText& text = context.text;
  const int64_t extent = std::min(facts.axes[turn.read].extent, facts.axes[turn.written].extent);
  Choices tiles;
  for (const int64_t n : {8, 16, 32, 64})
    if (n == 8 || n < 2 * extent) tiles.push_back({n, n == 32 ? 0.5 : 0.2});
  SpaceTemplate space(text);
  space.set("name", facts.name);
  space.set("block", quoted(facts.name));
  space.set("banks", kBanks);
  space.setChoice("tile", [&] { return sampleNumber(text, "tile_" + facts.name, tiles); });
  space.setChoice("tall", [&] {
    const std::string fits = put("n <= {0} and n * {0} <= {1}", space.chosen("tile"), context.machine.gpu->maxThreads);
    return sampleFitting(text, "tall_" + facts.name, {{2, 0.1}, {4, 0.25}, {8, 0.4}, {16, 0.25}}, fits);
  });
  space.setChoice("spread", [&] { return sampleNumber(text, "spread_" + facts.name, {{0, 0.2}, {1, 0.8}}); });
  space.setChoice("loops", [&] {
    const std::vector<std::string> loops = loopNames(text, facts);
    std::vector<std::string> order;
    for (size_t i = 0; i < loops.size(); ++i)
      if (i != turn.read && i != turn.written) order.push_back(loops[i]);
    order.insert(order.end(), {"outer", "columns"});
    space.set("along", loops[turn.read]);
    space.set("written", loops[turn.written]);
    space.set("order", join(order));
    return listed(loops);
  });
  space.setList("reads", turn.readsOfBlock.size(), [&](size_t i) {
    const size_t read = turn.readsOfBlock[i], dimensions = facts.block->reads[read].buffer->shape.size();
    space.set("read", static_cast<int64_t>(read));
    space.setFlag("several_dimensions", dimensions > 1);
    space.set("rows", static_cast<int64_t>(dimensions) - 2);
  });
  space.write(spaceTemplate("gpu_transposes"));
  take(context, facts.id);
}

Message apply(RuleContext& context) {
  return forEachBlock(context, Sizes::Constant, [&](const BlockFacts& facts) -> Message {
    const std::optional<Turn> turn = turnOf(facts);
    if (!turn) return "it reads and writes along the same axis";
    if (!facts.axesOf(true).empty()) return "it is a reduction";
    write(context, facts, *turn);
    return {};
  });
}

}  // namespace

const Rule kGpuTransposes{"gpu-transposes", "Turn tiles in shared memory.", apply};

}  // namespace lw::tune
