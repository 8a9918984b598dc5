// Sets and relations of isl (S. Verdoolaege, "isl: An Integer Set Library", 2010), made of affine conditions. isl
// throws isl::exception where it gives up, which IslContext::ask turns into an answer.
#pragma once

#include <isl/cpp.h>
#include <isl/ctx.h>

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/analysis/tables/affine.h"

namespace lw::analysis {

// A context of isl that gives up after a number of isl's operations. It outlives all that is made in it.
class IslContext {
 public:
  explicit IslContext(unsigned long operations);
  isl::ctx get() const { return isl::ctx(context_.get()); }
  void restart() const;  // the operations up to now no longer count
  bool ranOut() const;   // the limit was reached
  // The answer of `question`; nullopt: isl gave up.
  template <class Question>
  auto ask(Question question) const -> std::optional<decltype(question())> {
    try {
      return question();
    } catch (const isl::exception&) {
      return std::nullopt;
    }
  }

 private:
  struct Free {
    void operator()(isl_ctx* c) const { isl_ctx_free(c); }
  };
  std::unique_ptr<isl_ctx, Free> context_;
};

// A named tuple of integers, such as the iterations of one statement.
struct Tuple {
  std::string name;  // may be empty
  size_t rank = 0;
};

// Where the dimensions of conditions are in sets: the first ones are those of the tuple, or of the domain of a
// relation, whose range comes after it. Sizes are parameters, by their numbers.
class SetSpace {
 public:
  SetSpace(const IslContext& context, std::vector<int> sizes) : context_(context), sizes_(std::move(sizes)) {}
  isl::set where(const Tuple& tuple, const Conjunction& conditions) const;
  isl::map where(const Tuple& domain, const Tuple& range, const Conjunction& conditions) const;

 private:
  isl::space withSizes(isl::space space) const;
  isl::set within(const isl::space& space, const Conjunction& conditions) const;
  isl::set whereAny(const isl::space& space, const AffineCondition& any) const;
  isl::aff affOf(const isl::space& space, const AffineExpr& e) const;

  const IslContext& context_;
  std::vector<int> sizes_;
};

// The tuples without `count` of their dimensions: those for which values of these dimensions exist.
isl::set without(isl::set set, size_t first, size_t count);
// The least point of a set that is not empty, or any point if the least one is too hard to find. Starts the count of
// operations anew.
std::vector<int64_t> leastPoint(const IslContext& context, const isl::set& set, size_t rank);

}  // namespace lw::analysis
