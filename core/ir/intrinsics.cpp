#include "core/ir/intrinsics.h"

#include <algorithm>
#include <map>

namespace lw {
namespace {

using enum Effect;
using enum ResultType;
using enum IntrinsicGroup;

constexpr IntrinsicInfo kIntrinsics[] = {
#define INTRINSIC(id, name, fewest, most, effect, result, group) \
  {Intrinsic::id, name, fewest, most, effect, result, group},
#include "core/ir/intrinsics.def"
};

}  // namespace

std::span<const IntrinsicInfo> allIntrinsics() { return kIntrinsics; }

const IntrinsicInfo* findIntrinsic(std::string_view name) {
  static const std::map<std::string_view, const IntrinsicInfo*> byName = [] {
    std::map<std::string_view, const IntrinsicInfo*> map;
    for (const IntrinsicInfo& info : kIntrinsics) map.emplace(info.name, &info);
    return map;
  }();
  const auto found = byName.find(name);
  return found == byName.end() ? nullptr : found->second;
}

Callee::Callee(std::string_view name) : id_(Intrinsic::External) {
  if (const IntrinsicInfo* known = findIntrinsic(name))
    id_ = known->id;
  else
    external_ = name;
}

std::string_view Callee::view() const { return info() ? info()->name : std::string_view(external_); }

const IntrinsicInfo* Callee::info() const {
  return id_ == Intrinsic::External ? nullptr : &kIntrinsics[static_cast<size_t>(id_)];
}

}  // namespace lw
