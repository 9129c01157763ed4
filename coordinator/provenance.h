// The table `provenance`: who ran what, when, and where the time went. The only table that differs from run to run.
//
// A commit has a row for the job itself (activity "job": the time from lease to result, count its units), and one for
// each activity that the kind has timed, such as the choices of a match's players. Rows are read from the ledger alone.
//
// One thread at a time.
#pragma once

#include <arrow/api.h>

#include <memory>
#include <string_view>

#include "coordinator/ledger.h"
#include "coordinator/stored_tables.h"

namespace tenuki {

inline constexpr std::string_view kProvenanceTable = "provenance";
std::shared_ptr<arrow::Schema> ProvenanceSchema();
// `ledger` must outlive the reader.
std::shared_ptr<arrow::RecordBatchReader> ReadProvenance(StoredView view, Ledger& ledger);

}  // namespace tenuki
