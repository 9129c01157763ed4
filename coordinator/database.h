// SQLite with our statuses: a connection, statements that are prepared once, transactions.
//
//   ABSL_ASSIGN_OR_RETURN(auto database, Database::Open(path));
//   Statement& insert = database->Prepare("INSERT INTO t VALUES (?, ?)");
//   ABSL_RETURN_IF_ERROR(insert.Run(1, "one"));
//   Statement& select = database->Prepare("SELECT x FROM t WHERE y = ?");
//   select.Start("one");
//   while (true) {
//     ABSL_ASSIGN_OR_RETURN(bool row, select.Next());
//     if (!row) break;
//     select.Integer(0);
//   }
//
// Errors: RESOURCE_EXHAUSTED for a full disk, DATA_LOSS for a damaged file, PERMISSION_DENIED, FAILED_PRECONDITION when
// another process holds the file, UNAVAILABLE otherwise. A statement that does not parse is a defect of ours: a CHECK.
//
// One thread at a time.
#pragma once

#include <sqlite3.h>

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "absl/container/flat_hash_map.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace tenuki {

class Statement {
 public:
  Statement(sqlite3& connection, std::string_view sql);
  ~Statement();
  Statement(const Statement&) = delete;
  Statement& operator=(const Statement&) = delete;

  // Binds the parameters and begins anew. Texts and blobs are copied.
  template <typename... Values>
  void Start(const Values&... values) {
    Reset();
    [[maybe_unused]] int index = 0;
    (Bind(++index, values), ...);
  }
  // Whether there is another row.
  absl::StatusOr<bool> Next();
  // For statements without rows.
  template <typename... Values>
  absl::Status Run(const Values&... values) {
    Start(values...);
    const absl::StatusOr<bool> row = Next();
    Reset();
    return row.status();
  }

  // Of the current row.
  int64_t Integer(int column) const;
  std::string Text(int column) const;  // also blobs

 private:
  void Reset();
  void Bind(int index, int64_t value);
  void Bind(int index, int value) { Bind(index, static_cast<int64_t>(value)); }
  void Bind(int index, std::string_view text);

  sqlite3_stmt* statement_ = nullptr;
};

class Database {
 public:
  // Made when missing. Holds the file exclusively, in write-ahead mode, and makes every transaction durable.
  static absl::StatusOr<std::unique_ptr<Database>> Open(const std::string& path);
  ~Database();
  Database(const Database&) = delete;
  Database& operator=(const Database&) = delete;

  // Statements without parameters or rows, separated by semicolons.
  absl::Status Execute(const std::string& sql);
  // The statement lives as long as the database, and is the same for the same text.
  Statement& Prepare(std::string_view sql);
  // Runs `body` in a transaction: committed when it returns OK, rolled back otherwise.
  template <typename Body>
  absl::Status Transact(Body&& body) {
    if (absl::Status status = Execute("BEGIN IMMEDIATE"); !status.ok()) return status;
    absl::Status status = body();
    if (status.ok()) status = Execute("COMMIT");
    if (!status.ok()) RollBack();
    return status;
  }
  int64_t LastInsertedRow() const { return sqlite3_last_insert_rowid(connection_); }

 private:
  explicit Database(sqlite3* connection) : connection_(connection) {}
  void RollBack();

  sqlite3* connection_;
  absl::flat_hash_map<std::string, std::unique_ptr<Statement>> statements_;
};

}  // namespace tenuki
