// Programs of Python: a text or a file is read once, and schedules start from it.
#pragma once

#include <functional>

#include "app/python/bridge.h"
#include "app/shared/deep_stack.h"
#include "app/shared/script_text.h"
#include "core/schedule/program.h"

namespace lw::python {

struct PyProgram {
  std::shared_ptr<const SourceFile> file;
  Program program;
  bool alone = false;  // one function of a class was asked for: it is shown without the others
  // The name that was asked for when it was read from the text of `file`, or none (""); nullopt: it is not what the
  // text says, but for example a schedule's state.
  std::optional<std::string> chosen = {};
};

// Runs the function without the lock of Python, on a stack that deep programs fit on.
template <class F>
auto withoutLock(F&& function) {
  std::optional<std::invoke_result_t<F>> result;
  std::exception_ptr failure;
  const py::gil_scoped_release release;
  withDeepStack([&] {
    try {
      result.emplace(function());
    } catch (...) {
      failure = std::current_exception();
    }
    return 0;
  });
  if (failure) std::rethrow_exception(failure);
  return *std::move(result);
}

Dialect dialectOf(const std::string& name);

}  // namespace lw::python
