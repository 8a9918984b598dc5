// The database of what was measured: SQLite, one file, in write-ahead mode, so that a crash loses at most the record
// that is being written.
#pragma once

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
  std::string math;       // choices of floating-point arithmetic, as FloatMath's text
  std::string generator;  // version of the code generator: "llvm 19.1.7"
  friend bool operator==(const RecordKey&, const RecordKey&) = default;
};

struct Record {
  int64_t id = 0;  // given by the store
  RecordKey key;
  std::string function;  // its name, for people
  std::string space;     // hash of the space's text; empty: a trace from elsewhere
  std::string machine;   // where it was measured
  Trial trial;
};

struct RecordQuery {
  std::optional<RecordKey> key = {};
  std::string program = {}, function = {}, target = {};  // empty: any
  std::optional<Outcome> outcome = {};
  bool fastestFirst = false;  // else in the order of measuring
  int limit = 0;              // 0: all
};

class RecordStore {
 public:
  // Makes the file and its folder where they are missing and migrates an older schema. Errors say the path and what to
  // do: the file is no database, is damaged, is of a newer version, cannot be written, the disk is full.
  static Result<RecordStore> open(const std::string& path);
  static Result<RecordStore> inMemory();
  RecordStore(RecordStore&&) noexcept;
  RecordStore& operator=(RecordStore&&) noexcept;
  ~RecordStore();

  Result<int64_t> add(const Record& record);  // the id; on disk when it returns
  Result<std::vector<Record>> find(const RecordQuery& query) const;
  // The fastest right record of the key: least median.
  Result<std::optional<Record>> best(const RecordKey& key) const;
  const std::string& path() const { return path_; }

 private:
  struct Impl;
  explicit RecordStore(std::unique_ptr<Impl> impl, std::string path);
  std::unique_ptr<Impl> impl_;
  std::string path_;
};

// $XDG_DATA_HOME/loopwright/tuning.db, or ~/.local/share/loopwright/tuning.db.
std::string defaultRecordFile();

}  // namespace lw::tune
