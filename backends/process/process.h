// Other programs: the only place that starts them.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/support/result.h"

namespace lw {

struct SpawnOptions {
  std::vector<std::pair<int, int>> descriptors;  // ours and the child's number for it, duplicated in this order
  std::string input, output;                     // files; input becomes 0, output 1 and 2; empty: as said above
  std::vector<std::string> variables;            // "NAME=value", in place of those of this process; "NAME": it has none
  bool searchPath = true;
};
// Starts words[0] as a child with an empty mask of blocked signals. 0, or the errno that tells why not.
int spawnProcess(const std::vector<std::string>& words, const SpawnOptions& options, pid_t& child);

struct ProcessOptions {
  std::string_view input;                   // what it reads
  double timeoutSeconds = 60;               // it is killed then
  std::function<bool()> cancelled;          // asked while waiting; true kills it
  std::vector<std::string> variables = {};  // as in SpawnOptions
  size_t mostOutput = SIZE_MAX;             // bytes kept of each output; the rest is read and dropped
  size_t mostMemory = 0;                    // bytes of addresses, of it and of each process that it starts; 0: no limit
  // The child's number for a socket; 0: none. Closing our end, in place of a signal, tells the child to end itself and
  // what it started.
  int lifeline = 0;
  // With a lifeline: at the time-out, our end is first shut down for writing, which asks the child to come to an end,
  // and this long afterwards it is closed. 0: at once.
  double graceSeconds = 0;
};
struct ProcessResult {
  int code = 0;  // 128 + N: ended by signal N
  std::string out, err;
  std::string lifeline;  // what came through that socket
  bool late = false;     // it came to an end within the grace after the time-out
};
// Runs words[0], searched in PATH, to its end, with text for its input and its outputs collected. Fails where it cannot
// be started, takes too long or is cancelled.
Result<ProcessResult> runProcess(const std::vector<std::string>& words, const ProcessOptions& options = {});

struct LoggedOptions {
  std::string log = "/dev/null", input = "/dev/null";  // files: both outputs, and what it reads
  double timeoutSeconds = 0;                           // it is killed then; 0: never
  std::function<bool()> cancelled = {};                // asked while waiting; true kills it
  std::vector<std::string> variables = {};             // as in SpawnOptions
  size_t mostMemory = 0, mostOutput = 0;               // limits in bytes; 0: none
};
struct LoggedResult {
  bool started = false, killed = false;  // killed: by the time-out, or cancelled
  int code = -1;                         // 128 + N: ended by signal N
  bool succeeded() const { return started && !killed && code == 0; }
};
// The same with files in place of pipes.
LoggedResult runLogged(const std::vector<std::string>& words, const LoggedOptions& options);

}  // namespace lw
