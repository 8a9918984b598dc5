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

void write(RuleContext& context, const BlockFacts& facts, const Turn& turn) {
  SpaceText& text = context.text;
  const std::string name = quoted(facts.name);
  const DataType type = facts.store->buffer->dtype;
  const int64_t vector = context.machine.lanes(std::max<int>(8, type.bits));
  const int64_t line = std::max<int64_t>(1, 64 / type.bytes());  // elements of a line of the cache
  const auto sizes = [&](int64_t middle, int64_t extent) {
    return atMost({{std::max<int64_t>(1, middle / 2), 0.1}, {middle, 0.55}, {2 * middle, 0.35}}, extent);
  };
  text.comment(facts.name + ": tiles of whole lines of the cache, each turned in a small buffer.");
  const std::string rows = sample(text, "rows_" + facts.name, sizes(line, facts.axes[turn.read].extent));
  const std::string columns =
      sample(text, "columns_" + facts.name, sizes(std::max(vector, line), facts.axes[turn.written].extent));
  const std::string tiles =
      sample(text, "tiles_" + facts.name,
             atMost({{1, 0.2}, {4, 0.3}, {16, 0.5}}, std::max<int64_t>(1, facts.axes[turn.read].extent / line)));
  const std::vector<std::string> loops = getLoops(text, facts);
  text.line("outer, tile, row = sch.split(" + loops[turn.read] + ", [None, " + tiles + ", " + rows + "])");
  text.line("along, lane = sch.split(" + loops[turn.written] + ", [None, " + columns + "])");
  std::vector<std::string> order;
  for (size_t i = 0; i < loops.size(); ++i)
    if (i != turn.read && i != turn.written) order.push_back(loops[i]);
  std::string first = "outer";  // that threads share: it runs more than once
  for (size_t i = loops.size(); i-- > 0;)
    if (i != turn.read && i != turn.written && facts.axes[i].extent > 1) first = loops[i];
  order.insert(order.end(), {"outer", "along", "tile", "row", "lane"});
  text.line("sch.reorder(" + join(order) + ")");
  for (const size_t r : turn.readsOfBlock) {
    text.line("square = sch.cache_read(" + name + ", " + std::to_string(r) + ", \"local\")");
    text.line("sch.compute_at(square, tile)");
    text.line("*_, square_row, square_column = sch.get_loops(square)");
    text.line("sch.vectorize(square_column)");
    text.line("sch.unroll(square_row)");
  }
  text.line("sch.vectorize(lane)");
  text.line("sch.unroll(row)");
  for (const size_t r : turn.readsOfBlock) {
    const Buffer& read = facts.block->reads[r].buffer;
    if (isLarge(context.machine, read)) samplePrefetch(context, read->name, "along", "tile");
  }
  text.line("sch.parallel(" + first + ")");
  sampleStreaming(context, facts);
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
