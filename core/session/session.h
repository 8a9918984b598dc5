// The document: a source text, the variants of each of its programs, measurements and notes. A value without a window,
// saved as .lwsession (JSON, versioned).
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/schedule/program.h"
#include "core/session/equal_states.h"
#include "core/session/sum_note.h"
#include "core/te/read_program.h"
#include "core/text/challenge.h"
#include "core/text/print/program_hash.h"
#include "core/trace/history.h"
#include "core/trace/trace.h"

namespace lw {

struct RunRecord {
  int node = 0;      // of the history: the variant that ran
  std::string when;  // "2026-11-21T10:20:30Z"; given by the caller
  std::string target, device;
  std::string math;  // choices of floating-point arithmetic, "reassociate,no-contract"; empty: the default
  int threads = 1, runs = 0;
  double compileMs = 0, medianMs = 0, minMs = 0, maxMs = 0;
  bool codeKnown = false;        // the object was in the store; compileMs is the time to find it
  double lowMs = 0, highMs = 0;  // an interval that contains the median
  std::string packedOnce;        // the weights that were packed before the calls: "W, V"; empty: none
  double packingMs = 0;          // of that, which is in no other time
  double gflops = 0, gbps = 0, peakFraction = 0;
  double gops = 0;  // 10^9 operations on integers per second, of a program without floating-point arithmetic
  bool checked = false, ok = false;
  double maxAbsError = 0, maxRelError = 0;
  std::string difference;  // the first element that differs, in words
  std::string referenceKind;
  double referenceMs = 0, baselineMs = 0;
  int referenceRuns = 0;                               // samples of the reference, taken in turns with the others
  double referenceLowMs = 0, referenceHighMs = 0;      // an interval that contains its median
  std::string blasLibrary, blasKernels, blasExpected;  // of the reference's products, as blas::Kernels; empty: unknown
  double otherCores = -1;                              // that other processes kept busy meanwhile; below 0: not known
  std::string code;                                    // hash of the object that ran; empty: not known
  bool abovePeak = false;                              // faster than the measured peak, for which peakFraction is 0
  Counts counts = {}, startCounts = {};  // of what ran and of the program as written, where a challenge was set
  std::optional<SumNote> sums = {};      // of a state with sums in floats of 16 bits or less that lose too much
  std::string error;                     // why it did not run; the times are then 0
  std::string function;                  // which one ran: "f", "Class.f"
  std::string program;                   // hash of the function as written
  std::string state;                     // hash of the scheduled function that ran
  std::string context;                   // contextHash() of the text that it ran from
  std::string unknown;                   // fields of a newer version, as JSON; kept
  friend bool operator==(const RunRecord&, const RunRecord&) = default;
};

// All work on one program of the file: a function, or a class of several.
struct Workspace {
  History history;
  std::vector<RunRecord> runs;  // newest last
  std::shared_ptr<const SourceFile>
      source;           // the text that the history is based on: the session's, or the last one that fitted
  int shown = 0;        // the shown function of a class
  std::string hash;     // of the program as written
  std::string unknown;  // fields of a newer version, as JSON; kept
  std::map<int, std::string> unknownInNodes;
  std::vector<EqualStates> proofs = {};
};

// Where the text of a session comes from if it is no file's own: a program that Python made by running a file, or the
// cells of a notebook.
struct TextOrigin {
  std::string ran;         // what Python runs: a file, or a folder that contains it
  std::string file;        // of which `text` is
  std::string text;        // of the file at that time; of a notebook, its cells
  std::string name;        // of the program among what Python made; empty: the file was only read
  std::string call;        // of a factory; empty: none
  std::vector<int> lines;  // of each line of the session's text: the line of `text`, 0: none
  friend bool operator==(const TextOrigin&, const TextOrigin&) = default;
};

struct DroppedStep {
  std::string program, variant;  // variant: its title or name
  Explanation why;
};

class Session {
 public:
  // A file that cannot be parsed makes a session too; its diagnostics are in source().
  explicit Session(std::string path, std::string text);
  Session(std::string path, std::shared_ptr<const SourceFile> source);

  const std::string& path() const { return path_; }
  void setPath(std::string path) { path_ = std::move(path); }
  const SourceFile& source() const { return *source_; }
  std::shared_ptr<const SourceFile> sharedSource() const { return source_; }
  const std::string& text() const { return source_->source.text; }

  // Is the chosen program a program of the current text?
  bool fits() const { return hasWorkspace() && workspace().source == source_; }
  // The chosen program and its shown function ("f", "Class.f"); empty: none can be chosen. Choosing creates the
  // workspace if necessary; the others stay as they are.
  const std::string& program() const { return program_; }
  std::string function() const;
  Status choose(std::string_view function);
  bool hasWorkspace() const { return workspaces_.contains(program_); }
  Workspace& workspace() { return workspaces_.at(program_); }
  const Workspace& workspace() const { return workspaces_.at(program_); }
  Workspace* workspaceOf(const std::string& program);
  const std::map<std::string, Workspace>& workspaces() const { return workspaces_; }
  // Everything that can be chosen, in the order of the text: functions without errors.
  std::vector<std::string> functions() const;

  // Sets an edited text. Every variant's steps are carried over by the names of blocks and loops. A step that no longer
  // fits stays in the tree with the reason, and is tried again with the next text. If a program has an error, its
  // variants stay with the last text in which it had none; if there is an error outside of functions, all variants do.
  // Nodes keep their numbers.
  std::vector<DroppedStep> setText(std::string text);
  std::vector<DroppedStep> setSource(std::shared_ptr<const SourceFile> source);

  // Is there work that no file on disk contains?
  bool textIsSaved() const;
  bool hasWork() const;

  std::map<std::string, std::string> notes;  // by their object: "block C", "loop C.i"
  std::string layout;                        // of the window; only the app interprets it
  std::string target;
  std::string math;       // choices of floating-point arithmetic, as in RunRecord
  std::string savedHash;  // of the source file on disk, when it was last read or written; empty: there was none
  std::optional<TextOrigin> origin;
  std::string document, documentHash;   // the open .lwsession and the hash of its content; empty: none
  std::string unknown;                  // fields of a newer version, as JSON; kept
  std::vector<std::string> unreadable;  // workspaces that could not be loaded, as JSON; kept

 private:
  friend class SessionReader;
  void followRename(std::vector<DroppedStep>& droppedSteps);
  std::string path_;
  std::shared_ptr<const SourceFile> source_;
  std::string program_;
  std::map<std::string, Workspace> workspaces_;
};

// A hash of what a run takes from the text besides the function: the inputs, the reference and the functions it may
// call.
std::string contextHash(const SourceFile& file);
// What the time of a run depends on besides state and arithmetic: function, text, target, device and threads. Times are
// compared only if this is equal.
std::string conditionsOf(const RunRecord& run);

std::string toJson(const Session& session);
struct LoadedSession {
  Session session;
  std::vector<std::string> warnings;  // parts that could not be loaded, with their place in the file
};
Result<LoadedSession> sessionFromJson(std::string_view json);

// Written to a new file that is then renamed, so that a crash leaves the old file or the new one.
Status writeAtomically(const std::string& path, std::string_view content);
// The path of the source is written relative to the session's folder if it is below that folder, so that both can be
// moved together.
Status saveSession(const Session& session, const std::string& path);
Result<LoadedSession> loadSession(const std::string& path);

}  // namespace lw
