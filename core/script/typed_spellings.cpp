// Steps in the words of other systems. A primitive lists their forms (Spelling); a form is read like a typed step.
// After an arrow, its meaning lists the words of the form that name the step's results from then on.
#include <algorithm>
#include <map>

#include "core/script/typed_reader.h"
#include "core/support/text.h"

namespace lw::typed {
namespace {

using Filled = std::map<std::string, std::vector<std::string>>;

std::string withoutDigit(std::string_view placeholder) {
  while (!placeholder.empty() && placeholder.back() >= '0' && placeholder.back() <= '9') placeholder.remove_suffix(1);
  return std::string(placeholder);
}

std::string stageOf(const Word& word) {
  const size_t open = word.text.find('[');
  const bool stage = word.kind == WordKind::Expression && open != std::string::npos && word.text.back() == ']';
  return stage ? word.text.substr(open + 1, word.text.size() - open - 2) : word.text;
}

bool matches(std::string_view placeholder, const Word& word, const Names& names) {
  const std::string kind = withoutDigit(placeholder);
  const bool name = word.kind == WordKind::Name || word.kind == WordKind::String;
  if (kind == "_") return word.kind != WordKind::Number && word.kind != WordKind::List;
  if (kind == "number") return word.kind == WordKind::Number;
  if (kind == "name") return name;
  if (kind == "loop")
    return word.kind == WordKind::Expression || (name && (names.isLoop(word.text) || !names.isBlock(word.text)));
  if (kind != "block") return false;
  std::string block = stageOf(word);
  if (word.kind == WordKind::String) block = block.substr(1, block.size() - 2);
  return names.isBlock(block);
}

void fill(Filled& filled, std::string_view placeholder, const Word& word) {
  filled[std::string(placeholder)].push_back(stageOf(word));
}

std::optional<Filled> filledBy(const TypedCall& form, const TypedCall& call, const Receiver& receiver,
                               const Names& names) {
  Filled filled;
  const bool stage = receiver.kind == Receiver::Kind::Stage, function = receiver.kind == Receiver::Kind::Function;
  if (form.receiver == "func" && !function) return std::nullopt;
  if (form.receiver == "block") {
    if (!(stage || function) || receiver.name.empty()) return std::nullopt;
    filled["block"] = {receiver.name};
  }
  std::vector<const Word*> given, wanted;
  for (const Word& word : form.words) wanted.push_back(&word);
  std::erase_if(wanted, [](const Word* w) { return !w->key.empty(); });
  size_t named = 0;
  for (const Word& word : call.words) {
    if (word.key.empty()) {
      given.push_back(&word);
      continue;
    }
    const auto same =
        std::find_if(form.words.begin(), form.words.end(), [&](const Word& w) { return w.key == word.key; });
    if (same == form.words.end() || !matches(same->text, word, names)) return std::nullopt;
    fill(filled, same->text, word);
    ++named;
  }
  if (named != form.words.size() - wanted.size()) return std::nullopt;
  for (size_t i = 0; i < wanted.size(); ++i) {
    const Word& want = *wanted[i];
    if (want.text.starts_with('*')) {
      for (size_t k = i; k < given.size(); ++k) {
        if (!matches(want.text.substr(1), *given[k], names)) return std::nullopt;
        fill(filled, want.text.substr(1), *given[k]);
      }
      return given.size() > i ? std::optional(filled) : std::nullopt;
    }
    if (i >= given.size()) return std::nullopt;
    const std::vector<Word> inside = elementsOf(*given[i]), place = elementsOf(want);
    const bool list = want.kind == WordKind::List;
    if (list != (given[i]->kind == WordKind::List) || inside.size() != 1) return std::nullopt;
    if (!matches(place.front().text, inside.front(), names)) return std::nullopt;
    fill(filled, place.front().text, inside.front());
  }
  return wanted.size() == given.size() ? std::optional(filled) : std::nullopt;
}

}  // namespace

std::optional<Translation> meaningOf(const Primitive& primitive, const TypedCall& call, const Receiver& receiver,
                                     const Names& names) {
  for (const Spelling& spelling : primitive.traits.spellings) {
    const TypedCall form = readCall(spelling.form);
    if (form.name != call.name) continue;
    const std::optional<Filled> filled = filledBy(form, call, receiver, names);
    if (!filled) continue;
    std::string text;
    const size_t arrow = spelling.means.find(" -> ");
    for (std::string_view rest = spelling.means.substr(0, arrow); !rest.empty();) {
      const size_t open = rest.find('{'), close = rest.find('}');
      text += rest.substr(0, open);
      if (open == std::string_view::npos) break;
      std::string_view hole = rest.substr(open + 1, close - open - 1);
      rest.remove_prefix(close + 1);
      const bool reversed = hole.starts_with("reversed ");
      if (reversed) hole.remove_prefix(9);
      // {block2.loop}: the loop of this name above the block.
      const size_t dot = hole.find('.');
      std::string scope = receiver.kind == Receiver::Kind::Loop ? std::string() : receiver.name;
      if (dot != std::string_view::npos) scope = filled->at(std::string(hole.substr(0, dot))).front();
      if (dot != std::string_view::npos) hole.remove_prefix(dot + 1);
      std::vector<std::string> values = filled->at(std::string(hole));
      if (reversed) std::reverse(values.begin(), values.end());
      text += join(values, [&](const auto& item) { return (names.isLoop(item) ? names.within(item, scope) : item); });
    }
    Translation translation{text, {}};
    if (arrow == std::string_view::npos) return translation;
    for (const Word& result : readCall("(" + std::string(spelling.means.substr(arrow + 4)) + ")").words)
      translation.resultNames.push_back(filled->at(result.text).front());
    return translation;
  }
  return std::nullopt;
}

}  // namespace lw::typed
