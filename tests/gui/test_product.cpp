// Statements about the product that no other test covers: tests/gui/COVERAGE.md lists them all.
#include <QComboBox>
#include <QDockWidget>
#include <QListView>
#include <QPushButton>
#include <QStatusBar>
#include <QToolButton>

#include "app/models/program/selection_model.h"
#include "app/models/runs/target_choice.h"
#include "app/models/schedule/steps.h"
#include "backends/targets/targets.h"
#include "tests/gui/fixture.h"
#include "tests/gui/menus.h"
#include "views/widgets/prepared_label.h"

namespace lw {

class TestProduct : public QObject {
  Q_OBJECT

  static bool clickText(const WindowFixture& f, CodeView* view, const std::string& text) {
    const size_t at = view->code().find(text);
    if (at == std::string::npos) return false;
    view->goTo(view->form()->fullOffset(int(at)));
    const QPoint point(int(view->SendScintilla(QsciScintilla::SCI_POINTXFROMPOSITION, 0UL, long(at))) + 2,
                       int(view->SendScintilla(QsciScintilla::SCI_POINTYFROMPOSITION, 0UL, long(at))) + 8);
    QTest::mouseClick(view->viewport(), Qt::LeftButton, {}, point);
    return f.settle();
  }
  static QString call(const WindowFixture& f, int row) {
    return f.trace()->traceModel()->index(row, TraceModel::kCall).data().toString();
  }
  static QPushButton* chip(const WindowFixture& f, const QString& text) {
    for (QPushButton* button : f.form()->findChildren<QPushButton*>())
      if (button->property("class") == "chip" && button->text() == text) return button;
    return nullptr;
  }

 private Q_SLOTS:
  // A pane is dragged by its header and docked where it is dropped.
  void docksAreMovedByTheirHeaders() {
    WindowFixture f;
    QVERIFY(f.openText(kSmallProgram));
    auto* pane = f.window->findChild<Pane*>("tree");
    QVERIFY(!pane->isFloating());
    const QPoint from(60, 12), before = pane->mapToGlobal(QPoint());
    QTest::mousePress(pane->header(), Qt::LeftButton, {}, from);
    for (const QPoint& by : {QPoint(0, 20), QPoint(-80, 60), QPoint(-160, 120)}) {
      const QPoint at = pane->header()->mapFromGlobal(before + from + by);
      QMouseEvent move(QEvent::MouseMove, at, before + from + by, Qt::NoButton, Qt::LeftButton, {});
      QCoreApplication::sendEvent(pane->header(), &move);
      QCoreApplication::processEvents();
    }
    QTest::mouseRelease(pane->header(), Qt::LeftButton, {},
                        pane->header()->mapFromGlobal(before + from + QPoint(-160, 120)));
    QTRY_VERIFY_WITH_TIMEOUT(pane->isFloating() || (pane->mapToGlobal(QPoint()) - before).manhattanLength() > 40,
                             30000);
    f.resetLayout();
    QVERIFY(!pane->isFloating());
  }

  void theScheduledProgramIsLive() {
    WindowFixture f;
    QVERIFY(f.openText(kSmallProgram));
    f.showScheduled(true);
    CodeView* text = f.scheduled();
    text->setFocus();
    const std::string before = text->code();
    QTest::keyClicks(text, "x");
    QCOMPARE(text->code(), before);
    QVERIFY(f.clickLoop("i"));
    QVERIFY(f.typeKey(Qt::Key_U, {}));
    QVERIFY(text->code().find("for i in T.unroll(64)") != std::string::npos);
  }

  // Every line with the buffer, in every text that is TVMScript.
  void aBufferIsSelectedEverywhere() {
    WindowFixture f;
    QVERIFY(f.openText(kSmallProgram));
    f.showScheduled(true);
    QVERIFY(clickText(f, f.scheduled(), "A[vi, vk] * B"));
    QCOMPARE(f.window->workbench()->selection()->current().buffer, std::string("A"));
    for (const CodeView* view : {f.written(), f.scheduled(), f.lowered()->text()}) {
      QVERIFY(!view->highlightedLines().empty());
      for (const int line : view->highlightedLines())
        QVERIFY2(
            view->text(line).contains("A[") || view->text(line).contains("A:") || view->text(line).contains("reads A"),
            qPrintable(view->text(line)));
    }
  }

  // By default, the lowered pane shows the result of all passes, beside the program before them.
  void theScheduledStageIsShownFirst() {
    WindowFixture f;
    QVERIFY(f.openText(kSmallProgram));
    const LoweredView* lowered = f.lowered();
    QCOMPARE(lowered->shownStage()->name, std::string("scheduled TIR"));
    QVERIFY(lowered->text()->code().find("T.block") != std::string::npos);
    f.screenshot("opened_dark");
    f.window->workbench()->target()->choose("cuda");
    QVERIFY(f.settle());
    QCOMPARE(lowered->shownStage()->name, std::string("scheduled TIR"));
  }

  // Text is not elided if it fits.
  void wordsThatFitAreWhole() {
    for (const char* words :
         {"threadIdx.x", "vectorized", "blockIdx.y", "reduce", "serial", "parallel", "unrolled", "vthread.x"}) {
      PreparedLabel label("chip");
      label.setFont(interfaceFont(11, QFont::Medium));
      label.setText(words);
      const int width = label.fontMetrics().horizontalAdvance(words);
      const auto picture = [&](int room) {
        label.setFixedSize(room, 20);
        return label.grab().toImage().copy(0, 0, width - 1, 20);
      };
      QCOMPARE(picture(width), picture(width + 40));
      QVERIFY(picture(width - 12) != picture(width + 40));
    }
  }

  void wrappedWordsCanBeCentred() {
    PreparedLabel label("dim");
    label.setWordWrap(true);
    label.setText("few words");
    label.setFixedSize(300, 20);
    const QImage left = label.grab().toImage();
    label.setAlignment(Qt::AlignHCenter);
    QVERIFY(label.grab().toImage() != left);
  }

  // Also in a window of 1280 pixels, on every target.
  void namesOfStagesHaveRoom() {
    WindowFixture f;
    f.window->resize(2400, 1000);
    QVERIFY(f.openText(kSmallProgram));
    for (const char* target : {"cpu", "cuda"}) {
      f.window->workbench()->target()->choose(target);
      QVERIFY(f.settle());
      const QListView* list = f.lowered()->list();
      for (int row = 0; row < list->model()->rowCount(); ++row) {
        const QModelIndex index = list->model()->index(row, 0);
        constexpr int kSides = 25;  // the dot and the margins
        const int words = QFontMetrics(interfaceFont(12, QFont::DemiBold)).horizontalAdvance(index.data().toString());
        QVERIFY2(words + kSides <= list->viewport()->width(), qPrintable(QStringLiteral("%1: %2 of %3")
                                                                             .arg(index.data().toString())
                                                                             .arg(words + kSides)
                                                                             .arg(list->viewport()->width())));
      }
    }
  }

  void everyStageShowsTheSelection() {
    WindowFixture f;
    QVERIFY(f.openText(kSmallProgram));
    f.window->workbench()->steps()->applyFunction("tiled");
    QVERIFY(f.settle());
    f.window->workbench()->selection()->select(LinkedSelection::of(f.block("C")));
    LoweredView* lowered = f.lowered();
    for (int row = 0; row < lowered->model()->rowCount(); ++row) {
      const std::string name = lowered->model()->stage(row)->name;
      lowered->chooseStage(name);
      QTRY_VERIFY_WITH_TIMEOUT(lowered->ready() && !lowered->text()->highlightedLines().empty(), 30000);
      QVERIFY2(lowered->text()->highlightedLines().size() < size_t(lowered->text()->lines()), name.c_str());
    }
  }

  // Whole lines in the selection colour itself, not a tint of it.
  void theSelectionIsSolid() {
    WindowFixture f;
    QVERIFY(f.openText(kSmallProgram));
    f.showScheduled(true);
    for (const QString& theme : themeNames()) {
      f.window->setThemeByName(theme);
      QVERIFY(f.clickLoop("k"));
      CodeView* text = f.scheduled();
      const QImage picture = text->viewport()->grab().toImage();
      const qreal scale = picture.devicePixelRatio();
      for (const int line : text->highlightedLines()) {
        const int y =
            int(text->SendScintilla(QsciScintilla::SCI_POINTYFROMPOSITION, 0UL,
                                    text->SendScintilla(QsciScintilla::SCI_POSITIONFROMLINE, (unsigned long)line)));
        if (y < 0 || y + 20 > text->viewport()->height()) continue;
        QCOMPARE(picture.pixelColor(int((text->viewport()->width() - 3) * scale), int((y + 2) * scale)),
                 f.window->theme().selection);
      }
    }
  }

  // The line with the cursor is selected.
  void selectingByKeysInTexts() {
    WindowFixture f;
    QVERIFY(f.openText(kSmallProgram));
    f.window->workbench()->steps()->applyText("split(i, [None, 8])");
    QVERIFY(f.settle());
    f.showScheduled(true);
    for (CodeView* view : {f.scheduled(), f.lowered()->text()}) {
      f.window->workbench()->selection()->select({});
      QVERIFY(f.settle());
      view->setFocus();
      view->goTo(0);
      // On the way, in a signature that is wrapped, the cursor may select a buffer.
      const auto selected = [&f] {
        const LinkedSelection& now = f.window->workbench()->selection()->current();
        return now.loop().valid() || now.block().valid();
      };
      for (int i = 0; i < 60 && (!selected() || f.written()->highlightedLines().empty()); ++i) {
        QTest::keyClick(view, Qt::Key_Down);
        QVERIFY(f.settle());
      }
      QVERIFY(selected());
      QVERIFY(!f.written()->highlightedLines().empty());
    }
  }

  void consumedSelectionsAreTold() {
    WindowFixture f;
    QVERIFY(f.openText(kTwoBlocks));
    f.window->workbench()->selection()->select(LinkedSelection::of(f.block("B")));
    QVERIFY(f.settle());
    f.window->workbench()->steps()->applyText("compute_inline(\"B\")");
    QVERIFY(f.settle());
    QVERIFY(!f.block("B").valid());
    QCOMPARE(f.window->statusBar()->currentMessage(),
             QString("The selection no longer exists after compute_inline(\"B\")"));
  }

  void everyStepHasItsButton() {
    WindowFixture f;
    QVERIFY(f.openText(kSmallProgram));
    for (const Primitive* p : allPrimitives())
      if (!p->query) QVERIFY2(f.bar()->button(p->name), p->name.c_str());
    QTest::mouseClick(f.bar()->more(), Qt::LeftButton);
    for (const Primitive* p : allPrimitives())
      if (!p->query && !f.bar()->inRow(p->name)) QVERIFY2(f.bar()->button(p->name)->isVisible(), p->name.c_str());
  }

  // The consumer of a block, dragged onto the block's loop.
  void reverseComputeAtByDragging() {
    WindowFixture f;
    QVERIFY(f.openText(kTwoBlocks));
    QVERIFY(f.drag(f.tree()->rectOf(f.block("C")), f.tree()->rectOf(f.loop("p"))));
    QVERIFY2(call(f, 1).startsWith("reverse_compute_at("), qPrintable(call(f, 1)));
    QCOMPARE(f.tree()->tree().roots.size(), size_t(1));
  }

  // Legal target loops of a block are offered, and refused ones are grey with their reason; scopes are offered by name.
  void formsOfferLoopsAndScopes() {
    WindowFixture f;
    QVERIFY(f.openText(kTwoBlocks));
    f.window->workbench()->selection()->select(LinkedSelection::of(f.block("B")));
    QVERIFY(f.settle());
    f.openForm(kComputeAt, QPoint(300, 200));
    QVERIFY(f.settle());
    QPushButton* x = chip(f, "under x");
    QVERIFY(x);
    QVERIFY(!x->property("refused").toBool());
    QTest::mouseClick(x, Qt::LeftButton);
    QVERIFY(f.settle());
    QCOMPARE(f.form()->verdict(), QString("✓ legal"));
    f.form()->hide();
    f.openForm(kSetScope, QPoint(300, 200));
    QVERIFY(f.settle());
    QVERIFY(chip(f, "B in shared"));
  }

  // A loop of 100: its divisors, then widths that need a guard. The vector width of this machine is marked.
  void formsOfferVectorWidths() {
    WindowFixture f;
    QVERIFY(f.openText(QString(kTwoBlocks).replace("64", "100").toUtf8().constData(), "hundred.py"));
    QVERIFY(f.clickLoop("p"));
    f.openForm(kSplit, QPoint(300, 200));
    QVERIFY(f.settle());
    for (const char* factors : {"[None, 2]", "[None, 4]", "[None, 5]", "[None, 10]", "[None, 20]", "[None, 25]",
                                "[None, 50]", "[None, 8] (guarded)", "[None, 16] (guarded)"})
      QVERIFY2(chip(f, factors), factors);
    int marked = 0;
    for (QPushButton* button : f.form()->findChildren<QPushButton*>())
      if (!button->icon().isNull()) {
        ++marked;
        QVERIFY2(button->toolTip().contains("vector"), qPrintable(button->toolTip()));
      }
    QCOMPARE(marked, 1);
  }

  void undoneAndRedoneToTheEnds() {
    WindowFixture f;
    QVERIFY(f.openText(kSmallProgram));
    constexpr int kSteps = 40;
    for (int i = 0; i < kSteps; ++i)
      f.window->workbench()->steps()->applyText(i % 2 ? "reorder(j, k)" : "reorder(k, j)");
    QVERIFY(f.settle());
    f.tree()->setFocus();
    for (int i = 0; i < kSteps; ++i) QTest::keyClick(f.window.get(), Qt::Key_Z, Qt::ControlModifier);
    QVERIFY(f.settle());
    QCOMPARE(f.trace()->traceModel()->currentRow(), 0);
    QCOMPARE(f.loopNames(), (std::vector<std::string>{"i", "j", "k"}));
    for (int i = 0; i < kSteps; ++i)
      QTest::keyClick(f.window.get(), Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
    QVERIFY(f.settle());
    QCOMPARE(f.trace()->traceModel()->currentRow(), kSteps);
  }
};

}  // namespace lw

int testProduct(int argc, char** argv) {
  lw::TestProduct test;
  return QTest::qExec(&test, argc, argv);
}

#include "test_product.moc"
