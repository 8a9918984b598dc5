#include "app/window/lecture/lecture.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QVBoxLayout>
#include <algorithm>

#include "core/schedule/support/provenance.h"
#include "core/text/print/printer.h"
#include "views/code/code_content.h"
#include "views/selection/block_signs.h"
#include "views/trace/trace_model.h"

namespace lw {
namespace {

constexpr qreal kPlainWidth = 860;  // width in pixels at which the type is as large as in the window
constexpr int kCallSize = 19, kNoteSize = 14;

}  // namespace

Lecture::Lecture(Workbench* workbench, QWidget* window)
    : QWidget(window, Qt::Window),
      workbench_(workbench),
      theme_(loadTheme("dark")),
      tree_(new LoopTreeView(this)),
      code_(new CodeView(this)),
      sides_(new QSplitter(this)),
      call_(new QLabel(this)),
      place_(new QLabel(this)),
      note_(new QLabel(this)),
      time_(new QLabel(this)) {
  setObjectName("lecture");
  setWindowTitle(tr("Lecture"));
  setFocusPolicy(Qt::StrongFocus);
  auto* rows = new QVBoxLayout(this);
  rows->setContentsMargins(24, 16, 24, 16);
  rows->setSpacing(12);
  auto* top = new QHBoxLayout;
  top->addWidget(call_, 1);
  top->addWidget(place_);
  rows->addLayout(top);
  sides_->setChildrenCollapsible(false);
  sides_->setHandleWidth(12);
  for (QWidget* side : std::initializer_list<QWidget*>{tree_, code_}) {
    auto* panel = new QFrame(sides_);
    panel->setObjectName("lecturePanel");
    auto* inside = new QVBoxLayout(panel);
    inside->setContentsMargins(5, 5, 5, 5);
    inside->addWidget(side);
  }
  rows->addWidget(sides_, 1);
  auto* bottom = new QHBoxLayout;
  bottom->setSpacing(24);
  bottom->addWidget(note_, 1);
  bottom->addWidget(time_);
  rows->addLayout(bottom);
  call_->setTextFormat(Qt::PlainText);
  note_->setTextFormat(Qt::PlainText);
  note_->setWordWrap(true);
  code_->setReadOnly(true);
  // The keys move through the trace wherever the mouse was clicked.
  for (QWidget* widget : std::initializer_list<QWidget*>{tree_, tree_->viewport(), code_, code_->viewport()})
    widget->setFocusPolicy(Qt::NoFocus);
  connect(workbench_->program(), &ShownProgram::changed, this, &Lecture::showState);
  connect(workbench_->history(), &HistoryEditor::changed, this, &Lecture::showFacts);
  connect(tree_, &LoopTreeView::picked, this, [this](const LinkedSelection& picked) {
    workbench_->selection()->select(picked);
    if (shown_) code_->highlight(spansOf(shown_->printed.map, picked), true);
  });
}

void Lecture::begin(const Theme& theme, bool moves) {
  theme_ = theme;
  setStyleSheet(
      QStringLiteral("QWidget#lecture { background: %1; } QFrame#lecturePanel { background: %2; border: 1px solid %3; "
                     "border-radius: 8px; } #lecture QSplitter::handle { background: transparent; }")
          .arg(theme.window.name(), theme.panel.name(), theme.hairline.name()));
  tree_->setTheme(theme);
  tree_->setAnimated(moves);
  node_ = -1;
  showFullScreen();
  applyScale();
  showState();
  setFocus();
}

// Scales the type with the screen, as on a slide: a line has the same number of characters on each screen.
void Lecture::applyScale() {
  scale_ = std::clamp(width() / kPlainWidth, 1.0, 3.0) * zoomFactor_;
  tree_->setZoom(scale_);
  code_->setScale(scale_);
  code_->setTheme(theme_);
  styleLabel(call_, kCallSize, theme_.text,
             QStringLiteral("font-family: '%1'; font-weight: 600;").arg(codeFont().family()));
  for (QLabel* label : {place_, note_}) styleLabel(label, kNoteSize, theme_.dim);
  showFacts();
  sides_->setSizes({width() * 46 / 100, width() * 54 / 100});
  showChange();
}

void Lecture::styleLabel(QLabel* label, int pixels, const QColor& color, const QString& more) {
  label->setStyleSheet(QStringLiteral("font-size: %1px; color: %2; background: transparent; %3")
                           .arg(qRound(pixels * scale_))
                           .arg(color.name(), more));
}

void Lecture::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  if (isVisible()) applyScale();
}

void Lecture::go(int by) {
  if (!workbench_->document()->hasProgram()) return;
  const std::vector<int> path = workbench_->history()->shownPath();
  const auto here = std::find(path.begin(), path.end(), workbench_->document()->history().current()) - path.begin();
  workbench_->history()->goTo(path[size_t(std::clamp<int64_t>(here + by, 0, int64_t(path.size()) - 1))]);
}

void Lecture::showState() {
  if (!isVisible()) return;
  if (!workbench_->document()->hasProgram() || !workbench_->program()->hasViews()) return void(close());
  const History& history = workbench_->document()->history();
  const int node = history.current();
  if (shown_ == workbench_->program()->sharedViews() && node == node_) return;
  shown_ = workbench_->program()->sharedViews();
  if (node != node_) answered_ = false;
  node_ = node;
  tree_->setTree(shown_->tree);
  code_->setCode(shown_->printed.text);
  const History::Node& state = history.node(node);
  call_->setText(state.parent < 0 ? tr("as written") : QString::fromStdString(state.title));
  const std::vector<int> path = workbench_->history()->shownPath();
  place_->setText(tr("%1 of %2").arg(std::find(path.begin(), path.end(), node) - path.begin()).arg(path.size() - 1));
  showFacts();
  made_ = state.parent < 0 ? Selection()
                           : madeBySteps(state.schedule, history.node(state.parent).schedule.stepCount(),
                                         state.schedule.stepCount());
  if (state.parent < 0) return showText({});
  workbench_->jobs()->run<std::string>(
      Channel::Lecture,
      [before = history.node(state.parent).schedule.program().function(workbench_->document()->shownFunction())](
          const Stop&) { return print(before).text; },
      [this, node](std::string before) {
        if (node == node_ && shown_) showText(before);
      });
}

// `before`: the text of the previous state; empty: there is none.
void Lecture::showText(const std::string& before) {
  const std::string& text = shown_->printed.text;
  if (before.empty())
    code_->setCode(text);
  else
    code_->setCompared(before, text);
  const BlockSigns signs = signsOf(shown_->tree);
  code_->signs()->set(signedLines(text, shown_->printed.map, signs), signs.names);
  showChange();
}

// Highlights what the step made in the tree, and scrolls tree and text to the first change.
void Lecture::showChange() {
  if (!shown_) return;
  tree_->setSelection({made_, {}}, true);
  code_->goTo(0);
  if (code_->comparison()) code_->form()->goToChange(1);
}

void Lecture::showFacts() {
  if (!isVisible() || !workbench_->document()->hasProgram() || node_ != workbench_->document()->history().current())
    return;
  note_->setText(QString::fromStdString(workbench_->document()->history().node(node_).note));
  showTime();
}

// Shows the times of this state and of the previous one, if both ran under the same conditions and are correct; the
// result is revealed on request.
void Lecture::showTime() {
  time_->clear();
  const RunModel& runs = *workbench_->records()->model();
  const int parent = workbench_->document()->history().node(node_).parent;
  const RunRow* now = runs.of(node_);
  const RunRow* before = parent < 0 ? nullptr : runs.of(parent);
  const bool wrong = now && isWrong(*now);
  styleLabel(time_, kNoteSize, wrong ? theme_.reduce : theme_.text);
  if (wrong) return time_->setText(tr("✗ the result is wrong: %1").arg(now->difference));
  if (!now || now->medianMs <= 0 || isEmulated(*now)) return;
  if (!before || before->medianMs <= 0 || isWrong(*before) || before->conditions != now->conditions)
    return time_->setText(timeOf(now->medianMs));
  if (!answered_) return time_->setText(tr("Faster or slower? (space bar)"));
  const QString times = tr("%1 → %2").arg(timeOf(before->medianMs), timeOf(now->medianMs));
  const bool apart = now->highMs < before->lowMs || now->lowMs > before->highMs;
  if (!apart) return time_->setText(tr("No measurable difference: %1").arg(times));
  const double ratio = before->medianMs / now->medianMs;
  time_->setText((ratio > 1 ? tr("%1 times as fast: %2") : tr("%1 times as slow: %2"))
                     .arg(ratio > 1 ? ratio : 1 / ratio, 0, 'f', 1)
                     .arg(times));
}

void Lecture::keyPressEvent(QKeyEvent* event) {
  constexpr int kFar = 1 << 20;
  switch (event->key()) {
    case Qt::Key_Right:
    case Qt::Key_Down:
    case Qt::Key_PageDown:
      return go(1);
    case Qt::Key_Left:
    case Qt::Key_Up:
    case Qt::Key_PageUp:
      return go(-1);
    case Qt::Key_Home:
      return go(-kFar);
    case Qt::Key_End:
      return go(kFar);
    case Qt::Key_Space:
      answered_ = !answered_;
      return showFacts();
    case Qt::Key_Plus:
    case Qt::Key_Equal:
    case Qt::Key_Minus:
    case Qt::Key_Underscore: {
      const bool smaller = event->key() == Qt::Key_Minus || event->key() == Qt::Key_Underscore;
      zoomFactor_ = std::clamp(zoomFactor_ * (smaller ? 1 / 1.1 : 1.1), 0.5, 2.0);
      return applyScale();
    }
    case Qt::Key_0:
      zoomFactor_ = 1;
      return applyScale();
    case Qt::Key_Escape:
    case Qt::Key_F11:
      return void(close());
    default:
      return QWidget::keyPressEvent(event);
  }
}

}  // namespace lw
