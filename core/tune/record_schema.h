// The tables of the store of tuning records, and how those of older versions become today's.
#pragma once

#include <string>

#include "core/support/result.h"

struct sqlite3;

namespace lw::tune {

// A new file gets all tables. Files of older versions are migrated; others are refused before anything is written to
// them: those of newer versions, of other programs, and damaged ones.
Status prepareSchema(sqlite3* database, const std::string& path);

int64_t schemaVersion();  // of this program

}  // namespace lw::tune
