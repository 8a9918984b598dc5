#include "app/serve/follow/touched.h"

#include <algorithm>

#include "core/ir/equal.h"

namespace lw::serve {
namespace {

bool names(const StepValue& value, LoopId loop) {
  if (const auto* id = value.as<LoopId>()) return *id == loop;
  if (const auto* list = value.as<StepValue::List>())
    return std::ranges::any_of(*list, [&](const StepValue& one) { return names(one, loop); });
  if (const auto* dict = value.as<StepValue::Dict>())
    return std::ranges::any_of(*dict, [&](const auto& one) { return names(one.second, loop); });
  return false;
}

bool sameHead(const For& a, const For& b) {
  return a.kind == b.kind && a.thread == b.thread && equal(a.min, b.min) && equal(a.extent, b.extent) &&
         a.annotations.size() == b.annotations.size() &&
         std::equal(a.annotations.begin(), a.annotations.end(), b.annotations.begin(),
                    [](const auto& x, const auto& y) { return x.first == y.first && equal(x.second, y.second); });
}

// Loops that both programs have are around the loop in both, or in neither.
bool moved(const Snapshot& before, const Snapshot& after, LoopId loop) {
  for (const LoopId other : before.loops(before.functionOf(loop)))
    if (other != loop && after.contains(other) && before.isAncestor(other, loop) != after.isAncestor(other, loop))
      return true;
  return false;
}

}  // namespace

std::optional<Message> touches(const Snapshot& before, const Schedule& after, int from, LoopId loop) {
  if (!before.contains(loop)) return std::nullopt;
  for (int i = from; i < after.stepCount(); ++i) {
    if (after.step(i).primitive->query) continue;
    const Schedule start = after.prefix(i);
    for (const StepValue& argument : after.step(i).args)
      if (const Result<StepValue> named = start.resolve(argument); named && names(*named, loop))
        return say("{0} takes it as an argument", Ident(after.step(i).primitive->name));
  }
  const Snapshot& now = after.program();
  if (!now.contains(loop)) return say("it would be removed");
  if (!sameHead(before.loop(loop), now.loop(loop))) return say("it would be changed");
  if (moved(before, now, loop)) return say("it would be moved");
  return std::nullopt;
}

}  // namespace lw::serve
