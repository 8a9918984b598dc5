// Relations of isl (S. Verdoolaege, "isl: An Integer Set Library for the Polyhedral Model", ICMS 2010), and what its
// C++ interface lacks. isl throws isl::exception where it gives up.
#pragma once

#include <isl/cpp.h>
#include <isl/ctx.h>

#include <algorithm>
#include <functional>
#include <memory>
#include <string>
#include <thread>

namespace lw::prove {

// A context of isl that gives up after a number of isl's operations, or after a time: some operations take very long.
// It outlives all that is made in it.
class Limit {
 public:
  // `stop` is asked again and again, on another thread.
  Limit(unsigned long operations, int seconds, std::function<bool()> stop = {});
  isl::ctx get() const { return isl::ctx(context_.get()); }
  // Whether what was thrown says that all operations, or the time, were used.
  bool ranOut(const isl::exception& e) const;
  bool timedOut() const { return isl_ctx_aborted(context_.get()); }
  // Carries out a question that may use so many operations of those that are left. False: it needs more. Throws if none
  // are left.
  template <class Question>
  bool attempt(unsigned long operations, Question question) const {
    allow(std::min(operations_, used() + operations));
    try {
      question();
      allow(operations_);
      return true;
    } catch (const isl::exception&) {
      allow(operations_);
      if (used() >= operations_) giveUp();
      return false;
    }
  }

 private:
  void allow(unsigned long operations) const;  // in all, since the start
  unsigned long used() const;
  [[noreturn]] static void giveUp();
  struct Free {
    void operator()(isl_ctx* c) const { isl_ctx_free(c); }
  };
  std::unique_ptr<isl_ctx, Free> context_;
  unsigned long operations_;
  std::jthread clock_;  // ends before the context
};

// {x -> y : a(x) is lexicographically less than b(y)}
isl::map before(const isl::map& a, const isl::map& b);
// {x -> [x -> y]} for x -> y in `map`: the pairs that follow from x.
isl::map withImage(const isl::map& map);
// {[x -> y] -> y} for x -> y in `map`.
isl::map toImage(const isl::map& map);
// The relation of two values that are equal: {x -> y : a(x) = b(y)}.
isl::map equating(const isl::map& a, const isl::map& b);
// The same with another name of the tuples in the range.
isl::map renamed(const isl::map& map, const std::string& tuple);
// As isl reads it.
std::string textOf(const isl::map& map);
std::string textOf(const isl::set& set);
isl::map emptyLike(const isl::map& map);
isl::set emptyLike(const isl::set& set);
// A relation that contains `map`, with fewer parts: the smallest one that a conjunction of its own bounds describes.
isl::map widened(const isl::map& map);
// Without bounds: what satisfies all equations that its pairs have in common.
isl::map extended(const isl::map& map);

}  // namespace lw::prove
