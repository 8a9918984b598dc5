// gpu-columns: a reduction whose results are contiguous where what it reads is contiguous: sums of columns. A row of
// threads reads neighbouring columns, and a column of threads shares a sum. Few long columns are reduced in parts by
// several blocks of threads, and a second kernel joins the parts.
#include <algorithm>

#include "core/support/text.h"
#include "core/tune/rules/all_rules.h"
#include "core/tune/rules/gpu/gpu_text.h"

namespace lw::tune {
namespace {

constexpr int64_t kLargestWindow = 32;  // shorter reductions are computed by one thread each
constexpr int64_t kLeastPart = 128;     // rows

Message whyNotColumns(const BlockFacts& facts) {
  if (!facts.reduction || isContraction(facts) || facts.axesOf(true).empty())
    return "it does not reduce to results that are contiguous in memory";
  const BlockAxis* stored = contiguousAxis(facts, facts.store->indices);
  if (!stored || stored->reduce || stored->extent < 2)
    return "it does not reduce to results that are contiguous in memory";
  const int64_t reduced = iterationsOf(facts.axesOf(true));
  if (reduced <= kLargestWindow) return say("it reduces {0} elements, few enough for one thread", reduced);
  return {};
}

std::string sampleParts(RuleContext& context, const BlockFacts& facts) {
  const int64_t results = iterationsOf(facts.axesOf(false)), reduced = iterationsOf(facts.axesOf(true));
  Choices parts = {{1, 0.4}};
  if (results < 64L * context.machine.gpu->multiprocessors)
    for (const int64_t n : {2, 4, 8, 16, 32, 64})
      if (reduced / n >= kLeastPart && reduced % n == 0) parts.push_back({n, 0.2});
  return sampleNumber(context.text, "parts_" + facts.name, parts);
}

void defineByColumns(SpaceText& text) {
  defineOne(text);
  if (!text.once("by_columns")) return;
  text.open("def by_columns(outer, column, reduced, tall, wide):");
  text.comment("Blocks of tall x wide threads: a row of threads for neighbouring columns, a column of them for a sum.");
  text.line("columns, column = sch.split(column, [None, wide])");
  text.line("loop = reduced");
  text.open("if tall > 1:");
  text.line("loop, thread = sch.split(reduced, [None, tall])");
  text.line("sch.reorder(*outer, columns, column, thread, loop)");
  text.line("sch.bind(thread, \"threadIdx.y\")");
  text.close();
  text.open("else:");
  text.line("sch.reorder(*outer, columns, column, loop)");
  text.close();
  text.line("sch.bind(one(outer + [columns]), \"blockIdx.x\")");
  text.line("sch.bind(column, \"threadIdx.x\")");
  text.close();
}

void write(RuleContext& context, const BlockFacts& facts) {
  SpaceText& text = context.text;
  const GpuFacts& gpu = *context.machine.gpu;
  const auto along = static_cast<size_t>(contiguousAxis(facts, facts.store->indices) - facts.axes.data());
  const int64_t reduced = iterationsOf(facts.axesOf(true));
  defineByColumns(text);
  text.comment(facts.name + ": neighbouring columns by rows of threads, each sum by a column of them.");
  Choices wide, tall;
  for (const int64_t n : {16, 32, 64, 128, 256})
    if (n == 16 || n < 2 * facts.axes[along].extent) wide.push_back({n, n == 32 ? 0.4 : 0.2});
  for (const int64_t n : {1, 2, 4, 8, 16, 32})
    if (n <= reduced) tall.push_back({n, n == 8 || n == 16 ? 0.3 : 0.15});
  const std::string columns = sampleNumber(text, "wide_" + facts.name, wide);
  const std::string rows =
      sampleFitting(text, "tall_" + facts.name, tall, "n * " + columns + " <= " + std::to_string(gpu.maxThreads));
  const std::string parts = sampleParts(context, facts);
  const std::vector<std::string> loops = getLoops(text, facts);
  const std::vector<std::string> outer = loopsOf(facts, loops, false, along), sums = loopsOf(facts, loops, true);
  std::vector<std::string> order = outer;
  order.push_back(loops[along]);
  order.insert(order.end(), sums.begin(), sums.end());
  if (order != loops) text.line("sch.reorder(" + join(order) + ")");
  text.line("loop = one(" + list(sums) + ")");
  if (parts != "1") {
    defineOverThreads(text);
    text.open("if " + parts + " > 1:");
    text.line("part, _ = sch.split(loop, [" + parts + ", None])");
    text.line("partial = sch.rfactor(part, 0)");
    text.line("*own, column, part, loop = sch.get_loops(partial)");
    text.line("by_columns(own + [part], column, loop, " + rows + ", " + columns + ")");
    text.line("over_threads(sch.get_loops(" + quoted(facts.name) + ")[:-1], 128)");
    text.close();
    text.open("else:");
  }
  text.line("by_columns(" + list(outer) + ", " + loops[along] + ", loop, " + rows + ", " + columns + ")");
  if (parts != "1") text.close();
  take(context, facts.id);
}

Message apply(RuleContext& context) {
  bool fitted = false;
  std::vector<Message> reasons;
  for (const BlockFacts& facts : blocksLeft(context, reasons)) {
    Message why = whyNotColumns(facts);
    if (why.empty())
      write(context, facts);
    else
      reasons.push_back(aboutBlock(facts, std::move(why)));
    fitted = fitted || isTaken(context, facts.id);
  }
  return fitted ? Message() : noBlock(context, reasons);
}

}  // namespace

const Rule kGpuColumns{"gpu-columns", "Reduce neighbouring columns by rows of threads.", apply};

}  // namespace lw::tune
