// Long work of the engine, without the lock of Python, that Ctrl-C ends.
#pragma once

#include <atomic>
#include <functional>

#include "app/python/program.h"

namespace lw::python {

// Runs `work` in a thread with a deep stack. Returns when it ends; asks Python from time to time whether a signal has
// come, and then tells `work` to stop and throws Python's exception (KeyboardInterrupt).
void runInterruptible(const std::function<void(const std::function<bool()>& stop)>& work);

template <class F>
auto interruptible(F&& function) {
  std::optional<std::invoke_result_t<F, const std::function<bool()>&>> result;
  runInterruptible([&](const std::function<bool()>& stop) { result.emplace(function(stop)); });
  return *std::move(result);
}

}  // namespace lw::python
