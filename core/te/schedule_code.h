// Schedules in the language of tensor expressions: code that creates its schedule itself, s = te.create_schedule(C.op),
// at the top level of a file or in a function, and schedule functions that use tensors of the file. Every call becomes
// one or more schedule steps (core/te/te_stages.h).
#pragma once

#include "core/script/schedule_script.h"
#include "core/te/create_prim_func.h"

namespace lw {

// Like interpretSchedule, but also runs code that creates its schedule itself (SourceFile::ownSchedules). Its steps are
// applied to `start`, which must be of the program that te.create_schedule makes there. At the end, every reduction
// whose init is inside its loops is decomposed, as lowering does in TVM's tensor-expression language.
ScriptRun interpretScheduleOf(const SourceFile& file, std::string_view function, const Schedule& start,
                              const script::Limits& limits = {});

namespace te {

struct OwnPrograms {
  std::vector<Created> made;             // one for each te.create_schedule before the end or the first error
  std::optional<Explanation> error;      // why the code stopped
  std::vector<TensorIntrin> intrinsics;  // new intrinsics that the code declares
};
// The programs that te.create_schedule makes in a function of the file, or at its top level (""). Ids of loops and
// blocks start at `firstId`. Steps are run only as far as a later te.create_schedule needs them.
OwnPrograms ownPrograms(const SourceFile& file, std::string_view function, uint32_t firstId);

}  // namespace te
}  // namespace lw
