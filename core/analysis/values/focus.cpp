#include "core/analysis/values/focus.h"

#include <algorithm>
#include <map>
#include <optional>

namespace lw::analysis {
namespace {

// Numbers for the memory that occurs in both programs.
using Numbers = std::map<const void*, int>;

void appendKey(std::string& key, const std::optional<AffineExpr>& e) {
  if (e) appendKey(key, *e);
  key += ";";
}

std::string textOf(const Instance& x, const Numbers& numbers) {
  std::string text = std::to_string(x.block.value) + (x.isInit ? "i" : "b") + std::to_string(x.ordinal);
  for (const LoopDimension& l : x.loops) {
    text += "|" + std::to_string(l.id.value) + ":";
    appendKey(text, l.min), appendKey(text, l.extent);
  }
  for (const AffineCondition& c : x.conditions) text += "&", appendKey(text, c);
  for (const auto& k : x.key) text += ",", appendKey(text, k);
  for (const Access& a : x.accesses) {
    text += (a.write ? "w" : "r") + std::to_string(numbers.at(a.data));
    for (const auto& i : a.indices) {
      text += "[";
      if (i) appendKey(text, i->min), text += ";", appendKey(text, i->extent);
    }
    for (const AffineCondition& c : a.conditions) text += "?", appendKey(text, c);
  }
  return text;
}

// The order of some statements of a program as a text: equal texts mean equal order. Only these statements count for
// positions in sequences.
class Order {
 public:
  Order(const AccessTable& table, const std::vector<std::string>& texts) : table_(table), texts_(texts) {}

  std::string of(const std::vector<size_t>& chosen) {
    text_.clear();
    visit(chosen, 0);
    return text_;
  }

 private:
  void visit(const std::vector<size_t>& group, size_t depth) {
    if (group.empty()) return;
    if (group.size() == 1) {
      text_ += texts_[group[0]] + "\n";
      return;
    }
    std::map<int, std::vector<size_t>> parts;
    const Instance& first = table_.instances[group[0]];
    const bool loop = depth < first.time.size() && first.time[depth].dimension >= 0;
    for (const size_t i : group) {
      const Instance& x = table_.instances[i];
      if (depth >= x.time.size() || (x.time[depth].dimension >= 0) != loop) {
        understood = false;
        return;
      }
      parts[loop ? 0 : x.time[depth].position].push_back(i);
    }
    if (loop)
      text_ += "L" + std::to_string(first.loops[static_cast<size_t>(first.time[depth].dimension)].id.value) + "{";
    for (const auto& [position, part] : parts) visit(part, depth + 1);
    if (loop) text_ += "}";
  }

  const AccessTable& table_;
  const std::vector<std::string>& texts_;
  std::string text_;

 public:
  bool understood = true;
};

struct Side {
  const AccessTable& table;
  ProgramFocus& focus;
  std::vector<std::string> texts;
  std::map<const void*, std::vector<size_t>> writers, readers;

  void collect(const Numbers& numbers) {
    for (size_t i = 0; i < table.instances.size(); ++i) {
      texts.push_back(textOf(table.instances[i], numbers));
      for (const Access& a : table.instances[i].accesses) {
        std::vector<size_t>& list = (a.write ? writers : readers)[a.data];
        if (list.empty() || list.back() != i) list.push_back(i);
      }
    }
  }
  std::vector<size_t> writersAnd(const void* memory, std::optional<size_t> reader) const {
    const auto found = writers.find(memory);
    std::vector<size_t> list = found == writers.end() ? std::vector<size_t>{} : found->second;
    if (reader && std::find(list.begin(), list.end(), *reader) == list.end()) list.push_back(*reader);
    std::sort(list.begin(), list.end());
    return list;
  }
};

bool affineDomains(const AccessTable& t) {
  return std::none_of(t.instances.begin(), t.instances.end(), [](const Instance& x) { return x.approximateDomain; });
}

}  // namespace

Focus focusOf(const AccessTable& before, const AccessTable& after) {
  Focus focus;
  if (!affineDomains(before) || !affineDomains(after)) return focus;
  Numbers numbers;
  for (const AccessTable* t : {&before, &after})
    for (const Instance& x : t->instances)
      for (const Access& a : x.accesses) numbers.emplace(a.data, static_cast<int>(numbers.size()));
  Side a{before, focus.before, {}, {}, {}}, b{after, focus.after, {}, {}, {}};
  a.collect(numbers);
  b.collect(numbers);
  std::map<std::string, size_t> atBefore, atAfter;
  for (size_t i = 0; i < a.texts.size(); ++i)
    if (!atBefore.emplace(a.texts[i], i).second) return focus;
  for (size_t i = 0; i < b.texts.size(); ++i)
    if (!atAfter.emplace(b.texts[i], i).second) return focus;

  Order orderA(before, a.texts), orderB(after, b.texts);
  const auto sameOrder = [&](const void* memory, std::optional<size_t> readerA, std::optional<size_t> readerB) {
    return orderA.of(a.writersAnd(memory, readerA)) == orderB.of(b.writersAnd(memory, readerB));
  };
  const auto add = [&](Side& side, const std::map<std::string, size_t>& other, bool isAfter) {
    std::set<size_t> left;
    for (const auto& [memory, list] : side.readers)
      for (const size_t i : list) {
        const auto twin = other.find(side.texts[i]);
        if (twin != other.end() &&
            (isAfter ? sameOrder(memory, twin->second, i) : sameOrder(memory, i, twin->second))) {
          left.insert(i);
          continue;
        }
        side.focus.reads.emplace(i, memory);
        focus.memory.insert(memory);
      }
    side.focus.kept.assign(left.begin(), left.end());
  };
  add(a, atAfter, false);
  add(b, atBefore, true);
  for (const auto& [memory, number] : numbers)
    if (!sameOrder(memory, std::nullopt, std::nullopt)) focus.results.insert(memory);

  std::set<uint32_t> changed;
  for (size_t i = 0; i < a.texts.size(); ++i)
    if (!atAfter.contains(a.texts[i])) changed.insert(before.instances[i].block.value);
  for (size_t i = 0; i < b.texts.size(); ++i)
    if (!atBefore.contains(b.texts[i])) changed.insert(after.instances[i].block.value);
  for (const Side* side : {&a, &b})
    for (const Instance& x : side->table.instances) side->focus.keys.push_back(changed.contains(x.block.value));
  focus.usable = orderA.understood && orderB.understood;
  return focus;
}

}  // namespace lw::analysis
