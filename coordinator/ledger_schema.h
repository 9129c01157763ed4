// The tables of the ledger, and how an older ledger becomes a current one.
#pragma once

#include <string>

#include "absl/status/status.h"
#include "coordinator/database.h"

namespace tenuki {

// Brings the database to the current version: an empty one gets all tables. FAILED_PRECONDITION when a newer tenuki
// wrote it, DATA_LOSS when it is something else.
absl::Status MigrateLedger(Database& database);

}  // namespace tenuki
