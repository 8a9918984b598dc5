// States for ThreadSanitizer in which order threads of the window come to events and jobs (thread_handoffs.cpp).
#pragma once

namespace lw::testing {

// Once, after the application was made.
void stateHandoffs();

}  // namespace lw::testing
