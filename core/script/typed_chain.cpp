#include "core/script/typed_chain.h"

#include <algorithm>
#include <cctype>
#include <map>

#include "core/script/typed_reader.h"
#include "core/script/typed_words.h"
#include "core/support/text.h"

namespace lw {

using namespace typed;

namespace {

bool isWordByte(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }

// Whether the text goes on with another call: `.vectorize(xi)`.
bool goesOn(std::string_view rest) {
  if (!rest.starts_with('.')) return false;
  size_t at = 1;
  while (at < rest.size() && isWordByte(rest[at])) ++at;
  const size_t name = at;
  while (at < rest.size() && rest[at] == ' ') ++at;
  return name > 1 && !std::isdigit(static_cast<unsigned char>(rest[1])) && at < rest.size() && rest[at] == '(';
}

// The places of the calls in the text. Each but the first begins with its dot.
std::vector<Span> callsOf(std::string_view text) {
  std::vector<Span> calls;
  size_t begin = 0;
  while (true) {
    const std::string rest = readCall(text.substr(begin)).rest;
    const size_t next = goesOn(rest) ? text.size() - rest.size() : text.size();
    size_t end = next;
    while (end > begin && text[end - 1] == ' ') --end;
    calls.push_back({int(begin), int(end)});
    if (next == text.size()) break;
    begin = next;
  }
  return calls;
}

using Aliases = std::map<std::string, LoopId, std::less<>>;

// The call with the loops that the chain named, by the names that they have in the program.
std::string withoutAliases(std::string_view call, const Aliases& aliases, const Schedule& schedule) {
  const Names names(schedule);
  std::string out;
  char quote = 0;
  for (size_t at = 0; at < call.size();) {
    const char c = call[at];
    if (quote != 0 || !isWordByte(c)) {
      if (quote != 0 ? c == quote : c == '"' || c == '\'') quote = quote != 0 ? char(0) : c;
      out += c;
      ++at;
      continue;
    }
    size_t end = at;
    while (end < call.size() && isWordByte(call[end])) ++end;
    const std::string_view word = call.substr(at, end - at);
    const auto alias = aliases.find(word);
    size_t after = end;
    while (after < call.size() && call[after] == ' ') ++after;
    const bool name =
        (at == 0 || call[at - 1] != '.') && (after == call.size() || (call[after] != '=' && call[after] != '('));
    out += name && alias != aliases.end() && schedule.program().contains(alias->second) ? names.unique(alias->second)
                                                                                        : std::string(word);
    at = end;
  }
  return out;
}

void addAliases(const TypedStep& step, const Schedule& after, Aliases& aliases) {
  if (after.stepCount() == 0) return;
  const std::vector<StepValue>& outputs = after.step(after.stepCount() - 1).outputs;
  for (size_t i = 0; i < std::min(outputs.size(), step.resultNames.size()); ++i) {
    const Result<StepValue> made = after.resolve(outputs[i]);
    const LoopId* loop = made ? made->as<LoopId>() : nullptr;
    if (loop && !step.resultNames[i].empty()) aliases[step.resultNames[i]] = *loop;
  }
}

}  // namespace

const Explanation* TypedChain::error() const {
  for (const ChainedStep& step : steps)
    if (step.error) return &*step.error;
  return nullptr;
}

bool isChain(std::string_view text) { return !severalStatements(text) && goesOn(readCall(text).rest); }

TypedChain readTypedChain(std::string_view text, const TypingContext& context, const RunStep& runStep) {
  TypedChain chain{{}, {}, {context.schedule, std::nullopt, {}, {}}};
  const int start = context.schedule.stepCount();
  const TypedCall first = readCall(text);
  // What a block or a stage was called on holds for all calls; a loop is gone after the first.
  const bool block = first.dotted &&
                     (first.receiver.find('[') != std::string::npos || Names(context.schedule).isBlock(first.receiver));
  const std::string on = block ? first.receiver : std::string();
  Aliases aliases;
  for (const Span& place : callsOf(text)) chain.steps.emplace_back().place = place;
  for (ChainedStep& one : chain.steps) {
    const Schedule& before = chain.run.schedule;
    const bool head = &one == &chain.steps.front();
    std::string_view typed = text.substr(size_t(one.place.begin), size_t(one.place.end - one.place.begin));
    if (!head && on.empty()) typed.remove_prefix(1);
    const std::string call = withoutAliases((head ? std::string() : on) + std::string(typed), aliases, before);
    one.reached = true;
    one.step = readTypedStep(call, {before, context.composites, head ? context.selection : Selection()});
    one.error = one.step.error;
    if (!one.error) {
      ScriptRun run = runStep(one.step.call, before);
      one.error = std::move(run.error);
      if (one.error) chain.run.refused = std::move(run.refused);
      if (!one.error) chain.run.schedule = std::move(run.schedule);
    }
    if (one.error) {
      one.error->span = one.place;
      break;
    }
    addAliases(one.step, chain.run.schedule, aliases);
  }
  if (chain.error()) return chain;
  for (const ChainedStep& one : chain.steps) addItem(chain.call, one.step.call, "; ");
  chain.run.groups = {{start, chain.run.schedule.stepCount() - start, chain.call}};
  return chain;
}

}  // namespace lw
