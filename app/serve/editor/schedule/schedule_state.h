// The state of a schedule at a place of the function that is being written: the steps before it are carried out as the
// function says, and its variables name loops and blocks.
#pragma once

#include <optional>

#include "app/serve/context.h"
#include "app/serve/editor/text/cursor_words.h"
#include "app/serve/editor/text/edited_text.h"
#include "core/schedule/schedule.h"

namespace lw::serve {

struct ScheduleState {
  std::shared_ptr<const SourceFile> file;  // the text without the unfinished statement
  std::string name;                        // of the schedule function that gets to the place
  std::string handle;                      // the schedule's name in the function of the place: "sch"
  Schedule schedule;
  // What the function can write for a loop or block: "i", "loops[0]"; a later variable of the same value is left out.
  std::vector<std::pair<std::string, LoopId>> loops;
  std::vector<std::pair<std::string, BlockId>> blocks;
};

// Nothing: the place is in no function that takes a schedule, or no schedule function of the text gets there.
// The first time that the place is reached counts, so that in a loop the state is that of the first iteration.
std::optional<ScheduleState> stateAt(const EditedText& text, const CursorWords& cursor, const Context& context);

// The function at the top of the file whose lines contain the place; empty: none.
std::string functionAround(const std::string& text, int offset);

}  // namespace lw::serve
