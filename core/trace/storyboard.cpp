#include "core/trace/storyboard.h"

#include <algorithm>
#include <set>

#include "core/schedule/support/provenance.h"
#include "core/support/text.h"

namespace lw {

std::vector<StoryStep> storyOf(const Schedule& schedule, const std::vector<StepGroup>& groups) {
  std::vector<StoryStep> steps{{"", schedule.source()}};
  const auto tell = [&](int from, int to) {
    steps.back().prose = proseOf(schedule, from, to);
    steps.back().from = from, steps.back().to = to;
  };
  auto group = groups.begin();
  for (int i = 0; i < schedule.stepCount(); ++i) {
    while (group != groups.end() && group->first < i) ++group;
    if (group != groups.end() && group->first == i) {
      i += group->count - 1;
      steps.push_back({group->title, schedule.programAfter(i)});
      tell(group->first, i + 1);
      continue;
    }
    const Instruction& step = schedule.step(i);
    if (step.primitive->query) continue;
    steps.push_back({callText(schedule.prefix(i), step), schedule.programAfter(i)});
    tell(i, i + 1);
  }
  return steps;
}

std::string provedSentence(const std::vector<std::pair<std::string, std::string>>& sums, int step) {
  std::string text =
      "Proved equal to " +
      (step == 0 ? std::string("the program as written") : "the state after step " + std::to_string(step)) +
      " for all inputs and sizes";
  if (sums.empty()) return text;
  text += ", up to the order of the sums into ";
  return text + join(sums, [](const auto& sum) {
           return sum.first == sum.second ? sum.first : sum.first + " and " + sum.second;
         });
}

std::vector<std::string> proseOf(const Schedule& schedule, int from, int to) {
  std::vector<std::string> sentences;
  int count = 0;
  for (int i = from; i < to; ++i) {
    const Primitive& primitive = *schedule.step(i).primitive;
    if (primitive.query) continue;
    ++count;
    if (std::find(sentences.begin(), sentences.end(), primitive.summary) == sentences.end())
      sentences.push_back(primitive.summary);
  }
  if (count > 1) sentences.insert(sentences.begin(), std::to_string(count) + " steps:");
  const Schedule after = schedule.prefix(to);
  const Selection made = madeBySteps(after, from, to);
  std::string names;
  std::set<std::string> seen;
  const auto add = [&](const std::string& name) {
    if (seen.insert(name).second) addItem(names, name);
  };
  for (const LoopId loop : made.loops) add(after.program().loop(loop).var.name());
  for (const BlockId block : made.blocks) add(after.program().block(block).name);
  if (!names.empty()) sentences.push_back("Made or changed: " + names + ".");
  return sentences;
}

}  // namespace lw
