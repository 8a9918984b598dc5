#include "app/window/lecture/presenter.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QTextBrowser>
#include <QVBoxLayout>
#include <algorithm>

#include "views/loop_tree/loop_tree_drag.h"

namespace lw {
namespace {

constexpr qreal kPlainPresenter = 1000, kMostPresenterScale = 1.7;  // pixels of width; scale of the type
constexpr int kPresentedClock = 26, kPresentedCall = 18, kPresentedNote = 19, kPresentedText = 14, kPresentedKeys = 12;

}  // namespace

LectureNote lectureNote(const QString& note) {
  LectureNote parts;
  bool below = false;
  for (const QString& line : note.split('\n')) {
    if (!below && line.trimmed() == QStringLiteral("---")) {
      below = true;
      continue;
    }
    (below ? parts.presenter : parts.audience) += line + '\n';
  }
  parts.audience = parts.audience.trimmed();
  parts.presenter = parts.presenter.trimmed();
  return parts;
}

Presenter::Presenter(QWidget* parent)
    : QWidget(parent, Qt::Window),
      theme_(loadTheme("dark")),
      clock_(new QLabel(this)),
      place_(new QLabel(this)),
      call_(new QLabel(this)),
      answer_(new QLabel(this)),
      score_(new QLabel(this)),
      next_(new QLabel(this)),
      keys_(new QLabel(this)),
      notes_(new QTextBrowser(this)),
      nextTree_(new LoopTreeView(this)) {
  setObjectName("presenter");
  setWindowTitle(tr("Presenter"));
  setFocusPolicy(Qt::StrongFocus);
  auto* rows = new QVBoxLayout(this);
  rows->setContentsMargins(20, 14, 20, 14);
  rows->setSpacing(10);
  auto* top = new QHBoxLayout;
  top->addWidget(clock_);
  top->addStretch(1);
  top->addWidget(score_);
  top->addSpacing(20);
  top->addWidget(place_);
  rows->addLayout(top);
  auto* columns = new QHBoxLayout;
  columns->setSpacing(20);
  auto* now = new QVBoxLayout;
  now->addWidget(call_);
  now->addWidget(answer_);
  now->addWidget(notes_, 1);
  auto* then = new QVBoxLayout;
  then->addWidget(next_);
  then->addWidget(nextTree_, 1);
  columns->addLayout(now, 3);
  columns->addLayout(then, 2);
  rows->addLayout(columns, 1);
  rows->addWidget(keys_);
  for (QLabel* label : {call_, answer_, next_, keys_}) {
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
  }
  keys_->setText(
      tr("Page Up and Page Down: steps · 1 to 5: guess · Space: answer · B: black screen · L: pointer · P: pen "
         "· E: erase · Z: enlarge · Esc: end"));
  notes_->setPlaceholderText(
      tr("No notes on this step. N in the trace writes one; what follows a line --- is shown only here."));
  next_->setAlignment(Qt::AlignLeft | Qt::AlignTop);
  nextTree_->drag()->setEnabled(false);
  // The keys reach this window wherever the mouse was clicked.
  for (QWidget* widget : std::initializer_list<QWidget*>{notes_, notes_->viewport(), nextTree_, nextTree_->viewport()})
    widget->setFocusPolicy(Qt::NoFocus);
  connect(&ticks_, &QTimer::timeout, this, &Presenter::showClock);
  resize(1000, 640);
}

void Presenter::setTheme(const Theme& theme) {
  theme_ = theme;
  nextTree_->setTheme(theme);
  styleTexts();
}

// The type grows with the window, because the presenter reads it from a distance.
void Presenter::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  const qreal scale = std::clamp(width() / kPlainPresenter, 1.0, kMostPresenterScale);
  if (scale == scale_) return;
  scale_ = scale;
  styleTexts();
}

void Presenter::styleTexts() {
  const Theme& theme = theme_;
  const auto style = [this](QLabel* label, int pixels, const QColor& color, const char* more = "") {
    label->setStyleSheet(QStringLiteral("font-size: %1px; color: %2; background: transparent; %3")
                             .arg(qRound(pixels * scale_))
                             .arg(color.name(), QString::fromLatin1(more)));
  };
  setStyleSheet(
      QStringLiteral("QWidget#presenter { background: %1; } QTextBrowser { background: %2; color: %3; border: "
                     "1px solid %4; border-radius: 8px; padding: 10px; font-size: %5px; }")
          .arg(theme.window.name(), theme.panel.name(), theme.text.name(), theme.hairline.name())
          .arg(qRound(kPresentedNote * scale_)));
  style(clock_, kPresentedClock, theme.text, "font-weight: 600;");
  style(call_, kPresentedCall, theme.text, "font-weight: 600;");
  style(answer_, kPresentedText, theme.vectorized);
  for (QLabel* label : {place_, score_, next_}) style(label, kPresentedText, theme.dim);
  style(keys_, kPresentedKeys, theme.dim);
  nextTree_->setZoom(scale_);
}

void Presenter::setContent(const PresenterContent& content) {
  place_->setText(content.place);
  call_->setText(content.call);
  answer_->setText(content.answer);
  answer_->setVisible(!content.answer.isEmpty());
  score_->setText(content.score);
  notes_->setPlainText(content.notes);
  next_->setText(content.next.isEmpty() ? tr("This is the last step.") : tr("Next: %1").arg(content.next));
  nextTree_->setVisible(!content.next.isEmpty());
}

QString Presenter::notes() const { return notes_->toPlainText(); }

void Presenter::startClock() {
  since_.start();
  ticks_.start(1000);
  showClock();
}

void Presenter::showClock() {
  const qint64 seconds = since_.elapsed() / 1000;
  clock_->setText(QStringLiteral("%1:%2").arg(seconds / 60).arg(seconds % 60, 2, 10, QLatin1Char('0')));
}

void Presenter::keyPressEvent(QKeyEvent* event) { Q_EMIT keyPressed(event); }

}  // namespace lw
