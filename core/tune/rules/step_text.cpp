#include "core/tune/rules/step_text.h"
#include "core/ir/visit.h"
#include "core/support/text.h"

#include <algorithm>
#include <cstdio>

namespace lw::tune {

std::string sample(SpaceText& text, std::string_view wish, const Choices& choices) {
  double sum = 0;
  for (const Choice& c : choices) sum += c.weight;
  std::vector<std::string> values, weights;
  for (const Choice& c : choices) {
    char digits[32];
    std::snprintf(digits, sizeof digits, "%.3g", c.weight / sum);
    values.push_back(std::to_string(c.value));
    weights.emplace_back(digits);
  }
  const std::string name = text.fresh(wish);
  text.line(name + " = sch.sample_categorical([" + join(values) + "], [" + join(weights) + "])");
  return name;
}

void setSample(SpaceTemplate& space, SpaceText& text, const std::string& hole, const std::string& wish,
               const Choices& choices) {
  space.setChoice(hole, [&text, wish, choices] { return sample(text, wish, choices); });
}

Choices laneChoices(const Machine& machine, DataType type, int64_t extent) {
  // Several vectors at once hide the latency of arithmetic and of loads; more than four gain little.
  constexpr double kWeights[] = {0.15, 0.25, 0.45, 0.15};
  const int64_t vector = std::max(1, machine.lanes(std::max<int>(8, type.bits)));
  Choices choices;
  for (int i = 0; i < 4; ++i)
    if (vector << i <= extent) choices.push_back({vector << i, kWeights[i]});
  return choices;
}

Choices atMost(Choices choices, int64_t limit) {
  const Choice smallest = choices.front();
  std::erase_if(choices, [&](const Choice& c) { return c.value > limit; });
  if (choices.empty()) choices.push_back(smallest);
  return choices;
}

Choices withoutEmptyParts(Choices choices, int64_t extent, int64_t group) {
  const auto rounded = [](int64_t a, int64_t b) { return (a + b - 1) / b; };
  const auto fits = [&](int64_t parts) { return (parts - 1) * rounded(extent, parts * group) * group < extent; };
  int64_t below = choices.front().value;
  std::erase_if(choices, [&](const Choice& c) { return !fits(c.value); });
  while (below > 1 && !fits(below)) --below;
  if (choices.empty()) choices.push_back({below, 1});
  return choices;
}

std::vector<std::string> loopNames(SpaceText& text, const BlockFacts& facts) {
  std::vector<std::string> names;
  for (const BlockAxis& axis : facts.axes) names.push_back(text.fresh(axis.name));
  return names;
}

std::string listed(const std::vector<std::string>& variables) {
  return variables.size() == 1 ? variables[0] + "," : join(variables);
}

std::vector<std::string> getLoops(SpaceText& text, const BlockFacts& facts) {
  std::vector<std::string> names = loopNames(text, facts);
  text.line(listed(names) + " = sch.get_loops(" + quoted(facts.name) + ")");
  return names;
}

size_t unitAxes(const BlockFacts& facts, size_t count) {
  size_t units = 0;
  while (units < count && units < facts.axes.size() && facts.axes[units].extent == 1) ++units;
  return units;
}

namespace {

// Of what is stored and of what it is computed from: bytes that are computed as floats fill vectors as floats do.
DataType widestType(const BlockFacts& facts) {
  DataType widest = facts.store->buffer->dtype;
  forEachExpr(facts.store->value, [&](const Expr& e) {
    if (e.dtype().isFloat() && e.dtype().bits > widest.bits) widest = e.dtype().element();
  });
  return widest;
}

}  // namespace

std::string vectorized(RuleContext& context, const BlockFacts& facts, const std::string& loop, int64_t extent) {
  const Choices lanes = laneChoices(context.machine, widestType(facts), extent);
  std::string lane = loop;
  if (!lanes.empty()) {
    const std::string chosen = sample(context.text, "lanes_" + facts.name, lanes);
    lane = context.text.fresh("lane_" + facts.name);
    context.text.line("_, " + lane + " = sch.split(" + loop + ", [None, " + chosen + "])");
  }
  context.text.line("sch.vectorize(" + lane + ")");
  return lane;
}

void vectorizedUpdate(SpaceText& text, const std::string& block, const std::string& reduction,
                      const std::string& lane) {
  text.line("start = sch.decompose_reduction(" + block + ", " + reduction + ")");
  text.line("sch.vectorize(" + lane + ")");
  text.line("sch.vectorize(sch.get_loops(start)[-1])");
}

void sampleStreaming(RuleContext& context, const BlockFacts& facts) {
  const Buffer& written = facts.store->buffer;
  // A block of this function that reads the results soon finds them in a cache, if the cache is large enough.
  if (!isLarge(context.machine, written) || !isParameterOf(context, written)) return;
  const std::string streams = sample(context.text, "stream_" + facts.name, {{0, 0.3}, {1, 0.7}});
  context.text.open("if sch.get(" + streams + ") == 1:");
  context.text.line("sch.annotate(" + quoted(facts.name) + ", \"pragma_stream_stores\", 1)");
  context.text.close();
}

void samplePrefetch(RuleContext& context, const std::string& buffer, const std::string& loop,
                    const std::string& spread) {
  const std::string ahead = sample(context.text, "ahead_" + buffer, {{0, 0.35}, {1, 0.45}, {2, 0.2}});
  context.text.open("if sch.get(" + ahead + ") > 0:");
  context.text.line("sch.prefetch(" + quoted(buffer) + ", " + loop + ", " + ahead +
                    (spread.empty() ? "" : ", [" + spread + "]") + ")");
  context.text.close();
}

}  // namespace lw::tune
