#include "core/tune/rules/gpu/gpu_text.h"
#include "core/support/text.h"

#include <cstdio>

namespace lw::tune {
namespace {

std::string weightText(double weight) {
  char digits[32];
  std::snprintf(digits, sizeof digits, "%.3g", weight);
  return digits;
}

}  // namespace

int64_t powerFrom(int64_t value) {
  int64_t power = 1;
  while (power < value) power *= 2;
  return power;
}

Choices threadChoices(const GpuFacts& gpu, int64_t work, int64_t usual) {
  Choices choices;
  for (int64_t threads = gpu.warp; threads <= gpu.maxThreads; threads *= 2) {
    if (threads > gpu.warp && threads >= 2 * work) break;
    choices.push_back({threads, threads == usual ? 0.4 : threads == usual / 2 || threads == usual * 2 ? 0.25 : 0.1});
  }
  return choices;
}

Choices gpuLanes(DataType type, int64_t run) {
  Choices choices;
  for (int64_t lanes = 1; lanes <= 4 && lanes * type.bytes() <= 16; lanes *= 2)
    if (run % lanes == 0) choices.push_back({lanes, lanes == 4 ? 0.45 : 0.3});
  return choices;
}

std::string sampleFitting(SpaceText& text, std::string_view wish, const Choices& choices, const std::string& condition,
                          const std::string& preferred) {
  if (choices.size() == 1) return std::to_string(choices[0].value);
  std::vector<std::string> values, weights;
  for (const Choice& c : choices) {
    values.push_back(std::to_string(c.value));
    weights.push_back(values.back() + ": " + weightText(c.weight));
  }
  text.line("fits = [n for n in " + list(values) + " if n == " + values.front() + " or " + condition + "]");
  std::string weight = "{" + join(weights) + "}[n]";
  if (!preferred.empty()) weight += " * (1 if " + preferred + " else 0.1)";
  const std::string name = text.fresh(wish);
  text.line(name + " = sch.get(sch.sample_categorical(fits, [" + weight + " for n in fits]))");
  return name;
}

std::string sampleNumber(SpaceText& text, std::string_view wish, const Choices& choices) {
  if (choices.size() == 1) return std::to_string(choices[0].value);
  double sum = 0;
  for (const Choice& c : choices) sum += c.weight;
  std::vector<std::string> values, weights;
  for (const Choice& c : choices) {
    values.push_back(std::to_string(c.value));
    weights.push_back(weightText(c.weight / sum));
  }
  const std::string name = text.fresh(wish);
  text.line(name + " = sch.get(sch.sample_categorical(" + list(values) + ", " + list(weights) + "))");
  return name;
}

std::vector<std::string> loopsOf(const BlockFacts& facts, const std::vector<std::string>& loops, bool reduce,
                                 size_t without) {
  std::vector<std::string> names;
  for (size_t i = 0; i < loops.size(); ++i)
    if (facts.axes[i].reduce == reduce && i != without) names.push_back(loops[i]);
  return names;
}

std::string list(const std::vector<std::string>& parts) { return "[" + join(parts) + "]"; }

int64_t iterationsOf(const std::vector<BlockAxis>& axes) {
  int64_t count = 1;
  for (const BlockAxis& a : axes) count *= a.extent;
  return count;
}

}  // namespace lw::tune
