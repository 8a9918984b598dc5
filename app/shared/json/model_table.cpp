#include "app/shared/json/model_table.h"

#include <algorithm>

#include "backends/measure/counts.h"
#include "core/ir/debug_text.h"
#include "core/support/json.h"

namespace lw {
namespace {

nlohmann::json toJson(const ModelShare& share) {
  nlohmann::json limits = nlohmann::json::object();
  for (size_t i = 0; i < kModelLimits; ++i)
    if (share.limits[i] > 0) limits[wordsOf(static_cast<ModelLimit>(i)).text()] = share.limits[i];
  nlohmann::json j{{"cycles", share.cycles}, {"lines", share.lines}, {"limits", std::move(limits)}};
  if (share.cycles > 0) j["limited_by"] = wordsOf(share.most()).text();
  return j;
}

}  // namespace

ModelTable modelTable(const std::string& text, const PrimFunc& original, const PrimFunc& scheduled) {
  ModelTable table{modelledCosts(scheduled), std::nullopt};
  const auto challenge = challengeFromComments(text);
  if (!challenge || !*challenge) return table;
  ModelGoal goal{.asked = toText(**challenge)};
  Challenge onProcessor = **challenge;
  std::erase_if(onProcessor.counted, [](const CountedGoal& one) { return one.what->onDevice; });
  if (!onProcessor.counted.empty()) {
    const Attempt attempt{.counts = countsOf(scheduled), .startCounts = countsOf(original)};
    goal.counted = countedWords(onProcessor, attempt);
    goal.reached = std::all_of(onProcessor.counted.begin(), onProcessor.counted.end(),
                               [&](const CountedGoal& one) { return reached(one, attempt); });
    if (!goal.reached) goal.missing = missingWords(onProcessor, attempt, table.costs).text();
  }
  table.goal = std::move(goal);
  return table;
}

nlohmann::json toJson(const ModelTable& table) {
  nlohmann::json j = toJson(table.costs.whole);
  j["loops"] = nlohmann::json::array();
  for (const ModelledLoop& loop : table.costs.loops) {
    nlohmann::json row = toJson(static_cast<const ModelShare&>(loop));
    row.update({{"name", loop.name},
                {"kind", nameOf(loop.kind)},
                {"extent", loop.extent},
                {"depth", loop.depth},
                {"parent", loop.parent}});
    j["loops"].push_back(std::move(row));
  }
  j["blocks"] = nlohmann::json::array();
  for (const ModelledBlock& block : table.costs.blocks) {
    nlohmann::json row = toJson(static_cast<const ModelShare&>(block));
    row.update({{"name", block.name}, {"words", block.words().text()}});
    j["blocks"].push_back(std::move(row));
  }
  if (table.goal) {
    j["goal"] = {{"asked", table.goal->asked}};
    if (!table.goal->counted.empty()) {
      j["goal"].update({{"counted", table.goal->counted}, {"reached", table.goal->reached}});
      if (!table.goal->missing.empty()) j["goal"]["missing"] = table.goal->missing;
    }
  }
  return j;
}

}  // namespace lw
