#include "tests/samples/sample_runs.h"

#include <fstream>
#include <iterator>
#include <map>

namespace lw::test {

const SampleRuns& runsOf(const std::filesystem::path& sample) {
  static std::map<std::filesystem::path, SampleRuns> known;
  const auto [at, added] = known.try_emplace(sample);
  SampleRuns& all = at->second;
  if (!added) return all;
  std::ifstream in(sample);
  all.file = readProgram(sample.filename().string(), {std::istreambuf_iterator<char>(in), {}});
  const Result<PrimFunc> program = all.file.select("");
  if (!program) return all;
  const Schedule start(Snapshot(*program).withIntrinsics(all.file.intrinsics));
  for (const std::string& name : all.file.scheduleFunctions())
    all.runs.emplace_back(name, interpretScheduleOf(all.file, name, start));
  return all;
}

}  // namespace lw::test
