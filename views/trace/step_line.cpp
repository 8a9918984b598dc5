#include "views/trace/step_line.h"

#include <QAbstractItemView>
#include <QCompleter>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QRegularExpression>
#include <QVBoxLayout>
#include <algorithm>

#include "app/models/text/translate_messages.h"
#include "core/schedule/all_primitives.h"
#include "views/theme/theme.h"

namespace lw {

namespace {

constexpr int kMostPast = 200;

// The word before the cursor.
QString wordBefore(const QString& text) {
  static const QRegularExpression word(QStringLiteral("[\\w.]*$"));
  const QString found = word.match(text).captured();
  return found.startsWith("sch.") ? found.mid(4) : found;
}

}  // namespace

// Keys go to the list of completions while it is open, and to the history otherwise.
class StepEdit : public QLineEdit {
 public:
  explicit StepEdit(StepLine* line) : QLineEdit(line), line_(line) {}
  using QLineEdit::cursorRect;

 protected:
  bool event(QEvent* event) override {
    QAbstractItemView* list = line_->completer()->popup();
    const bool open = list->isVisible();
    if (event->type() == QEvent::ShortcutOverride && open && static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape)
      event->accept();
    if (event->type() == QEvent::KeyPress) {
      auto* key = static_cast<QKeyEvent*>(event);
      if (open && key->key() == Qt::Key_Tab) {
        const QModelIndex chosen =
            list->currentIndex().isValid() ? list->currentIndex() : line_->completer()->completionModel()->index(0, 0);
        list->hide();
        line_->insert(chosen.data().toString());
        key->accept();
        return true;
      }
      if (!open && (key->key() == Qt::Key_Up || key->key() == Qt::Key_Down)) {
        line_->recall(key->key() == Qt::Key_Up ? -1 : 1);
        return true;
      }
      if (!open && key->key() == Qt::Key_Space && key->modifiers() & Qt::ControlModifier) {
        line_->complete();
        return true;
      }
    }
    return QLineEdit::event(event);
  }

 private:
  StepLine* line_;
};

QStringList completionsFor(const QString& before, const QStringList& loops, const QStringList& blocks,
                           const std::vector<const Primitive*>& composites) {
  QString rest = before.left(before.size() - wordBefore(before).size());
  if (rest.endsWith("sch.")) rest.chop(4);
  QStringList words;
  if (rest.trimmed().isEmpty()) {
    for (const Primitive* p : stepsNamed("", composites)) words << QString::fromStdString(p->name);
    words.sort();
    return words;
  }
  static const QRegularExpression first(QStringLiteral("^\\s*(?:sch\\.)?(\\w+)"));
  const QString name = first.match(rest).captured(1);
  words << loops << blocks << QStringLiteral("None");
  const std::vector<const Primitive*> steps = stepsNamed(name.toStdString(), composites);
  if (steps.empty() || QString::fromStdString(steps.front()->name) != name) return words;
  for (const Param& param : steps.front()->params) {
    if (rest.contains('(')) words << QString::fromStdString(param.name) + '=';
    for (const std::string_view usual : infoOf(param.type).usual) {
      const QString word = QString::fromUtf8(usual.data(), qsizetype(usual.size()));
      words << (rest.contains('(') ? QStringLiteral("\"%1\"").arg(word) : word);
    }
  }
  words.removeDuplicates();
  return words;
}

StepLine::StepLine(QWidget* parent)
    : QWidget(parent), edit_(new StepEdit(this)), error_(new QLabel(this)), completer_(new QCompleter(this)) {
  setObjectName("stepLine");
  setAttribute(Qt::WA_StyledBackground);
  auto* rows = new QVBoxLayout(this);
  rows->setContentsMargins(8, 5, 8, 3);
  rows->setSpacing(3);
  auto* row = new QHBoxLayout;
  row->setSpacing(6);
  auto* prompt = new QLabel(QStringLiteral("sch."), this);
  prompt->setObjectName("monoDim");
  row->addWidget(prompt);
  row->addWidget(edit_, 1);
  rows->addLayout(row);
  rows->addWidget(error_);
  edit_->setObjectName("stepLineEdit");
  edit_->setProperty("class", "code");
  edit_->setPlaceholderText(tr("split(i, [None, 8])   or   split i 8"));
  edit_->setAccessibleName(tr("Type a step as Python"));
  error_->setObjectName("bad");
  error_->setWordWrap(true);
  error_->hide();
  completer_->setModel(&words_);
  completer_->setWidget(edit_);
  completer_->setCompletionMode(QCompleter::PopupCompletion);
  completer_->setCaseSensitivity(Qt::CaseInsensitive);
  completer_->setMaxVisibleItems(9);
  completer_->popup()->setFont(codeFont(12));
  completer_->popup()->setObjectName("completions");
  connect(completer_, QOverload<const QString&>::of(&QCompleter::activated), this, &StepLine::insert);
  connect(edit_, &QLineEdit::textEdited, this, [this] {
    showError({});
    at_ = int(past_.size());
    if (wordBefore(edit_->text().left(edit_->cursorPosition())).isEmpty())
      completer_->popup()->hide();
    else
      complete();
  });
  connect(edit_, &QLineEdit::returnPressed, this, &StepLine::enter);
}

QLineEdit* StepLine::edit() const { return edit_; }
QString StepLine::error() const { return error_->isHidden() ? QString() : error_->text(); }

void StepLine::setNames(const QStringList& loops, const QStringList& blocks,
                        const std::vector<const Primitive*>& composites) {
  loops_ = loops;
  blocks_ = blocks;
  composites_ = composites;
}

void StepLine::complete() {
  const QString before = edit_->text().left(edit_->cursorPosition());
  const QString word = wordBefore(before);
  words_.setStringList(completionsFor(before, loops_, blocks_, composites_));
  completer_->setCompletionPrefix(word);
  // A complete word needs no completion.
  const bool nothing = completer_->completionCount() == 0 ||
                       (completer_->completionCount() == 1 && completer_->currentCompletion() == word);
  if (nothing) return completer_->popup()->hide();
  QRect place = edit_->cursorRect();
  place.setWidth(240);
  completer_->complete(place);
  completer_->popup()->setCurrentIndex({});
}

void StepLine::insert(const QString& completion) {
  if (completion.isEmpty()) return;
  const int cursor = edit_->cursorPosition();
  const QString text = edit_->text(), word = wordBefore(text.left(cursor));
  const int begin = cursor - int(word.size());
  edit_->setText(text.left(begin) + completion + text.mid(cursor));
  edit_->setCursorPosition(begin + int(completion.size()));
}

void StepLine::enter() {
  // The list handles the key: the marked entry is inserted.
  if (completer_->popup()->isVisible() && completer_->popup()->currentIndex().isValid()) return;
  completer_->popup()->hide();
  const QString text = edit_->text().trimmed();
  if (text.isEmpty()) return;
  const TypedStep step = read_ ? read_(edit_->text().toStdString()) : TypedStep();
  if (step.error) {
    if (step.error->span.valid()) mark(step.error->span);
    return showError(reasonWords(*step.error), hintWords(*step.error));
  }
  const QString call = QString::fromStdString(step.call);
  if (call.isEmpty()) return;
  pending_ = call;
  Q_EMIT entered(call);
}

void StepLine::accepted(const QString& call) {
  if (pending_.isEmpty() || call != pending_) return;
  pending_.clear();
  past_.removeAll(edit_->text());
  past_ << edit_->text();
  if (past_.size() > kMostPast) past_.removeFirst();
  at_ = int(past_.size());
  draft_.clear();
  edit_->clear();
  showError({});
}

void StepLine::startAgain() {
  pending_.clear();
  draft_.clear();
  at_ = int(past_.size());
  edit_->clear();
  showError({});
}

void StepLine::mark(const Span& bytes) {
  const QByteArray text = edit_->text().toUtf8();
  const int begin = int(QString::fromUtf8(text.left(bytes.begin)).size()),
            end = int(QString::fromUtf8(text.left(std::max(bytes.end, bytes.begin + 1))).size());
  edit_->setSelection(begin, end - begin);
}

// Marks the error in the line: where the call is the text, or where the text has the same word.
void StepLine::refused(const QString& call, const Explanation& reason) {
  if (pending_.isEmpty() || call != pending_) return;
  pending_.clear();
  if (reason.span.valid()) {
    const QByteArray bytes = call.toUtf8(), text = edit_->text().toUtf8();
    const QByteArray wrong = bytes.mid(reason.span.begin, std::max(1, reason.span.end - reason.span.begin));
    const qsizetype lead = text.indexOf(bytes), at = lead >= 0 ? lead + reason.span.begin : text.indexOf(wrong);
    if (at >= 0) mark({int(at), int(at + wrong.size())});
  }
  showError(reasonWords(reason), hintWords(reason));
}

void StepLine::showError(const QString& text, const QString& detail) {
  error_->setText(text.isEmpty()     ? QString()
                  : detail.isEmpty() ? QStringLiteral("✗ ") + text
                                     : QStringLiteral("✗ %1 — %2").arg(text, detail));
  error_->setVisible(!text.isEmpty());
}

void StepLine::recall(int by) {
  const int next = std::clamp(at_ + by, 0, int(past_.size()));
  if (next == at_) return;
  if (at_ == int(past_.size())) draft_ = edit_->text();
  at_ = next;
  edit_->setText(at_ == int(past_.size()) ? draft_ : past_[at_]);
  showError({});
}

}  // namespace lw
