// Somebody who acts on a window at random, by real events and without waiting for their results: the same seed acts in
// the same way.
#pragma once

#include <time.h>

#include <QAbstractEventDispatcher>
#include <QAbstractItemView>
#include <QComboBox>
#include <QDialog>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QPushButton>
#include <QTimer>
#include <QToolButton>
#include <algorithm>
#include <array>
#include <map>
#include <random>
#include <string>

#include "tests/gui/fixture.h"
#include "views/inspector/refusal_card.h"

namespace lw {

// CPU time of this thread in ms, which does not include other programs.
inline double busyMs() {
  timespec t{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return double(t.tv_sec) * 1e3 + double(t.tv_nsec) / 1e6;
}

class Person {
 public:
  Person(WindowFixture& f, uint64_t seed) : f_(f), random_(seed) {
    QObject::connect(QAbstractEventDispatcher::instance(), &QAbstractEventDispatcher::awake, &scope_,
                     [this] { awake_ = busyMs(); });
    QObject::connect(QAbstractEventDispatcher::instance(), &QAbstractEventDispatcher::aboutToBlock, &scope_,
                     [this] { note(awake_); });
  }

  void act() {
    struct Way {
      const char* name;
      int weight;
      void (Person::*does)();
    };
    static constexpr std::array<Way, 20> kWays{{{"click in the tree", 24, &Person::clickTree},
                                                {"step button", 16, &Person::pressStep},
                                                {"form", 14, &Person::useForm},
                                                {"undo", 5, &Person::undo},
                                                {"redo", 4, &Person::redo},
                                                {"trace row", 6, &Person::clickTrace},
                                                {"stage", 6, &Person::clickStage},
                                                {"tree key", 8, &Person::treeKey},
                                                {"typed step", 8, &Person::typeStep},
                                                {"typing in the source", 3, &Person::typeSource},
                                                {"drag", 5, &Person::drag},
                                                {"results page", 2, &Person::results},
                                                {"theme", 1, &Person::theme},
                                                {"switch", 4, &Person::pressSwitch},
                                                {"trace key", 4, &Person::traceKey},
                                                {"size", 1, &Person::resize},
                                                {"run", 1, &Person::run},
                                                {"next step", 5, &Person::nextStep},
                                                {"refusal", 2, &Person::seekRepair},
                                                {"chord", 2, &Person::chord}}};
    int total = 0;
    for (const Way& w : kWays) total += w.weight;
    int at = pick(total);
    for (const Way& w : kWays)
      if ((at -= w.weight) < 0) {
        what_ = w.name;
        const double before = busyMs();
        (this->*w.does)();
        note(std::max(before, awake_));  // an action may wait for events: each event loop iteration counts separately
        break;
      }
    dismiss();
    awake_ = busyMs();
    QCoreApplication::processEvents(QEventLoop::AllEvents, pick(30));
  }

  // What a key combination inserted into the source; empty: nothing.
  const QString& written() const { return written_; }
  double longest() const { return longest_; }
  const std::string& longestAt() const { return longestAt_; }
  const std::map<std::string, int>& late() const { return late_; }  // actions of over 100 ms, with their number

 private:
  int pick(int below) { return below <= 1 ? 0 : int(random_() % uint64_t(below)); }
  bool chance(int of) { return pick(of) == 0; }
  void note(double since) {
    const double ms = busyMs() - since;
    if (ms > 100) ++late_[what_];
    if (ms > longest_) longest_ = ms, longestAt_ = what_;
  }
  void key(QWidget* to, Qt::Key k, Qt::KeyboardModifiers m = {}) {
    to->setFocus();
    QTest::keyClick(to, k, m);
  }
  void click(QWidget* w, QPoint at, Qt::KeyboardModifiers m = {}) { QTest::mouseClick(w, Qt::LeftButton, m, at); }
  // Closes open menus and questions with Escape.
  void dismiss() {
    while (QWidget* popup = QApplication::activePopupWidget()) popup->close();
    if (auto* dialog = qobject_cast<QDialog*>(QApplication::activeModalWidget())) dialog->reject();
  }

  QRect anyBox() {
    const auto& nodes = f_.tree()->tree().nodes;
    if (nodes.empty()) return {};
    const LoopTreeNode& n = nodes[size_t(pick(int(nodes.size())))];
    return n.loop.valid() ? f_.tree()->rectOf(n.loop) : n.block.valid() ? f_.tree()->rectOf(n.block) : QRect();
  }
  void clickTree() {
    const QRect box = anyBox();
    QWidget* view = f_.tree()->viewport();
    const QPoint at(box.left() + 20, box.top() + 14);
    if (!box.isValid() || !view->rect().contains(at)) return;
    click(view, at, chance(5) ? Qt::ControlModifier : Qt::NoModifier);
  }
  void pressStep() {
    const auto& all = allPrimitives();
    QToolButton* button = f_.bar()->button(all[size_t(pick(int(all.size())))]->name);
    if (button && button->isVisible()) click(button, button->rect().center());
  }
  void useForm() {
    PrimitiveForm* form = f_.form();
    if (!form->isVisible()) return pressStep();
    auto* apply = form->findChild<QPushButton*>("applyStep");
    const auto lines = form->findChildren<QLineEdit*>();
    const auto lists = form->findChildren<QComboBox*>();
    switch (pick(5)) {
      case 0:
        if (!lines.isEmpty()) {
          static const std::array<const char*, 8> kWords{"None, 4", "4",  "None, None", "0", "lambda i, j: (j, i)",
                                                         "shared",  "-3", "x["};
          QLineEdit* line = lines[pick(int(lines.size()))];
          line->selectAll();
          QTest::keyClicks(line, kWords[size_t(pick(int(kWords.size())))]);
        }
        break;
      case 1:
        if (!lists.isEmpty()) key(lists[pick(int(lists.size()))], Qt::Key_Down);
        break;
      case 2:
        key(form, Qt::Key_Escape);
        break;
      default:
        if (apply && apply->isEnabled()) click(apply, apply->rect().center());
    }
  }
  void undo() { key(f_.tree(), Qt::Key_Z, Qt::ControlModifier); }
  void redo() { key(f_.tree(), Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier); }
  void clickTrace() {
    TraceView* trace = f_.trace();
    const int rows = trace->model()->rowCount();
    if (rows == 0) return;
    const QModelIndex at = trace->model()->index(pick(rows), pick(trace->model()->columnCount()));
    trace->scrollTo(at);
    click(trace->viewport(), trace->visualRect(at).center());
  }
  void clickStage() {
    const auto lists = f_.lowered()->findChildren<QAbstractItemView*>();
    if (lists.isEmpty() || lists.first()->model()->rowCount() == 0) return;
    QAbstractItemView* list = lists.first();
    const QModelIndex at = list->model()->index(pick(list->model()->rowCount()), 0);
    list->scrollTo(at);
    click(list->viewport(), list->visualRect(at).center());
  }
  void treeKey() {
    static constexpr std::array<Qt::Key, 12> kKeys{Qt::Key_Up,    Qt::Key_Down,   Qt::Key_Left,   Qt::Key_Right,
                                                   Qt::Key_Home,  Qt::Key_End,    Qt::Key_D,      Qt::Key_Plus,
                                                   Qt::Key_Minus, Qt::Key_Return, Qt::Key_Escape, Qt::Key_S};
    key(f_.tree(), kKeys[size_t(pick(int(kKeys.size())))]);
  }
  void typeStep() {
    static const std::array<const char*, 10> kSteps{
        "split i 4",    "fuse i j", "reorder k j",    "vectorize j",
        "parallel i",   "unroll k", "cache_read C A", "decompose_reduction C k",
        "no such step", "split"};
    key(f_.tree(), Qt::Key_K, Qt::ControlModifier);
    QWidget* palette = f_.stepPalette();
    auto* line = palette->findChild<QLineEdit*>();
    if (!palette->isVisible() || !line) return;
    QTest::keyClicks(line, kSteps[size_t(pick(int(kSteps.size())))]);
    key(line, chance(5) ? Qt::Key_Escape : Qt::Key_Return);
    if (palette->isVisible()) key(line, Qt::Key_Escape);
  }
  // Types a character and removes it: the steps must return as well.
  void typeSource() {
    CodeView* source = f_.written();
    f_.showScheduled(false);
    source->goTo(pick(int(source->code().size())));
    source->setFocus();
    const QString typed = chance(3) ? QStringLiteral(" ") : chance(2) ? QStringLiteral("q") : QStringLiteral("8");
    QTest::keyClicks(source, typed);
    if (chance(2)) QTest::qWait(pick(500));
    for (int i = 0; i < typed.size(); ++i) QTest::keyClick(source, Qt::Key_Backspace);
  }
  void drag() {
    const QRect from = anyBox(), to = anyBox();
    QWidget* view = f_.tree()->viewport();
    const QPoint start(from.left() + 20, from.top() + 14), end(to.left() + 20, to.top() + 14);
    if (!from.isValid() || !to.isValid() || !view->rect().contains(start) || !view->rect().contains(end)) return;
    QTest::mousePress(view, Qt::LeftButton, {}, start);
    for (const QPoint& at : {start + QPoint(0, 6), (start + end) / 2, end}) {
      QMouseEvent move(QEvent::MouseMove, at, view->mapToGlobal(at), Qt::NoButton, Qt::LeftButton, {});
      QCoreApplication::sendEvent(view, &move);
      if (chance(3)) QCoreApplication::processEvents();
    }
    if (chance(4)) QTest::keyClick(view, Qt::Key_Escape);
    QTest::mouseRelease(view, Qt::LeftButton, {}, end);
  }
  void results() {
    static constexpr const char* kPages[] = {RunFeature::kPage, ProblemsFeature::kPage, RooflineFeature::kPage,
                                             AccessesFeature::kPage, ValuesFeature::kPage};
    f_.showPage(kPages[pick(5)]);
  }
  void theme() { f_.window->setThemeByName(chance(2) ? "dark" : "light"); }
  void pressSwitch() {
    QList<QToolButton*> seen;
    for (QToolButton* b : f_.window->findChildren<QToolButton*>())
      if (b->isVisible() && b->isEnabled() && b->isCheckable()) seen << b;
    if (!seen.isEmpty()) {
      QToolButton* b = seen[pick(int(seen.size()))];
      if (b->menu()) QTimer::singleShot(30, &scope_, [this] { chooseInMenu(); });  // the click ends when the menu does
      click(b, b->rect().center());
    }
  }
  void chooseInMenu() {
    QWidget* menu = QApplication::activePopupWidget();
    if (!menu) return;
    for (int i = pick(4); i >= 0; --i) QTest::keyClick(menu, Qt::Key_Down);
    QTest::keyClick(menu, chance(3) ? Qt::Key_Escape : Qt::Key_Return);
    if (menu->isVisible()) menu->close();
  }
  void traceKey() {
    static constexpr std::array<Qt::Key, 5> kKeys{Qt::Key_Up, Qt::Key_Down, Qt::Key_C, Qt::Key_Escape, Qt::Key_Delete};
    key(f_.trace(), kKeys[size_t(pick(int(kKeys.size())))], chance(6) ? Qt::AltModifier : Qt::NoModifier);
  }
  void resize() { f_.window->resize(1000 + pick(900), 650 + pick(500)); }
  // Applies a next step of the inspector at once, or times all of them.
  void nextStep() {
    const auto steps = f_.inspector()->findChildren<QPushButton*>(chance(6) ? "measureNext" : "nextStep");
    if (steps.isEmpty()) return;
    QPushButton* step = steps[pick(int(steps.size()))];
    f_.inspector()->ensureWidgetVisible(step);
    click(step, step->rect().center());
  }
  void seekRepair() {
    const auto cards = f_.inspector()->findChildren<RefusalCard*>();
    if (cards.isEmpty()) return;
    auto* seek = cards[pick(int(cards.size()))]->findChild<QPushButton*>();
    if (seek && seek->isVisible()) click(seek, seek->rect().center());
  }
  // Sends a key combination, which zooms or does nothing.
  void chord() {
    static constexpr std::array<std::pair<Qt::Key, char>, 8> kKeys{{{Qt::Key_Equal, '='},
                                                                    {Qt::Key_Plus, '+'},
                                                                    {Qt::Key_Minus, '-'},
                                                                    {Qt::Key_Underscore, '_'},
                                                                    {Qt::Key_0, '0'},
                                                                    {Qt::Key_D, 'd'},
                                                                    {Qt::Key_Semicolon, ';'},
                                                                    {Qt::Key_Space, ' '}}};
    const auto [k, text] = kKeys[size_t(pick(int(kKeys.size())))];
    CodeView* source = f_.written();
    f_.showScheduled(false);
    source->setFocus();
    const std::string before = source->code();
    QTest::sendKeyEvent(QTest::Click, source, k, QString(QLatin1Char(text)),
                        Qt::ControlModifier | (chance(2)   ? Qt::ShiftModifier
                                               : chance(3) ? Qt::KeypadModifier
                                                           : Qt::NoModifier));
    if (source->code() != before) written_ = QString::fromStdString(source->code());
  }
  void run() {
    key(f_.tree(), Qt::Key_F5);
    if (chance(2)) key(f_.tree(), Qt::Key_Escape);
  }

  WindowFixture& f_;
  std::mt19937_64 random_;
  QObject scope_;
  std::string what_, longestAt_;
  QString written_;
  double awake_ = busyMs(), longest_ = 0;
  std::map<std::string, int> late_;
};

}  // namespace lw
