#include "app/serve/editor/schedule/schedule_calls.h"

#include <algorithm>
#include <map>

#include "app/shared/step_checks.h"
#include "core/schedule/all_primitives.h"
#include "core/script/schedule_script.h"
#include "core/script/typed_reader.h"
#include "core/support/text.h"
#include "core/te/te_stages.h"

namespace lw::serve {
namespace {

constexpr size_t kMostOfOneStep = 3;  // for one loop or block

template <class Id>
const std::string* variableOf(const std::vector<std::pair<std::string, Id>>& variables, Id id) {
  for (const auto& [name, value] : variables)
    if (value == id) return &name;
  return nullptr;
}

std::optional<std::string> valueText(const ScheduleState& state, const StepValue& value) {
  if (const auto* loop = value.as<LoopId>()) {
    const std::string* name = variableOf(state.loops, *loop);
    return name ? std::optional(*name) : std::nullopt;
  }
  if (const auto* block = value.as<BlockId>()) {
    const std::string* name = variableOf(state.blocks, *block);
    if (name) return *name;
    const Snapshot& program = state.schedule.program();
    const std::string& of = program.name(*block);
    const int function = program.functionOf(*block);
    if (program.blocksNamed(of, function).size() != 1 || function != state.schedule.currentFunction())
      return std::nullopt;
    return state.handle + ".get_block(" + quoted(of) + ")";
  }
  const auto* list = value.as<StepValue::List>();
  if (!list) return toText(value);
  std::string text;
  for (const StepValue& item : *list) {
    const std::optional<std::string> one = valueText(state, item);
    if (!one) return std::nullopt;
    addItem(text, *one);
  }
  return "[" + text + "]";
}

// The arguments with the names that loops and blocks have in the program in the place of variables.
class Translated {
 public:
  Translated(const ScheduleState& state, const typed::Names& names) : state_(state), names_(names) {
    for (const auto& [variable, loop] : state.loops) toProgram_.emplace(variable, names.unique(loop));
    for (const auto& [variable, block] : state.blocks)
      toProgram_.emplace(variable, state.schedule.program().name(block));
  }

  // `keep`: from here on, the text stays as it is.
  std::string arguments(const std::string& text, int begin, int keep, int end) const {
    std::string out;
    for (int at = begin; at < end;) {
      const int word = wordEnd(text, at, end);
      const std::string name = text.substr(static_cast<size_t>(at), static_cast<size_t>(word - at));
      const auto found = toProgram_.find(name);
      out += found != toProgram_.end() && at < keep ? found->second : name;
      at = word;
    }
    return out;
  }

  // What one writes for a value that the program's names make; nullopt: there is no variable for it.
  std::optional<std::string> written(const std::string& value, const Param& param) const {
    if (!infoOf(param.type).loops && !infoOf(param.type).blocks) return value;
    for (const LoopId loop : names_.loops())
      if (names_.unique(loop) == value) return valueText(state_, StepValue(loop));
    for (const BlockId block : names_.blocks())
      if (state_.schedule.program().name(block) == value) return valueText(state_, StepValue(block));
    return value;
  }

 private:
  // A word with its index, "loops[0]", or one other character.
  int wordEnd(const std::string& text, int at, int end) const {
    const auto isWord = [&](int i) {
      return std::isalnum(static_cast<unsigned char>(text[static_cast<size_t>(i)])) ||
             text[static_cast<size_t>(i)] == '_';
    };
    int stop = at;
    while (stop < end && isWord(stop)) ++stop;
    if (stop == at) return at + 1;
    if (stop < end && text[static_cast<size_t>(stop)] == '[') {
      const size_t close = text.find(']', static_cast<size_t>(stop));
      if (close < static_cast<size_t>(end) &&
          toProgram_.contains(text.substr(static_cast<size_t>(at), close + 1 - static_cast<size_t>(at))))
        return static_cast<int>(close) + 1;
    }
    return stop;
  }

  const ScheduleState& state_;
  const typed::Names& names_;
  std::map<std::string, std::string> toProgram_;
};

// Strings: blocks, buffers and what the type of the parameter knows.
std::vector<std::string> stringValues(const ScheduleState& state, const Primitive& step, const Param& param,
                                      const typed::Names& names) {
  std::vector<std::string> values;
  for (const std::string_view usual : infoOf(param.type).usual) values.emplace_back(usual);
  const bool block = infoOf(param.type).blocks || (step.query && step.returns == Returns::Block);
  for (const BlockId id : names.blocks())
    if (block && id != state.schedule.program().rootBlock(state.schedule.currentFunction()))
      values.push_back(state.schedule.program().name(id));
  return values;
}

size_t paramOf(const Primitive& step, const OpenCall& call) {
  if (const auto named = step.paramIndex(call.keyword); named && !call.keyword.empty()) return *named;
  return std::min(static_cast<size_t>(call.argument), step.params.size() - 1);
}

enum class Verdict : uint8_t { Legal, Refused, TooFew };

// The call with what is given so far; arguments without defaults may be missing.
Verdict verdictOf(const ScheduleState& state, const std::string& call) {
  const ScriptRun run = interpretStep(call, state.schedule, te::withTensors(), state.file);
  if (!run.error) return Verdict::Legal;
  return run.refused ? Verdict::Refused : Verdict::TooFew;
}

}  // namespace

StepValues valuesAt(const ScheduleState& state, const Primitive& step, const OpenCall& call, const std::string& text,
                    const CursorWords& cursor, const std::function<bool()>& stop) {
  StepValues found;
  if (step.params.empty()) return found;
  const typed::Names names(state.schedule);
  const Param& param = step.params[paramOf(step, call)];
  found.param = param.name;
  if (cursor.inString) {
    found.begin = cursor.stringBegin;
    for (std::string& value : stringValues(state, step, param, names))
      found.choices.push_back({std::move(value), false});
    return found;
  }
  const Translated translated(state, names);
  const std::string typed = step.name + "(" + translated.arguments(text, call.begin, cursor.wordBegin, cursor.offset);
  TypedCompletions completions = completionsOf(typed, {state.schedule, {}, {}});
  if (const size_t list = typed.find('[', step.name.size() + 1);
      completions.values.empty() && list != std::string::npos) {
    // Inside a list: whole lists that begin like it.
    completions = completionsOf(std::string_view(typed).substr(0, list), {state.schedule, {}, {}});
    std::erase_if(completions.values, [&](const std::string& value) { return !value.starts_with(typed.substr(list)); });
  }
  const int length = static_cast<int>(typed.size()) - completions.begin;
  found.begin = cursor.offset - length;
  if (!completions.param) return found;
  const Param& wanted = step.params[*completions.param];
  found.param = wanted.name;
  std::vector<std::string> values = completions.values;
  if (infoOf(wanted.type).loops)  // variables whose names begin like the unfinished word
    for (const auto& [variable, loop] : state.loops)
      if (variable.starts_with(cursor.word)) values.push_back(names.unique(loop));
  for (const std::string& value : values) {
    const std::optional<std::string> written = translated.written(value, wanted);
    const auto same = [&](const StepChoice& c) { return c.text == *written; };
    if (!written || std::any_of(found.choices.begin(), found.choices.end(), same)) continue;
    if (stop()) {
      found.complete = false;
      break;
    }
    const std::string whole = typed.substr(0, static_cast<size_t>(completions.begin)) + value;
    const size_t brackets =
        static_cast<size_t>(std::count(whole.begin(), whole.end(), '[') - std::count(whole.begin(), whole.end(), ']'));
    const Verdict verdict = verdictOf(state, whole + std::string(std::min<size_t>(brackets, 4), ']') + ")");
    if (verdict != Verdict::Refused) found.choices.push_back({*written, verdict == Verdict::Legal});
  }
  std::stable_partition(found.choices.begin(), found.choices.end(), [](const StepChoice& c) { return c.legal; });
  return found;
}

std::optional<std::string> callText(const ScheduleState& state, const Primitive& step, const Arguments& args) {
  std::string text;
  size_t last = args.size();
  while (last > 0 && step.params[last - 1].defaultValue && equal(args[last - 1], *step.params[last - 1].defaultValue))
    --last;
  for (size_t i = 0; i < last; ++i) {
    const auto* list = step.params[i].variadic ? args[i].as<StepValue::List>() : nullptr;
    for (const StepValue& value : list ? *list : StepValue::List{args[i]}) {
      const std::optional<std::string> one = valueText(state, value);
      if (!one) return std::nullopt;
      addItem(text, *one);
    }
  }
  return step.name + "(" + text + ")";
}

LegalCalls legalCalls(const ScheduleState& state, const std::string& word, size_t most,
                      const std::function<bool()>& stop) {
  std::vector<const Primitive*> steps;
  for (const Primitive* step : allPrimitives())
    if (step->name.starts_with(word) && step->candidates && !step->query && !changesValues(*step) &&
        step->group != Group::Sampling)
      steps.push_back(step);
  std::stable_sort(steps.begin(), steps.end(),
                   [](const Primitive* a, const Primitive* b) { return a->traits.rank < b->traits.rank; });
  LegalCalls found;
  const auto check = [&](const Primitive& step, const Selection& selection) {
    size_t shown = 0;
    for (const Candidate& candidate : step.candidates(state.schedule.program(), selection)) {
      if (stop()) return found.complete = false;
      if (shown >= kMostOfOneStep || found.calls.size() >= most) return true;
      const std::optional<std::string> text = callText(state, step, candidate.args);
      const auto same = [&](const LegalCalls::Call& c) { return c.text == *text; };
      if (!text || std::any_of(found.calls.begin(), found.calls.end(), same)) continue;
      if (!state.schedule.check(step, candidate.args)) continue;
      found.calls.push_back({*text, &step, candidate.args});
      ++shown;
    }
    return true;
  };
  for (const Primitive* step : steps) {
    for (const auto& [name, loop] : state.loops)
      if (!check(*step, {{loop}, {}})) return found;
    for (const auto& [name, block] : state.blocks)
      if (!check(*step, {{}, {block}})) return found;
  }
  return found;
}

}  // namespace lw::serve
