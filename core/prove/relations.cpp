#include "core/prove/relations.h"

#include <isl/map.h>
#include <isl/options.h>
#include <isl/set.h>
#include <isl/val.h>

#include <chrono>
#include <condition_variable>
#include <cstdlib>
#include <mutex>

namespace lw::prove {
namespace {

constexpr std::chrono::milliseconds kAskEvery(50);

}  // namespace

Limit::Limit(unsigned long operations, int seconds, std::function<bool()> stop)
    : context_(isl_ctx_alloc()), operations_(operations) {
  isl_options_set_on_error(context_.get(), ISL_ON_ERROR_CONTINUE);
  isl_ctx_set_max_operations(context_.get(), operations);
  if (seconds <= 0) {
    isl_ctx_abort(context_.get());
    return;
  }
  clock_ = std::jthread([context = context_.get(), seconds, ask = std::move(stop)](const std::stop_token& over) {
    std::mutex mutex;
    std::condition_variable_any ended;
    std::unique_lock lock(mutex);
    const auto last = std::chrono::steady_clock::now() + std::chrono::seconds(seconds);
    const auto next = [&] { return ask ? std::min(last, std::chrono::steady_clock::now() + kAskEvery) : last; };
    while (!over.stop_requested() && std::chrono::steady_clock::now() < last && !(ask && ask()))
      ended.wait_until(lock, over, next(), [] { return false; });
    if (!over.stop_requested()) isl_ctx_abort(context);
  });
}
void Limit::allow(unsigned long operations) const {
  isl_ctx_reset_error(context_.get());
  isl_ctx_set_max_operations(context_.get(), operations);
}
// isl does not tell its count, but whether it is below a number: making a value is one operation.
unsigned long Limit::used() const {
  const unsigned long allowed = isl_ctx_get_max_operations(context_.get());
  unsigned long low = 0, high = operations_;
  while (low < high) {
    const unsigned long middle = low + (high - low) / 2;
    allow(middle + 1);
    isl_val* value = isl_val_zero(context_.get());
    (value ? high : low) = value ? middle : middle + 1;
    isl_val_free(value);
  }
  allow(allowed);
  return low;
}
void Limit::giveUp() {
  isl::exception::throw_error(isl_error_quota, "no operations are left", __FILE__, __LINE__);
  std::abort();
}
bool Limit::ranOut(const isl::exception& e) const {
  return timedOut() || dynamic_cast<const isl::exception_quota*>(&e) ||
         isl_ctx_last_error(context_.get()) == isl_error_quota;
}

isl::map before(const isl::map& a, const isl::map& b) { return isl::manage(isl_map_lex_lt_map(a.copy(), b.copy())); }

isl::map withImage(const isl::map& map) { return isl::manage(isl_map_domain_map(map.copy())).reverse(); }
isl::map toImage(const isl::map& map) { return isl::manage(isl_map_range_map(map.copy())); }
isl::map equating(const isl::map& a, const isl::map& b) { return a.apply_range(b.reverse()); }
isl::map renamed(const isl::map& map, const std::string& tuple) {
  return isl::manage(isl_map_set_tuple_name(map.copy(), isl_dim_out, tuple.c_str()));
}
static std::string taken(char* text) {
  const std::unique_ptr<char, void (*)(void*)> owner(text, std::free);
  return text ? text : "";
}
std::string textOf(const isl::map& map) { return taken(isl_map_to_str(map.get())); }
std::string textOf(const isl::set& set) { return taken(isl_set_to_str(set.get())); }
isl::map emptyLike(const isl::map& map) { return isl::map::empty(map.space()); }
isl::set emptyLike(const isl::set& set) { return isl::set::empty(set.space()); }
isl::map widened(const isl::map& map) {
  return isl::map(isl::manage(isl_map_simple_hull(isl_map_coalesce(map.copy()))));
}
isl::map extended(const isl::map& map) { return isl::map(isl::manage(isl_map_affine_hull(map.copy()))); }

}  // namespace lw::prove
