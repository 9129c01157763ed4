#include "coordinator/database.h"

#include "absl/log/check.h"
#include "absl/log/log.h"
#include "absl/status/status_macros.h"
#include "absl/strings/str_cat.h"

namespace tenuki {
namespace {

absl::Status LastError(sqlite3& connection) {
  const char* file = sqlite3_db_filename(&connection, "main");
  const std::string text = absl::StrCat(file == nullptr ? "ledger" : file, ": ", sqlite3_errmsg(&connection));
  switch (sqlite3_errcode(&connection) & 0xFF) {
    case SQLITE_FULL: return absl::ResourceExhaustedError(text);
    case SQLITE_IOERR:
      // A full disk also shows as a write that was too short, or as a shared-memory file that cannot grow.
      switch (sqlite3_system_errno(&connection)) {
        case ENOSPC:
        case EDQUOT: return absl::ResourceExhaustedError(absl::StrCat(text, " (no space left on device)"));
        default: return absl::UnavailableError(text);
      }
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB: return absl::DataLossError(text);
    case SQLITE_PERM:
    case SQLITE_READONLY:
    case SQLITE_CANTOPEN: return absl::PermissionDeniedError(text);
    case SQLITE_BUSY:
    case SQLITE_LOCKED: return absl::FailedPreconditionError(absl::StrCat(text, " (another process has it open)"));
    default: return absl::UnavailableError(text);
  }
}

}  // namespace

Statement::Statement(sqlite3& connection, std::string_view sql) {
  const int code = sqlite3_prepare_v3(&connection, sql.data(), static_cast<int>(sql.size()), SQLITE_PREPARE_PERSISTENT,
                                      &statement_, nullptr);
  CHECK_EQ(code, SQLITE_OK) << sql << ": " << sqlite3_errmsg(&connection);
}

Statement::~Statement() { sqlite3_finalize(statement_); }

absl::StatusOr<bool> Statement::Next() {
  switch (sqlite3_step(statement_)) {
    case SQLITE_ROW: return true;
    case SQLITE_DONE: return false;
    default: break;
  }
  absl::Status status = LastError(*sqlite3_db_handle(statement_));
  Reset();
  return status;
}

int64_t Statement::Integer(int column) const { return sqlite3_column_int64(statement_, column); }

std::string Statement::Text(int column) const {
  const void* bytes = sqlite3_column_blob(statement_, column);
  const int size = sqlite3_column_bytes(statement_, column);
  return bytes == nullptr ? std::string() : std::string(static_cast<const char*>(bytes), static_cast<size_t>(size));
}

void Statement::Reset() {
  sqlite3_reset(statement_);
  sqlite3_clear_bindings(statement_);
}

void Statement::Bind(int index, int64_t value) { CHECK_EQ(sqlite3_bind_int64(statement_, index, value), SQLITE_OK); }

void Statement::Bind(int index, std::string_view text) {
  const char* bytes = text.data() == nullptr ? "" : text.data();
  CHECK_EQ(sqlite3_bind_blob64(statement_, index, bytes, text.size(), SQLITE_TRANSIENT), SQLITE_OK);
}

absl::StatusOr<std::unique_ptr<Database>> Database::Open(const std::string& path) {
  sqlite3* connection = nullptr;
  const int code = sqlite3_open_v2(path.c_str(), &connection,
                                   SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX, nullptr);
  std::unique_ptr<Database> database(new Database(connection));
  if (connection == nullptr) return absl::ResourceExhaustedError("out of memory");
  if (code != SQLITE_OK) return LastError(*connection);
  sqlite3_extended_result_codes(connection, 1);
  // EXCLUSIVE before WAL: the index of the log is then kept in memory, and needs no file of shared memory.
  ABSL_RETURN_IF_ERROR(database->Execute("PRAGMA locking_mode = EXCLUSIVE"));
  ABSL_RETURN_IF_ERROR(database->Execute("PRAGMA journal_mode = WAL"));
  ABSL_RETURN_IF_ERROR(database->Execute("PRAGMA synchronous = FULL"));
  ABSL_RETURN_IF_ERROR(database->Execute("PRAGMA foreign_keys = ON"));
  return database;
}

Database::~Database() {
  statements_.clear();
  sqlite3_close(connection_);
}

absl::Status Database::Execute(const std::string& sql) {
  if (sqlite3_exec(connection_, sql.c_str(), nullptr, nullptr, nullptr) != SQLITE_OK) return LastError(*connection_);
  return absl::OkStatus();
}

Statement& Database::Prepare(std::string_view sql) {
  std::unique_ptr<Statement>& statement = statements_[sql];
  if (statement == nullptr) statement = std::make_unique<Statement>(*connection_, sql);
  return *statement;
}

void Database::RollBack() {
  // Some errors roll back by themselves.
  if (sqlite3_get_autocommit(connection_) != 0) return;
  if (absl::Status status = Execute("ROLLBACK"); !status.ok()) LOG(ERROR) << status;
}

}  // namespace tenuki
