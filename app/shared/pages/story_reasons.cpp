#include "app/shared/pages/story_reasons.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "backends/measure/counts.h"
#include "core/analysis/cost/cost.h"
#include "core/ir/visit.h"
#include "core/support/text.h"

namespace lw {
namespace {

constexpr double kSameCycles = 1.05;  // a smaller ratio of counted cycles is no difference
constexpr double kWorthSaying = 1.2;  // of other counts
constexpr double kShare = 0.05;       // of operations
constexpr double kContradicts = 1.5;  // a measured ratio, beside cycles that say the same or the opposite

struct Facts {
  Counts counts;
  double vectors = 0, threads = 0;  // shares of the operations
};

// No facts for kernels of a GPU.
std::optional<Facts> factsOf(const PrimFunc& function) {
  bool bound = false;
  forEachStmt(function.body, [&](const Stmt& s) {
    bound = bound || (s.as<For>() && s.as<For>()->kind == ForKind::ThreadBinding);
  });
  if (bound) return std::nullopt;
  Facts facts{countsOf(function)};
  if (!facts.counts.contains("cycles")) return std::nullopt;
  const ProgramCost cost = costOf(function);
  forEachStmt(function.body, [&](const Stmt& s) {
    const For* loop = s.as<For>();
    const auto found = loop ? cost.loops.find(loop->id) : cost.loops.end();
    if (found == cost.loops.end() || cost.whole.flops <= 0) return;
    const double share = found->second.flops / cost.whole.flops;
    if (loop->kind == ForKind::Vectorized) facts.vectors = std::min(1.0, facts.vectors + share);
    if (loop->kind == ForKind::Parallel) facts.threads = std::min(1.0, facts.threads + share);
  });
  return facts;
}

std::string digits(double value) {
  char text[32];
  std::snprintf(text, sizeof text, value >= 100 ? "%.0f" : "%.3g", value);
  return text;
}

// "67.2 million".
std::string large(double value) {
  if (value >= 999.5e6) return digits(value / 1e9) + " billion";
  if (value >= 999.5e3) return digits(value / 1e6) + " million";
  return value >= 9999.5 ? digits(value / 1e3) + " thousand" : digits(value);
}

std::string times(double ratio) {
  char text[32];
  std::snprintf(text, sizeof text, ratio >= 10 ? "%.0f" : "%.2g", ratio);
  return text + std::string(" times");
}

double of(const Facts& facts, std::string_view count) {
  const auto found = facts.counts.find(count);
  return found == facts.counts.end() ? 0 : found->second;
}

// "16 times fewer cache lines in the innermost loops"; empty: about as many.
std::string change(const Facts& before, const Facts& now, std::string_view count, const std::string& words) {
  const double was = of(before, count), is = of(now, count);
  if (was <= 0 || is <= 0 || std::max(was / is, is / was) < kWorthSaying) return {};
  return times(std::max(was / is, is / was)) + (is < was ? " fewer " : " more ") + words;
}

std::string share(double before, double now, const std::string& words) {
  if (std::abs(before - now) < kShare) return {};
  return std::to_string(std::lround(100 * now)) + " % of the operations " + words + ", before " +
         std::to_string(std::lround(100 * before)) + " %";
}

std::string causes(const Facts& before, const Facts& now) {
  std::string text;
  for (const std::string& cause :
       {share(before.vectors, now.vectors, "are in vectors"),
        share(before.threads, now.threads, "are shared by 8 cores"),
        change(before, now, "lines", "cache lines in the innermost loops"),
        change(before, now, "bytes", "bytes in loads and stores"),
        change(before, now, "bytes past L1", "bytes from beyond the first cache"),
        change(before, now, "bytes past L2", "bytes from beyond the second cache")})
    if (!cause.empty()) addItem(text, cause, "; ");
  return text;
}

// Whether measured times that surely differ contradict the cycles.
bool contradicted(const StoryStep& before, const StoryStep& now, double fewer) {
  const bool known = before.ms && now.ms && before.high > 0 && now.high > 0;
  if (!known || before.right == false || now.right == false) return false;
  if (before.low <= now.high && now.low <= before.high) return false;
  const double faster = *before.ms / *now.ms;
  return (faster > kContradicts && fewer < kSameCycles) || (faster < 1 / kContradicts && fewer > 1 / kSameCycles);
}

std::vector<std::string> reasonsFor(const StoryStep& before, const StoryStep& now, const Facts& was, const Facts& is) {
  const double cycles = of(is, "cycles"), fewer = cycles > 0 ? of(was, "cycles") / cycles : 1;
  std::vector<std::string> text;
  const bool same = fewer < kSameCycles && fewer > 1 / kSameCycles;
  if (same)
    text.push_back("The model of cycles sees no difference: " + large(cycles) + ".");
  else
    text.push_back("By the model of cycles " + times(std::max(fewer, 1 / fewer)) + (fewer > 1 ? " fewer: " : " more: ") +
                   large(of(was, "cycles")) + " → " + large(cycles) + ".");
  if (const std::string why = causes(was, is); !why.empty()) text.push_back("What changed: " + why + ".");
  if (contradicted(before, now, fewer))
    text.push_back(
        "The measured times say otherwise: the model counts the program as it is scheduled, and leaves out what the "
        "compiler makes of it.");
  return text;
}

}  // namespace

void addReasons(Story& story) {
  std::optional<Facts> before;
  for (size_t i = 0; i < story.steps.size(); ++i) {
    StoryStep& step = story.steps[i];
    std::optional<Facts> now =
        factsOf(step.program.function(std::min(story.function, step.program.functionCount() - 1)));
    if (now && i == 0)
      step.reasons = {"The model counts " + large(of(*now, "cycles")) + " cycles."};
    else if (now && before)
      step.reasons = reasonsFor(story.steps[i - 1], step, *before, *now);
    before = std::move(now);
  }
}

}  // namespace lw
