#include "views/code/code_form.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QPainter>
#include <algorithm>
#include <cmath>

#include "views/code/code_marks.h"
#include "views/code/code_view.h"

namespace lw {
namespace {

constexpr int kLevel = 4;                  // columns of a level of indentation
constexpr double kTwo = 0.5, kOne = 0.25;  // a level is two characters wide, or one in a deep nest
constexpr int kDeep = 7 * kLevel;          // columns
constexpr int kContinued = 3;
constexpr int kMostWrapped = 300;  // more lines are wrapped in idle time
// Scintilla wraps a line in a time that grows with the square of its width: seconds for the numbers of a model.
constexpr size_t kMostColumns = 20'000;
constexpr int kFraction = 100;  // Scintilla's unit of sizes, in points

double shareFor(const std::string& text) {
  size_t most = 0;
  for (size_t at = 0; at < text.size();) {
    const size_t first = std::min(text.find_first_not_of(' ', at), text.size());
    most = std::max(most, first - at);
    at = text.find('\n', first);
    if (at == std::string::npos) break;
    ++at;
  }
  return most > size_t(kDeep) ? kOne : kTwo;
}

}  // namespace

bool CodeForm::isNarrow() const {
  return compact_ && !prose_ &&
         (view_.lexer_->kind() == CodeLexer::Language::Script || view_.lexer_->kind() == CodeLexer::Language::C);
}

void CodeForm::setUp() {
  view_.SendScintilla(QsciScintilla::SCI_SETWRAPINDENTMODE, (unsigned long)QsciScintilla::SC_WRAPINDENT_INDENT);
}

void CodeForm::setTheme(const Theme& t) {
  guide_ = t.hairline;
  tint_ = t.selection;
  fitIndent();
}

void CodeForm::setCompact(bool compact) {
  if (compact == compact_) return;
  const int top = fullLine(view_.firstVisibleLine());
  compact_ = compact;
  showLanguage();
  if (!view_.isReadOnly() || view_.diff_ || view_.plain_.empty()) return fitIndent();
  view_.showPlain();
  int line = 0;
  while (line + 1 < view_.lines() && fullLine(line + 1) <= top) ++line;
  view_.SendScintilla(QsciScintilla::SCI_SETFIRSTVISIBLELINE,
                      (unsigned long)view_.SendScintilla(QsciScintilla::SCI_VISIBLEFROMDOCLINE, (unsigned long)line));
}

void CodeForm::setProse(bool prose) {
  prose_ = prose;
  showLanguage();
}

void CodeForm::showLanguage() {
  const bool narrow = isNarrow();
  const long wrap = endless_ ? QsciScintilla::SC_WRAP_NONE
                    : prose_ ? QsciScintilla::SC_WRAP_WORD
                    : narrow ? QsciScintilla::SC_WRAP_WHITESPACE
                             : QsciScintilla::SC_WRAP_NONE;
  if (wrap != view_.SendScintilla(QsciScintilla::SCI_GETWRAPMODE))
    view_.SendScintilla(QsciScintilla::SCI_SETWRAPMODE, (unsigned long)wrap);
  if (narrow == view_.lexer_->isNarrow()) return;
  view_.lexer_->setNarrow(narrow);
  view_.SendScintilla(QsciScintilla::SCI_COLOURISE, 0UL, -1L);
}

void CodeForm::setLongest(size_t columns) {
  if (endless_ == (columns > kMostColumns)) return;
  endless_ = !endless_;
  showLanguage();
}

const std::string& CodeForm::shorten(const std::string& text) {
  const bool folds = folds_ && isNarrow() && view_.isReadOnly() && view_.lexer_->kind() == CodeLexer::Language::Script;
  folded_ = folds ? std::optional(compactText(text)) : std::nullopt;
  // The distance of continued lines. In an editor, new lines are indented by it, too. Setting it lays out all lines.
  const long distance = isNarrow() ? kContinued : 0;
  if (view_.isReadOnly() && view_.SendScintilla(QsciScintilla::SCI_GETINDENT) != distance)
    view_.SendScintilla(QsciScintilla::SCI_SETINDENT, (unsigned long)distance);
  return folded_ ? folded_->text : text;
}

// Scintilla adds the zoom to the size of every style, so the size without zoom depends on it.
void CodeForm::fitIndent() {
  const double size =
      double(view_.SendScintilla(QsciScintilla::SCI_STYLEGETSIZEFRACTIONAL, (unsigned long)CodeLexer::kPlain));
  const double wanted = indentShare_ * size + (indentShare_ - 1) * kFraction * view_.zoom();
  const long now = view_.SendScintilla(QsciScintilla::SCI_STYLEGETSIZEFRACTIONAL, (unsigned long)CodeLexer::kIndent);
  if (now != std::lround(wanted))
    view_.SendScintilla(QsciScintilla::SCI_STYLESETSIZEFRACTIONAL, (unsigned long)CodeLexer::kIndent,
                        std::lround(wanted));
}

void CodeForm::fitIndent(const std::string& text) {
  indentShare_ = shareFor(text);
  fitIndent();
}

// Wraps what Scintilla would wrap later, in idle time: until then, lines would not be where they are expected, and then
// everything would be painted again.
void CodeForm::wrapNow(int changed) {
  if (view_.SendScintilla(QsciScintilla::SCI_GETWRAPMODE) == QsciScintilla::SC_WRAP_NONE) return;
  if (changed > kMostWrapped) return;
  int line = view_.lines() - 1;
  while (line > 0 && !view_.SendScintilla(QsciScintilla::SCI_GETLINEVISIBLE, (unsigned long)line)) --line;
  view_.SendScintilla(QsciScintilla::SCI_ENSUREVISIBLE, (unsigned long)line);
}

Span CodeForm::shown(const Span& span) const {
  return view_.diff_ ? view_.diff_->shown(span) : folded_ ? folded_->shown(span) : span;
}

bool CodeForm::shows(const Span& span) const { return !folded_ || folded_->keeps(span); }

int CodeForm::fullOffset(int shown) const {
  return view_.diff_ ? view_.diff_->second(shown) : folded_ ? folded_->full(shown) : shown;
}

int CodeForm::fullLine(int shown) const {
  if (shown < 0) return -1;
  if (view_.diff_) return size_t(shown) < view_.diff_->lines.size() ? view_.diff_->lines[size_t(shown)].after : -1;
  if (!folded_) return shown;
  if (size_t(shown) < folded_->lines.size()) return folded_->lines[size_t(shown)];
  return int(std::count(view_.plain_.begin(), view_.plain_.end(), '\n'));
}

// A selection that is empty, or whose ends are in another order in the full text, is copied as it is shown.
bool CodeForm::copySelection() const {
  const int begin = int(view_.SendScintilla(QsciScintilla::SCI_GETSELECTIONSTART)),
            end = int(view_.SendScintilla(QsciScintilla::SCI_GETSELECTIONEND));
  const int from = fullOffset(begin), to = fullOffset(end);
  if (!folded_ || begin == end || from >= to) return false;
  QGuiApplication::clipboard()->setText(QString::fromStdString(view_.plain_.substr(size_t(from), size_t(to - from))));
  return true;
}

int CodeForm::cutLines() const {
  if (view_.SendScintilla(QsciScintilla::SCI_GETWRAPMODE) != QsciScintilla::SC_WRAP_NONE) return 0;
  const long room = view_.textWidth();
  int cut = 0;
  for (int line = 0; line < view_.lines(); ++line) {
    const long begin = view_.SendScintilla(QsciScintilla::SCI_POSITIONFROMLINE, (unsigned long)line),
               end = view_.SendScintilla(QsciScintilla::SCI_GETLINEENDPOSITION, (unsigned long)line);
    cut += view_.SendScintilla(QsciScintilla::SCI_POINTXFROMPOSITION, 0UL, end) -
               view_.SendScintilla(QsciScintilla::SCI_POINTXFROMPOSITION, 0UL, begin) >
           room;
  }
  return cut;
}

void CodeForm::goToChange(int direction) {
  const int count = view_.diff_ ? int(view_.diff_->lines.size()) : 0;
  const auto differs = [this](int line) { return view_.kindOf(line) != DiffLine::Kind::Same; };
  int line = int(view_.SendScintilla(QsciScintilla::SCI_LINEFROMPOSITION,
                                     (unsigned long)view_.SendScintilla(QsciScintilla::SCI_GETCURRENTPOS)));
  while (differs(line)) line += direction;  // leaves the change that contains the cursor
  while (line >= 0 && line < count && !differs(line)) line += direction;
  if (!differs(line)) return;
  wrapNow(view_.lines());
  while (differs(line - 1)) --line;
  view_.SendScintilla(QsciScintilla::SCI_GOTOPOS,
                      (unsigned long)view_.SendScintilla(QsciScintilla::SCI_POSITIONFROMLINE, (unsigned long)line));
  view_.scrollTo(line);
}

// A line for every level of indentation below the first one. Scintilla's own guides do not fit narrow spaces, and it
// tints the margins of the first part of a wrapped line only.
void CodeForm::paint(const QRegion& region) const {
  if (view_.SendScintilla(QsciScintilla::SCI_GETWRAPMODE) == QsciScintilla::SC_WRAP_NONE) return;
  QPainter painter(view_.viewport());
  const int tall = int(view_.SendScintilla(QsciScintilla::SCI_TEXTHEIGHT, 0UL));
  int margins = 0;
  for (int margin = 0; margin <= kScrolledMargin; ++margin) margins += view_.marginWidth(margin);
  for (int line = view_.firstVisibleLine(), last = std::min(view_.lines(), view_.lineBelow()); line < last; ++line) {
    if (!view_.SendScintilla(QsciScintilla::SCI_GETLINEVISIBLE, (unsigned long)line)) continue;
    const long begin = view_.SendScintilla(QsciScintilla::SCI_POSITIONFROMLINE, (unsigned long)line);
    const int y = int(view_.SendScintilla(QsciScintilla::SCI_POINTYFROMPOSITION, 0UL, begin));
    const int whole = tall * int(view_.SendScintilla(QsciScintilla::SCI_WRAPCOUNT, (unsigned long)line));
    if (!region.intersects(QRect(0, y, view_.viewport()->width(), whole))) continue;
    if (whole > tall && std::binary_search(view_.highlighted_.begin(), view_.highlighted_.end(), line))
      painter.fillRect(QRect(0, y + tall, margins, whole - tall), tint_);
    if (!isNarrow()) continue;
    const int indent = int(view_.SendScintilla(QsciScintilla::SCI_GETLINEINDENTATION, (unsigned long)line));
    for (int column = kLevel; column < indent; column += kLevel)
      painter.fillRect(int(view_.SendScintilla(QsciScintilla::SCI_POINTXFROMPOSITION, 0UL, begin + column)), y, 1,
                       whole, guide_);
  }
}

}  // namespace lw
