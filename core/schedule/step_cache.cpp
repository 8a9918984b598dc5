#include "core/schedule/step_cache.h"

#include <algorithm>

namespace lw {
namespace {

// Expressions are compared by their variables, which a text does not show.
bool isTextual(const StepValue& value) {
  if (value.as<Expr>()) return false;
  if (const auto* list = value.as<StepValue::List>()) return std::all_of(list->begin(), list->end(), isTextual);
  if (const auto* map = value.as<StepValue::Dict>())
    return std::all_of(map->begin(), map->end(), [](const auto& entry) { return isTextual(entry.second); });
  return true;
}

void addText(std::string& key, const StepValue& value) {
  key += '\n' + toText(value);
  const auto* map = value.as<IndexMap>();
  if (!map) return;
  for (const int at : map->separators) key += " " + std::to_string(at);
  if (map->ranges) key += " ranges";
}

// Empty: the step is not kept. Queries and sampling steps do not change programs.
std::string keyOf(const Snapshot& program, const Primitive& primitive, const Arguments& resolved) {
  if (primitive.query || primitive.decisionIndex() || !std::all_of(resolved.begin(), resolved.end(), isTextual))
    return {};
  std::string key = std::to_string(reinterpret_cast<uintptr_t>(program.identity())) + " " + primitive.name;
  for (const StepValue& value : resolved) addText(key, value);
  return key;
}

}  // namespace

std::shared_ptr<const StepCache::Entry> StepCache::find(const Snapshot& program, const Primitive& primitive,
                                                        const Arguments& resolved) const {
  const std::string key = keyOf(program, primitive, resolved);
  const std::lock_guard lock(mutex_);
  const auto found = key.empty() ? entries_.end() : entries_.find(key);
  return found == entries_.end() ? nullptr : found->second;
}

void StepCache::add(const Primitive& primitive, const Arguments& resolved, Entry entry) {
  const std::string key = keyOf(entry.before, primitive, resolved);
  if (key.empty()) return;
  const std::lock_guard lock(mutex_);
  if (entries_.size() >= kLimit) entries_.clear();
  entries_.insert_or_assign(key, std::make_shared<const Entry>(std::move(entry)));
}

size_t StepCache::size() const {
  const std::lock_guard lock(mutex_);
  return entries_.size();
}

}  // namespace lw
