#include "core/tune/records/sqlite.h"

#include <sqlite3.h>

#include <cerrno>
#include <cstring>

#include "core/tune/errors.h"

namespace lw::tune {

Statement::Statement(sqlite3* database, std::string_view sql) {
  failed_ = sqlite3_prepare_v2(database, sql.data(), static_cast<int>(sql.size()), &statement_, nullptr) != SQLITE_OK;
}

Statement::~Statement() { sqlite3_finalize(statement_); }

void Statement::bind(std::string_view text) {
  sqlite3_bind_text64(statement_, ++bound_, text.data(), text.size(), SQLITE_TRANSIENT, SQLITE_UTF8);
}

void Statement::bind(int64_t number) { sqlite3_bind_int64(statement_, ++bound_, number); }
void Statement::bind(double number) { sqlite3_bind_double(statement_, ++bound_, number); }
void Statement::bindNull() { sqlite3_bind_null(statement_, ++bound_); }

bool Statement::next() {
  if (failed_) return false;
  const int code = sqlite3_step(statement_);
  failed_ = code != SQLITE_ROW && code != SQLITE_DONE;
  return code == SQLITE_ROW;
}

std::string Statement::text(int column) const {
  const unsigned char* text = sqlite3_column_text(statement_, column);
  if (!text) return {};
  return {reinterpret_cast<const char*>(text), static_cast<size_t>(sqlite3_column_bytes(statement_, column))};
}

int64_t Statement::integer(int column) const { return sqlite3_column_int64(statement_, column); }
double Statement::real(int column) const { return sqlite3_column_double(statement_, column); }
bool Statement::isNull(int column) const { return sqlite3_column_type(statement_, column) == SQLITE_NULL; }

bool execute(sqlite3* database, const char* sql) {
  return sqlite3_exec(database, sql, nullptr, nullptr, nullptr) == SQLITE_OK;
}

Explanation damaged(const std::string& path, Message what) {
  return explain(err::kRecordsDamaged(path, std::move(what)),
                 say("`lw records --db {0} --rescue NEW.db` copies what can still be read", path));
}

Explanation notADatabase(const std::string& path, Message why) {
  return explain(err::kRecordsNotADatabase(path, std::move(why)),
                 "give another file with `--db`; this one was not changed");
}

Explanation lastError(sqlite3* database, const std::string& path) {
  const int code = sqlite3_errcode(database), system = sqlite3_system_errno(database);
  std::string words = sqlite3_errmsg(database);
  const bool full = code == SQLITE_FULL || (code == SQLITE_IOERR && (system == ENOSPC || system == EDQUOT));
  if (full) return explain(err::kRecordsDiskFull(path), "free some space; all earlier records are kept");
  switch (code) {
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      return explain(err::kRecordsLocked(path), "end that program, or give another file with `--db`");
    case SQLITE_CORRUPT:
      return damaged(path, Snippet(words));
    case SQLITE_NOTADB:
      return notADatabase(path, "it is in another format");
    case SQLITE_CANTOPEN:
      if (system != 0) words = std::strerror(system);
      return explain(err::kRecordsOpen(path, words),
                     "check the path and its permissions, or give another file with `--db`");
    default:
      if (code == SQLITE_IOERR && system != 0) words += std::string(": ") + std::strerror(system);
      return explain(err::kRecordsWrite(path, words),
                     "check the permissions of the file and its folder, or give another file with `--db`");
  }
}

Transaction::Transaction(sqlite3* database) : database_(database), open_(execute(database, "BEGIN IMMEDIATE")) {}

Transaction::~Transaction() {
  if (open_) execute(database_, "ROLLBACK");
}

bool Transaction::commit() {
  const bool done = execute(database_, "COMMIT");
  if (done) open_ = false;  // else it stays open, to be undone
  return done;
}

}  // namespace lw::tune
