#include "core/tune/records.h"

#include <sqlite3.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <mutex>

#include "core/tune/errors.h"
#include "core/tune/record_rows.h"
#include "core/tune/record_schema.h"
#include "core/tune/sqlite.h"

namespace lw::tune {
namespace {

std::string conditionOf(const RecordQuery& query) {
  std::string sql = " WHERE 1";
  if (query.id) sql += " AND id = ?";
  if (query.key) sql += std::string(" AND ") + kSameKey;
  if (!query.program.empty()) sql += " AND program = ?";
  if (!query.function.empty()) sql += " AND function = ?";
  if (!query.target.empty()) sql += " AND target = ?";
  if (!query.space.empty()) sql += " AND space = ?";
  if (query.outcome) sql += " AND outcome = ?";
  if (query.latest) sql += " AND latest";
  return sql;
}

void bindQuery(Statement& to, const RecordQuery& query) {
  if (query.id) to.bind(*query.id);
  if (query.key) bindKey(to, *query.key);
  for (const std::string* text : {&query.program, &query.function, &query.target, &query.space})
    if (!text->empty()) to.bind(*text);
  if (query.outcome) to.bind(nameOf(*query.outcome));
}

}  // namespace

struct RecordStore::Impl {
  explicit Impl(sqlite3* db) : database(db) {}
  ~Impl() { sqlite3_close(database); }
  Impl(const Impl&) = delete;
  Impl& operator=(const Impl&) = delete;

  sqlite3* database;
  std::mutex mutex;  // transactions and messages belong to the connection
};

RecordStore::RecordStore(std::unique_ptr<Impl> impl, std::string path)
    : impl_(std::move(impl)), path_(std::move(path)) {}
RecordStore::RecordStore(RecordStore&&) noexcept = default;
RecordStore& RecordStore::operator=(RecordStore&&) noexcept = default;
RecordStore::~RecordStore() = default;

int RecordSummary::total() const {
  int sum = 0;
  for (const auto& [outcome, count] : counts) sum += count;
  return sum;
}

Result<RecordStore> RecordStore::connect(const std::string& path, const StoreOptions& options) {
  sqlite3* database = nullptr;
  const int code = sqlite3_open_v2(path.c_str(), &database, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, nullptr);
  RecordStore store(std::make_unique<Impl>(database), path);
  if (code != SQLITE_OK) return lastError(database, path);
  sqlite3_busy_timeout(database, options.waitMs);
  if (options.maxPages > 0) execute(database, ("PRAGMA max_page_count = " + std::to_string(options.maxPages)).c_str());
  if (Status ready = prepareSchema(database, path); !ready) return std::move(ready).error();
  return store;
}

Result<RecordStore> RecordStore::open(const std::string& path, const StoreOptions& options) {
  const std::filesystem::path folder = std::filesystem::path(path).parent_path();
  std::error_code failed;
  if (!folder.empty()) std::filesystem::create_directories(folder, failed);
  if (failed) return explain(err::kRecordsFolder(folder.string(), failed.message()), "give another file with `--db`");
  return connect(path, options);
}

Result<RecordStore> RecordStore::inMemory() { return connect(":memory:", {}); }

Result<int64_t> RecordStore::add(const Record& record) {
  const std::lock_guard lock(impl_->mutex);
  sqlite3* database = impl_->database;
  const std::string traceHash = traceHashOf(record);
  Transaction transaction(database);
  if (!transaction.begun()) return lastError(database, path_);
  if (!traceHash.empty()) {
    Statement earlier(database,
                      std::string("UPDATE record SET latest = 0 WHERE latest AND trace_hash = ? AND ") + kSameKey);
    earlier.bind(traceHash);
    bindKey(earlier, record.key);
    if (earlier.next() || earlier.failed()) return lastError(database, path_);
  }
  Statement insert(database, kInsertRecord);
  bindRecord(insert, record);
  if (insert.next() || insert.failed()) return lastError(database, path_);
  const int64_t id = sqlite3_last_insert_rowid(database);
  if (!transaction.commit()) return lastError(database, path_);
  return id;
}

Result<std::vector<Record>> RecordStore::find(const RecordQuery& query) const {
  const std::lock_guard lock(impl_->mutex);
  std::string sql = std::string("SELECT ") + kRecordColumns + " FROM record" + conditionOf(query) +
                    (query.fastestFirst ? " ORDER BY median_ms IS NULL, median_ms, id" : " ORDER BY id");
  if (query.limit > 0) sql += " LIMIT " + std::to_string(query.limit);
  Statement rows(impl_->database, sql);
  bindQuery(rows, query);
  std::vector<Record> found;
  while (rows.next()) {
    std::optional<Record> record = recordAt(rows);
    if (!record) return damaged(path_, say("record {0} cannot be read", rows.integer(0)));
    found.push_back(std::move(*record));
  }
  if (rows.failed()) return lastError(impl_->database, path_);
  return found;
}

Result<std::optional<Record>> RecordStore::best(const RecordKey& key) const {
  Result<std::vector<Record>> found =
      find({.key = key, .outcome = Outcome::Measured, .latest = true, .fastestFirst = true, .limit = 1});
  if (!found) return std::move(found).error();
  if (found->empty() || found->front().trial.ms.empty()) return std::optional<Record>();
  return std::optional(std::move(found->front()));
}

Result<std::vector<RecordSummary>> RecordStore::summaries(const RecordQuery& query) const {
  const std::lock_guard lock(impl_->mutex);
  const std::string key = std::string(kKeyColumns) + ", function";
  Statement rows(impl_->database,
                 "SELECT " + key + ", outcome, count(*), min(median_ms) FILTER (WHERE latest), max(time) FROM record" +
                     conditionOf(query) + " GROUP BY " + key + ", outcome ORDER BY min(id)");
  bindQuery(rows, query);
  std::vector<RecordSummary> all;
  while (rows.next()) {
    const std::optional<Outcome> outcome = outcomeNamed(rows.text(8));
    if (!outcome) return damaged(path_, say("it has the unknown outcome {0}", Snippet(rows.text(8))));
    RecordSummary part{.key = keyAt(rows, 0), .function = rows.text(7), .counts = {}, .last = {}};
    auto into = std::find_if(all.begin(), all.end(),
                             [&](const RecordSummary& s) { return s.key == part.key && s.function == part.function; });
    if (into == all.end()) into = all.insert(all.end(), std::move(part));
    into->counts[*outcome] = static_cast<int>(rows.integer(9));
    if (*outcome == Outcome::Measured) into->bestMs = rows.real(10);
    into->last = std::max(into->last, rows.text(11));
  }
  if (rows.failed()) return lastError(impl_->database, path_);
  return all;
}

std::string defaultRecordFile() {
  const char* data = std::getenv("XDG_DATA_HOME");
  const char* home = std::getenv("HOME");
  const std::string base = data && *data ? data : std::string(home ? home : "/tmp") + "/.local/share";
  return base + "/loopwright/tuning.db";
}

}  // namespace lw::tune
