#include "app/serve/context.h"

namespace lw::serve {

void Context::begin(double seconds) {
  end_ = Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
  begun_ = true;
}

void Context::progress(double done, double total, const std::string& what) {
  const Clock::time_point now = Clock::now();
  if (!tell || done < done_ || (done == done_ && what == what_)) return;
  if (what == what_ && done < total && now - told_ < std::chrono::milliseconds(100)) return;
  // Listeners expect that each report is further than the one before.
  if (done == done_) done += 1e-6 * total;
  told_ = now;
  done_ = done;
  what_ = what;
  tell(done, total, what);
}

}  // namespace lw::serve
