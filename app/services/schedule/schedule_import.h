// A schedule from another file: a trace (JSON, Python), records of a tuning database, or the schedule function of a
// Python file. Safe on any thread.
#pragma once

#include <QString>

#include "core/te/schedule_code.h"

namespace lw {

struct ImportedSchedule {
  Schedule schedule;
  std::vector<StepGroup> groups = {};
  std::optional<Explanation> error = {};
  std::string origin = {};  // how a database describes the record
};
// `start`: the program as written. If a file cannot be replayed completely, returns the steps before the error.
ImportedSchedule importedSchedule(const QString& path, const Schedule& start, const script::Limits& limits);

}  // namespace lw
