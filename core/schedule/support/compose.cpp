#include "core/schedule/support/compose.h"

#include <algorithm>

namespace lw {
namespace {

// A node that replaced others in an earlier step may itself be replaced in a later step.
template <class Id>
void follow(std::vector<std::pair<Id, std::vector<Id>>>& all, const std::vector<std::pair<Id, std::vector<Id>>>& step) {
  for (const auto& [old, heirs] : step) {
    for (auto& [first, later] : all) {
      const auto at = std::find(later.begin(), later.end(), old);
      if (at == later.end()) continue;
      const auto place = later.erase(at);
      later.insert(place, heirs.begin(), heirs.end());
    }
    all.emplace_back(old, heirs);
  }
}

}  // namespace

Result<std::vector<StepValue>> ComposedSteps::run(const Primitive& primitive, const Arguments& args) {
  Result<Checked> checked = primitive.check(program_, args);
  if (!checked) return std::move(checked).error();
  conservative_ = conservative_ || checked->conservative;
  Edit edit = checked->rewrite();
  follow(fate_.loops, edit.fate.loops);
  follow(fate_.blocks, edit.fate.blocks);
  if (edit.changed) {
    program_ = program_.withFunction(edit.function, std::move(*edit.changed));
    changed_ = true;
  }
  return std::move(edit.outputs);
}

Edit ComposedSteps::edit(std::vector<StepValue> outputs) const {
  Edit all{.function = function_, .changed = {}, .outputs = std::move(outputs), .fate = fate_};
  if (changed_) all.changed = program_.function(function_);
  return all;
}

}  // namespace lw
