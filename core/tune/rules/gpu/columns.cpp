// gpu-columns: a reduction whose results are contiguous where what it reads is contiguous: sums of columns. A row of
// threads reads neighbouring columns, and a column of threads shares a sum. Few long columns are reduced in parts by
// several blocks of threads, and a second kernel joins the parts.
#include <algorithm>

#include "core/support/text.h"
#include "core/tune/rules/all_rules.h"
#include "core/tune/rules/contractions/put.h"
#include "core/tune/rules/gpu/gpu_text.h"
#include "core/tune/rules/space_template.h"

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

Choices partsOf(const RuleContext& context, const BlockFacts& facts) {
  const int64_t results = iterationsOf(facts.axesOf(false)), reduced = iterationsOf(facts.axesOf(true));
  Choices parts = {{1, 0.4}};
  if (results < 64L * context.machine.gpu->multiprocessors)
    for (const int64_t n : {2, 4, 8, 16, 32, 64})
      if (reduced / n >= kLeastPart && reduced % n == 0) parts.push_back({n, 0.2});
  return parts;
}

// Sets what resources/spaces/gpu_columns.py asks for.
void write(RuleContext& context, const BlockFacts& facts) {
  SpaceText& text = context.text;
  const auto along = static_cast<size_t>(contiguousAxis(facts, facts.store->indices) - facts.axes.data());
  Choices wide, tall;
  for (const int64_t n : {16, 32, 64, 128, 256})
    if (n == 16 || n < 2 * facts.axes[along].extent) wide.push_back({n, n == 32 ? 0.4 : 0.2});
  for (const int64_t n : {1, 2, 4, 8, 16, 32})
    if (n <= iterationsOf(facts.axesOf(true))) tall.push_back({n, n == 8 || n == 16 ? 0.3 : 0.15});
  SpaceTemplate space(text);
  space.set("name", facts.name);
  space.set("block", quoted(facts.name));
  space.setChoice("wide", [&] { return sampleNumber(text, "wide_" + facts.name, wide); });
  space.setChoice("tall", [&] {
    const std::string fits = put("n * {} <= {}", space.chosen("wide"), context.machine.gpu->maxThreads);
    return sampleFitting(text, "tall_" + facts.name, tall, fits);
  });
  const Choices parts = partsOf(context, facts);
  space.setFlag("in_parts", parts.size() > 1);
  space.setChoice("parts", [&] { return sampleNumber(text, "parts_" + facts.name, parts); });
  space.setChoice("loops", [&] {
    const std::vector<std::string> loops = loopNames(text, facts);
    const std::vector<std::string> outer = loopsOf(facts, loops, false, along), sums = loopsOf(facts, loops, true);
    std::vector<std::string> order = outer;
    order.push_back(loops[along]);
    order.insert(order.end(), sums.begin(), sums.end());
    space.setFlag("reorders", order != loops);
    space.set("order", join(order));
    space.set("outer", join(outer));
    space.set("along", loops[along]);
    space.set("sums", join(sums));
    return listed(loops);
  });
  space.write(spaceTemplate("gpu_columns"));
  take(context, facts.id);
}

Message apply(RuleContext& context) {
  return forEachBlock(context, Sizes::Constant, [&](const BlockFacts& facts) {
    Message why = whyNotColumns(facts);
    if (why.empty()) write(context, facts);
    return why;
  });
}

}  // namespace

const Rule kGpuColumns{"gpu-columns", "Reduce neighbouring columns by rows of threads.", apply};

}  // namespace lw::tune
