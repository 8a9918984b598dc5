#include "backends/runner/confinement.h"

#include <fcntl.h>
#include <sched.h>
#include <seccomp.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstring>
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
constexpr uint64_t kReadFile = 1 << 2, kReadDir = 1 << 3;

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

void allowReading(int ruleset, const std::string& path) {
  const int folder = open(path.c_str(), O_PATH | O_CLOEXEC);
  if (folder < 0) return;  // this system has no such folder
  const PathBeneath rule{kReadFile | kReadDir, folder};
  if (syscall(kAddRule, ruleset, kRulePathBeneath, &rule, 0) != 0) {
    const PathBeneath file{kReadFile, folder};  // it is none
    syscall(kAddRule, ruleset, kRulePathBeneath, &file, 0);
  }
  close(folder);
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
  explicit Filter(uint32_t otherwise) : context_(seccomp_init(otherwise)) {
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
  void refuse(int call, int error) {
    if (good_) good_ = seccomp_rule_add(context_, SCMP_ACT_ERRNO(static_cast<uint32_t>(error)), call, 0) == 0;
  }
  bool load() { return good_ && seccomp_load(context_) == 0; }

 private:
  void add(int call, unsigned conditions, const scmp_arg_cmp* list) {
    if (good_) good_ = seccomp_rule_add_array(context_, SCMP_ACT_ALLOW, call, conditions, list) == 0;
  }
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
  if (kSanitized || prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return false;
  const int version = landlockVersion();
  if (version < 1) return false;
  const Ruleset wanted = everything(version);
  const int ruleset = static_cast<int>(syscall(kCreateRuleset, &wanted, sizeof wanted, 0));
  if (ruleset < 0) return false;
  if (readAnywhere)
    allowReading(ruleset, "/");
  else
    for (const std::string& path :
         {std::string("/usr"), std::string("/lib"), std::string("/lib64"), std::string("/etc/ld.so.cache"),
          std::string("/proc"), std::string("/sys"), ownFolder(), ownFolder() + "../lib/loopwright"})
      allowReading(ruleset, path);
  const bool restricted = syscall(kRestrictSelf, ruleset, 0) == 0;
  close(ruleset);
  return restricted;
}

bool filterCalls(Calls allowed) {
  if (kSanitized) return false;
  Filter filter(SCMP_ACT_TRAP);
  allowComputing(filter);
  if (allowed != Calls::Kernels) allowThreads(filter);
  if (allowed == Calls::Loading) allowReadingFiles(filter);
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
