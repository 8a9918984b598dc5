#include "app/serve/editor/schedule/schedule_state.h"

#include <algorithm>
#include <set>

#include "app/serve/editor/text/program_text.h"
#include "core/te/read_program.h"
#include "core/te/schedule_code.h"

namespace lw::serve {
namespace {

constexpr std::string_view kPlace = "pass";  // stands for the unfinished statement

// Where the next statement of the file's top level begins.
size_t nextAtTop(const std::string& text, int offset) {
  for (size_t line = text.find('\n', static_cast<size_t>(offset)); line != std::string::npos;
       line = text.find('\n', line + 1)) {
    const char first = line + 1 < text.size() ? text[line + 1] : ' ';
    if (!std::isspace(static_cast<unsigned char>(first)) && first != '#' && first != ')' && first != ']')
      return line + 1;
  }
  return text.size();
}

// The text in which the rest of the function, from the unfinished statement on, is one statement that does nothing.
std::string withoutRest(const std::string& text, const CursorWords& cursor) {
  return text.substr(0, static_cast<size_t>(cursor.statement)) + std::string(kPlace) + "\n\n" +
         text.substr(nextAtTop(text, cursor.offset));
}

class Names {
 public:
  explicit Names(ScheduleState& state) : state_(state) {}

  void add(const std::string& name, const StepValue& value) {
    if (const auto* loop = value.as<LoopRv>()) {
      const Result<LoopId> id = state_.schedule.resolve(*loop);
      if (id && state_.schedule.program().contains(*id) && loops_.insert(*id).second)
        state_.loops.emplace_back(name, *id);
    } else if (const auto* block = value.as<BlockRv>()) {
      const Result<BlockId> id = state_.schedule.resolve(*block);
      if (id && state_.schedule.program().contains(*id) && blocks_.insert(*id).second)
        state_.blocks.emplace_back(name, *id);
    } else if (const auto* list = value.as<StepValue::List>()) {
      for (size_t i = 0; i < list->size() && i < 16; ++i) add(name + "[" + std::to_string(i) + "]", (*list)[i]);
    }
  }

 private:
  ScheduleState& state_;
  std::set<LoopId> loops_;
  std::set<BlockId> blocks_;
};

}  // namespace

std::string functionAround(const std::string& text, int offset) {
  size_t end = static_cast<size_t>(offset);
  for (;;) {
    const size_t line = end == 0 ? std::string::npos : text.rfind('\n', end - 1);
    const size_t begin = line == std::string::npos ? 0 : line + 1;
    const std::string_view words = std::string_view(text).substr(begin);
    if (words.starts_with("def ")) return std::string(words.substr(4, words.find_first_of("( :\n", 4) - 4));
    const bool other = !words.empty() && !std::isspace(static_cast<unsigned char>(words[0])) && words[0] != '#' &&
                       words[0] != ')' && words[0] != ']';
    if (other || begin == 0) return {};
    end = begin - 1;
  }
}

std::optional<ScheduleState> stateAt(const EditedText& text, const CursorWords& cursor, const Context& context) {
  const std::string around = functionAround(text.text(), cursor.statement);
  if (around.empty()) return std::nullopt;
  const auto file = std::make_shared<const SourceFile>(readProgram(text.name(), withoutRest(text.text(), cursor)));
  const py::FunctionDef* function = file->function(around);
  if (!function || !function->decorators.empty() || function->params.empty()) return std::nullopt;
  const std::string handle = function->params.front().name;
  std::vector<std::string> names = file->scheduleFunctions();
  std::stable_partition(names.begin(), names.end(), [&](const std::string& name) { return name == around; });
  for (const Schedule& start : startsOf(*file))
    for (const std::string& name : names) {
      script::Breakpoint place{cursor.statement};
      script::Limits limits;
      limits.breakpoint = &place;
      limits.cancelled = [&context] { return context.stopped(); };
      const ScriptRun run = interpretScheduleOf(*file, name, start, limits);
      if (context.stopped()) return std::nullopt;
      if (!place.reached) continue;
      ScheduleState state{file, name, handle, run.schedule, {}, {}};
      Names known(state);
      for (const auto& [variable, value] : place.variables) known.add(variable, value);
      return state;
    }
  return std::nullopt;
}

}  // namespace lw::serve
