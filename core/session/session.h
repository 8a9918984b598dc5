// The document: a source text, the variants of each function that were tried, what was measured for them, and notes. A value
// without a window; saved as .lwsession (JSON, versioned).
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/text/parser.h"
#include "core/trace/history.h"
#include "core/trace/trace.h"

namespace lw {

struct RunRecord {
  int node = 0;                // of the history: the variant that ran
  std::string when;            // "2026-11-21T10:20:30Z"; as the caller says
  std::string target, device;
  int threads = 1, runs = 0;
  double compileMs = 0, medianMs = 0, minMs = 0, maxMs = 0;
  double gflops = 0, gbps = 0, peakFraction = 0;
  bool ok = false;
  double maxAbsError = 0, maxRelError = 0;
  std::string referenceKind;
  double referenceMs = 0, baselineMs = 0;
  friend bool operator==(const RunRecord&, const RunRecord&) = default;
};

// All that was done with one function of the file.
struct Workspace {
  History history;
  std::vector<RunRecord> runs;  // newest last
};

struct Casualty {
  std::string function, variant;  // variant: its title or name
  Replayed::Casualty step;
};

class Session {
 public:
  // A file that cannot be parsed makes a session all the same: its diagnostics are in source().
  explicit Session(std::string path, std::string text);

  const std::string& path() const { return path_; }
  void setPath(std::string path) { path_ = std::move(path); }
  const SourceFile& source() const { return *source_; }
  std::shared_ptr<const SourceFile> sharedSource() const { return source_; }
  const std::string& text() const { return source_->source.text; }

  // The chosen function; empty: none can be chosen. Choosing makes its workspace where it has none.
  const std::string& function() const { return function_; }
  Status choose(std::string_view function);
  bool hasWorkspace() const { return workspaces_.contains(function_); }
  Workspace& workspace() { return workspaces_.at(function_); }
  const Workspace& workspace() const { return workspaces_.at(function_); }
  const std::map<std::string, Workspace>& workspaces() const { return workspaces_; }

  // An edited text: every variant's steps are carried over, by the names of blocks and loops; what no longer fits is told.
  // A text with errors is kept as it is, and the variants stay with the last text that could be parsed.
  std::vector<Casualty> setText(std::string text);

  std::map<std::string, std::string> notes;  // by what they are about: "block C", "loop C.i"
  std::string layout;                        // of the window, as the app wants it

 private:
  friend class SessionReader;
  Session() = default;
  std::string path_;
  std::shared_ptr<const SourceFile> source_;
  std::string function_;
  std::map<std::string, Workspace> workspaces_;
};

// Where a session is written while its file has unsaved work: beside the file, with a leading dot.
std::string autosavePath(const std::string& sourcePath);
std::string hashOf(std::string_view text);  // FNV-1a, 16 hexadecimal digits: tells texts apart, no more

std::string toJson(const Session& session);
struct LoadedSession {
  Session session;
  std::vector<std::string> warnings;  // steps and variants that could not be taken over
};
Result<LoadedSession> sessionFromJson(std::string_view json);

// Written beside and renamed, so that a crash leaves the old file or the new one.
Status writeAtomically(const std::string& path, std::string_view content);
Status saveSession(const Session& session, const std::string& path);
Result<LoadedSession> loadSession(const std::string& path);

}  // namespace lw
