#include "app/models/program/block_signs.h"

#include <algorithm>

namespace lw {

// In the order of the ids: blocks that a step creates come last.
BlockSigns signsOf(const LoopTree& tree) {
  std::map<BlockId, QString> names;
  for (const LoopTreeNode& node : tree.nodes)
    if (node.block.valid()) names.emplace(node.block, QString::fromStdString(node.name));
  BlockSigns signs;
  if (names.size() < 2) return signs;
  for (const auto& [block, name] : names) {
    signs.numbers.emplace(block, int(signs.names.size()));
    signs.names << name;
  }
  return signs;
}

namespace {

QChar initialOf(const QString& name) {
  const auto letter = std::find_if(name.begin(), name.end(), [](QChar c) { return c.isLetter(); });
  return letter == name.end() ? QChar(u'B') : letter->toUpper();
}

}  // namespace

QString blockLetter(const QStringList& names, int number) {
  if (number < 0 || number >= names.size()) return {};
  const QChar initial = initialOf(names[number]);
  const auto same = std::count_if(names.begin(), names.begin() + number,
                                  [initial](const QString& other) { return initialOf(other) == initial; });
  return same == 0 ? QString(initial) : initial + QString::number(same + 1);
}

std::vector<int> signedLines(const std::string& text, std::vector<std::pair<Span, BlockId>> places,
                             const BlockSigns& signs) {
  if (signs.numbers.empty()) return {};
  std::vector<int> begins{0};
  for (size_t at = text.find('\n'); at != std::string::npos; at = text.find('\n', at + 1))
    begins.push_back(int(at) + 1);
  std::vector<int> lines(begins.size(), -1);
  // Longest first, so that inner blocks override outer ones.
  std::stable_sort(places.begin(), places.end(), [](const auto& a, const auto& b) {
    return a.first.end - a.first.begin > b.first.end - b.first.begin;
  });
  for (const auto& [span, block] : places) {
    const auto number = signs.numbers.find(block);
    if (number == signs.numbers.end() || !span.valid()) continue;
    const auto lineOf = [&](int offset) {
      return int(std::upper_bound(begins.begin(), begins.end(), offset) - begins.begin()) - 1;
    };
    for (int line = lineOf(span.begin); line <= lineOf(std::max(span.begin, span.end - 1)); ++line)
      lines[size_t(line)] = number->second;
  }
  return lines;
}

std::vector<int> signedLines(const std::string& text, const SourceMap& map, const BlockSigns& signs) {
  std::vector<std::pair<Span, BlockId>> places;
  for (const MappedRange& range : map.ranges())
    if (range.kind == MappedRange::Kind::Block && signs.numbers.contains(range.block))
      places.emplace_back(range.span, range.block);
  return signedLines(text, std::move(places), signs);
}

}  // namespace lw
