#include "core/text/diff.h"

#include <algorithm>
#include <cctype>
#include <dtl/dtl.hpp>
#include <unordered_map>
#include <unordered_set>

namespace lw {
namespace {

constexpr size_t kLines = 6000;  // limits of the search: lines that could be equal in all, and words in a line
constexpr size_t kWords = 400;
constexpr double kSharedWords = 0.25;  // lines that share a smaller part of their words are not paired

struct Piece {
  enum class Kind { Same, Removed, Added } kind;
  size_t before, after;  // positions, from 0
};

// Replaces texts by numbers: equal numbers mean equal texts.
class Numbering {
 public:
  std::vector<int> of(const std::vector<std::string_view>& items) {
    std::vector<int> numbers;
    for (const std::string_view item : items)
      numbers.push_back(known_.emplace(item, static_cast<int>(known_.size())).first->second);
    return numbers;
  }

 private:
  std::unordered_map<std::string_view, int> known_;
};

using Positions = std::vector<size_t>;

// The positions in [begin, end) whose number occurs in the other range, too; the others cannot be common.
Positions shared(const std::vector<int>& own, size_t begin, size_t end, const std::vector<int>& other,
                 size_t otherBegin, size_t otherEnd) {
  const std::unordered_set<int> there(other.begin() + static_cast<std::ptrdiff_t>(otherBegin),
                                      other.begin() + static_cast<std::ptrdiff_t>(otherEnd));
  Positions positions;
  for (size_t i = begin; i < end; ++i)
    if (there.contains(own[i])) positions.push_back(i);
  return positions;
}
std::vector<int> numbersAt(const std::vector<int>& numbers, const Positions& positions) {
  std::vector<int> list;
  for (const size_t i : positions) list.push_back(numbers[i]);
  return list;
}

// Pairs of positions with common elements, ascending. A common start and a common end need no search.
std::vector<std::pair<size_t, size_t>> commonOf(const std::vector<int>& a, const std::vector<int>& b, size_t limit) {
  size_t head = 0, tail = 0;
  while (head < a.size() && head < b.size() && a[head] == b[head]) ++head;
  while (tail < a.size() - head && tail < b.size() - head && a[a.size() - 1 - tail] == b[b.size() - 1 - tail]) ++tail;
  const size_t endA = a.size() - tail, endB = b.size() - tail;
  std::vector<std::pair<size_t, size_t>> common;
  for (size_t i = 0; i < head; ++i) common.emplace_back(i, i);
  const Positions inA = shared(a, head, endA, b, head, endB), inB = shared(b, head, endB, a, head, endA);
  if (!inA.empty() && inA.size() + inB.size() <= limit) {
    dtl::Diff<int, std::vector<int>> diff(numbersAt(a, inA), numbersAt(b, inB));
    diff.compose();
    size_t i = 0, k = 0;
    for (const auto& [item, info] : diff.getSes().getSequence()) {
      if (info.type == dtl::SES_COMMON) common.emplace_back(inA[i], inB[k]);
      i += info.type != dtl::SES_ADD;
      k += info.type != dtl::SES_DELETE;
    }
  }
  for (size_t i = 0; i < tail; ++i) common.emplace_back(endA + i, endB + i);
  return common;
}

std::vector<Piece> compare(const std::vector<std::string_view>& before, const std::vector<std::string_view>& after,
                           size_t limit) {
  Numbering numbering;
  const std::vector<int> a = numbering.of(before), b = numbering.of(after);
  std::vector<std::pair<size_t, size_t>> common = commonOf(a, b, limit);
  common.emplace_back(a.size(), b.size());
  std::vector<Piece> pieces;
  size_t i = 0, k = 0;
  for (const auto& [nextA, nextB] : common) {
    while (i < nextA) pieces.push_back({Piece::Kind::Removed, i++, k});
    while (k < nextB) pieces.push_back({Piece::Kind::Added, i, k++});
    if (i < a.size() && k < b.size()) pieces.push_back({Piece::Kind::Same, i++, k++});
  }
  return pieces;
}

bool isWordByte(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || static_cast<unsigned char>(c) >= 0x80;
}

std::vector<std::string_view> wordsOf(std::string_view line) {
  std::vector<std::string_view> words;
  for (size_t i = 0; i < line.size();) {
    size_t end = i + 1;
    if (isWordByte(line[i]))
      while (end < line.size() && isWordByte(line[end])) ++end;
    else if (line[i] == ' ')
      while (end < line.size() && line[end] == ' ') ++end;
    words.push_back(line.substr(i, end - i));
    i = end;
  }
  return words;
}

bool isBlank(std::string_view word) { return word.front() == ' '; }

// The words of `line` that are not in `kept`, without the indentation; neighbouring words are joined.
std::vector<Span> spansOf(std::string_view line, const std::vector<std::string_view>& words,
                          const std::vector<bool>& kept) {
  std::vector<Span> spans;
  for (size_t i = 0; i < words.size(); ++i) {
    if (kept[i] || (i == 0 && isBlank(words[i]))) continue;
    const int begin = static_cast<int>(words[i].data() - line.data()), end = begin + static_cast<int>(words[i].size());
    if (!spans.empty() && spans.back().end == begin)
      spans.back().end = end;
    else
      spans.push_back({begin, end});
  }
  return spans;
}

// Marks the words in which two lines differ. Lines that share too little are not compared.
void compareWords(std::string_view before, std::string_view after, DiffLine& removed, DiffLine& added) {
  const std::vector<std::string_view> a = wordsOf(before), b = wordsOf(after);
  std::vector<bool> keptA(a.size(), false), keptB(b.size(), false);
  double shared = 0;
  for (const Piece& p : compare(a, b, kWords)) {
    if (p.kind != Piece::Kind::Same) continue;
    keptA[p.before] = keptB[p.after] = true;
    if (!isBlank(a[p.before])) ++shared;
  }
  const auto solid = [](const std::vector<std::string_view>& words) {
    return std::count_if(words.begin(), words.end(), [](std::string_view w) { return !isBlank(w); });
  };
  if (shared < kSharedWords * static_cast<double>(std::max(solid(a), solid(b)))) return;
  removed.words = spansOf(before, a, keptA);
  added.words = spansOf(after, b, keptB);
}

// The line without indentation and with each number replaced: "vaddps zmm3, zmm1" and "vaddps zmm5, zmm1" have one
// shape.
std::string shapeOf(std::string_view line) {
  std::string shape;
  for (size_t i = std::min(line.find_first_not_of(' '), line.size()); i < line.size(); ++i) {
    const bool digit = std::isdigit(static_cast<unsigned char>(line[i])) != 0;
    if (!digit)
      shape += line[i];
    else if (shape.empty() || shape.back() != '#')
      shape += '#';
  }
  return shape;
}

// Pairs the removed and the added lines of a block: those of one shape, and between them the others in their order.
void pairLines(std::vector<DiffLine>& lines, size_t begin, const std::vector<std::string_view>& before,
               const std::vector<std::string_view>& after) {
  std::stable_partition(lines.begin() + static_cast<std::ptrdiff_t>(begin), lines.end(),
                        [](const DiffLine& l) { return l.kind == DiffLine::Kind::Removed; });
  size_t firstAdded = begin;
  while (firstAdded < lines.size() && lines[firstAdded].kind == DiffLine::Kind::Removed) ++firstAdded;
  std::vector<std::string> shapes;
  for (size_t i = begin; i < lines.size(); ++i)
    shapes.push_back(shapeOf(i < firstAdded ? before[static_cast<size_t>(lines[i].before)]
                                            : after[static_cast<size_t>(lines[i].after)]));
  const auto split = shapes.begin() + static_cast<std::ptrdiff_t>(firstAdded - begin);
  size_t removed = begin, added = firstAdded;  // the next lines without a partner
  for (const Piece& p : compare({shapes.begin(), split}, {split, shapes.end()}, kLines)) {
    if (p.kind != Piece::Kind::Same) continue;
    const size_t oldEnd = begin + p.before, newEnd = firstAdded + p.after;
    for (; removed < oldEnd && added < newEnd; ++removed, ++added)
      compareWords(before[static_cast<size_t>(lines[removed].before)], after[static_cast<size_t>(lines[added].after)],
                   lines[removed], lines[added]);
    compareWords(before[static_cast<size_t>(lines[oldEnd].before)], after[static_cast<size_t>(lines[newEnd].after)],
                 lines[oldEnd], lines[newEnd]);
    removed = oldEnd + 1, added = newEnd + 1;
  }
  for (; removed < firstAdded && added < lines.size(); ++removed, ++added)
    compareWords(before[static_cast<size_t>(lines[removed].before)], after[static_cast<size_t>(lines[added].after)],
                 lines[removed], lines[added]);
}

// Finds runs of removed lines that were added elsewhere in the same order, the longest first.
class MovedLines {
 public:
  MovedLines(std::vector<DiffLine>& lines, const std::vector<std::string_view>& before,
             const std::vector<std::string_view>& after)
      : before_(before), after_(after), removedAt_(before.size(), nullptr), addedAt_(after.size(), nullptr) {
    for (DiffLine& line : lines) {
      if (line.kind == DiffLine::Kind::Removed) removedAt_[static_cast<size_t>(line.before)] = &line;
      if (line.kind != DiffLine::Kind::Added) continue;
      addedAt_[static_cast<size_t>(line.after)] = &line;
      places_[after[static_cast<size_t>(line.after)]].push_back(static_cast<size_t>(line.after));
    }
  }

  void find() {
    for (size_t i = 0; i < before_.size(); ++i) {
      size_t longest = 0, there = 0;
      const auto found = places_.find(before_[i]);
      if (found == places_.end() || found->second.size() > kPlaces) continue;
      for (const size_t place : found->second)
        if (const size_t length = runAt(i, place); length > longest) longest = length, there = place;
      if (longest < kLeastMoved || !says(i, longest)) continue;
      for (size_t n = 0; n < longest; ++n) {
        DiffLine &gone = *removedAt_[i + n], &come = *addedAt_[there + n];
        gone.moved = come.after, come.moved = gone.before;
        gone.words.clear(), come.words.clear();
      }
      i += longest - 1;
    }
  }

 private:
  static constexpr size_t kLeastMoved = 3, kPlaces = 50;  // lines of a run; places of a line that are tried

  bool isFree(const std::vector<DiffLine*>& at, size_t line) const {
    return line < at.size() && at[line] && at[line]->moved < 0;
  }
  size_t runAt(size_t removed, size_t added) const {
    size_t length = 0;
    while (isFree(removedAt_, removed + length) && isFree(addedAt_, added + length) &&
           before_[removed + length] == after_[added + length])
      ++length;
    return length;
  }
  // Brackets and empty lines alone are not worth a mark.
  bool says(size_t first, size_t count) const {
    const auto words = [](std::string_view line) { return std::any_of(line.begin(), line.end(), isWordByte); };
    return std::count_if(before_.begin() + static_cast<std::ptrdiff_t>(first),
                         before_.begin() + static_cast<std::ptrdiff_t>(first + count),
                         words) >= static_cast<std::ptrdiff_t>(kLeastMoved);
  }

  const std::vector<std::string_view>&before_, &after_;
  std::vector<DiffLine*> removedAt_, addedAt_;                        // by number of the line
  std::unordered_map<std::string_view, std::vector<size_t>> places_;  // of the added lines
};

}  // namespace

std::vector<std::string_view> linesOf(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const size_t end = text.find('\n');
    lines.push_back(text.substr(0, end));
    text = end == std::string_view::npos ? std::string_view() : text.substr(end + 1);
  }
  return lines;
}

std::vector<DiffLine> diffLines(std::string_view before, std::string_view after) {
  const std::vector<std::string_view> a = linesOf(before), b = linesOf(after);
  const auto trimmed = [](std::vector<std::string_view> lines) {
    for (std::string_view& line : lines) line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
    return lines;
  };
  const std::vector<std::string_view> old = trimmed(a), now = trimmed(b);
  std::vector<DiffLine> lines;
  size_t block = 0;  // position at which the current block of different lines begins
  for (const Piece& p : compare(old, now, kLines)) {
    if (p.kind == Piece::Kind::Same) {
      pairLines(lines, block, a, b);
      lines.push_back(
          {DiffLine::Kind::Same, static_cast<int>(p.before), static_cast<int>(p.after), a[p.before] != b[p.after]});
      block = lines.size();
    } else if (p.kind == Piece::Kind::Removed) {
      lines.push_back({DiffLine::Kind::Removed, static_cast<int>(p.before), -1});
    } else {
      lines.push_back({DiffLine::Kind::Added, -1, static_cast<int>(p.after)});
    }
  }
  pairLines(lines, block, a, b);
  MovedLines(lines, old, now).find();
  return lines;
}

}  // namespace lw
