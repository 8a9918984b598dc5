// `lw worker` as a process.
#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

namespace lw::test {

class WorkerProcess {
 public:
  // `options`: after `lw worker --json`.
  explicit WorkerProcess(const std::vector<std::string>& options);
  ~WorkerProcess();  // kills it
  WorkerProcess(WorkerProcess&& other) noexcept;
  WorkerProcess& operator=(WorkerProcess&&) = delete;

  // Waits until it said so many events of this name; false: it ended before.
  bool said(const std::string& event, int count = 1);
  int events(const std::string& event) const;  // so far
  void signal(int number) const;
  int wait();               // its exit code; 1000 + N: ended by signal N
  bool runsKernel() const;  // has a child process
  std::string output() const;

 private:
  std::string file_;
  pid_t pid_ = -1;
};

}  // namespace lw::test
