#include "core/tune/records/record_schema.h"

#include <sqlite3.h>

#include <optional>
#include <span>

#include "core/tune/errors.h"
#include "core/tune/records/sqlite.h"

namespace lw::tune {
namespace {

// kMigrations[n] makes version n + 1 of version n. A new file goes through all of them, so never change one that was
// released: add another.
constexpr const char* kMigrations[] = {
    R"(CREATE TABLE schema (version INTEGER NOT NULL);
INSERT INTO schema VALUES (0);
CREATE TABLE record (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  program TEXT NOT NULL, target TEXT NOT NULL, processor TEXT NOT NULL, threads INTEGER NOT NULL, math TEXT NOT NULL,
  generator TEXT NOT NULL,
  function TEXT NOT NULL, space TEXT NOT NULL, machine TEXT NOT NULL,
  decisions TEXT NOT NULL,   -- {"rows": 2, "i": [16, 8]}
  trace TEXT NOT NULL,       -- as JSON, of the form of TVM
  trace_hash TEXT NOT NULL,  -- tells candidates apart
  outcome TEXT NOT NULL,
  why_kind TEXT NOT NULL, why TEXT NOT NULL, why_hint TEXT NOT NULL,
  ms TEXT NOT NULL,          -- [0.41, 0.42], in the order of measuring
  median_ms REAL,            -- NULL: not timed
  compile_ms REAL, expected_ms REAL,
  time TEXT NOT NULL);
CREATE INDEX record_program ON record (program, target, outcome, median_ms);)",

    // Records of one program with several sizes are told apart. Of several records of one candidate the last one
    // counts.
    R"(ALTER TABLE record ADD COLUMN sizes TEXT NOT NULL DEFAULT '';
ALTER TABLE record ADD COLUMN latest INTEGER NOT NULL DEFAULT 1;
UPDATE record SET latest = 0 WHERE trace_hash != '' AND EXISTS (
  SELECT 1 FROM record AS later WHERE later.id > record.id AND later.trace_hash = record.trace_hash
    AND later.program = record.program AND later.target = record.target AND later.processor = record.processor
    AND later.threads = record.threads AND later.math = record.math AND later.generator = record.generator);
CREATE INDEX record_candidate ON record (trace_hash);)",

    // Whether all results were compared; NULL: not known, as of all records until now.
    "ALTER TABLE record ADD COLUMN whole INTEGER;"};

struct Found {
  std::optional<int64_t> version;  // none: the file is empty
};

Result<Found> findVersion(sqlite3* database, const std::string& path) {
  Statement tables(database,
                   "SELECT count(*), sum(name = 'schema'), sum(name = 'record') FROM sqlite_master "
                   "WHERE type = 'table' AND name NOT LIKE 'sqlite_%'");
  if (!tables.next()) return lastError(database, path);
  if (tables.integer(0) == 0) return Found{};
  if (tables.integer(1) == 0 || tables.integer(2) == 0)
    return notADatabase(path, "its tables are those of another program");
  Statement version(database, "SELECT version FROM schema");
  if (!version.next()) return version.failed() ? lastError(database, path) : damaged(path, "it has no version number");
  return Found{version.integer(0)};
}

Status checkPages(sqlite3* database, const std::string& path) {
  Statement check(database, "PRAGMA quick_check(1)");
  if (!check.next()) return lastError(database, path);
  std::string found = check.text(0);
  if (found == "ok") return success();
  if (found.starts_with("***")) found.erase(0, found.find('\n') + 1);  // the name of the database among several
  return damaged(path, Snippet(found));
}

Status migrate(sqlite3* database, const std::string& path) {
  Transaction transaction(database);
  if (!transaction.begun()) return lastError(database, path);
  const Result<Found> found = findVersion(database, path);  // another process may have been quicker
  if (!found) return found.error();
  for (int64_t version = found->version.value_or(0); version < schemaVersion(); ++version)
    if (!execute(database, kMigrations[version])) return lastError(database, path);
  Statement update(database, "UPDATE schema SET version = ?");
  update.bind(schemaVersion());
  if (update.next() || update.failed() || !transaction.commit()) return lastError(database, path);
  return success();
}

}  // namespace

int64_t schemaVersion() { return std::ssize(kMigrations); }

Status prepareSchema(sqlite3* database, const std::string& path) {
  const Result<Found> found = findVersion(database, path);
  if (!found) return found.error();
  if (found->version) {
    if (*found->version > schemaVersion())
      return explain(err::kRecordsNewer(path, *found->version, schemaVersion()),
                     "use the newer program, or give another file with `--db`; this one was not changed");
    if (*found->version < 1) return damaged(path, say("its version is {0}", *found->version));
    if (Status whole = checkPages(database, path); !whole) return whole;
  }
  // Commits are on disk when they return, in write-ahead mode (and, where the file system has no shared memory for it,
  // in the older one). Another connection may prevent the change of the mode; then it is made by a later one.
  execute(database, "PRAGMA synchronous = EXTRA; PRAGMA journal_mode = WAL");
  if (found->version != schemaVersion()) return migrate(database, path);
  return success();
}

}  // namespace lw::tune
