#include "backends/runner/crash.h"
#include "backends/runner/errors.h"

#include <signal.h>

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

}  // namespace

Explanation explainCrash(const CrashReport& crash, const std::string& kernel, const std::vector<BufferRange>& buffers,
                         const std::vector<CodeRange>& code, const std::string& printed) {
  const std::string where = offsetIn(crash.ip, code);
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
