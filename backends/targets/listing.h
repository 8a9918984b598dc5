// Texts of code taken apart into lines, each with the statement that it comes from.
#pragma once

#include <string_view>

#include "backends/cpu/cpu.h"
#include "backends/targets/descriptor.h"

namespace lw {

std::string_view withoutIndent(std::string_view text);
int numberAtStart(std::string_view text);  // 0: there is none

// Calls `each` with every line of the text, without its end.
template <class F>
void forEachLine(std::string_view text, F each) {
  while (!text.empty()) {
    const size_t end = std::min(text.find('\n'), text.size());
    each(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

void addLine(CodeListing& listing, std::string_view line, const Origin& origin);
// A line that came from line `number` of the module's table; 0: from nowhere.
void addLine(CodeListing& listing, std::string_view line, int number, const std::vector<CpuLine>& lines);

// `.loc 1 12 0`: 12.
int lineOfLoc(std::string_view word);
// Columns that stay narrow: two blanks, the instruction, its operands from the sixteenth column on. The size of an
// operand in memory is left out where a vector instruction says it itself.
std::string assemblyLine(std::string_view line);
// How many loops of the code each line stands in: a jump back to a label closes a loop.
std::vector<int> loopDepths(std::string_view text, CodeLanguage language);

}  // namespace lw
