// locations: blocks whose results other blocks of the function read, and which no other rule schedules. Each is
// computed where it is, below a loop of what reads it, or inside the expression that reads it.
#include <algorithm>

#include "core/tune/rules/all_rules.h"
#include "core/tune/rules/block_facts.h"
#include "core/tune/rules/step_text.h"

namespace lw::tune {
namespace {

constexpr int64_t kPageBytes = 4096;

// Rows so many bytes apart fall on the same few places of the cache.
bool rowsCollide(const BlockFacts& facts) {
  const Buffer& b = facts.store->buffer;
  if (b->shape.size() < 2 || !b->strides.empty()) return false;
  int64_t row = b->dtype.bytes();
  row *= elementsOf(b) /
         std::max<int64_t>(1, elementsOf(makeBuffer("", {b->shape.begin(), b->shape.end() - 1}, b->dtype)));
  return row > 0 && row % kPageBytes == 0;
}

void write(RuleContext& context, const BlockFacts& facts) {
  SpaceText& text = context.text;
  const std::string name = quoted(facts.name);
  const BlockAxis* along = facts.store ? contiguousAxis(facts, facts.store->indices) : nullptr;
  text.comment(facts.name + ": below a loop of what reads it, or where it is.");
  const std::string place = text.fresh("place_" + facts.name);
  text.line(place + " = sch.sample_compute_location(" + name + ")");
  text.line("sch.compute_at(" + name + ", " + place + ", True)");
  if (facts.axesOf(true).empty() && along && along == &facts.axes.back() && !along->symbolic) {
    if (text.once("exists")) {
      text.open("def exists(name):");
      text.line("blocks = sch.get_child_blocks(sch.get_block(\"root\"))");
      text.line("return name in [sch.get(b).name_hint for b in blocks]");
      text.close();
    }
    text.open("if exists(" + name + "):");
    const std::string loop = text.fresh("along_" + facts.name);
    text.line(loop + " = sch.get_loops(" + name + ")[-1]");
    vectorized(context, facts, loop, along->extent);
    if (rowsCollide(facts)) {
      const std::string padded = sample(text, "pad_" + facts.name, {{0, 0.5}, {1, 0.5}});
      text.open("if sch.get(" + padded + ") == 1:");
      text.line("sch.storage_align(" + name + ", 0, " + std::to_string(facts.store->indices.size() - 2) + ", 32, 16)");
      text.close();
    }
    text.close();
  }
  take(context, facts.id);
}

Message apply(RuleContext& context) {
  bool fitted = false;
  std::vector<Message> reasons;
  const std::vector<BlockFacts> blocks = blocksLeft(context, reasons, Sizes::Symbolic);
  // What reads a block is in place before the block's own place is chosen.
  for (auto facts = blocks.rbegin(); facts != blocks.rend(); ++facts) {
    if (context.program.consumers(facts->id).empty()) {
      reasons.push_back(aboutBlock(*facts, "no other block reads what it computes"));
      continue;
    }
    write(context, *facts);
    fitted = true;
  }
  return fitted ? Message() : noBlock(context, reasons);
}

}  // namespace

const Rule kLocations{"locations", "Choose where an intermediate result is computed.", apply};

}  // namespace lw::tune
