// Schedules in the language of tensor expressions: code that makes its schedule itself, s = te.create_schedule(C.op),
// at the top of a file or in a function, and schedule functions that name tensors of the file. Every call becomes steps
// of the catalogue (core/te/te_stages.h).
#pragma once

#include "core/script/schedule_script.h"
#include "core/te/create_prim_func.h"

namespace lw {

// interpretSchedule, also of what makes its schedule itself (SourceFile::ownSchedules): its steps are carried out on
// `start`, which must be of the program that te.create_schedule makes there. At the end every reduction that starts
// inside its loops is decomposed, as lowering does it in that language.
ScriptRun interpretScheduleOf(const SourceFile& file, std::string_view function, const Schedule& start,
                              const script::Limits& limits = {});

namespace te {

struct OwnPrograms {
  std::vector<Created> made;             // one for each te.create_schedule, as far as the code got
  std::optional<Explanation> error;      // why it got no further
  std::vector<TensorIntrin> intrinsics;  // declared by the code, new ones only
};
// What te.create_schedule makes in a function of the file, or "" at its top; ids of loops and blocks count on from
// `firstId`. Steps are carried out only as far as a later te.create_schedule needs them.
OwnPrograms ownPrograms(const SourceFile& file, std::string_view function, uint32_t firstId);

}  // namespace te
}  // namespace lw
