// gpu-transposes: blocks that read a tensor along another axis than they write. A block of threads turns a tile in
// shared memory, so that neighbouring threads read and write neighbouring elements.
#include <algorithm>

#include "core/support/text.h"
#include "core/tune/rules/all_rules.h"
#include "core/tune/rules/gpu/gpu_text.h"
#include "core/tune/rules/turn.h"

namespace lw::tune {
namespace {

constexpr int64_t kBanks = 32;  // of shared memory

void write(RuleContext& context, const BlockFacts& facts, const Turn& turn) {
  SpaceText& text = context.text;
  const std::string name = quoted(facts.name);
  const int64_t extent = std::min(facts.axes[turn.read].extent, facts.axes[turn.written].extent);
  defineFetch(text);
  text.comment(facts.name + ": tiles that are turned in shared memory.");
  Choices tiles;
  for (const int64_t n : {8, 16, 32, 64})
    if (n == 8 || n < 2 * extent) tiles.push_back({n, n == 32 ? 0.5 : 0.2});
  const std::string tile = sampleNumber(text, "tile_" + facts.name, tiles);
  const std::string tall =
      sampleFitting(text, "tall_" + facts.name, {{2, 0.1}, {4, 0.25}, {8, 0.4}, {16, 0.25}},
                    "n <= " + tile + " and n * " + tile + " <= " + std::to_string(context.machine.gpu->maxThreads));
  const std::string spread = sampleNumber(text, "spread_" + facts.name, {{0, 0.2}, {1, 0.8}});
  const std::vector<std::string> loops = getLoops(text, facts);
  text.line("outer, along, row = sch.split(" + loops[turn.read] + ", [None, " + tile + " // " + tall + ", " + tall +
            "])");
  text.line("columns, column = sch.split(" + loops[turn.written] + ", [None, " + tile + "])");
  std::vector<std::string> order;
  for (size_t i = 0; i < loops.size(); ++i)
    if (i != turn.read && i != turn.written) order.push_back(loops[i]);
  order.insert(order.end(), {"outer", "columns"});
  text.line("sch.reorder(" + join(order) + ", along, row, column)");
  text.line("grid = one(" + list(order) + ")");
  text.line("sch.bind(grid, \"blockIdx.x\")");
  text.line("sch.bind(row, \"threadIdx.y\")");
  text.line("sch.bind(column, \"threadIdx.x\")");
  for (const size_t r : turn.readsOfBlock) {
    text.line("square = sch.cache_read(" + name + ", " + std::to_string(r) + ", \"shared\")");
    text.line("sch.compute_at(square, grid)");
    text.line("fetch(square, 1, " + tall + ", " + tile + ", 1)");
    const size_t dimensions = facts.block->reads[r].buffer->shape.size();
    if (dimensions < 2) continue;
    text.open("if " + spread + " == 1:");
    text.line("sch.storage_align(square, 0, " + std::to_string(dimensions - 2) + ", " + std::to_string(kBanks) +
              ", 1)");
    text.close();
  }
  take(context, facts.id);
}

Message apply(RuleContext& context) {
  bool fitted = false;
  std::vector<Message> reasons;
  for (const BlockFacts& facts : blocksLeft(context, reasons)) {
    const std::optional<Turn> turn = turnOf(facts);
    if (turn && facts.axesOf(true).empty()) {
      write(context, facts, *turn);
      fitted = true;
    } else {
      reasons.push_back(
          aboutBlock(facts, turn ? Message("it is a reduction") : Message("it reads and writes along the same axis")));
    }
  }
  return fitted ? Message() : noBlock(context, reasons);
}

}  // namespace

const Rule kGpuTransposes{"gpu-transposes", "Turn tiles in shared memory.", apply};

}  // namespace lw::tune
