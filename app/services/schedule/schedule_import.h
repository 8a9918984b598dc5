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
  std::string origin = {};  // what a record of a database says of itself
};
// `start`: the program as written. A file that cannot be carried out whole gives the steps before the error.
ImportedSchedule importedSchedule(const QString& path, const Schedule& start, const script::Limits& limits);

}  // namespace lw
