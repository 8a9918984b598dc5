// Reads the records of a damaged database one by one, so that a damaged page costs only the records on it.
#include <sqlite3.h>

#include <memory>

#include "core/tune/records/record_rows.h"

namespace lw::tune {
namespace {

using Connection = std::unique_ptr<sqlite3, decltype([](sqlite3* database) { sqlite3_close(database); })>;

// The greatest id that was given. Each of the queries reads other pages.
int64_t lastId(sqlite3* database) {
  for (const char* sql : {"SELECT seq FROM sqlite_sequence WHERE name = 'record'", "SELECT max(id) FROM record"})
    if (Statement row(database, sql); row.next()) return row.integer(0);
  constexpr int64_t kTried = 1'000'000;  // takes seconds
  return kTried;
}

// kRecordColumns of a file that an earlier version made, with a value for each column that it lacks.
std::string columnsIn(sqlite3* database) {
  std::string columns = kRecordColumns;
  for (const auto& [name, value] : {std::pair<std::string, const char*>{"sizes", "''"}, {"whole", "NULL"}}) {
    if (!Statement(database, "SELECT " + name + " FROM record LIMIT 0").failed()) continue;
    columns.replace(columns.find(name), name.size(), value);
  }
  return columns;
}

}  // namespace

Result<Rescued> rescueRecords(const std::string& path, RecordStore& to) {
  sqlite3* opened = nullptr;
  const int code = sqlite3_open_v2(path.c_str(), &opened, SQLITE_OPEN_READONLY, nullptr);
  const Connection database(opened);
  if (code != SQLITE_OK) return lastError(opened, path);
  const std::string select = "SELECT " + columnsIn(opened) + " FROM record WHERE id = ?";
  if (const Statement any(opened, select); any.failed()) return lastError(opened, path);
  Rescued result;
  for (int64_t id = 1, last = lastId(opened); id <= last; ++id) {
    Statement row(opened, select);
    row.bind(id);
    const bool found = row.next();
    if (!found && !row.failed()) continue;  // ids of additions that were undone
    const std::optional<Record> record = found ? recordAt(row) : std::nullopt;
    // Text that came from a wrong page does not have the hash.
    if (!record || row.text(kTraceHashColumn) != traceHashOf(*record)) {
      ++result.lost;
      continue;
    }
    const Result<int64_t> added = to.add(*record);
    if (!added) return added.error();
    ++result.kept;
  }
  return result;
}

}  // namespace lw::tune
