// What pages have in common: escaped text, coloured code, the loop tree as nested boxes, and the style of all of these.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/ir/stmt.h"
#include "core/support/explanation.h"
#include "core/text/text_tokens.h"

namespace lw {

std::string htmlText(std::string_view text);
// The loops and blocks of a function as nested boxes. Each box has its id as data-k: "l3" of a loop, "b1" of a block.
// Loops that are as they were in *before* are marked, and printed in one line.
std::string htmlTree(const PrimFunc& function, const PrimFunc* before = nullptr);
std::string htmlKey(LoopId loop);
std::string htmlKey(BlockId block);
// Colours for light and dark, trees, code and tables.
std::string_view htmlStyle();

// A part of a line between two tags. Marks of a line are sorted and do not overlap.
struct HtmlMark {
  Span span;
  std::string open, close;
};

// Colours the lines of one text, which are passed in their order: a string may continue on the next line.
class HtmlHighlighter {
 public:
  explicit HtmlHighlighter(TextLanguage language) : language_(language), reader_(language) {}
  std::string line(std::string_view text, const std::vector<HtmlMark>& marks = {});

 private:
  struct Token {
    size_t begin, end;
    char kind;  // the class of its element; 0: none
  };
  std::vector<Token> tokens(std::string_view text);

  const TextLanguage language_;
  TextTokens reader_;
  std::string open_;  // the quotes of a string that has not ended; empty: none
};

}  // namespace lw
