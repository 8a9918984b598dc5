// The database of what was measured: SQLite, one file, in write-ahead mode, so that a crash loses at most the record
// that is being written.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/support/result.h"
#include "core/tune/trial.h"

namespace lw::tune {

// Times are compared only between records with the same key.
struct RecordKey {
  std::string program;    // structural hash of the function as written
  std::string target;     // "cpu"
  std::string processor;  // name of the processor or device
  int threads = 1;
  std::string math;        // choices of floating-point arithmetic, as FloatMath's text
  std::string generator;   // version of the code generator: "llvm 19.1.7"; "imported": times from another program
  std::string sizes = {};  // values of symbolic sizes and scalar parameters by name: "m=3,n=128"
  friend bool operator==(const RecordKey&, const RecordKey&) = default;
};

struct Record {
  int64_t id = 0;  // given by the store, in the order of adding
  RecordKey key;
  std::string function;  // its name, for people
  std::string space;     // hash of the space's text; empty: a trace from elsewhere
  std::string machine;   // where it was measured
  Trial trial;           // `why` comes back as text: kind, message, hint
  // Is Trial::whole known? Not of records that another program or an earlier version made.
  bool knowsWhole = true;
};

struct RecordQuery {
  std::optional<int64_t> id = {};
  std::optional<RecordKey> key = {};
  std::string program = {}, function = {}, target = {}, space = {};  // empty: any
  std::optional<Outcome> outcome = {};
  bool latest = false;        // only the last record of each candidate, where one was measured several times
  bool fastestFirst = false;  // untimed ones last; else in the order of measuring
  int limit = 0;              // 0: all
};

// The records of one function under one key, counted.
struct RecordSummary {
  RecordKey key;
  std::string function;
  std::map<Outcome, int> counts;
  double bestMs = 0;  // as RecordStore::best() finds it; 0: none was measured
  std::string last;   // when the last one was added
  int total() const;
};

struct StoreOptions {
  int waitMs = 10000;    // for other programs that write
  int64_t maxPages = 0;  // the file counts as full beyond this many pages of 4 KiB; 0: no limit
};

// Safe for several threads, and for several processes with a store each.
class RecordStore {
 public:
  // Makes the file and its folder where they are missing and migrates an older schema. Errors say the path and what to
  // do: the file is no database, is damaged, is of a newer version, cannot be opened or written, is locked, the disk is
  // full. A file that is refused is not changed.
  static Result<RecordStore> open(const std::string& path, const StoreOptions& options = {});
  static Result<RecordStore> inMemory();
  RecordStore(RecordStore&&) noexcept;
  RecordStore& operator=(RecordStore&&) noexcept;
  ~RecordStore();

  Result<int64_t> add(const Record& record);  // the id; on disk when it returns
  Result<std::vector<Record>> find(const RecordQuery& query) const;
  // The fastest right record of the key: least median. Where a candidate was recorded several times, its last record
  // counts; if that is no right one, the candidate does not count.
  Result<std::optional<Record>> best(const RecordKey& key) const;
  // One for each key and function that has records among those of the query, in the order of their first records.
  Result<std::vector<RecordSummary>> summaries(const RecordQuery& query) const;
  const std::string& path() const { return path_; }

 private:
  struct Impl;
  explicit RecordStore(std::unique_ptr<Impl> impl, std::string path);
  static Result<RecordStore> connect(const std::string& path, const StoreOptions& options);
  std::unique_ptr<Impl> impl_;
  std::string path_;
};

// Copies the records of a damaged database that can be read and are whole, in their order; each gets a new id. Fails
// where no table of records is found.
struct Rescued {
  int64_t kept = 0, lost = 0;
};
Result<Rescued> rescueRecords(const std::string& damaged, RecordStore& to);

// $XDG_DATA_HOME/loopwright/tuning.db, or ~/.local/share/loopwright/tuning.db.
std::string defaultRecordFile();

}  // namespace lw::tune
