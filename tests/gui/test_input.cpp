// Operates the window by mouse, keys and drops alone, as a user does.
#include <QApplication>
#include <QComboBox>
#include <QDragEnterEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QMimeData>
#include <QPushButton>
#include <QScreen>
#include <QScrollArea>
#include <QScrollBar>
#include <QToolButton>
#include <QWheelEvent>
#include <QWindow>

#include "app/models/document/document_files.h"
#include "app/models/document/document_text.h"
#include "app/models/program/selection_model.h"
#include "app/models/schedule/steps.h"
#include "tests/gui/fixture.h"

namespace lw {

class TestInput : public QObject {
  Q_OBJECT

 private:
  // Sends a key through the window system: to shortcuts first, then to the widget with the focus.
  static bool press(const WindowFixture& f, Qt::Key key, Qt::KeyboardModifiers keys = {}) {
    f.window->activateWindow();
    if (!QTest::qWaitForWindowActive(f.window.get())) return false;
    QTest::keyClick(f.window->windowHandle(), key, keys);
    return f.settle();
  }
  static bool type(const WindowFixture& f, const QString& text) {
    for (const QChar c : text) QTest::keyClick(f.window->windowHandle(), c.toLatin1());
    return f.settle();
  }
  static QString problem(const WindowFixture& f, int row, ProblemsModel::Column column) {
    return f.problems()->problemsModel()->index(row, column).data().toString();
  }
  static QString call(const WindowFixture& f, int row) {
    return f.trace()->traceModel()->index(row, TraceModel::kCall).data().toString();
  }
  // Clicks the first occurrence of `text` in a code view.
  static bool clickText(const WindowFixture& f, CodeView* view, const std::string& text) {
    const size_t at = view->code().find(text);
    if (at == std::string::npos) return false;
    view->goTo(view->form()->fullOffset(int(at)));
    const QPoint point(int(view->SendScintilla(QsciScintilla::SCI_POINTXFROMPOSITION, 0UL, long(at) + 1)),
                       int(view->SendScintilla(QsciScintilla::SCI_POINTYFROMPOSITION, 0UL, long(at) + 1)) + 8);
    f.window->workbench()->selection()->select({});
    QTest::mouseClick(view->viewport(), Qt::LeftButton, {}, point);
    return f.settle();
  }
  static QStringList linesOf(const CodeView* view) {
    QStringList lines;
    const QStringList all = QString::fromStdString(view->code()).split('\n');
    for (const int line : view->highlightedLines()) lines << all.value(line).trimmed();
    return lines;
  }

 private Q_SLOTS:
  void paletteTakesWords() {
    WindowFixture f;
    QVERIFY(f.openText(kSmallProgram));
    f.tree()->setFocus();
    QVERIFY(press(f, Qt::Key_K, Qt::ControlModifier));
    QVERIFY(f.stepPalette()->isVisible());
    QVERIFY(type(f, "split i 4 16"));
    QVERIFY(press(f, Qt::Key_Return));
    QVERIFY(!f.stepPalette()->isVisible());
    QCOMPARE(call(f, 1), QString("split(i, [4, 16])"));
    QCOMPARE(f.loopNames(), (std::vector<std::string>{"i_0", "i_1", "j", "k"}));
    QVERIFY(f.tree()->hasFocus());
    QVERIFY(press(f, Qt::Key_K, Qt::ControlModifier));
    QVERIFY(press(f, Qt::Key_Escape));
    QVERIFY(!f.stepPalette()->isVisible());
  }

  // The list shows refused steps with their reasons before they are chosen; arrows and Enter choose an entry.
  void paletteList() {
    WindowFixture f;
    QVERIFY(f.openText(kSmallProgram));
    QVERIFY(f.clickLoop("j"));
    QVERIFY(press(f, Qt::Key_K, Qt::ControlModifier));
    QVERIFY(type(f, "par"));
    QCOMPARE(f.stepPalette()->list()->currentItem()->text(), QString("parallel"));
    QVERIFY(press(f, Qt::Key_Return));
    QCOMPARE(call(f, 1), QString("parallel(j)"));
  }

  // A refusal from the palette is listed with its reason and the two conflicting iterations.
  void refusalFromThePalette() {
    WindowFixture f;
    QVERIFY(f.openText(kSmallProgram));
    f.tree()->setFocus();
    QVERIFY(press(f, Qt::Key_K, Qt::ControlModifier));
    QVERIFY(type(f, "parallel k"));
    QVERIFY(press(f, Qt::Key_Return));
    QCOMPARE(f.trace()->traceModel()->rowCount(), 1);
    QCOMPARE(f.problems()->problemsModel()->rowCount(), 1);
    QVERIFY(f.problems()->isVisible());
    QCOMPARE(problem(f, 0, ProblemsModel::kPlace), QString("parallel(k)"));
    const QString message = problem(f, 0, ProblemsModel::kMessage);
    QVERIFY2(message.contains("loop k carries the reduction of block \"C\""), qPrintable(message));
    QVERIFY2(message.contains("k=0") && message.contains("k=1") && message.contains("C[0, 0]"), qPrintable(message));
  }

  // A key in the tree for a refused step opens the form with the reason; Enter does not apply it.
  void refusalFromAKey() {
    WindowFixture f;
    QVERIFY(f.openText(kSmallProgram));
    QVERIFY(f.clickLoop("k"));
    f.tree()->setFocus();
    QVERIFY(press(f, Qt::Key_P));
    QVERIFY(f.form()->isVisible());
    QVERIFY2(f.form()->verdict().contains("k=1"), qPrintable(f.form()->verdict()));
    QVERIFY(press(f, Qt::Key_Return));
    QVERIFY(f.form()->isVisible());
    QCOMPARE(f.problems()->problemsModel()->rowCount(), 0);
    QVERIFY(press(f, Qt::Key_Escape));
    QVERIFY(f.tree()->hasFocus());
    QCOMPARE(f.trace()->traceModel()->rowCount(), 1);
  }

  // The key r, then the order is set with Space and Alt+Up in the list, then Enter.
  void reorderByKeys() {
    WindowFixture f;
    QVERIFY(f.openText(kSmallProgram));
    QVERIFY(f.clickLoop("k"));
    f.tree()->setFocus();
    QVERIFY(press(f, Qt::Key_R));
    QVERIFY(f.form()->isVisible());
    auto* order = qobject_cast<QListWidget*>(f.form()->editor("ordered_loops")->widget());
    QVERIFY(order);
    QVERIFY(order->hasFocus());
    // k is checked and first; j is checked and second.
    QCOMPARE(order->item(0)->text().trimmed(), QString("k"));
    QVERIFY(press(f, Qt::Key_End));
    QCOMPARE(order->currentItem()->text().trimmed(), QString("j"));
    QVERIFY(press(f, Qt::Key_Space));
    QVERIFY(press(f, Qt::Key_Up, Qt::AltModifier));
    QCOMPARE(order->item(1)->text().trimmed(), QString("j"));
    QCOMPARE(f.form()->verdict(), QString("✓ legal"));
    QVERIFY(press(f, Qt::Key_Return));
    QVERIFY(!f.form()->isVisible());
    QCOMPARE(call(f, 1), QString("reorder(k, j)"));
    QCOMPARE(f.loopNames(), (std::vector<std::string>{"i", "k", "j"}));
  }

  // The key s opens the form of split; Shift+Tab reaches the candidates, Space chooses one, Enter applies it.
  void offeredValuesByKeys() {
    WindowFixture f;
    QVERIFY(f.openText(kSmallProgram));
    QVERIFY(f.clickLoop("i"));
    f.tree()->setFocus();
    QVERIFY(press(f, Qt::Key_S));
    QVERIFY(f.form()->isVisible());
    QPushButton* chip = nullptr;
    for (int i = 0; i < 12 && !chip; ++i) {
      QVERIFY(press(f, Qt::Key_Backtab, Qt::ShiftModifier));
      auto* focused = qobject_cast<QPushButton*>(QApplication::focusWidget());
      if (focused && focused->text() == "[None, 16]") chip = focused;
    }
    QVERIFY2(chip, "Shift+Tab does not reach the offered values");
    QVERIFY(press(f, Qt::Key_Space));
    QCOMPARE(qobject_cast<QLineEdit*>(f.form()->editor("factors")->widget())->text(), QString("None, 16"));
    QVERIFY(press(f, Qt::Key_Return));
    QCOMPARE(call(f, 1), QString("split(i, [None, 16])"));
    QVERIFY(f.tree()->hasFocus());
  }

  // On a loop that carries a reduction, thread axes that are refused are grey, with the reason.
  void refusedValuesAreGrey() {
    WindowFixture f;
    QVERIFY(f.openText(kSmallProgram));
    QVERIFY(f.clickLoop("k"));
    QVERIFY(press(f, Qt::Key_B));
    QVERIFY(f.form()->isVisible());
    int grey = 0, free = 0;
    for (QPushButton* chip : f.form()->findChildren<QPushButton*>()) {
      if (chip->property("class") != "chip") continue;
      const bool refused = chip->property("refused").toBool();
      (refused ? grey : free) += 1;
      if (chip->text().startsWith("blockIdx")) QVERIFY2(refused, qPrintable(chip->text()));
      if (refused) QVERIFY2(chip->toolTip().contains("carries the reduction"), qPrintable(chip->toolTip()));
    }
    QVERIFY(grey >= 3);
    QVERIFY(free >= 1);
  }

  // A drop works at the position of the mouse, also over the editor.
  void dropOnTheEditor() {
    WindowFixture f;
    QVERIFY(f.openText(kTwoBlocks, "first.py"));
    QFile file(f.folder.filePath("dropped.py"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(kSmallProgram);
    file.close();
    for (QWidget* over : std::initializer_list<QWidget*>{f.written(), f.tree()}) {
      f.window->openFile(f.folder.filePath("first.py"));
      QVERIFY(f.settle());
      QMimeData data;
      data.setUrls({QUrl::fromLocalFile(file.fileName())});
      data.setText(file.fileName());
      const QPoint at = over->mapTo(f.window.get(), over->rect().center());
      QDragEnterEvent enter(at, Qt::CopyAction, &data, Qt::LeftButton, {});
      QCoreApplication::sendEvent(f.window->windowHandle(), &enter);
      QVERIFY(enter.isAccepted());
      QDragMoveEvent move(at, Qt::CopyAction, &data, Qt::LeftButton, {});
      QCoreApplication::sendEvent(f.window->windowHandle(), &move);
      QDropEvent drop(at, Qt::CopyAction, &data, Qt::LeftButton, {});
      QCoreApplication::sendEvent(f.window->windowHandle(), &drop);
      QVERIFY(f.settle());
      QCOMPARE(f.loopNames(), (std::vector<std::string>{"i", "j", "k"}));
      QCOMPARE(f.written()->code(), std::string(kSmallProgram));
    }
  }

  // Every pane can be reached by key, and Tab leaves read-only texts.
  void panesByKeys() {
    WindowFixture f;
    QVERIFY(f.openText(kSmallProgram));
    const std::pair<Qt::Key, QWidget*> places[] = {
        {Qt::Key_1, f.written()},         {Qt::Key_2, f.scheduled()},       {Qt::Key_3, f.tree()},
        {Qt::Key_4, f.lowered()->list()}, {Qt::Key_5, f.lowered()->text()}, {Qt::Key_6, f.trace()},
        {Qt::Key_8, f.problems()}};
    for (const auto& [key, place] : places) {
      QVERIFY(press(f, key, Qt::AltModifier));
      QVERIFY2(place->hasFocus(), qPrintable(place->accessibleName()));
    }
    QVERIFY(press(f, Qt::Key_2, Qt::AltModifier));
    QVERIFY(press(f, Qt::Key_Tab));
    QVERIFY(!f.scheduled()->hasFocus());
    QVERIFY(press(f, Qt::Key_1, Qt::AltModifier));
    QVERIFY(press(f, Qt::Key_Tab));
    QVERIFY(f.written()->hasFocus());
    QVERIFY(f.written()->code() != kSmallProgram);
    f.window->workbench()->files()->save(f.window->workbench()->text()->path());
  }

  void switchTheThemeInTheMenu() {
    WindowFixture f;
    QVERIFY(f.openText(kSmallProgram));
    QCOMPARE(f.window->theme().name, QString("dark"));
    QMenuBar* bar = f.window->findChild<QMenuBar*>();
    QAction* view = nullptr;
    for (QAction* action : bar->actions())
      if (action->text() == "&View") view = action;
    QVERIFY(view);
    QTest::mouseClick(bar, Qt::LeftButton, {}, bar->actionGeometry(view).center());
    QMenu* menu = view->menu();
    QVERIFY(QTest::qWaitFor([&] { return menu->isVisible(); }, 2000));
    for (QAction* action : menu->actions())
      if (action->text() == "Light theme") {
        QTest::mouseClick(menu, Qt::LeftButton, {}, menu->actionGeometry(action).center());
        break;
      }
    QCOMPARE(f.window->theme().name, QString("light"));
    QVERIFY(f.settle());
    QTest::mouseClick(f.window->findChild<QToolButton*>("rail"), Qt::LeftButton);
    QVERIFY(f.settle());
    // Every pane is painted in light colours; the choice is kept for the next start.
    const QImage picture = f.window->grab().toImage();
    for (QWidget* pane : std::initializer_list<QWidget*>{f.written(), f.tree(), f.inspector(), f.trace()}) {
      const QPoint corner = pane->mapTo(f.window.get(), QPoint(pane->width() - 14, pane->height() - 14));
      QVERIFY2(picture.pixelColor(corner * picture.devicePixelRatio()).lightness() > 200,
               pane->metaObject()->className());
    }
    QCOMPARE(f.settings.value("theme").toString(), QString("light"));
  }

  // A click in any pane changes the selection in all others.
  void linkedSelection() {
    WindowFixture f;
    QVERIFY(f.openText(kSmallProgram));
    CodeView* lowered = f.lowered()->text();
    const auto everywhere = [&] {
      return f.window->workbench()->selection()->current().loop() == f.loop("j") && !linesOf(f.written()).isEmpty() &&
             linesOf(f.scheduled()).value(0).contains("j") && !linesOf(lowered).isEmpty();
    };
    f.window->workbench()->steps()->applyText("split(i, [None, 8])");
    QVERIFY(f.settle());
    // From the tree.
    QVERIFY(f.clickLoop("j"));
    QVERIFY(everywhere());
    // From the scheduled text.
    f.showScheduled(true);
    f.window->workbench()->steps()->applyText("reorder(j, i_0)");
    QVERIFY(f.settle());
    QVERIFY(clickText(f, f.scheduled(), "for j"));
    QVERIFY(f.window->workbench()->selection()->current().loop().valid());
    // From every kind of lowered text to the tree.
    for (const char* stage : {"flatten_buffer", "LLVM IR, optimised", "assembly"}) {
      f.lowered()->chooseStage(stage);
      f.window->workbench()->selection()->select(LinkedSelection::of(f.block("C")));
      QVERIFY(f.settle());
      const std::vector<int> lines = lowered->highlightedLines();
      QVERIFY2(!lines.empty(), stage);
      f.window->workbench()->selection()->select({});
      QVERIFY(f.settle());
      const long at = lowered->SendScintilla(QsciScintilla::SCI_POSITIONFROMLINE, lines.back());
      lowered->goTo(lowered->form()->fullOffset(int(at)));
      QTest::mouseClick(lowered->viewport(), Qt::LeftButton, {},
                        QPoint(int(lowered->SendScintilla(QsciScintilla::SCI_POINTXFROMPOSITION, 0UL, at + 4)),
                               int(lowered->SendScintilla(QsciScintilla::SCI_POINTYFROMPOSITION, 0UL, at + 4)) + 8));
      QVERIFY(f.settle());
      const LinkedSelection& now = f.window->workbench()->selection()->current();
      QVERIFY2(now.loop().valid() || now.block().valid(), stage);
      QVERIFY2(!linesOf(f.scheduled()).isEmpty() && !linesOf(f.written()).isEmpty(), stage);
    }
  }

  // The assembly pane scrolls to the body of a vectorized loop, not to the code around it.
  void assemblyShowsTheBody() {
    WindowFixture f;
    f.window->openFile(LW_SOURCE_DIR "/samples/mm_exp_mm.py");
    QVERIFY(f.settle());
    f.window->workbench()->steps()->applyFunction("vectorised");
    QVERIFY(f.settle());
    f.lowered()->chooseStage("assembly");
    QVERIFY(f.settle());
    CodeView* text = f.lowered()->text();
    QVERIFY(f.clickLoop("n_1"));
    const QStringList lines = QString::fromStdString(text->code()).split('\n');
    const int top = int(text->SendScintilla(QsciScintilla::SCI_GETFIRSTVISIBLELINE));
    const int shown = int(text->SendScintilla(QsciScintilla::SCI_LINESONSCREEN));
    int multiplies = 0;
    for (const int line : text->highlightedLines()) {
      QVERIFY2(!lines[line].contains("lw_free"), qPrintable(lines[line]));
      if (line >= top && line < top + shown && lines[line].contains("fmadd")) ++multiplies;
    }
    QVERIFY2(multiplies > 0, "the multiply-adds are out of sight");
  }

  void headerSaysWhetherTheStageChanged() {
    WindowFixture f;
    QVERIFY(f.openText(kSmallProgram));
    const auto state = [&] {
      for (const QLabel* label : f.window->findChildren<QLabel*>("paneState"))
        if (label->text().contains("lines")) return label->text();
      return QString();
    };
    QListView* list = f.lowered()->list();
    bool changed = false, same = false;
    for (int row = 0; row < list->model()->rowCount(); ++row) {
      const QModelIndex index = list->model()->index(row, 0);
      list->scrollTo(index);
      QTest::mouseClick(list->viewport(), Qt::LeftButton, {}, list->visualRect(index).center());
      QVERIFY(f.settle());
      const bool did = index.data(StageModel::kChanged).toBool();
      (did ? changed : same) = true;
      QVERIFY2(state().startsWith(did ? "● Changed" : "○ Unchanged"), qPrintable(state()));
    }
    QVERIFY(changed && same);
  }

  // At the usual widths the steps are in one row; the others are behind "more", and can be applied from there.
  void stepsInOneRow() {
    WindowFixture f;
    QVERIFY(f.openText(kSmallProgram));
    QVERIFY(f.clickLoop("i"));
    for (const int width : {1280, 1440, 1920, 2560}) {
      f.window->resize(width, 800);
      QVERIFY(f.settle());
      const PrimitiveBar* bar = f.bar();
      QCOMPARE(bar->height(), 45);
      std::map<int, QToolButton*> row;
      for (const Primitive* p : allPrimitives())
        if (!p->query && bar->inRow(p->name)) row[bar->button(p->name)->x()] = bar->button(p->name);
      QVERIFY(row.size() >= 8);
      const int middle = row.begin()->second->geometry().center().y();
      int end = 0;
      for (const auto& [x, button] : row) {
        QCOMPARE(button->geometry().center().y(), middle);
        QVERIFY2(x >= end, qPrintable(button->text()));
        QVERIFY(button->isVisible());
        end = button->geometry().right();
      }
      const int right = bar->more()->isVisible() ? bar->more()->geometry().right() : end;
      QVERIFY(right < f.targets()->mapTo(bar, QPoint(0, 0)).x());
      for (const char* name : {"split", "reorder", "vectorize", "compute_at"}) QVERIFY2(bar->inRow(name), name);
    }
    f.window->resize(1280, 800);
    QVERIFY(f.settle());
    QVERIFY(!f.bar()->inRow("add_unit_loop"));
    QTest::mouseClick(f.bar()->more(), Qt::LeftButton);
    QVERIFY(f.bar()->morePanel()->isVisible());
    QTest::mouseClick(f.bar()->button("add_unit_loop"), Qt::LeftButton);
    QVERIFY(f.settle());
    QVERIFY(!f.bar()->morePanel()->isVisible());
    QCOMPARE(f.trace()->traceModel()->rowCount(), 2);
    QVERIFY2(call(f, 1).startsWith("add_unit_loop("), qPrintable(call(f, 1)));
  }

  // If the screen is too low for all steps, the panel scrolls: by wheel and by Tab.
  void thePanelOfStepsFitsTheScreen() {
    WindowFixture f;
    QVERIFY(f.openText(kSmallProgram));
    f.window->resize(800, 600);
    f.window->move(0, 240);  // the window extends below the screen
    QVERIFY(f.settle());
    const PrimitiveBar* bar = f.bar();
    QWidget* panel = bar->morePanel();
    QTest::mouseClick(bar->more(), Qt::LeftButton);
    QVERIFY(panel->isVisible());
    const QRect screen = bar->more()->screen()->availableGeometry();
    QVERIFY2(screen.contains(panel->frameGeometry()),
             qPrintable(QStringLiteral("%1 + %2 of %3").arg(panel->y()).arg(panel->height()).arg(screen.height())));
    auto* scroll = panel->findChild<QScrollArea*>("moreScroll");
    const QToolButton* last = nullptr;
    for (const auto* button : panel->findChildren<QToolButton*>())
      if (!last || button->mapTo(panel, QPoint(0, 0)).y() >= last->mapTo(panel, QPoint(0, 0)).y()) last = button;
    QVERIFY(scroll && last && scroll->verticalScrollBar()->maximum() > 0);
    const auto seen = [&] {
      return scroll->viewport()->rect().contains(QRect(last->mapTo(scroll->viewport(), QPoint(0, 0)), last->size()));
    };
    QVERIFY(!seen());
    panel->grab().save(LW_BINARY_DIR "/screenshots/more_low.png");
    const QPointF at(100, 100);
    for (int i = 0; i < 40 && !seen(); ++i) {
      QWheelEvent wheel(at, scroll->viewport()->mapToGlobal(at), {}, QPoint(0, -120), Qt::NoButton, {},
                        Qt::NoScrollPhase, false);
      QCoreApplication::sendEvent(scroll->viewport(), &wheel);
    }
    QVERIFY(seen());
    panel->grab().save(LW_BINARY_DIR "/screenshots/more_low_end.png");
    scroll->verticalScrollBar()->setValue(0);
    for (int i = 0; i < 100 && QApplication::focusWidget() != last; ++i)
      QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
    QVERIFY(QApplication::focusWidget() == last);
    QVERIFY(seen());
  }

  // Without a selection, the palette asks for one, unless the user types a loop.
  void typedLoopsNeedNoSelection() {
    WindowFixture f;
    QVERIFY(f.openText(kSmallProgram));
    QVERIFY(press(f, Qt::Key_K, Qt::ControlModifier));
    const auto* list = f.window->findChild<QListWidget*>("paletteList");
    const auto note = [&] { return list->item(0)->data(Qt::UserRole + 1).toString(); };
    QTest::keyClicks(QApplication::focusWidget(), "vectorize");
    QVERIFY2(note().contains("select a loop"), qPrintable(note()));
    QTest::keyClicks(QApplication::focusWidget(), " j");
    QVERIFY(f.settle());
    QCOMPARE(f.stepPalette()->callText(), QString("vectorize(loop=j)"));
    QCOMPARE(f.stepPalette()->verdictText(), QString("✓ legal"));
  }

  // In a narrow inspector, values are below their names and do not wrap.
  void narrowInspectorsBreakNoNumbers() {
    WindowFixture f;
    QVERIFY(f.openText(kSmallProgram));
    f.window->resize(800, 600);
    QVERIFY(f.clickLoop("j"));
    int values = 0;
    for (const QLabel* value : f.inspector()->findChildren<QLabel*>("mono")) {
      if (!value->isVisible()) continue;
      const QFontMetrics size(value->font());
      for (const QString& word : value->text().split(' '))
        QVERIFY2(size.horizontalAdvance(word) <= value->width(), qPrintable(value->text()));
      ++values;
    }
    QVERIFY(values > 2);
    f.screenshot("narrow_inspector");
  }

  // A double click on an error moves the cursor to its location in the text.
  void doubleClickOnAnError() {
    WindowFixture f;
    std::string text = kSmallProgram;
    text.replace(text.find("A[vi, vk]"), 9, "A[vi, vx]");
    QVERIFY(!f.openText(text.c_str(), "broken.py"));
    ProblemsView* problems = f.problems();
    QVERIFY(problems->isVisible());
    const Problem* first = problems->problemsModel()->problem(0);
    QVERIFY(first && first->span.valid());
    QVERIFY2(first->message.contains("vx"), qPrintable(first->message));
    QVERIFY(QTest::qWaitForWindowActive(f.window.get()));
    f.showScheduled(true);
    const QRect row = problems->visualRect(problems->model()->index(0, ProblemsModel::kMessage));
    QTest::mouseClick(problems->viewport(), Qt::LeftButton, {}, row.center());
    QTest::mouseDClick(problems->viewport(), Qt::LeftButton, {}, row.center());
    QVERIFY(f.written()->isVisible());
    QVERIFY(f.written()->hasFocus());
    QCOMPARE(f.written()->offset(), first->span.begin);
    QCOMPARE(text.substr(size_t(first->span.begin), 2), std::string("vx"));
    // It is underlined: the indicator of errors is set.
    const long mask = f.written()->SendScintilla(QsciScintilla::SCI_INDICATORALLONFOR, first->span.begin);
    QVERIFY(mask != 0);
  }

  // A repair of a refusal is a link.
  void repairUnderARefusal() {
    ProblemsView view;
    view.resize(600, 200);
    Problem refusal{Problem::Severity::Refusal, "parallel(k)", "loop k carries", "", "", {}, {}, {}, {}};
    struct Named final : RepairStep {
      explicit Named(std::string s) : script(std::move(s)) {}
      std::string text() const override { return script; }
      std::string script;
    };
    refusal.repairs = {{{std::make_shared<Named>("split(k, [None, 8])"), std::make_shared<Named>("rfactor(k_1, 0)")},
                        "allocates 8589934592 bytes (8.0 GiB) for C_rf"},
                       {{std::make_shared<Named>("parallel(i)")}, {}}};
    view.setProblems({refusal});
    QVERIFY(view.model()
                ->index(0, ProblemsModel::kMessage)
                .data(ProblemsModel::kRepairWarning)
                .toString()
                .contains("8.0 GiB"));
    view.show();
    QVERIFY(QTest::qWaitForWindowExposed(&view));
    QStringList wanted;
    int chosen = 0;
    connect(&view, &ProblemsView::repairRequested, &view, [&](const QString& step) { wanted << step; });
    connect(&view, &ProblemsView::chosen, &view, [&] { ++chosen; });
    const QRect cell = view.visualRect(view.model()->index(0, ProblemsModel::kMessage));
    QTest::mouseClick(view.viewport(), Qt::LeftButton, {}, QPoint(cell.left() + 40, cell.top() + 10));
    QVERIFY(wanted.isEmpty() && chosen == 1);
    QTest::mouseClick(view.viewport(), Qt::LeftButton, {}, QPoint(cell.left() + 40, cell.bottom() - 14));
    QCOMPARE(wanted, QStringList{"split(k, [None, 8])\nrfactor(k_1, 0)"});
    QCOMPARE(chosen, 1);
  }

  // A target that is not available is listed with its reason and cannot be chosen.
  void absentTargetsSayWhy() {
    WindowFixture f;
    QVERIFY(f.openText(kSmallProgram));
    QComboBox* targets = f.targets();
    QVERIFY(targets->count() >= 2);
    int absent = 0;
    for (int i = 0; i < targets->count(); ++i) {
      const bool here = targets->model()->flags(targets->model()->index(i, 0)) & Qt::ItemIsEnabled;
      if (here) continue;
      ++absent;
      QVERIFY2(targets->itemText(i).contains(" — "), qPrintable(targets->itemText(i)));
      QVERIFY2(targets->itemText(i).section(" — ", 1).size() > 10, qPrintable(targets->itemText(i)));
    }
    QCOMPARE(targets->currentData().toString(), QString("cpu"));
    targets->setFocus();
    QTest::keyClick(targets, Qt::Key_End);
    QVERIFY(absent == 0 ||
            targets->model()->flags(targets->model()->index(targets->currentIndex(), 0)) & Qt::ItemIsEnabled);
  }

  // After a file with errors is opened, nothing of the previous file can be clicked.
  void nothingStaysOfTheFileBefore() {
    WindowFixture f;
    QVERIFY(f.openText(kSmallProgram));
    f.window->workbench()->steps()->applyText("split(i, [None, 8])");
    QVERIFY(f.settle());
    QVERIFY(f.clickLoop("j"));
    QVERIFY(!f.openText("import numpy as np\n", "none.py"));
    QVERIFY(f.tree()->tree().nodes.empty());
    QCOMPARE(f.trace()->traceModel()->rowCount(), 0);
    QCOMPARE(f.lowered()->model()->rowCount(), 0);
    QVERIFY(f.scheduled()->code().empty());
    QVERIFY(!f.runButton()->isEnabled());
    QVERIFY(f.inspector()->findChild<QLabel*>("objectName") == nullptr);
    QVERIFY2(f.bar()->reason("split").contains("no program"), qPrintable(f.bar()->reason("split")));
    QVERIFY(f.bar()->button("split")->property("refused").toBool());
  }

  // The uppermost visible row is complete at every size of the dock.
  void traceRowsAreWhole() {
    WindowFixture f;
    QVERIFY(f.openText(kSmallProgram));
    for (int i = 0; i < 14; ++i) f.window->workbench()->steps()->applyText(i % 2 ? "reorder(j, k)" : "reorder(k, j)");
    QVERIFY(f.settle());
    QCOMPARE(f.trace()->traceModel()->rowCount(), 15);
    for (const int height : {760, 801, 833, 900}) {
      f.window->resize(1280, height);
      QVERIFY(f.settle());
      const TraceView* trace = f.trace();
      QCOMPARE(trace->visualRect(trace->indexAt(QPoint(60, 2))).top(), 0);
      const QRect current = trace->visualRect(trace->model()->index(trace->traceModel()->currentRow(), 1));
      QVERIFY(trace->viewport()->rect().contains(current));
    }
  }
};

}  // namespace lw

int testInput(int argc, char** argv) {
  lw::TestInput test;
  return QTest::qExec(&test, argc, argv);
}

#include "test_input.moc"
