#include "app/window/crash_log.h"

#include <execinfo.h>
#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <exception>
#include <filesystem>

namespace lw {
namespace {

namespace fs = std::filesystem;

constexpr int kSignals[] = {SIGSEGV, SIGABRT, SIGBUS, SIGFPE, SIGILL};
constexpr size_t kActions = 24, kLength = 160;
constexpr int kFrames = 96;

}  // namespace

// Everything that a handler uses is prepared here, since a handler must neither allocate nor lock.
struct CrashLog::State {
  char path[1024] = {}, head[512] = {};
  char actions[kActions][kLength] = {};
  std::atomic<unsigned> count{0};
  std::string folder;
  std::terminate_handler terminate = nullptr;
  std::array<struct sigaction, std::size(kSignals)> old = {};
};

namespace {

// A handler gets no context, so the active log is stored here.
std::atomic<void*>& inUse() {
  static std::atomic<void*> state{nullptr};
  return state;
}

void put(int file, const char* text) { (void)!write(file, text, std::strlen(text)); }

void putNumber(int file, long number) {
  char digits[24];
  int at = sizeof digits;
  do digits[--at] = static_cast<char>('0' + number % 10);
  while ((number /= 10) > 0 && at > 0);
  (void)!write(file, digits + at, sizeof digits - static_cast<size_t>(at));
}

template <class State>
void report(State& state, const char* what, int signal) {
  const int file = open(state.path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  if (file < 0) return;
  put(file, state.head);
  put(file, "end: ");
  put(file, what);
  if (signal) putNumber(file, signal);
  put(file, "\n\nlast actions, the newest at the end:\n");
  const unsigned count = state.count.load();
  for (unsigned i = count > kActions ? count - kActions : 0; i < count; ++i) {
    put(file, "  ");
    put(file, state.actions[i % kActions]);
    put(file, "\n");
  }
  put(file, "\ncalls:\n");
  void* frames[kFrames];
  backtrace_symbols_fd(frames, backtrace(frames, kFrames), file);
  close(file);
}

}  // namespace

CrashLog::CrashLog(const std::string& folder, const std::string& version) : state_(new State) {
  State& s = *state_;
  s.folder = folder;
  std::error_code ignored;
  fs::create_directories(folder, ignored);
  const std::time_t now = std::time(nullptr);
  char when[40];
  std::tm utc{};
  gmtime_r(&now, &utc);
  std::strftime(when, sizeof when, "%Y-%m-%dT%H-%M-%SZ", &utc);
  std::snprintf(s.path, sizeof s.path, "%s/crash-%s-%d.txt", folder.c_str(), when, static_cast<int>(getpid()));
  std::snprintf(s.head, sizeof s.head, "Loopwright %s crashed.\nstarted: %s\n", version.c_str(), when);
  void* warm[4];
  backtrace(warm, 4);  // loads libraries now and not in the handler
  inUse() = state_;
  s.terminate = std::set_terminate([] {
    if (auto* state = static_cast<State*>(inUse().exchange(nullptr))) {
      char what[256] = "an exception that nobody took";
      if (const std::exception_ptr thrown = std::current_exception()) {
        try {
          std::rethrow_exception(thrown);
        } catch (const std::exception& e) {
          std::snprintf(what, sizeof what, "an exception that nobody took: %s", e.what());
        } catch (...) {
        }
      }
      report(*state, what, 0);
    }
    std::abort();
  });
  struct sigaction action{};
  action.sa_handler = [](int signal) {
    // Reports once: a crash in the handler ends the process.
    if (auto* state = static_cast<State*>(inUse().exchange(nullptr))) report(*state, "signal ", signal);
    ::signal(signal, SIG_DFL);
    raise(signal);
  };
  action.sa_flags = SA_ONSTACK;
  for (size_t i = 0; i < std::size(kSignals); ++i) sigaction(kSignals[i], &action, &s.old[i]);
}

CrashLog::~CrashLog() {
  void* mine = state_;
  if (inUse().compare_exchange_strong(mine, nullptr)) {
    std::set_terminate(state_->terminate);
    for (size_t i = 0; i < std::size(kSignals); ++i) sigaction(kSignals[i], &state_->old[i], nullptr);
  }
  delete state_;
}

void CrashLog::note(const std::string& action) {
  State& s = *state_;
  const unsigned at = s.count.load();
  char* slot = s.actions[at % kActions];
  std::snprintf(slot, kLength, "%s", action.c_str());
  std::replace(slot, slot + std::strlen(slot), '\n', ' ');
  s.count.store(at + 1);
}

std::string CrashLog::unread() const {
  std::error_code ignored;
  fs::path newest;
  std::string told;
  for (const auto& entry : fs::directory_iterator(state_->folder, ignored)) {
    const std::string name = entry.path().filename().string();
    if (!name.starts_with("crash-") || !name.ends_with(".txt")) continue;
    // Reports that were shown are renamed and kept.
    const fs::path read = fs::path(entry.path()).replace_filename("told-" + name);
    if (newest.empty() || name > newest.filename().string().substr(5)) newest = read;
    fs::rename(entry.path(), read, ignored);
  }
  return newest.string();
}

}  // namespace lw
