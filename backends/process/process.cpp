#include "backends/process/process.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>

#include "backends/process/errors.h"
#include "backends/process/fd.h"

extern char** environ;

namespace lw {
namespace {

constexpr int kPollMs = 50;

struct Pipe {
  Fd read, write;
  Pipe() {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) == 0) read = Fd(ends[0]), write = Fd(ends[1]);
  }
};

// Reads what is available and keeps `most` bytes in all; false: the end was reached.
bool drain(Fd& from, std::string& into, size_t most) {
  char text[65536];
  const ssize_t n = read(from.get(), text, sizeof text);
  if (n > 0) into.append(text, std::min(static_cast<size_t>(n), most - std::min(most, into.size())));
  if (n > 0 || (n < 0 && (errno == EAGAIN || errno == EINTR))) return true;
  from = Fd();
  return false;
}

void feed(Fd& to, std::string_view& rest) {
  const ssize_t n = rest.empty() ? 0 : write(to.get(), rest.data(), rest.size());
  if (n > 0) rest.remove_prefix(static_cast<size_t>(n));
  if (rest.empty() || (n < 0 && errno != EAGAIN && errno != EINTR)) to = Fd();  // the program reads no more
}

constexpr size_t kMostLifeline = 4096;
constexpr int kLifelinePatienceMs = 3000;

// Two ends of a socket, ours and one that a child gets a copy of.
struct Lifeline {
  Fd ours, theirs;
  explicit Lifeline(bool wanted) {
    int ends[2];
    if (wanted && socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) == 0)
      ours = Fd(ends[0]), theirs = Fd(ends[1]);
  }
};

// Asks the child to end itself and waits for that, or ends it by a signal.
void endChild(pid_t child, Fd& lifeline) {
  const bool asked = static_cast<bool>(lifeline);
  lifeline = Fd();
  for (int waited = 0; asked && waited < kLifelinePatienceMs; waited += 2) {
    if (waitpid(child, nullptr, WNOHANG) != 0) return;
    poll(nullptr, 0, 2);
  }
  kill(child, SIGKILL);
  waitpid(child, nullptr, 0);
}

int codeOf(int status) { return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status); }

// Blocks SIGPIPE during its lifetime: a program that ends before it has read everything must not end this one.
class NoBrokenPipes {
 public:
  NoBrokenPipes() {
    sigset_t broken;
    sigemptyset(&broken);
    sigaddset(&broken, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &broken, &before_);
  }
  ~NoBrokenPipes() {
    sigset_t broken;
    sigemptyset(&broken);
    sigaddset(&broken, SIGPIPE);
    const timespec now{};
    if (!sigismember(&before_, SIGPIPE))
      while (sigtimedwait(&broken, nullptr, &now) > 0) {
      }
    pthread_sigmask(SIG_SETMASK, &before_, nullptr);
  }

 private:
  sigset_t before_{};
};

}  // namespace

int spawnProcess(const std::vector<std::string>& words, const SpawnOptions& options, pid_t& child) {
  std::vector<char*> argv, environment;
  for (const std::string& word : words) argv.push_back(const_cast<char*>(word.c_str()));
  argv.push_back(nullptr);
  const auto nameOf = [](std::string_view variable) { return variable.substr(0, variable.find('=')); };
  for (char** e = environ; *e; ++e)
    if (std::none_of(options.variables.begin(), options.variables.end(),
                     [&](const std::string& v) { return nameOf(v) == nameOf(*e); }))
      environment.push_back(*e);
  for (const std::string& v : options.variables)
    if (v.find('=') != std::string::npos) environment.push_back(const_cast<char*>(v.c_str()));
  environment.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  if (!options.input.empty()) posix_spawn_file_actions_addopen(&actions, 0, options.input.c_str(), O_RDONLY, 0);
  if (!options.output.empty()) {
    posix_spawn_file_actions_addopen(&actions, 1, options.output.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    posix_spawn_file_actions_adddup2(&actions, 1, 2);
  }
  for (const auto& [ours, theirs] : options.descriptors) posix_spawn_file_actions_adddup2(&actions, ours, theirs);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  sigset_t none;
  sigemptyset(&none);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK);
  const int failed = (options.searchPath ? posix_spawnp : posix_spawn)(&child, argv[0], &actions, &attributes,
                                                                       argv.data(), environment.data());
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attributes);
  return failed;
}

Result<ProcessResult> runProcess(const std::vector<std::string>& words, const ProcessOptions& options) {
  const NoBrokenPipes noBrokenPipes;
  Pipe in, out, err;
  Lifeline lifeline(options.lifeline > 0);
  SpawnOptions spawn{.descriptors = {{in.read.get(), 0}, {out.write.get(), 1}, {err.write.get(), 2}},
                     .variables = options.variables};
  if (lifeline.theirs) spawn.descriptors.emplace_back(lifeline.theirs.get(), options.lifeline);
  pid_t child = 0;
  const int failed = spawnProcess(words, spawn, child);
  lifeline.theirs = Fd();
  if (failed) return err::kProcessStart(words[0], strerror(failed));
  const rlimit memory{options.mostMemory, options.mostMemory};
  if (options.mostMemory > 0) prlimit(child, RLIMIT_AS, &memory, nullptr);
  in.read = Fd(), out.write = Fd(), err.write = Fd();
  for (const Fd* fd : {&in.write, &out.read, &err.read})
    fcntl(fd->get(), F_SETFL, fcntl(fd->get(), F_GETFL) | O_NONBLOCK);

  auto deadline = std::chrono::steady_clock::now() + std::chrono::duration<double>(options.timeoutSeconds);
  ProcessResult result;
  std::string_view rest = options.input;
  const auto stop = [&](Explanation why) -> Result<ProcessResult> {
    endChild(child, lifeline.ours);
    return why;
  };
  if (rest.empty()) in.write = Fd();
  while (out.read || err.read) {
    if (options.cancelled && options.cancelled()) return stop(err::kProcessCancelled(words[0]));
    if (std::chrono::steady_clock::now() > deadline && lifeline.ours && options.graceSeconds > 0 && !result.late) {
      result.late = true;
      shutdown(lifeline.ours.get(), SHUT_WR);
      deadline += std::chrono::duration<double>(options.graceSeconds);
    }
    if (std::chrono::steady_clock::now() > deadline)
      return stop(err::kProcessTimeout(words[0], static_cast<int64_t>(options.timeoutSeconds)));
    pollfd waiting[] = {{out.read.get(), POLLIN, 0},
                        {err.read.get(), POLLIN, 0},
                        {in.write.get(), POLLOUT, 0}};  // poll ignores closed ones
    if (poll(waiting, 3, kPollMs) <= 0) continue;
    if (waiting[0].revents) drain(out.read, result.out, options.mostOutput);
    if (waiting[1].revents) drain(err.read, result.err, options.mostOutput);
    if (waiting[2].revents) feed(in.write, rest);
  }
  int status = 0;
  while (waitpid(child, &status, WNOHANG) == 0) {
    if ((options.cancelled && options.cancelled()) || std::chrono::steady_clock::now() > deadline)
      return stop(err::kProcessTimeout(words[0], static_cast<int64_t>(options.timeoutSeconds)));
    poll(nullptr, 0, 2);
  }
  while (lifeline.ours && drain(lifeline.ours, result.lifeline, kMostLifeline)) {  // the child's end is closed
  }
  result.code = codeOf(status);
  return result;
}

LoggedResult runLogged(const std::vector<std::string>& words, const LoggedOptions& options) {
  LoggedResult result;
  pid_t child = 0;
  const SpawnOptions spawn{.input = options.input, .output = options.log, .variables = options.variables};
  result.started = spawnProcess(words, spawn, child) == 0;
  if (!result.started) return result;
  const auto limit = [&](__rlimit_resource resource, size_t most) {
    const rlimit both{most, most};
    if (most > 0) prlimit(child, resource, &both, nullptr);
  };
  limit(RLIMIT_AS, options.mostMemory);
  limit(RLIMIT_FSIZE, options.mostOutput);
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::duration<double>(options.timeoutSeconds);
  int status = 0;
  while (waitpid(child, &status, WNOHANG) == 0) {
    const bool late = options.timeoutSeconds > 0 && std::chrono::steady_clock::now() > deadline;
    if (late || (options.cancelled && options.cancelled())) {
      kill(child, SIGKILL);
      waitpid(child, &status, 0);
      result.killed = true;
      break;
    }
    poll(nullptr, 0, 2);
  }
  result.code = codeOf(status);
  return result;
}

}  // namespace lw
