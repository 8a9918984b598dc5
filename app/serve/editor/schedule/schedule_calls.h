// Calls of steps in a schedule function, as they are written there, and which arguments are legal in its state.
#pragma once

#include <functional>

#include "app/serve/editor/schedule/schedule_state.h"

namespace lw::serve {

struct StepChoice {
  std::string text;    // as it is written in the function: "[None, 8]", "io", "\"shared\""
  bool legal = false;  // the call with it is legal; otherwise the call has too few arguments to tell
};
struct StepValues {
  std::string param;
  int begin = 0;  // of the text that a value replaces, up to the cursor
  std::vector<StepChoice> choices;
  bool complete = true;  // false: there was no time to check all of them
};
// Values of the argument at the cursor. Those with which the call is refused are left out.
StepValues valuesAt(const ScheduleState& state, const Primitive& step, const OpenCall& call, const std::string& text,
                    const CursorWords& cursor, const std::function<bool()>& stop);

struct LegalCalls {
  struct Call {
    std::string text;  // "split(i, [None, 8])"
    const Primitive* step;
    Arguments args;
  };
  std::vector<Call> calls;
  bool complete = true;
};
// Calls of the steps whose names begin with the word, for loops and blocks that the function has variables for.
LegalCalls legalCalls(const ScheduleState& state, const std::string& word, size_t most,
                      const std::function<bool()>& stop);
// The call as it is written in the function; nullopt: it has no variable for a loop of the arguments.
std::optional<std::string> callText(const ScheduleState& state, const Primitive& step, const Arguments& args);

}  // namespace lw::serve
