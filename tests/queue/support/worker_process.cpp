#include "tests/queue/support/worker_process.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <iterator>

#include "backends/process/process.h"
#include "tests/waiting.h"

namespace lw::test {

WorkerProcess::WorkerProcess(const std::vector<std::string>& options) {
  char file[] = "/tmp/lw_worker_XXXXXX";
  close(mkstemp(file));
  file_ = file;
  std::vector<std::string> words{LW_BINARY_DIR "/bin/lw", "worker", "--json"};
  words.insert(words.end(), options.begin(), options.end());
  if (spawnProcess(words, {.input = "/dev/null", .output = file_}, pid_) != 0) pid_ = -1;
}

WorkerProcess::WorkerProcess(WorkerProcess&& other) noexcept : file_(std::move(other.file_)), pid_(other.pid_) {
  other.pid_ = -1;
  other.file_.clear();
}

WorkerProcess::~WorkerProcess() {
  if (pid_ > 0) {
    kill(pid_, SIGKILL);
    waitpid(pid_, nullptr, 0);
  }
  if (!file_.empty()) unlink(file_.c_str());
}

std::string WorkerProcess::output() const {
  std::ifstream in(file_);
  return {std::istreambuf_iterator<char>(in), {}};
}

int WorkerProcess::events(const std::string& event) const {
  const std::string text = output(), wanted = "\"event\":\"" + event + "\"";
  int count = 0;
  for (size_t at = text.find(wanted); at != std::string::npos; at = text.find(wanted, at + 1)) ++count;
  return count;
}

bool WorkerProcess::said(const std::string& event, int count) {
  waitUntil([&] {
    if (events(event) >= count) return true;
    if (pid_ > 0 && waitpid(pid_, nullptr, WNOHANG) != pid_) return false;
    pid_ = -1;
    return true;
  });
  return events(event) >= count;
}

void WorkerProcess::signal(int number) const {
  if (pid_ > 0) kill(pid_, number);
}

int WorkerProcess::wait() {
  int status = 0;
  if (pid_ <= 0 || waitpid(pid_, &status, 0) != pid_) return -1;
  pid_ = -1;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + WTERMSIG(status);
}

bool WorkerProcess::runsKernel() const {
  const std::string task = "/proc/" + std::to_string(pid_) + "/task";
  std::ifstream in(task + "/" + std::to_string(pid_) + "/children");
  std::string first;
  if (in >> first) return true;
  return std::system(("cat " + task + "/*/children 2>/dev/null | grep -q .").c_str()) == 0;
}

}  // namespace lw::test
