// Room for the code: the compact form of texts, panes that are maximized or folded, and the menus that belong to them.
#include <QClipboard>
#include <QMainWindow>
#include <QTableView>

#include "app/models/lowering/state_comparison.h"
#include "app/models/program/selection_model.h"
#include "app/models/program/shown_program.h"
#include "app/models/runs/runs.h"
#include "app/models/schedule/history_editor.h"
#include "app/models/schedule/steps.h"
#include "app/services/runs/run_job.h"
#include "backends/measure/measure.h"
#include "core/text/print/printer.h"
#include "tests/gui/fixture.h"
#include "tests/gui/menus.h"
#include "views/widgets/flow_layout.h"

namespace lw {

class TestRoom : public QObject {
  Q_OBJECT

  static int lineOf(const CodeView* view, const QString& text) {
    for (int i = 0; i < view->lines(); ++i)
      if (view->text(i).contains(text)) return i;
    return -1;
  }
  static QPoint pointAt(const CodeView* view, long position) {
    return {int(view->SendScintilla(QsciScintilla::SCI_POINTXFROMPOSITION, 0UL, position)) + 3,
            int(view->SendScintilla(QsciScintilla::SCI_POINTYFROMPOSITION, 0UL, position)) + 8};
  }
  static std::string printedText(const WindowFixture& f) {
    return f.window->workbench()->program()->views().printed.text;
  }
  static Pane* pane(const WindowFixture& f, const QString& name) { return f.window->findChild<Pane*>(name); }
  static QToolButton* compactButton(const WindowFixture& f, const QString& name) {
    return pane(f, name)->findChild<QToolButton*>("compactCode");
  }
  static QStringList visiblePanes(const WindowFixture& f) {
    QStringList names;
    for (const Pane* p : f.window->findChildren<Pane*>())
      if (p->isVisible()) names << p->objectName();
    names.sort();
    return names;
  }
  static void doubleClick(QWidget* header) {
    const QPoint at(header->width() / 2, header->height() - 3);  // beside the buttons
    QTest::mouseDClick(header, Qt::LeftButton, {}, at);
    QCoreApplication::sendPostedEvents();
  }
  // Texts of the loop tree that are shortened or wider than their boxes.
  static QStringList cutInTree(const WindowFixture& f) {
    QStringList cut;
    const LoopTreeScene& picture = f.tree()->picture();
    const TreeStyle& style = picture.style();
    const TreeLayout& layout = picture.layout();
    const LoopTree& tree = f.tree()->tree();
    for (size_t i = 0; i < tree.nodes.size(); ++i) {
      const LoopTreeNode& node = tree.nodes[i];
      const QRectF& header = layout.boxes[i].header;
      if (shownName(node, style, header, layout.barRight).toStdString() != node.name)
        cut << shownName(node, style, header, layout.barRight);
      if (!node.block.valid()) continue;
      const QStringList init = initLines(node, style, header.width()),
                        statement = statementLines(node, style, header.width());
      const qreal room = header.width() - 24, beside = room - style.width(style.small, initWord()) - kAfterWord;
      for (const QString& line : init)
        if (style.codeWidth(line.toStdString()) > beside || line.contains(QStringLiteral("…"))) cut << line;
      for (const QString& line : statement)
        if (style.codeWidth(line.toStdString()) > room || line.contains(QStringLiteral("…"))) cut << line;
      for (const BufferLabel& label : bufferLabels(node, header, style))
        if (label.shown.toStdString() != label.name) cut << label.shown;
    }
    return cut;
  }

 private Q_SLOTS:
  // A button that is wider than its pane gives up its padding, and stays inside.
  void wideButtonsStayInNarrowPanes() {
    QWidget window, pane(&window);
    auto* layout = new FlowLayout(&pane, 6, 6);
    auto* wide = new QPushButton("decompose_reduction");
    layout->addWidget(new QPushButton("split"));
    layout->addWidget(wide);
    const int words = wide->fontMetrics().horizontalAdvance(wide->text()) + 2;
    QVERIFY(words < wide->sizeHint().width());
    pane.resize(words, 200);
    window.show();
    layout->activate();
    QCOMPARE(wide->geometry().right() + 1, words);
    QCOMPARE(wide->x(), 0);
  }

  // The form is compact at first; a click shows the full text, and the next window remembers it.
  void theScheduledTextIsCompact() {
    WindowFixture f;
    QVERIFY(f.openText(kSmallProgram));
    f.showScheduled(true);
    CodeView* view = f.scheduled();
    const std::string full = printedText(f);
    QVERIFY(full.find("T.reads(") != std::string::npos);
    QCOMPARE(view->plainCode(), full);
    const int header = lineOf(view, "with T.block(\"C\"): reads A, B · writes C");
    QVERIFY2(header >= 0, view->code().c_str());
    QVERIFY(lineOf(view, "T.reads(") < 0);
    QVERIFY(lineOf(view, "with T.init(): C[vi, vj] = T.float32(0.0)") >= 0);
    // Half the width of the spaces that are in the text.
    const long line = view->SendScintilla(QsciScintilla::SCI_POSITIONFROMLINE, (unsigned long)header);
    const int indent = pointAt(view, line + 8).x() - pointAt(view, line).x(),
              word = pointAt(view, line + 16).x() - pointAt(view, line + 8).x();
    QVERIFY2(std::abs(2 * indent - word) <= 3, qPrintable(QString("%1 %2").arg(indent).arg(word)));
    QVERIFY(compactButton(f, "source")->isChecked() && compactButton(f, "lowered")->isChecked());
    QTest::mouseClick(compactButton(f, "source"), Qt::LeftButton);
    QCOMPARE(view->code(), full);
    QCOMPARE(view->wrapMode(), QsciScintilla::WrapNone);
    QVERIFY(!compactButton(f, "lowered")->isChecked());
    f.window->close();
    MainWindow next(&f.settings);
    QVERIFY(!next.feature<CodeFeature>().compactAction()->isChecked());
    next.feature<CodeFeature>().compactAction()->trigger();
    QVERIFY(next.feature<CodeFeature>().scheduled()->form()->isCompact());
  }

  void theMenuSwitchesEveryText() {
    WindowFixture f;
    QVERIFY(f.openText(kSmallProgram));
    f.lowered()->chooseStage("scheduled TIR");
    QVERIFY(f.settle());
    QVERIFY(clickMenu(f.window.get(), {"View", "Compact code"}));
    QVERIFY(!f.scheduled()->form()->isCompact() && !f.written()->form()->isCompact() &&
            !f.lowered()->text()->form()->isCompact());
    QVERIFY(lineOf(f.lowered()->text(), "T.reads(") >= 0);
    QVERIFY(clickMenu(f.window.get(), {"View", "Compact code"}));
    QVERIFY(f.scheduled()->form()->isCompact() && f.written()->form()->isCompact());
    QVERIFY(lineOf(f.lowered()->text(), "T.reads(") < 0);
    QCOMPARE(f.written()->code(), std::string(kSmallProgram));  // what can be edited is never left out
  }

  // A click selects what it would select in the full text, and the selection is on the lines of the full text.
  void linesAreThoseOfTheFullText() {
    WindowFixture f;
    QVERIFY(f.openText(kTwoBlocks));
    f.showScheduled(true);
    CodeView* view = f.scheduled();
    const std::string full = printedText(f);
    const SourceMap& map = f.window->workbench()->program()->views().printed.map;
    for (const char* name : {"B", "C"}) {
      f.window->workbench()->selection()->select(LinkedSelection::of(f.block(name)));
      QVERIFY(f.settle());
      const Span span = map.spansOf(f.block(name)).front();
      const auto lineIn = [&](int offset) { return int(std::count(full.begin(), full.begin() + offset, '\n')); };
      QVERIFY(!view->highlightedLines().empty());
      for (const int line : view->highlightedLines()) {
        QVERIFY(view->form()->fullLine(line) >= lineIn(span.begin) &&
                view->form()->fullLine(line) <= lineIn(span.end - 1));
      }
      // The number beside the header is that of the line in the full text.
      const int header = view->highlightedLines().front();
      QCOMPARE(view->form()->fullLine(header), lineIn(span.begin));
    }
    for (const auto& [text, loop] : {std::pair{"for p in", "p"}, {"for x in", "x"}}) {
      const int line = lineOf(view, text);
      const long at = view->SendScintilla(QsciScintilla::SCI_GETLINEINDENTPOSITION, (unsigned long)line);
      QTest::mouseClick(view->viewport(), Qt::LeftButton, {}, pointAt(view, at + 4));
      QVERIFY(f.settle());
      QCOMPARE(f.window->workbench()->selection()->current().nodes.loops, std::vector<LoopId>{f.loop(loop)});
    }
    // The name of a buffer in the part of the header that says what is read.
    const std::string shown = view->code();
    const size_t reads = shown.find("reads B");
    QVERIFY(reads != std::string::npos);
    QTest::mouseClick(view->viewport(), Qt::LeftButton, {}, pointAt(view, long(reads) + 6));
    QVERIFY(f.settle());
    QCOMPARE(f.window->workbench()->selection()->current().buffer, std::string("B"));
  }

  // Ctrl+F finds words that the compact text leaves out, at the part of the header that stands for them.
  void foldedWordsAreFound() {
    WindowFixture f;
    QVERIFY(f.openText(kSmallProgram));
    f.showScheduled(true);
    CodeView* view = f.scheduled();
    auto* bar = view->parentWidget()->findChild<FindBar*>();
    view->setFocus();
    QTest::keyClick(view, Qt::Key_F, Qt::ControlModifier);
    QTRY_VERIFY(bar->edit()->hasFocus());
    const auto search = [&](const char* words) {
      bar->edit()->clear();
      QTest::keyClicks(bar->edit(), words);
      return view->selectedText();
    };
    QCOMPARE(search("T.reads"), QString("reads A, B"));
    QCOMPARE(bar->countText(), QString("1 of 1, folded"));
    QCOMPARE(search("T.writes(C[vi"), QString("writes C"));
    QCOMPARE(search("T.axis.remap"), QString("vi, vj, vk = SSR[i, j, k]"));
    QCOMPARE(search("reads A"), QString("reads A"));  // as it is shown
    QCOMPARE(bar->countText(), QString("1 of 1"));
    search("vk");  // two in the header, two in the statement, and one place for all of T.reads
    QCOMPARE(bar->matches().size(), 4U);
    QCOMPARE(search("b[VK"), QString("reads A, B"));
    QTest::keyClick(bar->edit(), Qt::Key_C, Qt::AltModifier);
    QCOMPARE(bar->countText(), QString("No match"));
    QTest::keyClick(bar->edit(), Qt::Key_C, Qt::AltModifier);
    search("T.reads");
    QVERIFY(f.atRest());
    f.screenshot("room_folded_words");
    auto* count = bar->findChild<QLabel*>("findCount");
    QVERIFY(count->width() >= count->fontMetrics().horizontalAdvance(count->text()));
    // The full text shows the words themselves.
    QTest::mouseClick(compactButton(f, "source"), Qt::LeftButton);
    QCOMPARE(bar->countText(), QString("1 of 1"));
    const Span match = bar->matches().front();
    QCOMPARE(view->code().substr(size_t(match.begin), size_t(match.end - match.begin)), std::string("T.reads"));
  }

  // In full, a view scrolls sideways to the content of the selected line.
  void theContentOfTheSelectedLineIsVisible() {
    WindowFixture f;
    f.window->resize(1100, 800);
    f.window->openFile(LW_SOURCE_DIR "/samples/mm_exp_mm.py", "vectorised");
    QVERIFY(f.settle());
    f.showScheduled(true);
    QTest::mouseClick(compactButton(f, "source"), Qt::LeftButton);
    CodeView* view = f.scheduled();
    QVERIFY(f.atRest());
    f.screenshot("room_in_full");
    QVERIFY(view->form()->cutLines() > 0);
    int scrolled = 0;
    for (const LoopTreeNode& node : f.tree()->tree().nodes) {
      if (!node.loop.valid()) continue;
      f.window->workbench()->selection()->select(LinkedSelection::of(node.loop));
      QVERIFY(f.settle());
      const auto line = (unsigned long)view->highlightedLines().front();
      const long begin = view->SendScintilla(QsciScintilla::SCI_GETLINEINDENTPOSITION, line),
                 end = view->SendScintilla(QsciScintilla::SCI_GETLINEENDPOSITION, line);
      const double letter = double(view->SendScintilla(QsciScintilla::SCI_TEXTWIDTH, 0UL, "0")),
                   indent = letter * double(view->SendScintilla(QsciScintilla::SCI_GETCOLUMN, begin)) -
                            double(view->SendScintilla(QsciScintilla::SCI_GETXOFFSET));
      // It is visible to its end, or, if it is too long, it begins at the left.
      QVERIFY2(indent >= 0 && (pointAt(view, end).x() <= view->viewport()->width() + 3 || indent <= 3 * letter),
               qPrintable(QStringLiteral("%1: %2").arg(view->text(int(line))).arg(indent)));
      scrolled += view->SendScintilla(QsciScintilla::SCI_GETXOFFSET) > 0;
    }
    QVERIFY(scrolled > 0);
    f.screenshot("room_sideways");
  }

  void copiedLinesAreThoseOfTheFullText() {
    WindowFixture f;
    QVERIFY(f.openText(kSmallProgram));
    f.showScheduled(true);
    CodeView* view = f.scheduled();
    view->setFocus();
    QVERIFY(clickMenu(f.window.get(), {"Edit", "Select all\tCtrl+A"}));
    QTest::keyClick(view, Qt::Key_C, Qt::ControlModifier);
    QCOMPARE(QGuiApplication::clipboard()->text().toStdString(), printedText(f));
    QGuiApplication::clipboard()->clear();
    QVERIFY(clickMenu(f.window.get(), {"Edit", "Copy\tCtrl+C"}));
    QCOMPARE(QGuiApplication::clipboard()->text().toStdString(), printedText(f));
  }

  void textIsCutAndPastedFromTheMenu() {
    WindowFixture f;
    QVERIFY(f.openText(kSmallProgram));
    f.showScheduled(false);
    CodeView* view = f.written();
    view->setFocus();
    view->SendScintilla(QsciScintilla::SCI_SETSEL, 0UL, 4L);
    QVERIFY(clickMenu(f.window.get(), {"Edit", "Cut\tCtrl+X"}));
    QCOMPARE(view->code(), std::string(kSmallProgram).substr(4));
    QVERIFY(clickMenu(f.window.get(), {"Edit", "Paste\tCtrl+V"}));
    QCOMPARE(view->code(), std::string(kSmallProgram));
  }

  // The whole sample at 1440x900, in source and loop tree: the share of lines that are cut is 0.
  void theSampleIsReadable() {
    for (const char* schedule : {"naive", "vectorised"}) {
      WindowFixture f;
      f.window->resize(1440, 900);
      f.window->openFile(LW_SOURCE_DIR "/samples/mm_exp_mm.py", schedule);
      QVERIFY(f.settle());
      for (const bool scheduled : {false, true}) {
        f.showScheduled(scheduled);
        QVERIFY(f.atRest());
        CodeView* view = scheduled ? f.scheduled() : f.written();
        QVERIFY(view->lines() > 20);
        QCOMPARE(view->form()->cutLines(), 0);
        QCOMPARE(view->SendScintilla(QsciScintilla::SCI_GETXOFFSET), 0);
        // Also as painted: nothing is at the right of the text's room.
        for (int line = 0; line < view->lines(); ++line) {
          const long end = view->SendScintilla(QsciScintilla::SCI_GETLINEENDPOSITION, (unsigned long)line);
          QVERIFY(pointAt(view, end).x() <= view->viewport()->width() + 3);
        }
        f.screenshot(QStringLiteral("room_%1_%2").arg(schedule, scheduled ? "scheduled" : "written"));
      }
      for (const QString& cut : cutInTree(f)) qWarning("cut in the tree: %s", qPrintable(cut));
      QCOMPARE(cutInTree(f), QStringList());
    }
  }

  // ---- panes ----

  void aDoubleClickMaximizes() {
    WindowFixture f;
    f.window->resize(1280, 800);
    QVERIFY(f.openText(kSmallProgram));
    QVERIFY(f.atRest());
    const QStringList before = visiblePanes(f);
    const QByteArray layout = f.layouts().state();
    const QRect place = pane(f, "tree")->geometry();
    doubleClick(pane(f, "tree")->header());
    QCOMPARE(visiblePanes(f), QStringList{"tree"});
    QVERIFY(pane(f, "tree")->width() > 1200);
    QVERIFY(!pane(f, "tree")->isFloating());
    QCOMPARE(f.layouts().state(), layout);  // is saved as without the maximized pane
    doubleClick(pane(f, "tree")->header());
    QCOMPARE(visiblePanes(f), before);
    QVERIFY(f.atRest());
    QCOMPARE(pane(f, "tree")->geometry(), place);
    // By keys: the pane with the focus.
    QVERIFY(f.typeKey(Qt::Key_X, Qt::ControlModifier | Qt::ShiftModifier));
    QCOMPARE(visiblePanes(f), QStringList{"tree"});
    QVERIFY(f.tree()->hasFocus());
    f.resetLayout();
    QCOMPARE(visiblePanes(f), before);
  }

  void theBottomRowFoldsToItsHeaders() {
    WindowFixture f;
    f.window->resize(1280, 800);
    QVERIFY(f.openText(kSmallProgram));
    QVERIFY(f.atRest());
    const int height = f.tree()->height();
    QTest::mouseClick(pane(f, "results")->foldButton(), Qt::LeftButton);
    QVERIFY(f.atRest());
    for (const char* name : {"trace", "results"}) QVERIFY(pane(f, name)->height() <= 36);
    QVERIFY2(f.tree()->height() > height + 100, qPrintable(QString::number(f.tree()->height())));
    f.screenshot("room_row");
    QVERIFY(clickMenu(f.window.get(), {"View", "Fold or unfold the bottom row"}));
    QVERIFY(f.atRest());
    for (const char* name : {"trace", "results"}) QVERIFY(pane(f, name)->height() > 100);
  }

  // By the menu, and back; what is asked for comes to the front.
  void theBottomRowAsTabs() {
    WindowFixture f;
    f.window->resize(1280, 800);
    QVERIFY(f.openText(kSmallProgram));
    QVERIFY(f.atRest());
    Pane *trace = pane(f, "trace"), *results = pane(f, "results");
    QVERIFY(trace->width() < 800);
    QVERIFY(clickMenu(f.window.get(), {"View", "Bottom row as tabs"}));
    QVERIFY(f.atRest());
    QVERIFY(trace->width() > 1200 && !trace->visibleRegion().isEmpty());
    QVERIFY(results->visibleRegion().isEmpty());
    f.screenshot("room_tabs");
    QVERIFY(f.typeKey(Qt::Key_8, Qt::AltModifier));  // problems
    QVERIFY(f.problems()->hasFocus() && trace->visibleRegion().isEmpty());
    QVERIFY(f.typeKey(Qt::Key_6, Qt::AltModifier));
    QVERIFY(f.trace()->hasFocus() && results->visibleRegion().isEmpty());
    f.window->close();
    MainWindow next(&f.settings);
    next.show();
    QVERIFY(next.tabifiedDockWidgets(next.findChild<Pane*>("trace")).contains(next.findChild<Pane*>("results")));
    QVERIFY(clickMenu(&next, {"View", "Bottom row as tabs"}));
    QTRY_VERIFY(next.findChild<Pane*>("trace")->isVisible() && next.findChild<Pane*>("results")->isVisible());
    QVERIFY(next.tabifiedDockWidgets(next.findChild<Pane*>("trace")).isEmpty());
  }

  void theListOfStagesFoldsToDots() {
    WindowFixture f;
    f.window->resize(2400, 1000);
    QVERIFY(f.openText(kSmallProgram));
    LoweredView* lowered = f.lowered();
    QVERIFY(f.atRest());
    const int text = lowered->text()->width();
    auto* fold = lowered->findChild<QToolButton*>("foldStages");
    QTest::mouseClick(fold, Qt::LeftButton);
    QVERIFY(f.atRest());
    QVERIFY(lowered->list()->width() <= 26);
    QVERIFY(lowered->text()->width() > text + 80);
    // A click on a dot still chooses its stage, and the tooltip names it.
    const QModelIndex second = lowered->model()->index(1, 0);
    QVERIFY(
        second.data(Qt::ToolTipRole).toString().startsWith(QString::fromStdString(lowered->model()->stage(1)->name)));
    QTest::mouseClick(lowered->list()->viewport(), Qt::LeftButton, {}, lowered->list()->visualRect(second).center());
    QVERIFY(f.settle());
    QCOMPARE(lowered->chosenStage(), lowered->model()->stage(1)->name);
    QTest::mouseClick(fold, Qt::LeftButton);
    QVERIFY(f.atRest());
    QVERIFY(lowered->list()->width() >= 120);
  }

  // In a narrow pane, the dots stand for the names by themselves; the user can still unfold them, and a wide pane has
  // them again.
  void aNarrowPaneFoldsTheStages() {
    WindowFixture f;
    f.window->resize(2400, 1000);
    QVERIFY(f.openText(kSmallProgram));
    QVERIFY(f.atRest());
    LoweredView* lowered = f.lowered();
    QVERIFY(!lowered->isListFolded());
    f.window->resize(1440, 900);
    QVERIFY(f.atRest());
    QVERIFY(lowered->isListFolded() && lowered->list()->width() <= 26);
    QVERIFY2(lowered->text()->width() * 10 > lowered->width() * 9, qPrintable(QString::number(lowered->width())));
    f.screenshot("room_narrow");
    QTest::mouseClick(lowered->findChild<QToolButton*>("foldStages"), Qt::LeftButton);
    QVERIFY(f.atRest());
    QVERIFY(!lowered->isListFolded() && lowered->list()->width() >= 120);
    f.window->resize(2400, 1000);
    QVERIFY(f.atRest());
    f.window->resize(1440, 900);
    QVERIFY(f.atRest());
    QVERIFY(lowered->isListFolded());
    f.window->resize(2400, 1000);
    QVERIFY(f.atRest());
    QVERIFY(!lowered->isListFolded());
    QVERIFY(!f.settings.value("foldedStages", false).toBool());  // this was not the user's choice
  }

  void stagesAreInGroups() {
    WindowFixture f;
    QVERIFY(f.openText(kSmallProgram));
    const StageModel* model = f.lowered()->model();
    QStringList titles;
    for (int row = 0; row < model->rowCount(); ++row)
      if (const QVariant title = model->index(row, 0).data(StageModel::kGroup); title.isValid())
        titles << title.toString();
    QCOMPARE(titles, (QStringList{"PASSES", "MACHINE CODE"}));
    QVERIFY(model->index(1, 0).data(StageModel::kGroup).isValid());
    const QListView* list = f.lowered()->list();
    QVERIFY(list->visualRect(model->index(1, 0)).height() > list->visualRect(model->index(2, 0)).height());
  }

  // ---- menus ----

  void runSettingsAreInTheMenu() {
    WindowFixture f;
    MeasureOptions seen;
    f.window->workbench()->runJobs()->setMeasure([&seen](const SourceFile&, const PrimFunc&, const PrimFunc&,
                                                         const MeasureOptions& options) -> Result<Measurement> {
      seen = options;
      Measurement m;
      return m;
    });
    QVERIFY(f.openText(kSmallProgram));
    QVERIFY(clickMenu(f.window.get(), {"Run", "Run settings", "Samples", "30 samples"}));
    QVERIFY(clickMenu(f.window.get(), {"Run", "Run settings", "Threads", "1 thread"}));
    QVERIFY(clickMenu(f.window.get(), {"Run", "Run settings", "Time limit", "10 min"}));
    f.window->workbench()->runs()->run();
    QVERIFY(f.settle());
    QCOMPARE(seen.repeat, 30);
    QCOMPARE(seen.threads, 1);
    QCOMPARE(seen.timeoutSeconds, 600.0);
    MainWindow next(&f.settings);  // remembers them
    QCOMPARE(next.workbench()->runJobs()->settings().samples, 30);
    QCOMPARE(next.workbench()->runJobs()->settings().threads, 1);
    QCOMPARE(next.workbench()->runJobs()->settings().timeoutSeconds, 600);
  }

  void comparingIsInTheMenu() {
    WindowFixture f;
    QVERIFY(f.openText(kSmallProgram));
    f.window->workbench()->steps()->applyFunction("tiled");
    QVERIFY(f.settle());
    const StateComparison* comparison = f.window->workbench()->comparison();
    QVERIFY(!clickMenu(f.window.get(), {"Schedule", "Stop comparing"}));
    QVERIFY(clickMenu(f.window.get(), {"Schedule", "Compare with the state before"}));
    QVERIFY(f.settle());
    const std::vector<int> path = f.window->workbench()->history()->shownPath();
    QCOMPARE(comparison->compared(), std::optional(path[path.size() - 2]));
    QTRY_VERIFY(clickMenu(f.window.get(), {"Schedule", "Stop comparing"}));
    QVERIFY(f.settle());
    QVERIFY(!comparison->compared());
    QVERIFY(clickMenu(f.window.get(), {"Schedule", "Compare other states with this one\tC"}));
    QVERIFY(f.settle());
    QCOMPARE(comparison->compared(), std::optional(path.back()));
  }

  void anArrayOfOneDimensionFillsItsPane() {
    ValuesModel model;
    NDArray array = NDArray::zeros(DataType{TypeCode::Float, 32, 1}, {100});
    for (int i = 0; i < 100; ++i) array.set(i, i);
    model.setArray(ShownArray::of("A", ShownArray::Role::Output, std::move(array)));
    QCOMPARE(model.columnCount(), 16);
    QCOMPARE(model.rowCount(), 7);
    QCOMPARE(model.index(2, 3).data().toString(), QString("35"));
    QCOMPARE(model.headerData(2, Qt::Vertical, Qt::DisplayRole).toInt(), 32);
    QVERIFY(!model.index(6, 4).data().isValid());  // element 100 does not exist
    QVERIFY(!(model.flags(model.index(6, 4)) & Qt::ItemIsEnabled));
    const ValuesModel::Place place = model.placeOf(99);
    QCOMPARE(place.row, 6);
    QCOMPARE(place.column, 3);
    QCOMPARE(model.range(), (std::pair{0.0, 99.0}));
  }
};

}  // namespace lw

int testRoom(int argc, char** argv) {
  lw::TestRoom test;
  return QTest::qExec(&test, argc, argv);
}

#include "test_room.moc"
