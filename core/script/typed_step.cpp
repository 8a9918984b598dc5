#include "core/script/typed_step.h"

#include <algorithm>

#include "core/schedule/all_primitives.h"
#include "core/script/errors.h"
#include "core/script/interpreter.h"
#include "core/script/typed_chain.h"
#include "core/script/typed_reader.h"
#include "core/support/text.h"

namespace lw {

using namespace typed;

namespace {

std::string lower(std::string_view text) {
  std::string out(text);
  for (char& c : out)
    if (c >= 'A' && c <= 'Z') c = char(c - 'A' + 'a');
  return out;
}

std::vector<const Primitive*> allSteps(std::span<const Primitive* const> composites) {
  std::vector<const Primitive*> all;
  for (const Primitive* p : allPrimitives())
    if (!p->query) all.push_back(p);
  all.insert(all.end(), composites.begin(), composites.end());
  return all;
}

// What the step is called on. nullopt: neither a schedule nor a loop or block.
std::optional<Receiver> receiverOf(const TypedCall& call, const Names& names) {
  const std::string& text = call.receiver;
  if (!call.dotted) return Receiver{};
  if (text.empty()) return Receiver{Receiver::Kind::Function, ""};
  const size_t open = text.find('[');
  if (open != std::string::npos && open > 0 && text.back() == ']') {
    std::string block = text.substr(open + 1, text.size() - open - 2);
    if (kindOfWord(block) == WordKind::String) block = block.substr(1, block.size() - 2);
    if (names.isBlock(block)) return Receiver{Receiver::Kind::Stage, block};
    return std::nullopt;
  }
  if (names.isLoop(text)) return Receiver{Receiver::Kind::Loop, text};
  if (names.isBlock(text)) return Receiver{Receiver::Kind::Function, text};
  if (text == "s" || text.ends_with("sch") || text.ends_with("schedule")) return Receiver{};
  return std::nullopt;
}

Message namesOf(const std::vector<const Primitive*>& steps) {
  Idents names;
  for (const Primitive* step : steps) names.push_back(step->name);
  return say("type more of the name: {0}", names);
}

// The step of the name; an error if there is none, or more than one that begins with it.
Result<const Primitive*> stepOf(const TypedCall& call, std::span<const Primitive* const> composites) {
  const std::vector<const Primitive*> steps = stepsNamed(call.name, composites);
  const Span span{call.nameBegin, call.nameEnd};
  if (call.name.empty()) return explain(err::kNoStepGiven(), "write it like split(i, [None, 8])");
  const auto begins = [&](const Primitive* p) { return p->name.starts_with(lower(call.name)); };
  const auto first = std::count_if(steps.begin(), steps.end(), begins);
  if (first == 0) {  // a misspelled name, rather than a part of another one
    std::vector<std::string> known;
    for (const Primitive* p : allSteps(composites)) known.push_back(p->name);
    const Message near = script::didYouMean(call.name, known);
    if (steps.empty() || !near.empty())
      return explain(err::kNoStepNamed(call.name), near.empty() ? "`lw primitives` lists them" : near, span);
  }
  if (steps.front()->name == lower(call.name) || steps.size() == 1 || first == 1) return steps.front();
  return explain(err::kSeveralStepsNamed(call.name), namesOf(steps), span);
}

// Words that name several loops, in an argument that is a loop.
void findAmbiguous(const Primitive& primitive, const Slots& slots, const Receiver& receiver, const Names& names,
                   std::vector<AmbiguousWord>& ambiguous) {
  for (size_t i = 0; i < slots.words.size(); ++i) {
    if (!infoOf(primitive.params[i].type).loops) continue;
    for (const Word& word : slots.words[i])
      for (const Word& part : elementsOf(word)) {
        if (part.kind != WordKind::Name || part.end <= part.begin) continue;
        const bool scoped = receiver.kind != Receiver::Kind::Loop && !receiver.name.empty();
        if (scoped && names.within(part.text, receiver.name) != part.text) continue;
        std::vector<std::string> readings = names.readings(part.text);
        if (!readings.empty()) ambiguous.push_back({part.textBegin, part.end, std::move(readings)});
      }
  }
}

// The call with the words of each parameter; an error if a parameter has none.
void write(TypedStep& step, const Slots& slots, const Receiver& receiver, const Names& names) {
  const Primitive& p = *step.primitive;
  bool byName = false;
  std::string arguments;
  for (size_t i = 0; i < p.params.size(); ++i) {
    const Param& param = p.params[i];
    if (slots.words[i].empty()) {
      if (!param.defaultValue && !param.variadic && !step.error)
        step.error =
            explain(kMissingArgument(p.name, param.name, param.help), say("the arguments are {0}", p.signature()));
      byName = true;
      continue;
    }
    const std::string value = textOf(param, slots.words[i], receiver, names);
    step.arguments.push_back({i, value});
    addItem(arguments, (byName && !param.variadic ? param.name + "=" : "") + value);
    byName = byName || param.variadic;
  }
  if (!step.error) step.call = p.name + "(" + arguments + ")";
}

TypedStep asItIs(std::string_view text) {
  TypedStep step;
  step.call = std::string(text);
  return step;
}

std::string_view trimmed(std::string_view text) {
  const size_t begin = text.find_first_not_of(" \t\r\n");
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(" \t\r\n") - begin + 1);
}

TypedStep refusedAt(Explanation error) {
  TypedStep step;
  step.error = std::move(error);
  return step;
}

// The meaning of a call in another system, read as words.
std::optional<TypedStep> translated(const TypedCall& call, const Receiver& receiver, const TypingContext& context,
                                    const Names& names) {
  for (const Primitive* p : allPrimitives()) {
    std::optional<Translation> means = meaningOf(*p, call, receiver, names);
    if (!means) continue;
    TypedStep step = readTypedStep(means->text, {context.schedule, context.composites, {}});
    step.translated = true;
    step.resultNames = std::move(means->resultNames);
    step.ambiguous.clear();  // their places are those of the meaning
    for (const Word& word : call.words)
      if (word.kind == WordKind::Name && receiver.name.empty())
        if (std::vector<std::string> readings = names.readings(word.text); !readings.empty())
          step.ambiguous.push_back({word.textBegin, word.end, std::move(readings)});
    return step;
  }
  return std::nullopt;
}

}  // namespace

std::string TypedStep::named() const {
  if (!primitive) return call;
  std::string text;
  for (const TypedArgument& argument : arguments) {
    const Param& param = primitive->params[argument.param];
    addItem(text, param.name + "=" + (param.variadic ? "[" + argument.value + "]" : argument.value));
  }
  return primitive->name + "(" + text + ")";
}

std::vector<const Primitive*> stepsNamed(std::string_view typed, std::span<const Primitive* const> composites) {
  const std::string word = lower(typed);
  std::vector<const Primitive*> begin, hold;
  for (const Primitive* p : allSteps(composites)) {
    if (p->name == word)
      begin.insert(begin.begin(), p);
    else if (p->name.starts_with(word))
      begin.push_back(p);
    else if (p->name.find(word) != std::string::npos)
      hold.push_back(p);
  }
  begin.insert(begin.end(), hold.begin(), hold.end());
  return begin;
}

TypedStep readTypedStep(std::string_view text, const TypingContext& context) {
  const size_t first = text.find_first_not_of(" \t\r\n");
  if (first != 0 && first != std::string_view::npos) {  // places are those of the text as it was typed
    TypedStep step = readTypedStep(text.substr(first), context);
    const int by = static_cast<int>(first);
    for (AmbiguousWord& word : step.ambiguous) word.begin += by, word.end += by;
    if (step.error && step.error->span.valid()) step.error->span.begin += by, step.error->span.end += by;
    return step;
  }
  text = trimmed(text);
  if (severalStatements(text)) return asItIs(text);
  if (isChain(text)) {
    TypedStep step = asItIs(text);
    step.chain = true;
    return step;
  }
  const TypedCall call = readCall(text);
  const Names names(context.schedule);
  const std::optional<Receiver> receiver = receiverOf(call, names);
  if (!receiver)
    return refusedAt(explain(err::kNothingNamed(call.receiver), "call the step on a loop, a block or sch",
                             Span{call.nameBegin - 1 - int(call.receiver.size()), call.nameBegin - 1}));
  if (!call.rest.empty())
    return refusedAt(explain(err::kTextAfterStep(call.rest),
                             call.rest.starts_with('.') ? say("a further call has its arguments in parentheses")
                                                        : say("type one step at a time"),
                             Span{int(text.size() - call.rest.size()), int(text.size())}));
  if (std::optional<TypedStep> step = translated(call, *receiver, context, names)) return std::move(*step);
  Result<const Primitive*> found = stepOf(call, context.composites);
  if (!found) {
    // Other calls of Python, such as sch.work_on("main").
    const Primitive* query = findPrimitive(call.name);
    return call.called && (query || call.dotted) ? asItIs(text) : refusedAt(std::move(found).error());
  }
  TypedStep step;
  step.primitive = *found;
  Slots slots = bindWords(**found, call.words, *receiver, context, names);
  step.error = std::move(slots.error);
  findAmbiguous(**found, slots, *receiver, names, step.ambiguous);
  write(step, slots, *receiver, names);
  return step;
}

}  // namespace lw
