#include "app/window/lecture/lecture.h"

#include <QAbstractScrollArea>
#include <QApplication>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QScreen>
#include <QVBoxLayout>
#include <algorithm>

#include "app/models/document/document.h"
#include "app/models/program/block_signs.h"
#include "app/models/program/selection_model.h"
#include "app/models/program/shown_program.h"
#include "app/models/program/state_views.h"
#include "app/models/runs/run_model.h"
#include "app/models/schedule/history_editor.h"
#include "app/models/support/job_runner.h"
#include "app/models/support/services.h"
#include "app/models/text/number_text.h"
#include "app/models/text/translate_messages.h"
#include "backends/tune/tuning_machine.h"
#include "core/schedule/support/provenance.h"
#include "core/text/print/printer.h"
#include "views/code/code_content.h"
#include "views/loop_tree/loop_tree_drag.h"

namespace lw {
namespace {

constexpr qreal kPlainWidth = 860;    // width in pixels at which the type is as large as in the window
constexpr qreal kAloneFactor = 1.35;  // of a tree that is shown alone
constexpr int kCallSize = 19, kNoteSize = 14;

}  // namespace

Lecture::Lecture(const Services& services, QWidget* window)
    : QWidget(window, Qt::Window),
      services_(services),
      theme_(loadTheme("dark")),
      tree_(new LoopTreeView(this)),
      code_(new CodeView(this)),
      sides_(new QSplitter(this)),
      quiz_(new QuizBar(this)),
      pen_(new PenLayer(this)),
      presenter_(new Presenter(window)),
      call_(new QLabel(this)),
      place_(new QLabel(this)),
      note_(new QLabel(this)),
      time_(new QLabel(this)),
      why_(new QLabel(this)) {
  setObjectName("lecture");
  setWindowTitle(tr("Lecture"));
  setFocusPolicy(Qt::StrongFocus);
  layOut();
  call_->setTextFormat(Qt::PlainText);
  note_->setTextFormat(Qt::PlainText);
  note_->setWordWrap(true);
  why_->setTextFormat(Qt::PlainText);
  why_->setWordWrap(true);
  code_->setReadOnly(true);
  // Long lines are wrapped; words that a step may change are not left out.
  code_->form()->setFolds(false);
  code_->form()->setCompact(true);
  tree_->drag()->setEnabled(false);
  // The keys move through the trace wherever the mouse was clicked.
  for (QWidget* widget : std::initializer_list<QWidget*>{tree_, tree_->viewport(), code_, code_->viewport()})
    widget->setFocusPolicy(Qt::NoFocus);
  pen_->raise();
  connect(quiz_, &QuizBar::changed, this, &Lecture::showTime);
  connect(presenter_, &Presenter::keyPressed, this, &Lecture::keyPressEvent);
  connect(services_.get<ShownProgram>(), &ShownProgram::changed, this, &Lecture::showState);
  connect(services_.get<HistoryEditor>(), &HistoryEditor::changed, this, &Lecture::showFacts);
  connect(tree_, &LoopTreeView::picked, this, [this](const LinkedSelection& picked) {
    services_.get<SelectionModel>()->select(picked);
    if (shown_) code_->highlight(spansOf(shown_->printed.map, picked), true);
  });
}

void Lecture::layOut() {
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
  rows->addWidget(quiz_);
  auto* bottom = new QHBoxLayout;
  bottom->setSpacing(24);
  bottom->addWidget(note_, 1);
  bottom->addWidget(time_);
  rows->addLayout(bottom);
  rows->addWidget(why_);
}

void Lecture::prepare(const Theme& theme, bool moves) {
  theme_ = theme;
  setStyleSheet(
      QStringLiteral("QWidget#lecture { background: %1; } QFrame#lecturePanel { background: %2; border: 1px solid %3; "
                     "border-radius: 8px; } #lecture QSplitter::handle { background: transparent; }")
          .arg(theme.window.name(), theme.panel.name(), theme.hairline.name()));
  tree_->setTheme(theme);
  tree_->setAnimated(moves);
  pen_->setTheme(theme);
  pen_->setTool(PenLayer::Tool::None);
  pen_->setBlank({});
  presenter_->setTheme(theme);
  quiz_->restart();
  node_ = -1;
}

void Lecture::beginUnseen(const Theme& theme, const QSize& size) {
  prepare(theme, false);
  setAttribute(Qt::WA_DontShowOnScreen);
  setAttribute(Qt::WA_ShowWithoutActivating);
  for (QAbstractScrollArea* area : std::initializer_list<QAbstractScrollArea*>{tree_, code_}) {
    area->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);  // nobody can scroll a slide
    area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  }
  resize(size);
  show();
  showSides(Sides::Both);
  applyScale();
  showState();
}

void Lecture::begin(const Theme& theme, bool moves) {
  prepare(theme, moves);
  presenter_->startClock();
  qApp->installEventFilter(this);
  // With a second screen, that of the window is the presenter's.
  const QList<QScreen*> screens = QGuiApplication::screens();
  if (screens.size() > 1) {
    const QScreen* own = parentWidget()->screen();
    setGeometry((screens[0] == own ? screens[1] : screens[0])->geometry());
    openPresenter();
  }
  showFullScreen();
  showSides(Sides::Both);
  applyScale();
  showState();
  setFocus();
}

// Scales the type with the screen, as on a slide: a line has the same number of characters on each screen.
void Lecture::applyScale() {
  scale_ = std::clamp(width() / kPlainWidth, 1.0, 3.0) * zoomFactor_;
  tree_->setZoom(scale_ * (shownSides_ == Sides::Tree ? kAloneFactor : 1));
  code_->setScale(scale_);
  code_->setTheme(theme_);
  styleLabel(call_, kCallSize, theme_.text,
             QStringLiteral("font-family: '%1'; font-weight: 600;").arg(codeFont().family()));
  for (QLabel* label : {place_, note_, why_}) styleLabel(label, kNoteSize, theme_.dim);
  showFacts();
  quiz_->setTheme(theme_, scale_);
  pen_->setGeometry(rect());
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

std::vector<int> Lecture::path() const { return services_.get<HistoryEditor>()->shownPath(); }
int Lecture::current() const { return services_.get<Document>()->history().current(); }
void Lecture::goTo(int node) { services_.get<HistoryEditor>()->goTo(node); }
QString Lecture::title() const { return services_.get<Document>()->function(); }

int Lecture::nextOnPath(int by) const {
  const std::vector<int> path = services_.get<HistoryEditor>()->shownPath();
  const auto here = std::find(path.begin(), path.end(), services_.get<Document>()->history().current()) - path.begin();
  const int64_t at = here + by;
  return at < 0 || at >= int64_t(path.size()) ? -1 : path[size_t(at)];
}

QString Lecture::place() const {
  const std::vector<int> path = services_.get<HistoryEditor>()->shownPath();
  return tr("%1 of %2").arg(std::find(path.begin(), path.end(), node_) - path.begin()).arg(path.size() - 1);
}

void Lecture::go(int by) {
  if (!services_.get<Document>()->hasProgram()) return;
  const std::vector<int> path = services_.get<HistoryEditor>()->shownPath();
  const int next = nextOnPath(by);
  services_.get<HistoryEditor>()->goTo(next >= 0 ? next : by < 0 ? path.front() : path.back());
}

void Lecture::showState() {
  if (!isVisible()) return;
  if (!services_.get<Document>()->hasProgram() || !services_.get<ShownProgram>()->hasViews()) return void(close());
  const History& history = services_.get<Document>()->history();
  const int node = history.current();
  if (shown_ == services_.get<ShownProgram>()->sharedViews() && node == node_) return;
  shown_ = services_.get<ShownProgram>()->sharedViews();
  if (node != node_) pen_->erase();
  node_ = node;
  tree_->setTree(shown_->tree);
  code_->setCode(shown_->printed.text);
  const History::Node& state = history.node(node);
  call_->setText(state.parent < 0 ? tr("as written") : QString::fromStdString(state.title));
  place_->setText(place());
  nextTree_ = {};
  reasons_ = {};
  showFacts();
  made_ = state.parent < 0 ? Selection()
                           : madeBySteps(state.schedule, history.node(state.parent).schedule.stepCount(),
                                         state.schedule.stepCount());
  if (state.parent < 0) showText({});
  struct Made {
    std::string before;
    LoopTree next;
    tune::Reasons reasons;
  };
  const int function = services_.get<Document>()->shownFunction(), next = nextOnPath(1);
  std::optional<Snapshot> previous, following;
  if (state.parent >= 0) previous = history.node(state.parent).schedule.program();
  if (next >= 0) following = history.node(next).schedule.program();
  services_.get<JobRunner>()->run<Made>(
      Channel::Lecture,
      [previous, now = state.schedule.program(), following, function,
       caches = services_.get<ShownProgram>()->caches()](const Stop&) {
        Made made;
        if (previous) {
          made.before = print(previous->function(function)).text;
          made.reasons =
              tune::reasonsBetween(previous->function(function), now.function(function), tune::thisMachine(0));
        }
        if (following && function < following->functionCount()) made.next = viewsOf(*following, function, caches).tree;
        return made;
      },
      [this, node](Made made) {
        if (node != node_ || !shown_) return;
        nextTree_ = std::move(made.next);
        reasons_ = std::move(made.reasons);
        showTime();
        if (!made.before.empty()) showText(made.before);
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
  if (!isVisible() || !services_.get<Document>()->hasProgram() ||
      node_ != services_.get<Document>()->history().current())
    return;
  const QString note = QString::fromStdString(services_.get<Document>()->history().node(node_).note);
  note_->setText(lectureNote(note).audience);
  const int parent = services_.get<Document>()->history().node(node_).parent;
  const RunModel& runs = *services_.get<RunModel>();
  quiz_->ask(node_, questionOf(parent < 0 ? nullptr : runs.of(parent), runs.of(node_)));
  showTime();
}

// The time of this state, or the answer to the question about it once it is revealed.
void Lecture::showTime() {
  if (node_ < 0) return;
  time_->clear();
  const RunRow* now = services_.get<RunModel>()->of(node_);
  const bool wrong = now && isWrong(*now);
  styleLabel(time_, kNoteSize, wrong ? theme_.reduce : theme_.text);
  if (wrong)
    time_->setText(tr("✗ the result is wrong: %1").arg(now->difference));
  else if (quiz_->question() && quiz_->revealed())
    time_->setText(quiz_->question()->answer);
  else if (quiz_->question())
    time_->setText(tr("Faster or slower? (1 to 5, then the space bar)"));
  else if (now && now->medianMs > 0 && !isEmulated(*now))
    time_->setText(timeOf(now->medianMs));
  showWhy();
  showPresenter();
}

// Below the answer: what the cost model says for the change that was measured.
void Lecture::showWhy() {
  QStringList words;
  const RunModel& runs = *services_.get<RunModel>();
  const int parent = services_.get<Document>()->history().node(node_).parent;
  const RunRow *before = parent < 0 ? nullptr : runs.of(parent), *now = runs.of(node_);
  if (before && now && quiz_->question() && quiz_->revealed())
    for (const Message& why : now->medianMs < before->medianMs ? reasons_.faster : reasons_.slower)
      words << messageWords(why);
  why_->setText(words.join(QLatin1Char(' ')));
  why_->setVisible(!words.isEmpty());
}

// ---- the presenter ----

void Lecture::openPresenter() {
  presenter_->show();
  presenter_->raise();
  showPresenter();
}

void Lecture::showPresenter() {
  if (!presenter_->isVisible() || node_ < 0 || !services_.get<Document>()->hasProgram()) return;
  const History& history = services_.get<Document>()->history();
  const LectureNote note = lectureNote(QString::fromStdString(history.node(node_).note));
  const int next = nextOnPath(1);
  PresenterContent content;
  content.place = place();
  content.call = call_->text();
  content.notes = note.audience + (note.audience.isEmpty() || note.presenter.isEmpty() ? "" : "\n\n") + note.presenter;
  if (quiz_->question())
    content.answer = tr("Answer: %1 (%2)").arg(quiz_->question()->right + 1).arg(quiz_->question()->answer);
  if (quiz_->answeredCount() > 0)
    content.score = tr("%1 of %2 guesses were right").arg(quiz_->rightCount()).arg(quiz_->answeredCount());
  if (next >= 0) content.next = QString::fromStdString(history.node(next).title);
  presenter_->setContent(content);
  presenter_->setNextTree(nextTree_);
}

void Lecture::hideEvent(QHideEvent* event) {
  if (!event->spontaneous()) {  // not because the system minimized the window
    qApp->removeEventFilter(this);
    presenter_->hide();
  }
  QWidget::hideEvent(event);
}

}  // namespace lw
