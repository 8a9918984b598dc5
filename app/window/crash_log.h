// Writes a report when the program crashes: the cause, the last actions and the stack. The next start shows the path of
// the report.
#pragma once

#include <string>

namespace lw {

class CrashLog {
 public:
  // Writes reports to `folder` from now on, for crash signals and for uncaught exceptions. Handlers are global to the
  // process, so only the last created log is active.
  CrashLog(const std::string& folder, const std::string& version);
  ~CrashLog();
  CrashLog(const CrashLog&) = delete;
  CrashLog& operator=(const CrashLog&) = delete;

  // Records the current action; a report contains the last of them.
  void note(const std::string& action);

  // The newest report that was not returned before; empty if there is none.
  std::string unread() const;

 private:
  struct State;
  State* state_;
};

}  // namespace lw
