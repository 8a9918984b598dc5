#include "app/shared/tuning/story_reasons.h"

#include <algorithm>

#include "core/tune/model/reasons.h"

namespace lw {

void addReasons(Story& story, const tune::Machine& machine) {
  const auto function = [&](const StoryStep& step) -> const PrimFunc& {
    return step.program.function(std::min(story.function, step.program.functionCount() - 1));
  };
  for (size_t i = 1; i < story.steps.size(); ++i) {
    StoryStep& step = story.steps[i];
    if (!step.lost.empty()) continue;
    const tune::Reasons reasons = tune::reasonsBetween(function(story.steps[i - 1]), function(step), machine);
    for (const Message& why : reasons.faster) step.faster.push_back(why.text());
    for (const Message& why : reasons.slower) step.slower.push_back(why.text());
  }
}

}  // namespace lw
