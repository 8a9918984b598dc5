// Line numbers, notes and signs of a comparison in the margin.
#include <algorithm>

#include "views/code/code_marks.h"
#include "views/code/code_view.h"

namespace lw {

size_t longestLine(const std::string& text) {
  size_t longest = 0, line = 0;
  for (const char c : text) {
    line = c == '\n' ? 0 : line + ((c & 0xc0) != 0x80);  // counts the first byte of each character
    longest = std::max(longest, line);
  }
  return longest;
}

void CodeView::showMargin() {
  const bool nothing = isReadOnly() && SendScintilla(SCI_GETLENGTH) == 0;
  const int count = nothing ? 0 : lines();
  size_t longest = 0;
  for (const std::string& note : notes_) longest = std::max(longest, longestLine(note));
  digits_ = std::to_string(std::max({count, count > 0 ? form_.fullLine(count - 1) + 1 : 0, 99})).size();
  setMarginWidth(0, int(digit_ * double(digits_ + (diff_ ? 3 : 1) + (longest > 0 ? longest + 2 : 0))) + 6);
  setMarginWidth(kFoldMargin, nothing || !canFold() ? 0 : kFoldWidth);
  if (nothing) setMarginWidth(0, 0);
  showMarginWidths();
  fillMargin();
}

// Fills the visible lines only, and only where the text differs: a program has thousands of lines, and a step changes
// all following line numbers.
void CodeView::fillMargin() {
  const bool nothing = isReadOnly() && SendScintilla(SCI_GETLENGTH) == 0;
  const int count = nothing ? 0 : lines();
  if (margin_.size() != size_t(count)) {
    clearMarginText();
    margin_.assign(size_t(count), {});
  }
  for (int line = firstVisibleLine(), last = std::min(count, lineBelow()); line < last; ++line) {
    const bool selected = std::binary_search(highlighted_.begin(), highlighted_.end(), line);
    std::pair<std::string, int> wanted(marginText(line, digits_),
                                       selected ? CodeLexer::kMarginSelected : CodeLexer::kMargin);
    if (wanted == margin_[size_t(line)]) continue;
    SendScintilla(SCI_MARGINSETTEXT, (unsigned long)line, wanted.first.c_str());
    SendScintilla(SCI_MARGINSETSTYLE, (unsigned long)line, long(wanted.second));
    margin_[size_t(line)] = std::move(wanted);
  }
}

// The first line below the visible part.
int CodeView::lineBelow() const {
  const long shown = SendScintilla(SCI_GETFIRSTVISIBLELINE) +
                     viewport()->height() / std::max(1L, SendScintilla(SCI_TEXTHEIGHT, 0UL)) + 2;
  return int(SendScintilla(SCI_DOCLINEFROMVISIBLE, (unsigned long)shown));
}

void CodeView::showMarginWidths() {
  const bool nothing = isReadOnly() && SendScintilla(SCI_GETLENGTH) == 0;
  setMarginWidth(kSignMargin, nothing ? 0 : signs_.width());
  setMarginWidth(kGapMargin, nothing ? 0 : kGapWidth);
}

std::string CodeView::marginText(int line, size_t digits) const {
  if (!diff_) {
    const int full = form_.fullLine(line);
    if (line > 0 && full == form_.fullLine(line - 1)) return {};  // continues the line above
    const std::string number = std::to_string(full + 1);
    if (notes_.empty()) return number + " ";
    // Of all lines that are shown as this one.
    size_t note = size_t(full);
    const size_t next = size_t(std::max(full + 1, form_.fullLine(line + 1)));
    while (note + 1 < std::min(next, notes_.size()) && notes_[note].empty()) ++note;
    if (note >= notes_.size()) return number + " ";
    return notes_[note] + std::string(digits + 2 - std::min(digits, number.size()), ' ') + number + " ";
  }
  if (size_t(line) >= diff_->lines.size()) return {};
  // A moved line has the sign ~ beside its place of origin or its number.
  const DiffLine& diff = diff_->lines[size_t(line)];
  if (diff.kind == DiffLine::Kind::Removed) return diff.moved < 0 ? "− " : "~ ";
  const bool added = diff.kind == DiffLine::Kind::Added;
  return std::to_string(diff.after + 1) + (!added ? "   " : diff.moved < 0 ? " + " : " ~ ");
}

}  // namespace lw
