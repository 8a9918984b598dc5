// Integer sets over named variables, built for isl from expressions. Every variable is a parameter of isl with that
// name, so sets over different variables combine without agreeing on an order: isl aligns parameters by name.
#pragma once

#include <isl/cpp.h>
#include <isl/ctx.h>

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/ir/expr.h"

namespace lw::analysis {

// A context of isl that gives up after a number of its operations. It must outlive all that is made in it.
class IslContext {
 public:
  explicit IslContext(unsigned long operations);
  isl::ctx get() const { return isl::ctx(context_.get()); }
  // The answer of `question`, which may use all of the operations; nullopt: isl gave up.
  template <class Question>
  auto ask(Question question) const -> std::optional<decltype(question())> {
    isl_ctx_reset_operations(context_.get());
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

// The name of a variable in sets; nullopt: the variable is unknown, so no expression with it is affine.
using NameOf = std::function<std::optional<std::string>(const Var&)>;

// Expressions as functions and sets of isl. Functions that return isl's types throw isl::exception where isl gives up;
// they are called inside of IslContext::ask.
class AffineReader {
 public:
  AffineReader(const IslContext& context, NameOf name);
  // An integer expression; nullopt where it is not affine (products of variables, loads, calls).
  std::optional<isl::pw_aff> value(const Expr& e) const;
  // Where a condition holds; nullopt where a part of it is not affine.
  std::optional<isl::set> where(const Expr& condition) const;
  // min <= name < min + extent; nullopt where a bound is not affine.
  std::optional<isl::set> range(const std::string& name, const Expr& min, const Expr& extent) const;
  isl::pw_aff variable(const std::string& name) const;
  isl::set everywhere() const { return everywhere_; }

 private:
  std::optional<isl::pw_aff> binary(const Binary& n) const;
  isl::set everywhere_;
  NameOf name_;
};

// The same set without these variables: where values of them exist.
isl::set without(isl::set set, const std::vector<std::string>& names);
// These variables as the coordinates of a tuple, in this order.
isl::set tupleOf(isl::set set, const std::vector<std::string>& names);

}  // namespace lw::analysis
