// Values for the next parameter of a typed step, from the names of the program, the candidates of the primitive and the
// usual values of the parameter's type.
#include <algorithm>

#include "core/schedule/all_primitives.h"
#include "core/script/typed_reader.h"
#include "core/support/text.h"

namespace lw {

using namespace typed;

namespace {

constexpr size_t kMostValues = 40;

int beginOfWord(std::string_view text) {
  size_t begin = text.size();
  while (begin > 0 && std::string_view(" ,([=\"'\t").find(text[begin - 1]) == std::string_view::npos) --begin;
  return int(begin);
}

std::string valueText(const StepValue& value, const Names& names) {
  if (const auto* loop = value.as<LoopId>()) return names.program().contains(*loop) ? names.unique(*loop) : "";
  if (const auto* block = value.as<BlockId>())
    return names.program().contains(*block) ? names.program().name(*block) : "";
  const auto* list = value.as<StepValue::List>();
  if (!list) return toText(value);
  std::string text = join(*list, [&](const StepValue& item) { return valueText(item, names); });
  return "[" + text + "]";
}

class Values {
 public:
  Values(const Primitive& primitive, const Slots& slots, const TypingContext& context, const Names& names)
      : primitive_(primitive), slots_(slots), context_(context), names_(names) {}

  std::vector<std::string> of(size_t param, bool inList) {
    const Param& p = primitive_.params[param];
    const ParamTypeInfo& info = infoOf(p.type);
    if (!inList && !info.byName) addCandidates(param);
    const bool known = !values_.empty() && !info.list;  // the candidates are the loops or blocks that suit
    if (info.loops && !known) addLoops(param);
    if (info.blocks && !known)
      for (const BlockId block : names_.blocks())
        if (block != names_.program().rootBlock(context_.schedule.currentFunction())) add(names_.program().name(block));
    if (info.byName) addBuffers(p.type);
    for (const std::string_view usual : info.usual) add(std::string(usual));
    if (p.type == ParamType::Bool) add("True"), add("False");
    if (p.type == ParamType::Function)
      for (int i = 0; i < names_.program().functionCount(); ++i) add(names_.program().functionName(i));
    return std::move(values_);
  }

 private:
  void add(std::string value) {
    if (value.empty() || values_.size() >= kMostValues) return;
    if (std::find(values_.begin(), values_.end(), value) == values_.end()) values_.push_back(std::move(value));
  }

  bool given(const std::string& name) const {
    for (const std::vector<Word>& words : slots_.words)
      for (const Word& word : words)
        for (const Word& part : elementsOf(word))
          if (part.text == name) return true;
    return false;
  }

  void addLoops(size_t) {
    for (const LoopId loop : names_.loops())
      if (const std::string name = names_.unique(loop); !given(name)) add(name);
  }

  Selection selection() const {
    Selection chosen;
    for (const std::vector<Word>& words : slots_.words)
      for (const Word& word : words)
        for (const Word& part : elementsOf(word)) {
          for (const LoopId loop : names_.loops())
            if (part.kind == WordKind::Name &&
                (names_.unique(loop) == part.text || names_.program().name(loop) == part.text))
              chosen.loops.push_back(loop);
          for (const BlockId block : names_.blocks())
            if (part.kind == WordKind::Name && names_.program().name(block) == part.text)
              chosen.blocks.push_back(block);
        }
    return chosen;
  }

  void addCandidates(size_t param) {
    const Selection chosen = selection();
    if (!primitive_.candidates || (chosen.loops.empty() && chosen.blocks.empty())) return;
    for (const Candidate& candidate : primitive_.candidates(names_.program(), chosen)) {
      if (param >= candidate.args.size() || candidate.args[param].isNone()) continue;
      const std::string text = valueText(candidate.args[param], names_);
      if (!given(text)) add(text);
    }
  }

  void addBuffers(ParamType type) {
    for (const std::vector<Word>& words : slots_.words)
      for (const Word& word : words) {
        const Block* block = word.kind == WordKind::Name ? names_.blockNamed(word.text) : nullptr;
        if (!block) continue;
        if (type != ParamType::WriteIndex)
          for (const BufferRegion& region : block->reads) add(region.buffer->name);
        if (type != ParamType::ReadIndex)
          for (const BufferRegion& region : block->writes) add(region.buffer->name);
        return;
      }
  }

  const Primitive& primitive_;
  const Slots& slots_;
  const TypingContext& context_;
  const Names& names_;
  std::vector<std::string> values_;
};

}  // namespace

TypedCompletions completionsOf(std::string_view text, const TypingContext& context) {
  TypedCompletions completions;
  TypedCall call = readCall(text);
  if (call.argumentsBegin < 0 || !call.rest.empty() || severalStatements(text)) return completions;
  const Names names(context.schedule);
  const std::vector<const Primitive*> steps = stepsNamed(call.name, context.composites);
  if (steps.empty() || (steps.size() > 1 && steps.front()->name != call.name)) return completions;
  const Primitive& step = *steps.front();
  completions.primitive = &step;
  completions.begin = beginOfWord(text);
  const std::string_view partial = text.substr(size_t(completions.begin));
  const std::optional<int> list = openList(text, call.argumentsBegin);
  const int complete = list ? *list : completions.begin;
  // A word that ends before the unfinished one is complete; so is one whose name comes before its unfinished value.
  std::string key;
  std::vector<Word> words;
  for (const Word& word : call.words) {
    if (word.end <= complete)
      words.push_back(word);
    else if (!word.key.empty())
      key = word.key;
  }
  Receiver receiver;
  if (names.isLoop(call.receiver)) receiver = {Receiver::Kind::Loop, call.receiver};
  if (names.isBlock(call.receiver)) receiver = {Receiver::Kind::Function, call.receiver};
  const Slots slots = bindWords(step, words, receiver, context, names);
  std::vector<size_t> wanted;
  if (!key.empty()) {
    if (const auto param = paramNamed(step, key)) wanted.push_back(*param);
  } else {
    if (slots.open) wanted.push_back(*slots.open);
    if (slots.next < step.params.size()) wanted.push_back(slots.next);
  }
  if (wanted.empty()) return completions;
  completions.param = wanted.back();
  Slots shown = slots;
  if (list)
    for (const Word& word : call.words)
      if (word.end > complete && word.begin >= *list)
        for (const Word& part : elementsOf(word))
          if (part.end <= completions.begin) shown.words[wanted.back()].push_back(part);
  for (const size_t param : wanted) {
    std::vector<std::string> values =
        Values(step, shown, context, names).of(param, list.has_value() || param == slots.open);
    for (std::string& value : values)
      if (value.starts_with(partial) && value != partial) completions.values.push_back(std::move(value));
  }
  return completions;
}

}  // namespace lw
