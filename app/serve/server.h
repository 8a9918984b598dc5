// A session over a pipe: reads requests, carries them out one after the other, and beside them one job at a time.
#pragma once

#include "app/serve/door.h"

namespace lw::serve {

struct ServeOptions {
  ServeLimits limits;
  bool mcp = false;
  bool follow = false;  // windows of this user find the session from the start
};

// Serves the client that writes to `from` and reads `to` until it closes one of them; then its jobs end. Returns an
// exit code; ends the process where work does not end.
int serve(int from, int to, const ServeOptions& options);

}  // namespace lw::serve
