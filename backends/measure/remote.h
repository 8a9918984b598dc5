// Another machine, reached by ssh, where lw-runner runs kernel packages: packages are sent to its standard input, and
// results come back as JSON. That machine needs nothing, or a driver for its GPU: lw-runner is copied to
// ~/.cache/loopwright, under a name derived from its contents.
#pragma once

#include <functional>
#include <string>

#include "backends/process/process.h"
#include "backends/target/processor.h"

namespace lw {

Status checkHost(const std::string& host);  // whether it may be one: "user@box"

class RemoteRunner {
 public:
  // `host`: as ssh takes it, "user@box". Copies lw-runner if it is missing.
  static Result<RemoteRunner> reach(const std::string& host, double timeoutSeconds, std::function<bool()> cancelled);
  const std::string& devices() const { return devices_; }  // JSON, as gpuDevicesJson()
  // Of that machine, as its lw-runner describes it.
  Result<Processor> processor() const;
  // lw-runner's answer to a package, as JSON; `words`: its options. Waits longer than `reach` was told to, so that
  // lw-runner, with the same limit, can say that the kernel took too long.
  Result<std::string> run(const std::string& package, const std::string& words) const;

 private:
  Result<ProcessResult> ask(const std::string& command, std::string_view input, double moreSeconds = 0) const;
  std::string host_, program_, devices_;
  double timeout_ = 60;
  std::function<bool()> cancelled_;
};

}  // namespace lw
