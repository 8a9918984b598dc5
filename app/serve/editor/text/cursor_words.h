// What stands before the cursor, in a text that is being typed: the unfinished word, the calls around it, and the
// beginning of the statement.
#pragma once

#include <string>
#include <vector>

#include "core/text/source.h"

namespace lw::serve {

struct OpenCall {
  std::string receiver;  // before the last dot: "sch", "R.nn", "s[C]"; empty: a plain function
  std::string name;
  int begin = 0;        // behind the opening parenthesis
  int argument = 0;     // commas before the cursor
  std::string keyword;  // of the argument at the cursor
};

struct CursorWords {
  int offset = 0;
  int statement = 0;  // where it begins; the offset itself on an empty line
  int wordBegin = 0;
  std::string word;      // that the cursor ends
  std::string receiver;  // of the word
  bool dotted = false;
  bool inString = false, inComment = false;
  int stringBegin = 0;          // behind the quote, if the cursor is in a string
  std::vector<OpenCall> calls;  // outermost first
};

CursorWords wordsBefore(const SourceText& source, int offset);

}  // namespace lw::serve
