// Result<T>: a value, or the Explanation of why there is none. No exceptions cross a folder.
#pragma once

#include <cassert>
#include <utility>
#include <variant>

#include "core/support/explanation.h"

namespace lw {

template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : value_(std::in_place_index<0>, std::move(value)) {}
  Result(Explanation error) : value_(std::in_place_index<1>, std::move(error)) {}

  bool ok() const { return value_.index() == 0; }
  explicit operator bool() const { return ok(); }
  const T& value() const& {
    assert(ok());
    return std::get<0>(value_);
  }
  T& value() & {
    assert(ok());
    return std::get<0>(value_);
  }
  T&& value() && {
    assert(ok());
    return std::get<0>(std::move(value_));
  }
  const T& operator*() const& { return value(); }
  T& operator*() & { return value(); }
  T&& operator*() && { return std::move(*this).value(); }
  const T* operator->() const { return &value(); }
  T* operator->() { return &value(); }
  const Explanation& error() const& {
    assert(!ok());
    return std::get<1>(value_);
  }
  Explanation&& error() && {
    assert(!ok());
    return std::get<1>(std::move(value_));
  }

 private:
  std::variant<T, Explanation> value_;
};

struct Unit {};
using Status = Result<Unit>;
inline Status success() { return Unit{}; }

}  // namespace lw
