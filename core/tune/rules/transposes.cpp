// transposes: blocks that read a tensor along another axis than they write. Tiles are read and written whole, so that
// each line of the cache is used for all its elements; each is read into a small buffer first.
#include <algorithm>

#include "core/support/text.h"
#include "core/tune/rules/all_rules.h"
#include "core/tune/rules/block_facts.h"
#include "core/tune/rules/step_text.h"
#include "core/tune/rules/turn.h"

namespace lw::tune {
namespace {

// Sets what resources/spaces/transposes.py asks for.
void write(RuleContext& context, const BlockFacts& facts, const Turn& turn) {
  SpaceText& text = context.text;
  const DataType type = facts.store->buffer->dtype;
  const int64_t vector = context.machine.lanes(std::max<int>(8, type.bits));
  const int64_t line = std::max<int64_t>(1, 64 / type.bytes());  // elements of a line of the cache
  const int64_t height = facts.axes[turn.read].extent, width = facts.axes[turn.written].extent;
  const auto sizes = [&](int64_t middle, int64_t extent) {
    return atMost({{std::max<int64_t>(1, middle / 2), 0.1}, {middle, 0.55}, {2 * middle, 0.35}}, extent);
  };
  SpaceTemplate space(text);
  space.set("name", facts.name);
  space.set("block", quoted(facts.name));
  setSample(space, text, "rows", "rows_" + facts.name, sizes(line, height));
  setSample(space, text, "columns", "columns_" + facts.name, sizes(std::max(vector, line), width));
  setSample(space, text, "tiles", "tiles_" + facts.name,
            atMost({{1, 0.2}, {4, 0.3}, {16, 0.5}}, std::max<int64_t>(1, height / line)));
  space.setChoice("loops", [&] {
    const std::vector<std::string> loops = loopNames(text, facts);
    std::string others, shared = "outer";  // that threads share: the first one that runs more than once
    for (size_t i = 0; i < loops.size(); ++i) {
      if (i == turn.read || i == turn.written) continue;
      others += loops[i] + ", ";
      if (shared == "outer" && facts.axes[i].extent > 1) shared = loops[i];
    }
    space.set("read_along", loops[turn.read]);
    space.set("written_along", loops[turn.written]);
    space.set("others", others);
    space.set("shared", shared);
    return listed(loops);
  });
  space.setList("reads", turn.readsOfBlock.size(),
                [&](size_t i) { space.set("read", static_cast<int64_t>(turn.readsOfBlock[i])); });
  space.setLines("prefetches", [&] {
    for (const size_t r : turn.readsOfBlock)
      if (const Buffer& read = facts.block->reads[r].buffer; isLarge(context.machine, read))
        samplePrefetch(context, read->name, "along", "tile");
  });
  space.setLines("streaming", [&] { sampleStreaming(context, facts); });
  space.write(spaceTemplate("transposes"));
  take(context, facts.id);
}

Message apply(RuleContext& context) {
  return forEachBlock(context, Sizes::Constant, [&](const BlockFacts& facts) -> Message {
    const std::optional<Turn> turn = turnOf(facts);
    if (!turn) return "it reads and writes along the same axis";
    write(context, facts, *turn);
    return {};
  });
}

}  // namespace

const Rule kTransposes{"transposes", "Turn tiles of whole cache lines.", apply};

}  // namespace lw::tune
