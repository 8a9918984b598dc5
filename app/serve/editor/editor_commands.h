// The commands above functions: run, compare, tune, and open in the window. They call the methods of `lw serve` on the
// text as it is when the command is given.
#pragma once

#include <functional>

#include "app/serve/editor/editor_answers.h"
#include "app/serve/method.h"

namespace lw::serve {

inline constexpr const char* kRunCommand = "loopwright.run";
inline constexpr const char* kCompareCommand = "loopwright.compare";
inline constexpr const char* kTuneCommand = "loopwright.tune";
inline constexpr const char* kOpenCommand = "loopwright.open";

struct EditorCommand {
  std::string name;
  std::string uri, text, function, schedule;
  int trials = 32, seconds = 60;  // of a search
  std::string window;             // the program that opens files; empty: the one beside this program
};
bool isCommand(const std::string& name);
std::string titleOf(const EditorCommand& command);  // "Run mm_exp_mm"

struct CommandResult {
  Json result;
  RunShown shown;     // no words: nothing
  bool right = true;  // false: the result of the run is wrong
  std::string added;  // a schedule function to add to the text; empty: none
};
// Carries the command out, which may take minutes; on a thread of its own.
std::variant<CommandResult, Failure> carriedOut(const EditorCommand& command, Context& context);

}  // namespace lw::serve
