#include "backends/runner/crash.h"

#include <signal.h>

namespace lw {
namespace {

constexpr ErrorKind kOutOfBounds{"runner.out-of-bounds",
                                 "kernel {0} {1} {2} bytes {3} of buffer {4}, which has {5} bytes"};
constexpr ErrorKind kBadAddress{"runner.bad-address", "kernel {0} {1} address {2}, which belongs to no buffer"};
constexpr ErrorKind kDivision{"runner.division-by-zero", "kernel {0} divided an integer by zero"};
constexpr ErrorKind kInstruction{"runner.illegal-instruction",
                                 "kernel {0} used an instruction that this processor does not have"};
constexpr ErrorKind kAbort{"runner.abort", "kernel {0} was aborted: {1}"};
constexpr ErrorKind kOther{"runner.crash", "kernel {0} crashed with signal {1}"};

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
  if (crash.signal == SIGFPE) return explain(kDivision, {kernel}, where);
  if (crash.signal == SIGILL) return explain(kInstruction, {kernel}, "compile for this machine's processor; " + where);
  if (crash.signal == SIGABRT) return explain(kAbort, {kernel, withoutNewline(printed)});
  if (crash.signal != SIGSEGV && crash.signal != SIGBUS)
    return explain(kOther, {kernel, std::to_string(crash.signal)}, where);
  const std::string verb = crash.write ? "wrote" : "read";
  for (const BufferRange& buffer : buffers) {
    const uint64_t end = buffer.address + buffer.bytes;
    if (crash.address >= end && crash.address - end < kNear)
      return explain(kOutOfBounds,
                     {kernel, verb, std::to_string(crash.address - end), "past the end", buffer.name,
                      std::to_string(buffer.bytes)},
                     where);
    if (crash.address < buffer.address && buffer.address - crash.address <= kNear)
      return explain(kOutOfBounds,
                     {kernel, verb, std::to_string(buffer.address - crash.address), "before the start", buffer.name,
                      std::to_string(buffer.bytes)},
                     where);
  }
  return explain(kBadAddress, {kernel, verb, hex(crash.address)}, where);
}

}  // namespace lw
