#include "app/python/interruptible.h"

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

namespace lw::python {

void runInterruptible(const std::function<void(const std::function<bool()>& stop)>& work) {
  std::atomic<bool> stopped{false};
  bool interrupted = false;
  std::exception_ptr failure;
  {
    const py::gil_scoped_release release;
    std::mutex mutex;
    std::condition_variable ended;
    bool done = false;
    std::thread worker([&] {
      withDeepStack([&] {
        try {
          work([&] { return stopped.load(); });
        } catch (...) {
          failure = std::current_exception();
        }
        return 0;
      });
      const std::lock_guard<std::mutex> lock(mutex);
      done = true;
      ended.notify_one();
    });
    std::unique_lock<std::mutex> lock(mutex);
    while (!ended.wait_for(lock, std::chrono::milliseconds(50), [&] { return done; })) {
      lock.unlock();
      {
        const py::gil_scoped_acquire acquire;
        interrupted = interrupted || PyErr_CheckSignals() != 0;
        if (interrupted) {
          PyErr_Clear();
          stopped = true;
        }
      }
      lock.lock();
    }
    lock.unlock();
    worker.join();
  }
  if (failure) std::rethrow_exception(failure);
  if (!interrupted) return;
  PyErr_SetNone(PyExc_KeyboardInterrupt);
  throw py::error_already_set();
}

}  // namespace lw::python
