#include "backends/runner/confinement.h"

#include <fcntl.h>
#include <sched.h>
#include <seccomp.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <initializer_list>
#include <span>
#include <string>

#include "backends/runner/channel.h"

namespace lw {
namespace {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool kSanitized = true;
#else
constexpr bool kSanitized = false;
#endif

// ---- Landlock (Linux 5.13): its interface, as the headers of the system may be older than its kernel ----

constexpr long kCreateRuleset = 444, kAddRule = 445, kRestrictSelf = 446;
constexpr uint32_t kAskVersion = 1;
constexpr int kRulePathBeneath = 1;
constexpr uint64_t kExecute = 1 << 0, kReadFile = 1 << 2, kReadDir = 1 << 3;
constexpr uint64_t kOfFiles = kExecute | 1 << 1 | kReadFile | 1 << 14 | 1 << 15;  // and writing, truncating, devices

struct Ruleset {
  uint64_t files = 0, network = 0, scopes = 0;
};
struct [[gnu::packed]] PathBeneath {
  uint64_t allowed;
  int32_t folder;
};

int landlockVersion() { return static_cast<int>(syscall(kCreateRuleset, nullptr, 0, kAskVersion)); }

// All that the version knows.
Ruleset everything(int version) {
  const int fileRights = version >= 5 ? 16 : version >= 3 ? 15 : version >= 2 ? 14 : 13;
  return {(uint64_t{1} << fileRights) - 1, version >= 4 ? uint64_t{3} : 0, version >= 6 ? uint64_t{3} : 0};
}

void allow(int ruleset, const std::string& path, uint64_t rights) {
  const int folder = open(path.c_str(), O_PATH | O_CLOEXEC);
  if (folder < 0) return;  // this system has no such folder
  const PathBeneath rule{rights, folder};
  if (syscall(kAddRule, ruleset, kRulePathBeneath, &rule, 0) != 0) {
    const PathBeneath file{rights & kOfFiles, folder};  // it is none
    syscall(kAddRule, ruleset, kRulePathBeneath, &file, 0);
  }
  close(folder);
}
void allowReading(int ruleset, const std::string& path) { allow(ruleset, path, kReadFile | kReadDir); }

// A set of rules that refuses everything so far; negative: there is none.
int newRuleset() {
  if (kSanitized || prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return -1;
  const int version = landlockVersion();
  if (version < 1) return -1;
  const Ruleset wanted = everything(version);
  return static_cast<int>(syscall(kCreateRuleset, &wanted, sizeof wanted, 0));
}

bool enforce(int ruleset) {
  const bool restricted = syscall(kRestrictSelf, ruleset, 0) == 0;
  close(ruleset);
  return restricted;
}

std::string ownFolder() {
  char self[4096];
  const ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
  const std::string path(self, length > 0 ? static_cast<size_t>(length) : 0);
  return path.substr(0, path.rfind('/') + 1);
}

// ---- seccomp ----

class Filter {
 public:
  explicit Filter(uint32_t otherwise) : otherwise_(otherwise), context_(seccomp_init(otherwise)) {
    good_ = context_ && seccomp_attr_set(context_, SCMP_FLTATR_CTL_TSYNC, 1) == 0;
    if (good_) seccomp_attr_set(context_, SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_KILL_PROCESS);  // 32-bit calls
    // The filter is no reason to slow down loads that follow stores, which kernels do all the time.
    if (good_) seccomp_attr_set(context_, SCMP_FLTATR_CTL_SSB, 1);
  }
  Filter(const Filter&) = delete;
  Filter& operator=(const Filter&) = delete;
  ~Filter() {
    if (context_) seccomp_release(context_);
  }
  void allow(int call) { add(call, 0, nullptr); }
  void allow(int call, scmp_arg_cmp condition) { add(call, 1, &condition); }
  void allow(int call, std::initializer_list<scmp_arg_cmp> conditions) {
    add(call, static_cast<unsigned>(conditions.size()), conditions.begin());
  }
  void refuse(int call, int error, std::initializer_list<scmp_arg_cmp> conditions = {}) {
    const uint32_t action = SCMP_ACT_ERRNO(static_cast<uint32_t>(error));
    if (good_ && action != otherwise_)
      good_ = seccomp_rule_add_array(context_, action, call, static_cast<unsigned>(conditions.size()),
                                     conditions.begin()) == 0;
  }
  bool load() { return good_ && seccomp_load(context_) == 0; }

 private:
  void add(int call, unsigned conditions, const scmp_arg_cmp* list) {
    if (good_) good_ = seccomp_rule_add_array(context_, SCMP_ACT_ALLOW, call, conditions, list) == 0;
  }
  uint32_t otherwise_;
  scmp_filter_ctx context_;
  bool good_ = false;
};

scmp_arg_cmp isEqual(unsigned argument, uint64_t value) { return {argument, SCMP_CMP_EQ, value, 0}; }
scmp_arg_cmp hasBits(unsigned argument, uint64_t mask, uint64_t bits) {
  return {argument, SCMP_CMP_MASKED_EQ, mask, bits};
}

void allowComputing(Filter& filter) {
  for (const int call : {SCMP_SYS(mmap),
                         SCMP_SYS(munmap),
                         SCMP_SYS(mprotect),
                         SCMP_SYS(mremap),
                         SCMP_SYS(madvise),
                         SCMP_SYS(mbind),
                         SCMP_SYS(brk),
                         SCMP_SYS(futex),
                         SCMP_SYS(sched_yield),
                         SCMP_SYS(sched_getaffinity),
                         SCMP_SYS(getcpu),
                         SCMP_SYS(membarrier),
                         SCMP_SYS(rseq),
                         SCMP_SYS(set_robust_list),
                         SCMP_SYS(clock_gettime),
                         SCMP_SYS(clock_getres),
                         SCMP_SYS(gettimeofday),
                         SCMP_SYS(time),
                         SCMP_SYS(nanosleep),
                         SCMP_SYS(clock_nanosleep),
                         SCMP_SYS(getrusage),
                         SCMP_SYS(rt_sigaction),
                         SCMP_SYS(rt_sigprocmask),
                         SCMP_SYS(rt_sigreturn),
                         SCMP_SYS(sigaltstack),
                         SCMP_SYS(restart_syscall),
                         SCMP_SYS(getpid),
                         SCMP_SYS(gettid),
                         SCMP_SYS(getrandom),
                         SCMP_SYS(sysinfo),
                         SCMP_SYS(poll),
                         SCMP_SYS(ppoll),
                         SCMP_SYS(close),
                         SCMP_SYS(exit),
                         SCMP_SYS(exit_group)})
    filter.allow(call);
  for (const int call : {SCMP_SYS(sendmsg), SCMP_SYS(sendto), SCMP_SYS(recvmsg), SCMP_SYS(recvfrom)})
    filter.allow(call, isEqual(0, kRunnerSocket));
  for (const uint64_t printed : {STDOUT_FILENO, STDERR_FILENO}) {
    filter.allow(SCMP_SYS(write), isEqual(0, printed));
    filter.allow(SCMP_SYS(writev), isEqual(0, printed));
    filter.allow(SCMP_SYS(lseek), isEqual(0, printed));
  }
  filter.allow(SCMP_SYS(tgkill), isEqual(0, static_cast<uint64_t>(getpid())));  // abort()
  filter.allow(SCMP_SYS(prctl), isEqual(0, PR_SET_NAME));
}

void allowThreads(Filter& filter) {
  constexpr uint64_t kThread = CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SIGHAND | CLONE_THREAD;
  filter.allow(SCMP_SYS(clone), hasBits(0, kThread, kThread));
  filter.refuse(SCMP_SYS(clone3), ENOSYS);  // its flags cannot be seen here; the C library then uses clone
}

void allowReadingFiles(Filter& filter) {
  constexpr uint64_t kChanges = O_ACCMODE | O_CREAT | O_TRUNC;
  filter.allow(SCMP_SYS(openat), hasBits(2, kChanges, O_RDONLY));
  filter.allow(SCMP_SYS(open), hasBits(1, kChanges, O_RDONLY));
  for (const int call :
       {SCMP_SYS(read),         SCMP_SYS(pread64),    SCMP_SYS(readv),      SCMP_SYS(stat),      SCMP_SYS(lstat),
        SCMP_SYS(statx),        SCMP_SYS(newfstatat), SCMP_SYS(access),     SCMP_SYS(faccessat), SCMP_SYS(readlink),
        SCMP_SYS(readlinkat),   SCMP_SYS(fstat),      SCMP_SYS(getdents64), SCMP_SYS(getcwd),    SCMP_SYS(lseek),
        SCMP_SYS(uname),        SCMP_SYS(getuid),     SCMP_SYS(geteuid),    SCMP_SYS(getgid),    SCMP_SYS(getegid),
        SCMP_SYS(seccomp),      SCMP_SYS(prctl),      SCMP_SYS(setrlimit),  SCMP_SYS(getrlimit), SCMP_SYS(arch_prctl),
        SCMP_SYS(get_mempolicy)})
    filter.allow(call);
  filter.allow(SCMP_SYS(prlimit64), isEqual(0, 0));  // of this process
}

// What an interpreter and its libraries call. Files are in Landlock's hands; descriptors are of this program.
// clang-format off
constexpr int kFileCalls[] = {
    SCMP_SYS(write), SCMP_SYS(writev), SCMP_SYS(pwrite64), SCMP_SYS(preadv), SCMP_SYS(pwritev), SCMP_SYS(open),
    SCMP_SYS(openat), SCMP_SYS(creat), SCMP_SYS(mkdir), SCMP_SYS(mkdirat), SCMP_SYS(rmdir), SCMP_SYS(unlink),
    SCMP_SYS(unlinkat), SCMP_SYS(rename), SCMP_SYS(renameat), SCMP_SYS(renameat2), SCMP_SYS(link), SCMP_SYS(linkat),
    SCMP_SYS(symlink), SCMP_SYS(symlinkat), SCMP_SYS(ftruncate), SCMP_SYS(fallocate), SCMP_SYS(fsync),
    SCMP_SYS(fdatasync), SCMP_SYS(fadvise64), SCMP_SYS(readahead), SCMP_SYS(flock), SCMP_SYS(sendfile),
    SCMP_SYS(copy_file_range), SCMP_SYS(dup), SCMP_SYS(dup2), SCMP_SYS(dup3),
    SCMP_SYS(close_range), SCMP_SYS(statfs), SCMP_SYS(fstatfs), SCMP_SYS(faccessat2), SCMP_SYS(chdir),
    SCMP_SYS(fchdir), SCMP_SYS(umask), SCMP_SYS(pipe), SCMP_SYS(pipe2), SCMP_SYS(memfd_create), SCMP_SYS(eventfd2)};
constexpr int kChannelCalls[] = {
    SCMP_SYS(epoll_create1), SCMP_SYS(epoll_ctl), SCMP_SYS(epoll_wait), SCMP_SYS(epoll_pwait), SCMP_SYS(select),
    SCMP_SYS(pselect6), SCMP_SYS(sendmsg), SCMP_SYS(sendto), SCMP_SYS(recvmsg), SCMP_SYS(recvfrom),
    SCMP_SYS(shutdown), SCMP_SYS(getsockopt), SCMP_SYS(setsockopt), SCMP_SYS(getsockname), SCMP_SYS(getpeername)};
constexpr int kProcessCalls[] = {
    SCMP_SYS(timerfd_create), SCMP_SYS(timerfd_settime), SCMP_SYS(setitimer), SCMP_SYS(getitimer), SCMP_SYS(alarm),
    SCMP_SYS(pause), SCMP_SYS(timer_create), SCMP_SYS(timer_settime), SCMP_SYS(timer_delete), SCMP_SYS(signalfd4),
    SCMP_SYS(rt_sigpending), SCMP_SYS(rt_sigtimedwait), SCMP_SYS(rt_sigsuspend), SCMP_SYS(wait4), SCMP_SYS(waitid),
    SCMP_SYS(execve), SCMP_SYS(getppid), SCMP_SYS(getpgrp), SCMP_SYS(getpgid), SCMP_SYS(getsid),
    SCMP_SYS(getresuid), SCMP_SYS(getresgid), SCMP_SYS(getgroups), SCMP_SYS(getpriority), SCMP_SYS(times),
    SCMP_SYS(capget), SCMP_SYS(msync), SCMP_SYS(mincore), SCMP_SYS(set_mempolicy),
    SCMP_SYS(sched_getparam), SCMP_SYS(sched_getscheduler), SCMP_SYS(sched_get_priority_max),
    SCMP_SYS(sched_get_priority_min), SCMP_SYS(set_tid_address), SCMP_SYS(get_robust_list)};
// clang-format on

void allowPrograms(Filter& filter) {
  for (const std::span<const int> calls :
       {std::span<const int>(kFileCalls), std::span<const int>(kChannelCalls), std::span<const int>(kProcessCalls)})
    for (const int call : calls) filter.allow(call);
  for (const long call : {kCreateRuleset, kAddRule, kRestrictSelf}) filter.allow(static_cast<int>(call));
  // Pairs whose messages go to their other end only: one of datagrams could send to any socket of the system.
  for (const uint64_t kind : {SOCK_STREAM, SOCK_SEQPACKET})
    filter.allow(SCMP_SYS(socketpair), {isEqual(0, AF_UNIX), hasBits(1, 15, kind)});
  for (const uint64_t request : {TCGETS, TIOCGWINSZ, FIONREAD, FIONBIO, FIOCLEX, FIONCLEX})
    filter.allow(SCMP_SYS(ioctl), isEqual(1, request));
  // Not F_SETOWN, by which the system sends signals to any process.
  for (const uint64_t command : {F_DUPFD, F_GETFD, F_SETFD, F_GETFL, F_SETFL, F_GETLK, F_SETLK, F_SETLKW, 36, 37, 38,
                                 F_DUPFD_CLOEXEC, F_SETPIPE_SZ, F_GETPIPE_SZ, F_ADD_SEALS, F_GET_SEALS})
    filter.allow(SCMP_SYS(fcntl), isEqual(1, command));  // 36 to 38: locks of an open file
  // posix_spawn: the child shares the memory until it executes a program, which Landlock chooses.
  constexpr uint64_t kSpawn = CLONE_VM | CLONE_VFORK;
  filter.allow(SCMP_SYS(clone), hasBits(0, kSpawn | CLONE_THREAD, kSpawn));
}

// Signals reach the program itself; where Landlock confines them, also the programs that it started.
void allowSignals(Filter& filter) {
  const bool scoped = landlockVersion() >= 6;
  for (const int call : {SCMP_SYS(kill), SCMP_SYS(tgkill)}) {
    if (scoped)
      filter.allow(call);
    else if (call == SCMP_SYS(kill))  // allowComputing has tgkill
      filter.allow(call, isEqual(0, static_cast<uint64_t>(getpid())));
  }
}

void refuseWithError(Filter& filter) {
  for (const int call : {SCMP_SYS(fork),
                         SCMP_SYS(vfork),
                         SCMP_SYS(socket),
                         SCMP_SYS(connect),
                         SCMP_SYS(bind),
                         SCMP_SYS(listen),
                         SCMP_SYS(accept),
                         SCMP_SYS(accept4),
                         SCMP_SYS(ptrace),
                         SCMP_SYS(chmod),
                         SCMP_SYS(fchmod),
                         SCMP_SYS(fchmodat),
                         SCMP_SYS(chown),
                         SCMP_SYS(fchown),
                         SCMP_SYS(lchown),
                         SCMP_SYS(utime),
                         SCMP_SYS(utimes),
                         SCMP_SYS(futimesat),
                         SCMP_SYS(utimensat),
                         SCMP_SYS(fchownat),
                         SCMP_SYS(mount),
                         SCMP_SYS(setsid),
                         SCMP_SYS(setpgid),
                         SCMP_SYS(setpriority),
                         SCMP_SYS(unshare),
                         SCMP_SYS(chroot),
                         SCMP_SYS(process_vm_readv),
                         SCMP_SYS(process_vm_writev),
                         SCMP_SYS(truncate),
                         SCMP_SYS(sched_setaffinity)})
    filter.refuse(call, EPERM);
  filter.refuse(SCMP_SYS(clone), EPERM, {hasBits(0, CLONE_VM, 0)});  // fork
  for (const int call :
       {SCMP_SYS(getxattr), SCMP_SYS(lgetxattr), SCMP_SYS(fgetxattr), SCMP_SYS(listxattr), SCMP_SYS(llistxattr),
        SCMP_SYS(flistxattr), SCMP_SYS(setxattr), SCMP_SYS(lsetxattr), SCMP_SYS(fsetxattr), SCMP_SYS(removexattr)})
    filter.refuse(call, EOPNOTSUPP);
}

constexpr char kOvercommit[] = "/proc/sys/vm/overcommit_memory";

size_t addressSpace() {
  size_t pages = 0;
  if (FILE* file = std::fopen("/proc/self/statm", "r")) {
    if (std::fscanf(file, "%zu", &pages) != 1) pages = 0;
    std::fclose(file);
  }
  return pages * static_cast<size_t>(sysconf(_SC_PAGESIZE));
}

void lower(__rlimit_resource resource, rlim_t most) {
  rlimit limit{};
  if (getrlimit(resource, &limit) != 0) return;
  limit.rlim_cur = limit.rlim_max = std::min(most, limit.rlim_cur);
  setrlimit(resource, &limit);
}

}  // namespace

Confinement possibleConfinement() {
  if (kSanitized) return {};
  return {seccomp_api_get() >= 2, landlockVersion() >= 1};
}

bool restrictFiles(bool readAnywhere) {
  const int ruleset = newRuleset();
  if (ruleset < 0) return false;
  if (readAnywhere)
    allowReading(ruleset, "/");
  else
    for (const std::string& path :
         {std::string("/usr"), std::string("/lib"), std::string("/lib64"), std::string("/etc/ld.so.cache"),
          std::string("/proc"), std::string("/sys"), ownFolder(), ownFolder() + "../lib/loopwright"})
      allowReading(ruleset, path);
  return enforce(ruleset);
}

bool restrictFiles(const FileRights& rights) {
  const int ruleset = newRuleset();
  if (ruleset < 0) return false;
  for (const std::string& path : rights.read) allowReading(ruleset, path);
  for (const std::string& path : rights.write) allow(ruleset, path, everything(landlockVersion()).files & ~kExecute);
  for (const std::string& path : rights.execute) allow(ruleset, path, kExecute | kReadFile);
  return enforce(ruleset);
}

bool filterCalls(Calls allowed) {
  if (kSanitized) return false;
  Filter filter(SCMP_ACT_TRAP);
  allowComputing(filter);
  if (allowed != Calls::Kernels) allowThreads(filter);
  if (allowed == Calls::Loading) allowReadingFiles(filter);
  return filter.load();
}

bool filterProgramCalls() {
  if (kSanitized) return false;
  Filter filter(SCMP_ACT_ERRNO(ENOSYS));
  allowComputing(filter);
  allowThreads(filter);
  allowReadingFiles(filter);
  allowPrograms(filter);
  allowSignals(filter);
  refuseWithError(filter);
  return filter.load();
}

void limitResources(size_t bytes) {
  if (kSanitized) return;
  lower(RLIMIT_AS, addressSpace() + bytes);
  lower(RLIMIT_FSIZE, 64 << 20);  // what it prints
  lower(RLIMIT_NOFILE, 256);
  lower(RLIMIT_STACK, RLIM_INFINITY);  // it cannot be raised any more
  lower(RLIMIT_CORE, 0);
}

bool isLibraryProbe(int call, const char* path) {
  return (call == SYS_openat || call == SYS_open) && path && std::strcmp(path, kOvercommit) == 0;
}

}  // namespace lw
