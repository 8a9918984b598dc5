#include "app/shared/tuning/written_space.h"

#include "app/shared/errors.h"
#include "core/te/read_program.h"
#include "core/tune/rules/rule.h"

namespace lw {

Result<WrittenSpaceFile> writtenSpaceOf(const Schedule& start, int function, const std::string& title,
                                        const tune::Machine& machine, const std::map<std::string, int64_t>& sizes) {
  const tune::WrittenSpace written =
      tune::writeSpace(start.program(), function, machine, tune::rulesFor(machine), sizes);
  if (!written.text.empty())
    return WrittenSpaceFile{std::make_shared<const SourceFile>(readProgram("space.py", written.text)), "space",
                            written.rules};
  Message why;
  for (const auto& [rule, reason] : written.others) {
    Message one = say("{0}: {1}", Ident(rule), reason);
    why = why.empty() ? one : say("{0}; {1}", why, one);
  }
  return explain(err::kTuneNoRule(title), std::move(why));
}

}  // namespace lw
