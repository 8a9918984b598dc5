#include "backends/runner/confined_main.h"

#include <fcntl.h>
#include <linux/capability.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <string>
#include <vector>

#include "backends/process/fd.h"
#include "backends/runner/confinement.h"

extern char** environ;

namespace lw {
namespace {

constexpr int kUsage = 2, kNotStarted = 126;
constexpr rlim_t kDescriptors = 512;
constexpr int kReapMs = 200;

struct Spec {
  FileRights rights;
  std::vector<std::string> variables, program;
  std::string folder;
  rlim_t memory = RLIM_INFINITY, file = RLIM_INFINITY;
  bool confined = true;
};

bool readSpec(int count, char** words, Spec& spec) {
  const auto number = [](const std::string& text, rlim_t& to) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), to);
    return error == std::errc() && end == text.data() + text.size();
  };
  for (int i = 2; i < count; ++i) {
    const std::string word = words[i];
    if (word == "--") {
      spec.program.assign(words + i + 1, words + count);
      return !spec.program.empty();
    }
    if (word == "--unconfined") {
      spec.confined = false;
      continue;
    }
    if (++i == count) return false;
    const std::string value = words[i];
    if (word == "--read")
      spec.rights.read.push_back(value);
    else if (word == "--write")
      spec.rights.write.push_back(value);
    else if (word == "--execute")
      spec.rights.execute.push_back(value);
    else if (word == "--variable")
      spec.variables.push_back(value);
    else if (word == "--folder")
      spec.folder = value;
    else if (!(word == "--memory" && number(value, spec.memory)) && !(word == "--file" && number(value, spec.file)))
      return false;
  }
  return false;
}

void report(const std::string& line) { send(kLifeline, line.data(), line.size(), MSG_NOSIGNAL); }

void limit(__rlimit_resource resource, rlim_t most) {
  rlimit limits{};
  if (getrlimit(resource, &limits) != 0) return;
  limits.rlim_cur = limits.rlim_max = std::min(most, limits.rlim_max);
  setrlimit(resource, &limits);
}

// The processes of the system with their parents, from /proc/PID/stat: "PID (NAME) STATE PARENT ...".
std::multimap<pid_t, pid_t> childrenByParent() {
  std::multimap<pid_t, pid_t> children;
  std::error_code ignored;
  for (std::filesystem::directory_iterator at("/proc", ignored), end; at != end; at.increment(ignored)) {
    if (ignored) break;
    const pid_t pid = std::atoi(at->path().filename().c_str());
    if (pid <= 0) continue;
    std::ifstream in(at->path() / "stat");
    const std::string text{std::istreambuf_iterator<char>(in), {}};
    int parent = 0;
    if (const size_t name = text.rfind(')');
        name != std::string::npos && std::sscanf(text.c_str() + name + 1, " %*c %d", &parent) == 1)
      children.emplace(parent, pid);
  }
  return children;
}

// Ends all that descends from this process, to which orphans are given: rounds, until none is left.
void endDescendants() {
  for (int round = 0; round < 100; ++round) {
    const std::multimap<pid_t, pid_t> children = childrenByParent();
    std::vector<pid_t> left{getpid()};
    for (size_t i = 0; i < left.size(); ++i) {
      const auto [first, last] = children.equal_range(left[i]);
      for (auto child = first; child != last; ++child) {
        kill(child->second, SIGKILL);
        left.push_back(child->second);
      }
    }
    while (waitpid(-1, nullptr, WNOHANG) > 0) {
    }
    if (waitpid(-1, nullptr, WNOHANG) < 0 && errno == ECHILD) return;
    poll(nullptr, 0, 2);
  }
}

// Of what root may do beyond other users, only access to files is kept, about which restrictFiles decides.
void dropPrivileges() {
  __user_cap_header_struct header{_LINUX_CAPABILITY_VERSION_3, 0};
  __user_cap_data_struct held[_LINUX_CAPABILITY_U32S_3] = {};
  if (syscall(SYS_capget, &header, held) != 0) return;
  constexpr uint32_t kFiles = 1U << CAP_DAC_OVERRIDE | 1U << CAP_DAC_READ_SEARCH;
  for (size_t i = 0; i < std::size(held); ++i) {
    const uint32_t kept = i == 0 ? kFiles : 0;
    held[i] = {held[i].effective & kept, held[i].permitted & kept, 0};
  }
  syscall(SYS_capset, &header, held);
}

// In the child: everything that it may not have is given up before the program is executed. `problem` is closed by
// that.
[[noreturn]] void becomeProgram(const Spec& spec, pid_t parent, int problem) {
  const auto stop = [&](const std::string& why) {
    [[maybe_unused]] const ssize_t written = write(problem, why.data(), why.size());
    _exit(kNotStarted);
  };
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(kNotStarted);
  if (!spec.folder.empty() && chdir(spec.folder.c_str()) != 0) stop("start " + spec.folder + ": " + strerror(errno));
  // The first that the system ends when memory is short.
  if (const Fd score(open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC)); score) [[maybe_unused]]
    const ssize_t written = write(score.get(), "1000", 4);
  limit(RLIMIT_AS, spec.memory);
  limit(RLIMIT_FSIZE, spec.file);
  limit(RLIMIT_NOFILE, kDescriptors);
  limit(RLIMIT_CORE, 0);
  syscall(SYS_close_range, kLifeline, ~0U, 1 << 2 /* on execution */);
  std::vector<char*> argv, variables;
  for (const std::string& word : spec.program) argv.push_back(const_cast<char*>(word.c_str()));
  for (const std::string& v : spec.variables) variables.push_back(const_cast<char*>(v.c_str()));
  argv.push_back(nullptr);
  variables.push_back(nullptr);
  if (spec.confined) {
    dropPrivileges();
    FileRights rights = spec.rights;
    rights.read.emplace_back("/proc/self");  // of this process, whose number stays
    if (!restrictFiles(rights) || !filterProgramCalls()) stop("unconfined");
  }
  execve(argv[0], argv.data(), variables.data());
  stop(std::string("start ") + argv[0] + ": " + strerror(errno));
  std::abort();
}

// Waits for the program, or until nobody wants it any more.
std::string waitFor(pid_t program) {
  bool asked = false;  // to come to an end
  while (true) {
    pollfd waiting{kLifeline, static_cast<short>(asked ? 0 : POLLRDHUP), 0};
    int status = 0;
    pid_t ended = 0;
    while ((ended = waitpid(-1, &status, WNOHANG)) > 0 && ended != program) {  // orphans that ended
    }
    if (ended == program)
      return WIFSIGNALED(status) ? "signal " + std::to_string(WTERMSIG(status))
                                 : "exit " + std::to_string(WEXITSTATUS(status));
    // A SIGCHLD ends the wait: it is delivered only here, as it is blocked elsewhere.
    sigset_t none;
    sigemptyset(&none);
    const timespec slice{0, kReapMs * 1'000'000};
    if (ppoll(&waiting, 1, &slice, &none) <= 0) continue;
    if (waiting.revents & (POLLHUP | POLLERR | POLLNVAL)) return "ended";
    asked = true;
    kill(program, SIGINT);
  }
}

}  // namespace

int confinedMain(int count, char** words) {
  Spec spec;
  if (!readSpec(count, words, spec)) {
    std::fputs("lw-runner --confined is started by Loopwright\n", stderr);
    return kUsage;
  }
  if (spec.confined && (!possibleConfinement().files || !possibleConfinement().calls)) {
    report("unconfined");
    return kNotStarted;
  }
  syscall(SYS_close_range, kLifeline + 1, ~0U, 0);  // what the parent left open
  setsid();  // no terminal that the program could write to, and Ctrl-C is for the program that started this one
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  struct sigaction wake{};
  wake.sa_handler = [](int) {};
  sigaction(SIGCHLD, &wake, nullptr);
  sigset_t child;
  sigemptyset(&child);
  sigaddset(&child, SIGCHLD);
  sigprocmask(SIG_BLOCK, &child, nullptr);
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return kNotStarted;
  const pid_t self = getpid(), program = fork();
  if (program == 0) {
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, nullptr);
    signal(SIGCHLD, SIG_DFL);
    becomeProgram(spec, self, ends[1]);
  }
  close(ends[1]);
  if (program < 0) {
    report(std::string("start ") + strerror(errno));
    return kNotStarted;
  }
  char problem[512];
  const ssize_t length = read(ends[0], problem, sizeof problem);  // ends when the program is executed
  const std::string ended = waitFor(program);
  endDescendants();
  report(length > 0 ? std::string(problem, static_cast<size_t>(length)) : ended);
  return 0;
}

}  // namespace lw
