#include "core/script/typed_reader.h"
#include "core/support/text.h"

#include <algorithm>

namespace lw::typed {
namespace {

bool isHandle(std::string_view name, char letter) {
  return name.size() > 1 && name.size() < 9 && name[0] == letter &&
         std::all_of(name.begin() + 1, name.end(), [](char c) { return c >= '0' && c <= '9'; });
}

std::string_view unquoted(std::string_view text) {
  return text.size() > 1 && (text.front() == '"' || text.front() == '\'') ? text.substr(1, text.size() - 2) : text;
}

// s[C] -> C; te.thread_axis("threadIdx.x") -> "threadIdx.x": the only thing in the last brackets, which is a name or a
// string.
std::optional<std::string> inBrackets(const Word& word, char bracket) {
  const size_t open = word.text.find(bracket);
  if (word.kind != WordKind::Expression || open == std::string::npos || open == 0 || word.text.size() < open + 3 ||
      word.text.back() != (bracket == '[' ? ']' : ')'))
    return std::nullopt;
  if (!isIdentifier(std::string_view(word.text).substr(0, open))) return std::nullopt;
  const std::string inside = word.text.substr(open + 1, word.text.size() - open - 2);
  const WordKind kind = kindOfWord(inside);
  if (kind != WordKind::Name && kind != WordKind::String) return std::nullopt;
  return inside;
}

Word itself(const Word& word) {
  if (const auto block = inBrackets(word, '[')) {
    Word inner = word;
    inner.text = *block;
    inner.kind = kindOfWord(*block);
    return inner;
  }
  return word;
}

bool oneOf(std::span<const std::string_view> words, std::string_view text) {
  return std::find(words.begin(), words.end(), text) != words.end();
}

bool valueFits(ParamType type, const StepValue& value) {
  const ParamTypeInfo& info = infoOf(type);
  if (info.loops || info.blocks) return false;
  if (info.item) return valueFits(*info.item, value);
  if (info.fits) return info.fits(info.list ? StepValue(StepValue::List{value}) : value);
  if (info.typed == Typed::Slot || info.typed == Typed::Rest) return false;
  return info.list ? value.as<int64_t>() || value.as<double>()
                   : info.typed == Typed::Word || info.stored == Stored::Annotation;
}

bool elementFits(ParamType type, const Word& word, const Names& names) {
  const ParamTypeInfo& info = infoOf(type);
  switch (word.kind) {
    case WordKind::Name:
    case WordKind::String: {
      const std::string_view name = unquoted(word.text);
      if (info.loops && info.blocks) return true;
      if (info.loops) return names.isLoop(name) || !names.isBlock(name);
      if (info.blocks) return names.isBlock(name) || !names.isLoop(name);
      if (info.list) return false;
      return info.typed == Typed::Quoted || info.typed == Typed::Slot || info.byName;
    }
    case WordKind::Number:
      return valueFits(type, StepValue(int64_t{1}));
    case WordKind::Real:
      return valueFits(type, StepValue(0.5));
    case WordKind::Sizes:
      return info.list && valueFits(type, StepValue(int64_t{1}));
    case WordKind::Flag:
      return type == ParamType::Bool || info.stored == Stored::Annotation;
    case WordKind::None:
      return info.list ? valueFits(type, StepValue()) : info.stored == Stored::Annotation;
    case WordKind::List:
      return info.typed == Typed::Slot || info.stored == Stored::Annotation;
    case WordKind::Lambda:
      return info.typed == Typed::Rest;
    case WordKind::Expression:
      return true;
  }
  return false;
}

bool takesList(const Param& param) { return infoOf(param.type).list; }

// What the receiver stands for: the first loop or block of the step.
bool standsFor(const Param& param, const Receiver& receiver, bool more) {
  const ParamTypeInfo& info = infoOf(param.type);
  if (receiver.kind == Receiver::Kind::Loop) return info.loops;
  // `s[C].pragma(x, ...)`: the argument is the loop.
  return receiver.kind != Receiver::Kind::None && info.blocks && !(info.loops && more);
}

std::string element(ParamType type, const Word& given, const Receiver& receiver, const Names& names) {
  const ParamTypeInfo& info = infoOf(type);
  const Word word = info.loops || info.blocks ? itself(given) : given;
  const bool scoped = receiver.kind == Receiver::Kind::Stage || receiver.kind == Receiver::Kind::Function;
  switch (word.kind) {
    case WordKind::Name:
      if (info.loops || info.blocks) {
        const bool loop = info.loops && names.isLoop(word.text);
        if (loop && scoped) return names.within(word.text, receiver.name);
        return word.text;
      }
      return info.byName || info.typed == Typed::Quoted || info.typed == Typed::Slot ? quoted(word.text) : word.text;
    case WordKind::Flag:
      return word.text == "true" || word.text == "True" ? "True" : "False";
    case WordKind::None:
      return "None";
    case WordKind::String:
      return info.loops || info.blocks || info.list || word.text.front() == '"' ||
                     word.text.find_first_of("\\\"") != std::string::npos
                 ? word.text
                 : quoted(std::string(unquoted(word.text)));
    case WordKind::Expression:
      if (info.typed == Typed::Quoted)
        if (const auto inside = inBrackets(word, '('); inside && kindOfWord(*inside) == WordKind::String)
          return quoted(std::string(unquoted(*inside)));
      return word.text;
    case WordKind::Number:
    case WordKind::Real:
    case WordKind::Sizes:
    case WordKind::List:
    case WordKind::Lambda:
      return word.text;
  }
  return word.text;
}

}  // namespace

Names::Names(const Schedule& schedule)
    : program_(schedule.program()),
      loops_(program_.loops(schedule.currentFunction())),
      blocks_(program_.blocks(schedule.currentFunction())) {}

std::string Names::unique(LoopId loop) const {
  const std::string name = program_.name(loop);
  const auto same = std::count_if(loops_.begin(), loops_.end(), [&](LoopId l) { return program_.name(l) == name; });
  const std::vector<BlockId> below = same > 1 ? program_.blocksBelow(loop) : std::vector<BlockId>();
  return below.empty() ? name : program_.name(below.front()) + "." + name;
}

bool Names::isLoop(std::string_view name) const {
  if (isHandle(name, 'l')) return true;
  const size_t dot = name.rfind('.');
  const std::string_view loop = dot == std::string_view::npos ? name : name.substr(dot + 1);
  return std::any_of(loops_.begin(), loops_.end(), [&](LoopId id) {
    if (program_.name(id) == name) return true;
    if (dot == std::string_view::npos || program_.name(id) != loop) return false;
    const std::vector<BlockId> below = program_.blocksBelow(id);
    return std::any_of(below.begin(), below.end(), [&](BlockId b) { return program_.name(b) == name.substr(0, dot); });
  });
}

const Block* Names::blockNamed(std::string_view name) const {
  for (const BlockId block : blocks_)
    if (program_.name(block) == name) return &program_.block(block);
  return nullptr;
}

bool Names::isBlock(std::string_view name) const { return isHandle(name, 'b') || blockNamed(name); }

std::vector<std::string> Names::readings(std::string_view loop) const {
  std::vector<std::string> names;
  for (const LoopId id : loops_)
    if (program_.name(id) == loop) names.push_back(unique(id));
  return names.size() > 1 ? names : std::vector<std::string>();
}

std::string Names::within(const std::string& loop, const std::string& block) const {
  const std::string full = block + "." + loop;
  const std::vector<std::string> several = readings(loop);
  return !several.empty() && isLoop(full) ? full : loop;
}

bool fits(const Param& param, const Word& word, const Names& names) {
  const ParamTypeInfo& info = infoOf(param.type);
  if (word.kind == WordKind::List && info.list) return true;
  if (word.kind == WordKind::List && info.loops && info.blocks) return true;
  if (word.kind == WordKind::None && param.defaultValue && param.defaultValue->isNone()) return true;
  const bool number = word.kind == WordKind::Number || word.kind == WordKind::Real;
  if (number && info.typed == Typed::Rest) return param.defaultValue.has_value();
  return elementFits(param.type, word, names);
}

std::optional<size_t> paramNamed(const Primitive& primitive, std::string_view key) {
  if (const auto exact = primitive.paramIndex(key)) return exact;
  std::optional<size_t> found;
  for (size_t i = 0; i < primitive.params.size(); ++i) {
    const std::string& name = primitive.params[i].name;
    if (!name.starts_with(key) && !name.ends_with("_" + std::string(key))) continue;
    if (found) return std::nullopt;
    found = i;
  }
  return found;
}

namespace {

class Binder {
 public:
  Binder(const Primitive& primitive, const Names& names) : primitive_(primitive), names_(names) {
    slots_.words.resize(primitive.params.size());
    byName_.resize(primitive.params.size());
  }

  void receive(const Receiver& receiver, const TypingContext& context, const std::vector<Word>& words) {
    if (primitive_.params.empty()) return;
    const Param& first = primitive_.params.front();
    const size_t given = words.size();
    const bool more = given >= required();
    const bool named = std::any_of(words.begin(), words.end(), [&](const Word& w) {
      return !w.key.empty() && paramNamed(primitive_, w.key) == size_t(0);
    });
    if (named) return;
    if (standsFor(first, receiver, more)) {
      if (!receiver.name.empty())
        slots_.words[0] = {nameWord(receiver.name)};
      else
        select(context.selection);
      return;
    }
    // `split 64`: the selection is the first argument, if the first word cannot be it.
    const ParamTypeInfo& info = infoOf(first.type);
    if ((info.loops || info.blocks) && !words.empty() && !fits(first, words.front(), names_) &&
        words.front().kind != WordKind::Name && words.front().key.empty())
      select(context.selection);
  }

  void bind(const std::vector<Word>& words) {
    std::vector<Word> positional;
    for (const Word& word : words) {
      if (word.key.empty()) {
        const bool schedule = &word == &words.front() && word.text == "sch";  // as a function of a file is called
        if (!schedule || names_.isLoop(word.text) || names_.isBlock(word.text)) positional.push_back(word);
        continue;
      }
      const auto index = paramNamed(primitive_, word.key);
      if (!index) return fail(kUnknownArgument(primitive_.name, word.key), word);
      if (!slots_.words[*index].empty()) return fail(kDuplicateArgument(primitive_.name, word.key), word);
      slots_.words[*index] = {word};
      byName_[*index] = true;
    }
    for (const std::vector<Word>& slot : slots_.words) before_ += slot.empty() ? 0 : 1;
    for (size_t i = 0; i < positional.size() && !slots_.error;) i += take(positional, i);
    while (slots_.next < slots_.words.size() && !slots_.words[slots_.next].empty()) ++slots_.next;
  }

  Slots slots() && { return std::move(slots_); }

 private:
  size_t required() const {
    return size_t(std::count_if(primitive_.params.begin(), primitive_.params.end(),
                                [](const Param& p) { return !p.defaultValue; }));
  }

  Word nameWord(const std::string& name) const {
    Word word;
    word.text = name;
    word.kind = kindOfWord(name);
    return word;
  }

  void select(const Selection& selection) {
    const ParamTypeInfo& info = infoOf(primitive_.params.front().type);
    std::vector<Word> words;
    if (info.loops)
      for (const LoopId loop : selection.loops) words.push_back(nameWord(names_.unique(loop)));
    if (info.blocks && words.empty())
      for (const BlockId block : selection.blocks) words.push_back(nameWord(names_.program().name(block)));
    if (words.size() == 1 || info.list) slots_.words[0] = words;
  }

  void fail(Explanation error, const Word& word) {
    slots_.error =
        explain(std::move(error), say("the arguments are {0}", primitive_.signature()), Span{word.begin, word.end});
  }

  bool taken(size_t param) const { return !slots_.words[param].empty(); }

  // Binds the words from `from` on to the next parameter; returns how many.
  size_t take(const std::vector<Word>& words, size_t from) {
    size_t& param = slots_.next;
    slots_.open.reset();
    while (param < slots_.words.size() && (taken(param) || skips(param, words[from]))) ++param;
    if (param == slots_.words.size()) {
      fail(kTooManyArguments(primitive_.name, int64_t(primitive_.params.size()), int64_t(before_ + words.size())),
           words[from]);
      return words.size() - from;
    }
    const Param& p = primitive_.params[param];
    const ParamTypeInfo& info = infoOf(p.type);
    if (!fits(p, words[from], names_))
      for (size_t i = 0; i < param; ++i)
        if (byName_[i] && fits(primitive_.params[i], words[from], names_)) {
          fail(kDuplicateArgument(primitive_.name, primitive_.params[i].name), words[from]);
          return 1;
        }
    size_t count = 1;
    if (info.list && words[from].kind != WordKind::List) {
      count = run(words, from, param);
      slots_.open = param;
    }
    const bool access = info.typed == Typed::Slot && words[from].kind == WordKind::Name &&
                        oneOf(infoOf(ParamType::Access).usual, words[from].text);
    if (access && from + 1 < words.size() && words[from + 1].kind == WordKind::Number) count = 2;
    slots_.words[param].assign(words.begin() + long(from), words.begin() + long(from + count));
    ++param;
    return count;
  }

  // A parameter with a default is left out if the word fits only a later one.
  bool skips(size_t param, const Word& word) const {
    if (!primitive_.params[param].defaultValue || fits(primitive_.params[param], word, names_)) return false;
    for (size_t i = param + 1; i < primitive_.params.size(); ++i)
      if (!taken(i) && fits(primitive_.params[i], word, names_)) return true;
    return false;
  }

  // The length of a list without brackets: as long as the words have its type, but the parameters that follow get their
  // words. Two lists of one type have the same length.
  size_t run(const std::vector<Word>& words, size_t from, size_t param) const {
    const ParamType type = primitive_.params[param].type;
    size_t later = 0;
    std::optional<size_t> next;
    for (size_t i = param + 1; i < primitive_.params.size(); ++i) {
      if (taken(i)) continue;
      if (!next) next = i;
      if (!primitive_.params[i].defaultValue) ++later;
    }
    const size_t left = words.size() - from;
    size_t most = left > later ? left - later : 1;
    // The last words are left for the later parameters only if they fit.
    if (next && most < left && !fits(primitive_.params[*next], words[from + most], names_)) most = left;
    size_t count = 0;
    while (count < most && elementFits(type, words[from + count], names_)) ++count;
    const bool twins = next && takesList(primitive_.params[*next]) && !primitive_.params[*next].defaultValue &&
                       left % 2 == 0 && std::all_of(words.begin() + long(from), words.end(), [&](const Word& w) {
                         return elementFits(type, w, names_) && elementFits(primitive_.params[*next].type, w, names_);
                       });
    return std::max<size_t>(1, twins ? left / 2 : count);
  }

  const Primitive& primitive_;
  const Names& names_;
  Slots slots_;
  std::vector<bool> byName_;
  size_t before_ = 0;  // parameters that do not get their words by position
};

}  // namespace

Slots bindWords(const Primitive& primitive, const std::vector<Word>& words, const Receiver& receiver,
                const TypingContext& context, const Names& names) {
  Binder binder(primitive, names);
  binder.receive(receiver, context, words);
  binder.bind(words);
  return std::move(binder).slots();
}

std::string textOf(const Param& param, const std::vector<Word>& words, const Receiver& receiver, const Names& names) {
  const ParamTypeInfo& info = infoOf(param.type);
  if (info.typed == Typed::Slot && words.size() == 2) return "(" + quoted(words[0].text) + ", " + words[1].text + ")";
  const Word& first = words.front();
  const bool blocks = first.kind == WordKind::List && info.loops && info.blocks;
  if (!info.list && !blocks) return element(param.type, first, receiver, names);
  const bool literal = words.size() == 1 && first.kind == WordKind::List;
  if (words.size() == 1 && first.kind == WordKind::Expression && !first.text.empty() && first.text.front() != '[' &&
      !inBrackets(first, '['))
    return first.text;
  const ParamType type = info.item.value_or(param.type);
  std::vector<std::string> elements;
  for (const Word& word : words)
    for (const Word& part : elementsOf(word)) elements.push_back(element(type, part, receiver, names));
  // A single factor is the inner one; the outer loop gets the remaining iterations.
  if (info.typed == Typed::Factors && !literal && elements.size() == 1 && elements.front() != "None")
    elements.insert(elements.begin(), "None");
  std::string text = join(elements);
  return param.variadic ? text : "[" + text + "]";
}

}  // namespace lw::typed
