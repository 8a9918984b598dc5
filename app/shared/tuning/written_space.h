// The search space that rules write for a function.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "core/schedule/schedule.h"
#include "core/text/tir/parser.h"
#include "core/tune/machine.h"

namespace lw {

struct WrittenSpaceFile {
  std::shared_ptr<const SourceFile> file;
  std::string function;
  std::vector<std::string> rules;  // that wrote it
};
// `title` of the function, for messages; `sizes`: those expected of symbolic ones. An error says for each rule why it
// does not fit.
Result<WrittenSpaceFile> writtenSpaceOf(const Schedule& start, int function, const std::string& title,
                                        const tune::Machine& machine, const std::map<std::string, int64_t>& sizes = {});

}  // namespace lw
