// A letter and a number for every block of the program: the same in the loop tree and beside the lines of the block in
// every text; views have a colour for each number. The letter is the initial of the block's name, with a number where
// an earlier block has the same one. Blocks keep theirs from step to step; a program with one block has none.
#pragma once

#include <QStringList>
#include <map>
#include <string>
#include <vector>

#include "app/models/program/loop_tree_model.h"
#include "core/text/source.h"
#include "core/text/source_map.h"

namespace lw {

struct BlockSigns {
  std::map<BlockId, int> numbers;
  QStringList names;  // by number
  friend bool operator==(const BlockSigns&, const BlockSigns&) = default;
};

BlockSigns signsOf(const LoopTree& tree);
QString blockLetter(const QStringList& names, int number);  // "C"; "C2" for the second block with this initial

// For each line of the text, the number of the innermost block that it came from, or -1.
std::vector<int> signedLines(const std::string& text, std::vector<std::pair<Span, BlockId>> places,
                             const BlockSigns& signs);
// The same for a text that was printed with this map.
std::vector<int> signedLines(const std::string& text, const SourceMap& map, const BlockSigns& signs);

}  // namespace lw
