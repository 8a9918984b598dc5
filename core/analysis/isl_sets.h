// Owning handles for ISL's sets and relations, and operators on them.
#pragma once

#include <isl/ctx.h>
#include <isl/map.h>
#include <isl/set.h>
#include <isl/union_map.h>
#include <isl/union_set.h>

#include <utility>

namespace lw::isl_sets {

struct CtxFree {
  void operator()(isl_ctx* c) const { isl_ctx_free(c); }
};
struct SetFree {
  void operator()(isl_set* s) const { isl_set_free(s); }
};

// Owning handles; nullptr: ISL gave up, and everything computed from it is nullptr as well.
template <class T, T* (*Copy)(T*), T* (*Free)(T*)>
class Owned {
 public:
  Owned(T* p = nullptr) : p_(p) {}
  Owned(const Owned& other) : p_(Copy(other.p_)) {}
  Owned(Owned&& other) noexcept : p_(other.p_) { other.p_ = nullptr; }
  Owned& operator=(Owned other) noexcept {
    std::swap(p_, other.p_);
    return *this;
  }
  ~Owned() { Free(p_); }
  T* get() const { return p_; }
  T* copy() const { return Copy(p_); }
  explicit operator bool() const { return p_ != nullptr; }

 private:
  T* p_;
};
using UnionMap = Owned<isl_union_map, isl_union_map_copy, isl_union_map_free>;
using UnionSet = Owned<isl_union_set, isl_union_set_copy, isl_union_set_free>;
using Map = Owned<isl_map, isl_map_copy, isl_map_free>;

inline UnionMap operator|(const UnionMap& a, const UnionMap& b) { return isl_union_map_union(a.copy(), b.copy()); }
inline UnionSet operator|(const UnionSet& a, const UnionSet& b) { return isl_union_set_union(a.copy(), b.copy()); }
inline UnionMap operator-(const UnionMap& a, const UnionMap& b) { return isl_union_map_subtract(a.copy(), b.copy()); }
inline UnionMap onDomain(const UnionMap& m, const UnionSet& s) {
  return isl_union_map_intersect_domain(m.copy(), s.copy());
}
inline UnionMap onRange(const UnionMap& m, const UnionSet& s) {
  return isl_union_map_intersect_range(m.copy(), s.copy());
}
inline UnionSet rangeOf(const UnionMap& m) { return isl_union_map_range(m.copy()); }
inline UnionSet wrap(const UnionMap& m) { return isl_union_map_wrap(m.copy()); }

}  // namespace lw::isl_sets
