#include "backends/runner/crash.h"
#include "backends/runner/errors.h"

#include <signal.h>
#include <sys/syscall.h>

namespace lw {
namespace {

constexpr uint64_t kNear = 1 << 20;  // the width of the guards around a buffer

std::string hex(uint64_t n) {
  std::string digits;
  do digits.insert(digits.begin(), "0123456789abcdef"[n % 16]);
  while (n /= 16);
  return "0x" + digits;
}

std::string offsetIn(uint64_t ip, const std::vector<CodeRange>& code) {
  for (const CodeRange& range : code)
    if (ip >= range.begin && ip < range.end)
      return "at byte " + std::to_string(ip - range.begin) + " of the code of " + range.kernel;
  return "in a function that the kernel called";
}

std::string withoutNewline(std::string text) {
  while (!text.empty() && text.back() == '\n') text.pop_back();
  return text.empty() ? "it gave no reason" : text;
}

constexpr const char* kRemedy = "kernels compute, and print; LW_SANDBOX=off lets this one do all that you may do";

}  // namespace

Message forbiddenAct(uint64_t call) {
  switch (call) {
    case SYS_open:
    case SYS_openat:
    case SYS_openat2:
    case SYS_creat:
    case SYS_memfd_create:
      return say("open a file");
    case SYS_unlink:
    case SYS_unlinkat:
    case SYS_rename:
    case SYS_renameat:
    case SYS_renameat2:
    case SYS_mkdir:
    case SYS_mkdirat:
    case SYS_rmdir:
    case SYS_link:
    case SYS_symlink:
    case SYS_chmod:
    case SYS_chown:
    case SYS_truncate:
    case SYS_ftruncate:
      return say("change files");
    case SYS_socket:
    case SYS_socketpair:
    case SYS_connect:
    case SYS_bind:
    case SYS_listen:
    case SYS_accept:
    case SYS_io_uring_setup:
      return say("open a connection");
    case SYS_execve:
    case SYS_execveat:
      return say("start a program");
    case SYS_fork:
    case SYS_vfork:
    case SYS_clone:
    case SYS_clone3:
      return say("start a process or a thread");
    case SYS_kill:
    case SYS_tkill:
    case SYS_tgkill:
    case SYS_ptrace:
    case SYS_process_vm_readv:
    case SYS_process_vm_writev:
    case SYS_pidfd_open:
      return say("reach another process");
    default:
      return say("make system call {0}", call);
  }
}

Explanation explainCrash(const CrashReport& crash, const std::string& kernel, const std::vector<BufferRange>& buffers,
                         const std::vector<CodeRange>& code, const std::string& printed) {
  const std::string where = offsetIn(crash.ip, code);
  if (crash.signal == SIGSYS) return explain(err::kRunnerForbidden(kernel, forbiddenAct(crash.address)), kRemedy);
  if (crash.signal == SIGFPE) return explain(err::kRunnerDivisionByZero(kernel), where);
  if (crash.signal == SIGILL)
    return explain(err::kRunnerIllegalInstruction(kernel), say("compile for this machine's processor; {0}", where));
  if (crash.signal == SIGABRT) return err::kRunnerAbort(kernel, withoutNewline(printed));
  const std::string verb = crash.write ? "wrote" : "read";
  for (const BufferRange& buffer : buffers) {
    const uint64_t end = buffer.address + buffer.bytes;
    if (crash.address >= end && crash.address - end < kNear)
      return explain(
          err::kRunnerOutOfBounds(kernel, verb, crash.address - end, "past the end", buffer.name, buffer.bytes), where);
    if (crash.address < buffer.address && buffer.address - crash.address <= kNear)
      return explain(err::kRunnerOutOfBounds(kernel, verb, buffer.address - crash.address, "before the start",
                                             buffer.name, buffer.bytes),
                     where);
  }
  return explain(err::kRunnerBadAddress(kernel, verb, hex(crash.address)), where);
}

}  // namespace lw
