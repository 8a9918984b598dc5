// When the program crashes, it leaves a report: what it was, what was done last, where it stood. The next start says
// where it is.
#pragma once

#include <string>

namespace lw {

class CrashLog {
 public:
  // Reports go to `folder` from now on, for signals of crashes and for exceptions that nobody takes. One at a time: the
  // handlers of a process are its own, so the log that was made last is the one that is used.
  CrashLog(const std::string& folder, const std::string& version);
  ~CrashLog();
  CrashLog(const CrashLog&) = delete;
  CrashLog& operator=(const CrashLog&) = delete;

  // What is being done now; the last of these are in a report.
  void note(const std::string& action);

  // The newest report that nobody was told of yet; empty: none. Asking counts as telling.
  std::string unread() const;

 private:
  struct State;
  State* state_;
};

}  // namespace lw
