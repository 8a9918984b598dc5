#include "core/trace/trace.h"

namespace lw {

Trace traceOf(const Schedule& schedule) { return {schedule.instructions()}; }

Trace traceOf(const Schedule& schedule, int from, uint32_t outer) {
  Trace trace{{}, outer};
  for (int i = from; i < schedule.stepCount(); ++i) trace.instructions.push_back(schedule.step(i));
  return trace;
}

uint32_t handleNumber(const StepValue& handle) {
  if (handle.isNone()) return UINT32_MAX;
  if (const auto* loop = handle.as<LoopRv>()) return loop->number;
  if (const auto* block = handle.as<BlockRv>()) return block->number;
  if (const auto* number = handle.as<ExprRv>()) return number->number;
  return 0;
}

std::string HandleNames::define(const StepValue& handle) {
  if (handle.isNone()) {
    names_.emplace_back(UINT32_MAX, "_");
    return "_";
  }
  const char* letter = handle.as<LoopRv>() ? "l" : handle.as<BlockRv>() ? "b" : "v";
  names_.emplace_back(handleNumber(handle), letter + std::to_string(outer_ + names_.size()));
  return names_.back().second;
}

std::string HandleNames::of(const StepValue& handle) const {
  const uint32_t number = handleNumber(handle);
  for (auto at = names_.rbegin(); at != names_.rend(); ++at)
    if (at->first == number) return at->second;
  return toText(handle);
}

std::string kindIn(Dialect dialect, const Primitive& primitive) {
  const std::string_view own = primitive.traits.tvmKind;
  return dialect == Dialect::Tvm && !own.empty() ? std::string(own) : primitive.kind;
}

std::string methodIn(Dialect dialect, const Primitive& primitive) {
  const std::string_view own = primitive.traits.tvmName;
  return dialect == Dialect::Tvm && !own.empty() ? std::string(own) : primitive.name;
}

}  // namespace lw
