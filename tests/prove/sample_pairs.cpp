#include "tests/prove/sample_pairs.h"

#include "core/te/read_program.h"
#include "core/te/schedule_code.h"

namespace lw {

void forEachScheduledPair(const std::filesystem::path& path, const std::string& only,
                          const std::function<void(const ProgramPair&)>& use) {
  std::ifstream in(path, std::ios::binary);
  const SourceFile file = readProgram(path.filename().string(), {std::istreambuf_iterator<char>(in), {}});
  const Result<PrimFunc> program = file.select("");
  if (!program) return;
  const Schedule start(Snapshot(*program).withIntrinsics(file.intrinsics));
  for (const std::string& function : file.scheduleFunctions()) {
    const std::string name = path.stem().string() + ":" + function;
    if (name.find(only) == std::string::npos) continue;
    const ScriptRun run = interpretScheduleOf(file, function, start);
    if (run.error) continue;
    use({name, meaningOf(run.schedule.source().function(0), file.intrinsics),
         meaningOf(run.schedule.program().function(0), file.intrinsics), inputsFromComments(file.source.text)});
  }
}

void forEachSamplePair(const std::string& only, const std::function<void(const ProgramPair&)>& use) {
  for (const auto& path : pythonFilesBelow("samples"))
    if (path.string().find("/models/") == std::string::npos) forEachScheduledPair(path, only, use);
}

}  // namespace lw
