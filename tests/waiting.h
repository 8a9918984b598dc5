// Waits for what other threads and processes do.
#pragma once

#include <chrono>
#include <thread>

namespace lw::test {

// Asks until the condition holds. If it never does, the time limit of the test program ends the test.
template <class F>
void waitUntil(F condition) {
  while (!condition()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
}

}  // namespace lw::test
