#include "views/forms/step_preview_view.h"

#include <Qsci/qscistyle.h>
#include <Qsci/qscistyledtext.h>

#include <QHBoxLayout>
#include <QLabel>
#include <QVBoxLayout>
#include <array>

namespace lw {
namespace {

constexpr int kContext = 2;            // lines around a change
constexpr int kNoteStyle = 100;        // of the editor, and the two after it; the lexer uses lower numbers
constexpr int kElementIndicator = 20;  // of the editor; the code view uses lower numbers

// Of the notes on the first iteration, on the second, and on both.
std::array<QsciStyle, 3> noteStyles(const Theme& theme) {
  const QFont font = codeFont(11.5);
  const auto style = [&](int number, const QColor& color) {
    return QsciStyle(number, QString(), color, blend(theme.panel, color, 0.12), font);
  };
  return {style(kNoteStyle, theme.data), style(kNoteStyle + 1, theme.parallel), style(kNoteStyle + 2, theme.dim)};
}

void boxElements(CodeView* text, const Theme& theme) {
  using Editor = QsciScintillaBase;
  constexpr auto kNumber = (unsigned long)kElementIndicator;
  QColor tint = theme.reduce;
  tint.setAlpha(46);
  text->SendScintilla(Editor::SCI_INDICSETSTYLE, kNumber, (long)Editor::INDIC_STRAIGHTBOX);
  text->SendScintilla(Editor::SCI_INDICSETUNDER, kNumber, 1L);
  text->setIndicatorForegroundColor(tint, kElementIndicator);
  text->SendScintilla(Editor::SCI_INDICSETOUTLINEALPHA, kNumber, 255L);
}

}  // namespace

StepPreviewView::StepPreviewView(QWidget* parent)
    : QWidget(parent), title_(new QLabel(tr("RESULT"), this)), state_(new QLabel(this)), text_(new CodeView(this)) {
  setObjectName("stepPreview");
  setAttribute(Qt::WA_StyledBackground);
  setAccessibleName(tr("Result of the step"));
  auto* rows = new QVBoxLayout(this);
  rows->setContentsMargins(1, 10, 8, 8);
  rows->setSpacing(6);
  auto* line = new QHBoxLayout;
  line->setContentsMargins(11, 0, 4, 0);
  title_->setObjectName("section");
  state_->setObjectName("dim");
  line->addWidget(title_);
  line->addStretch(1);
  line->addWidget(state_);
  rows->addLayout(line);
  text_->setReadOnly(true);
  text_->form()->setFolds(false);
  text_->setAccessibleName(tr("Lines that the step changes"));
  text_->setFocusPolicy(Qt::ClickFocus);  // Tab moves between parameters
  QSizePolicy room = text_->sizePolicy();
  room.setRetainSizeWhenHidden(true);
  text_->setSizePolicy(room);
  rows->addWidget(text_, 1);
}

QString StepPreviewView::headline() const { return state_->text(); }

// Changing styles resets the hidden lines.
void StepPreviewView::setTheme(const Theme& theme) {
  theme_ = theme;
  text_->setTheme(theme);
  for (const QsciStyle& style : noteStyles(theme)) style.apply(text_);
  boxElements(text_, theme);
  if (text_->comparison()) text_->folds()->showOnlyChanges(kContext);
}

void StepPreviewView::showChange(const std::string& before, const std::string& after, const QString& change) {
  clearNotes();
  title_->setText(tr("RESULT"));
  text_->setVisible(true);
  text_->form()->setCompact(true);
  text_->setCompared(before, after);
  text_->folds()->showOnlyChanges(kContext);
  const DiffText* diff = text_->comparison();
  const QString lines = diff->added + diff->removed == 0 ? tr("The program does not change")
                                                         : tr("+%1 −%2 lines").arg(diff->added).arg(diff->removed);
  state_->setText(change.isEmpty() ? lines : change + QStringLiteral(" · ") + lines);
}

void StepPreviewView::clearNotes() {
  text_->clearAnnotations();
  text_->SendScintilla(QsciScintillaBase::SCI_SETINDICATORCURRENT, (unsigned long)kElementIndicator);
  text_->SendScintilla(QsciScintillaBase::SCI_INDICATORCLEARRANGE, 0UL,
                       text_->SendScintilla(QsciScintillaBase::SCI_GETLENGTH));
}

void StepPreviewView::showConflict(const ConflictText& conflict) {
  clearNotes();
  title_->setText(tr("WHY NOT"));
  text_->setVisible(true);
  text_->form()->setCompact(true);
  text_->setCode(conflict.text());
  text_->SendScintilla(QsciScintillaBase::SCI_SHOWLINES, 0UL, long(text_->lines()) - 1);  // a comparison hides lines
  text_->SendScintilla(QsciScintillaBase::SCI_SETENDATLASTLINE, 1UL);
  text_->goToStart();
  const auto [first, second, plain] = noteStyles(theme_);
  using Editor = QsciScintillaBase;
  boxElements(text_, theme_);
  text_->SendScintilla(Editor::SCI_SETINDICATORCURRENT, (unsigned long)kElementIndicator);
  std::vector<Span> named;
  int at = 0, line = 0;
  for (const ConflictLine& shown : conflict.lines) {
    // Spaces before a line are narrower than those of a note.
    const auto column = double(shown.text.find_first_not_of(' '));
    const QString indent(qRound(column * text_->form()->indentShare()) + 2, ' ');
    QList<QsciStyledText> notes;
    const auto note = [&](const char* sign, const std::string& words, const QsciStyle& look) {
      if (words.empty()) return;
      notes << QsciStyledText((notes.isEmpty() ? indent : QStringLiteral("   ")) + QString::fromUtf8(sign) + ' ' +
                                  QString::fromStdString(words),
                              look);
    };
    note("①", shown.first, first);
    note("②", shown.second, second);
    note("① ②", shown.both, shown.element.empty() ? plain : first);
    if (!notes.isEmpty()) text_->annotate(line, notes);
    for (const Span& element : shown.element)
      text_->SendScintilla(Editor::SCI_INDICATORFILLRANGE, (unsigned long)(at + element.begin),
                           long(element.end - element.begin));
    if (shown.named) named.push_back({at, at + int(shown.text.size())});
    at += int(shown.text.size()) + 1;
    ++line;
  }
  text_->highlight(named, false);
  text_->setAnnotationDisplay(QsciScintilla::AnnotationStandard);
  state_->setText(conflict.dependence.empty() ? tr("Refused") : tr("Refused: ① and ② conflict"));
  layout()->activate();
}

void StepPreviewView::showNothing(const QString& why) {
  clear();
  state_->setText(why);
}

void StepPreviewView::clear() {
  clearNotes();
  title_->setText(tr("RESULT"));
  text_->setVisible(false);
  text_->setCode({});
  state_->clear();
}

}  // namespace lw
