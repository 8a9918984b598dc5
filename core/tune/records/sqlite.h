// SQLite for the store of tuning records: statements that end by themselves, and its errors as Explanations.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/support/result.h"

struct sqlite3;
struct sqlite3_stmt;

namespace lw::tune {

// A prepared statement. Parameters are bound in the order of their ?, columns count from 0.
class Statement {
 public:
  Statement(sqlite3* database, std::string_view sql);
  ~Statement();
  Statement(const Statement&) = delete;
  Statement& operator=(const Statement&) = delete;

  void bind(std::string_view text);
  void bind(int64_t number);
  void bind(double number);
  void bindNull();

  bool next();                             // to the next row; false: there is none, or an error
  bool failed() const { return failed_; }  // in preparing or in next()
  std::string text(int column) const;
  int64_t integer(int column) const;
  double real(int column) const;  // 0 for NULL
  bool isNull(int column) const;

 private:
  sqlite3_stmt* statement_ = nullptr;
  int bound_ = 0;
  bool failed_ = false;
};

// Several statements separated by semicolons; false: the last error of the connection says why.
bool execute(sqlite3* database, const char* sql);

// The last error of a connection to `path`, which is told by whether the disk is full, the file locked, damaged, no
// database, or impossible to open or write.
Explanation lastError(sqlite3* database, const std::string& path);
// With the way to rescue what is readable.
Explanation damaged(const std::string& path, Message what);
Explanation notADatabase(const std::string& path, Message why);

// A transaction that is undone unless commit() is called.
class Transaction {
 public:
  explicit Transaction(sqlite3* database);  // waits for other writers
  ~Transaction();
  Transaction(const Transaction&) = delete;
  Transaction& operator=(const Transaction&) = delete;
  bool begun() const { return open_; }
  bool commit();

 private:
  sqlite3* database_;
  bool open_;
};

}  // namespace lw::tune
