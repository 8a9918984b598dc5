// Proofs that two states are equal: from the menus, in the background, with the answer below the rows of the trace.
#include <QFile>
#include <QLabel>
#include <QPushButton>
#include <QRegularExpression>
#include <QTextDocumentFragment>
#include <QToolButton>

#include "app/models/document/document.h"
#include "app/models/document/document_files.h"
#include "app/models/document/document_text.h"
#include "app/models/lowering/state_comparison.h"
#include "app/models/schedule/history_editor.h"
#include "app/models/schedule/steps.h"
#include "app/services/runs/exporter.h"
#include "tests/gui/fixture.h"
#include "tests/gui/menus.h"
#include "views/trace/proof_line.h"
#include "views/widgets/wrapping_label.h"

namespace lw {

// Nothing decides whether two iterations write one element.
constexpr const char* kTable = R"(from tvm.script import tir as T


@T.prim_func
def ones(index: T.Buffer((16,), "int32"), C: T.Buffer((16,), "float32")):
    for i in range(16):
        with T.block("C"):
            vi = T.axis.spatial(16, i)
            C[index[vi]] = T.float32(1)
)";
constexpr const char* kSum = R"(from tvm.script import tir as T


@T.prim_func
def sums(A: T.Buffer((16,), "float32"), C: T.Buffer((1,), "float32")):
    for i in range(16):
        with T.block("C"):
            vi = T.axis.opaque(16, i)
            C[0] = C[0] * T.float32(0.5) + A[vi]
)";

class TestProof : public QObject {
  Q_OBJECT

  static ProofLine* line(const WindowFixture& f) { return f.feature<TraceFeature>().proofLine(); }
  static QToolButton* button(const WindowFixture& f, const char* name) {
    return line(f)->findChild<QToolButton*>(name);
  }
  static QString words(const WindowFixture& f) {
    QStringList all;
    for (const QLabel* label : line(f)->findChildren<QLabel*>())
      if (label->isVisible()) all << label->text();
    return all.join("\n");
  }
  // The tag of a row and its tooltip.
  static std::pair<QString, QString> callOf(const WindowFixture& f, int row) {
    const QModelIndex index = f.trace()->model()->index(row, TraceModel::kCall);
    return {index.data(TraceModel::kProved).toString(), index.data(Qt::ToolTipRole).toString()};
  }
  // Pixels of a tag after the call, in the row.
  static int tagPixels(const WindowFixture& f, int row) {
    const QModelIndex index = f.trace()->model()->index(row, TraceModel::kCall);
    const QRect cell = f.trace()->visualRect(index);
    const int from = QFontMetrics(codeFont(12.5)).horizontalAdvance(index.data().toString()) + 30;
    const QImage drawn = f.trace()->viewport()->grab(cell.adjusted(from, 3, 0, -4)).toImage();
    const QColor around = drawn.pixelColor(drawn.width() - 1, 0);
    int other = 0;
    for (int y = 0; y < drawn.height(); ++y)
      for (int x = 0; x < drawn.width(); ++x) other += drawn.pixelColor(x, y) != around;
    return other;
  }
  static bool clickRow(const WindowFixture& f, int row, const QString& entry) {
    const QModelIndex index = f.trace()->model()->index(row, TraceModel::kCall);
    const QPoint at = f.trace()->viewport()->mapTo(f.window.get(), f.trace()->visualRect(index).center());
    bool clicked = false;
    QTimer look;
    look.setInterval(20);
    QObject::connect(&look, &QTimer::timeout, [&] {
      auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
      if (!menu || clicked) return;
      QAction* action = entryOf(menu, entry);
      clicked = action && action->isEnabled();
      if (clicked) QTest::mouseClick(menu, Qt::LeftButton, {}, menu->actionGeometry(action).center());
      if (menu->isVisible()) menu->close();
    });
    look.start();
    QTest::mouseClick(f.window->windowHandle(), Qt::RightButton, {}, at);
    (void)QTest::qWaitFor([&] { return clicked && !QApplication::activePopupWidget(); }, 10000);
    return clicked && f.settle();
  }

  // Each click goes one link further: its block is selected in both states, which are compared.
  void walkTheChain(const WindowFixture& f, const QList<WrappingLabel*>& rows) {
    const SelectionModel* selection = f.window->workbench()->selection();
    const auto selected = [&] {
      const Selection& nodes = selection->current().nodes;
      const Snapshot& program = f.window->workbench()->document()->schedule().program();
      return nodes.blocks.size() == 1 ? program.block(nodes.blocks.front()).name : std::string();
    };
    for (const char* block : {"C", "B"}) {
      QTest::mouseClick(button(f, "walkChain"), Qt::LeftButton);
      QVERIFY(f.settle());
      QCOMPARE(selected(), std::string(block));
      QCOMPARE(selection->current().nodes.loops.size(), size_t(1));
      QCOMPARE(f.window->workbench()->comparison()->compared(), std::optional(0));
      QVERIFY(f.tree()->rectOf(selection->current().nodes.blocks.front()).isValid());
      for (const WrappingLabel* row : rows) {
        QVERIFY(row->text().contains("</span></a>"));  // the link that is shown is strong
        QVERIFY(!QTextDocumentFragment::fromHtml(row->text()).toPlainText().contains('<'));
      }
    }
    f.screenshot("proof_chain");
    QTest::mouseClick(button(f, "walkChain"), Qt::LeftButton);  // an input, which no block writes
    QVERIFY(f.settle());
    QCOMPARE(selected(), std::string());
    // A click on a link of the first state shows that state.
    Q_EMIT rows[0]->linkActivated("1");
    QVERIFY(f.settle());
    QCOMPARE(f.window->workbench()->document()->history().current(), 0);
    QCOMPARE(f.window->workbench()->comparison()->compared(), std::optional(1));
    QCOMPARE(selected(), std::string("B"));
  }

 private Q_SLOTS:
  void twoStatesAreProvedEqual() {
    WindowFixture f;
    QVERIFY(f.openText(kSmallProgram));
    QVERIFY(!clickMenu(f.window.get(), {"Schedule", "Prove equal to the program as written"}));
    f.window->workbench()->steps()->applyFunction("tiled");
    QVERIFY(f.settle());
    QVERIFY(!line(f)->isVisible());
    QVERIFY(clickMenu(f.window.get(), {"Schedule", "Prove equal to the program as written"}));
    QVERIFY(f.settle());
    QVERIFY(line(f)->isVisible());
    QCOMPARE(words(f), QString("✓ “as written” and “tiled” are equal for all inputs and sizes"));
    // Nothing of it is covered or cut, and something is drawn.
    QCOMPARE(line(f)->visibleRegion().boundingRect(), line(f)->rect());
    QVERIFY(line(f)->height() >= line(f)->fontMetrics().height() && line(f)->width() > 300);
    const QImage drawn = line(f)->grab().toImage();
    QImage plain(drawn.size(), drawn.format());
    plain.fill(drawn.pixelColor(0, 0));
    QVERIFY(drawn != plain);
    QVERIFY(!button(f, "showDifference")->isVisible());
    QVERIFY(!button(f, "stopProof")->isVisible());
    for (const QString& theme : themeNames()) {
      f.window->setThemeByName(theme);
      QVERIFY(f.settle());
      f.screenshot("proof_" + theme);
    }
    QTest::mouseClick(button(f, "closeProof"), Qt::LeftButton);
    QVERIFY(!line(f)->isVisible());
    // Another row with the shown one.
    QVERIFY(clickRow(f, 1, "Prove equal to the shown state"));
    QCOMPARE(words(f), QString("✓ “step 1” and “tiled” are equal for all inputs and sizes"));
    f.window->workbench()->comparison()->compareWith(1);
    QVERIFY(f.settle());
    QVERIFY(clickMenu(f.window.get(), {"Schedule", "Prove equal to the compared state"}));
    QVERIFY(f.settle());
    QCOMPARE(words(f), QString("✓ “step 1” and “tiled” are equal for all inputs and sizes"));
    QVERIFY(f.openText(kTwoBlocks, "two.py"));
    QVERIFY(!line(f)->isVisible());
  }

  // Nothing decides whether iterations meet that write where a table says: the step is taken on request, and the
  // programs before and after are compared.
  void undecidedStepsAreAssumedAndChecked() {
    WindowFixture f;
    QVERIFY(f.openText(kTable));
    QVERIFY(f.clickLoop("i"));
    auto* inspector = f.window->findChild<InspectorView*>();
    auto* assume = inspector->findChild<QPushButton*>("assume_parallel");
    QVERIFY(assume);
    inspector->ensureWidgetVisible(assume);
    QTRY_COMPARE(assume->visibleRegion().boundingRect(), assume->rect());
    QVERIFY(assume->width() >= assume->fontMetrics().horizontalAdvance(assume->text()));
    for (const QString& theme : themeNames()) {
      f.window->setThemeByName(theme);
      QVERIFY(f.settle());
      f.screenshot("assume_" + theme);
    }
    assume = inspector->findChild<QPushButton*>("assume_parallel");
    inspector->ensureWidgetVisible(assume);
    QTest::mouseClick(assume, Qt::LeftButton);
    QVERIFY(f.settle());
    const Schedule& schedule = f.window->workbench()->document()->schedule();
    QVERIFY(schedule.step(schedule.stepCount() - 1).assumed);
    QTRY_VERIFY(line(f)->isVisible() && !words(f).startsWith("Proving"));
    QVERIFY2(words(f).contains("the same results"), qPrintable(words(f)));
    f.screenshot("assumed_dark");
  }

  // The form of such a step does not say that it is illegal, and has the same button.
  void theFormOfAnUndecidedStepOffersTheCheck() {
    WindowFixture f;
    QVERIFY(f.openText(kTable));
    f.window->resize(1024, 700);
    QVERIFY(f.clickLoop("i"));
    f.feature<FormsFeature>().openFormAtTree(*findPrimitive("parallel"));
    QVERIFY(f.settle());
    PrimitiveForm* form = f.feature<FormsFeature>().form();
    QVERIFY2(
        form->verdict().startsWith("? it could not be ruled out that the iterations of loop i depend on each other"),
        qPrintable(form->verdict()));
    auto* assume = form->findChild<QPushButton*>("assumeStep");
    auto* apply = form->findChild<QPushButton*>("applyStep");
    QVERIFY(!apply->isEnabled());
    QCOMPARE(assume->visibleRegion().boundingRect(), assume->rect());
    QVERIFY(assume->width() >= assume->fontMetrics().horizontalAdvance(assume->text()));
    for (const QString& theme : themeNames()) {
      f.window->setThemeByName(theme);
      QVERIFY(f.settle());
      f.screenshot("assume_form_" + theme);
    }
    QTest::mouseClick(assume, Qt::LeftButton);
    QVERIFY(f.settle());
    QVERIFY(!form->isVisible());
    const Schedule& schedule = f.window->workbench()->document()->schedule();
    QVERIFY(schedule.step(schedule.stepCount() - 1).assumed);
    QTRY_VERIFY(line(f)->isVisible() && words(f).contains("the same results"));

    // What is disproved has no such button.
    QVERIFY(f.openText(kSum));
    QVERIFY(f.clickLoop("i"));
    f.feature<FormsFeature>().openFormAtTree(*findPrimitive("parallel"));
    QVERIFY(f.settle());
    QVERIFY2(form->verdict().startsWith("✗ the iterations of loop i depend"), qPrintable(form->verdict()));
    QVERIFY(!form->findChild<QPushButton*>("assumeStep")->isVisible());
  }

  // A step without a check changes the results: both states are shown side by side.
  void aDifferenceIsShownInEveryPane() {
    WindowFixture f;
    QVERIFY(f.openText(kTwoBlocks));
    f.window->workbench()->steps()->applyText("unsafe_set_dtype(\"B\", 0, \"int8\")");
    QVERIFY(f.settle());
    QVERIFY(clickRow(f, f.trace()->model()->rowCount() - 1, "Prove equal to the program as written"));
    QVERIFY2(words(f).startsWith("✗ “as written” and “step 1” are different\n"), qPrintable(words(f)));
    const auto* text = line(f)->findChild<QLabel*>("proofText");
    QVERIFY2(text->toolTip().startsWith("C[") && text->toolTip().endsWith("in the other, for a run with small inputs"),
             qPrintable(text->toolTip()));
    f.screenshot("proof_different");
    // How the two values came about: what differs is what B was stored as.
    const auto rows = line(f)->findChildren<WrappingLabel*>("proofChain");
    QCOMPARE(rows.size(), 2);
    QStringList texts;
    for (const WrappingLabel* row : rows) {
      QVERIFY(row->isVisible() && row->height() >= row->heightForWidth(row->width()));
      QCOMPARE(row->visibleRegion().boundingRect(), row->rect());
      texts << QTextDocumentFragment::fromHtml(row->text()).toPlainText();
    }
    const QRegularExpression chain(
        "^“(as written|step 1)”: C\\[(\\d+)\\] = \\S+ ← B\\[\\2\\] = (\\S+) ← A\\[\\2\\] = \\S+$");
    const QRegularExpressionMatch first = chain.match(texts[0]), second = chain.match(texts[1]);
    QVERIFY2(first.hasMatch() && second.hasMatch(), qPrintable(texts.join('|')));
    QCOMPARE(first.captured(2), second.captured(2));
    QVERIFY(first.captured(3) != second.captured(3));
    QVERIFY2(rows[1]->toolTip().contains(", block B at p = ") || rows[1]->toolTip().contains(": block B at p = "),
             qPrintable(rows[1]->toolTip()));
    walkTheChain(f, rows);
    QTest::mouseClick(button(f, "showDifference"), Qt::LeftButton);
    QVERIFY(f.settle());
    QCOMPARE(f.window->workbench()->comparison()->compared(), std::optional(0));
    f.showScheduled(true);
    QVERIFY(f.scheduled()->comparison());
    const Selection& selected = f.window->workbench()->selection()->current().nodes;
    QCOMPARE(selected.blocks.size(), size_t(1));
    QVERIFY(!f.tree()->tree().nodes.empty());
  }

  // The row of a proved state says so, also in the session that was saved and on the exported pages; not for another
  // text.
  void aProofIsKeptWithTheSession() {
    WindowFixture f;
    QVERIFY(f.openText(kSmallProgram));
    f.window->workbench()->steps()->applyFunction("tiled");
    QVERIFY(f.settle());
    const int last = f.trace()->model()->rowCount() - 1;
    QVERIFY(callOf(f, last).first.isEmpty());
    const int before = tagPixels(f, last);
    QVERIFY(clickMenu(f.window.get(), {"Schedule", "Prove equal to the program as written"}));
    QVERIFY(f.settle());
    QCOMPARE(callOf(f, last).first, QString("✓ proved"));
    QCOMPARE(callOf(f, last).second, QString("Proved: “as written” and “tiled” are equal for all inputs and sizes"));
    QVERIFY2(tagPixels(f, last) > before + 300, "the tag is painted");
    QVERIFY(clickRow(f, 1, "Prove equal to the shown state"));
    QCOMPARE(callOf(f, 1).first, QString("= tiled"));
    QCOMPARE(callOf(f, last).first, QString("✓ proved"));  // rather than that it equals step 1
    for (const QString& theme : themeNames()) {
      f.window->setThemeByName(theme);
      QVERIFY(f.settle());
      f.screenshot("proof_kept_" + theme);
    }
    const QString session = f.folder.filePath("proved.lwsession"), page = f.folder.filePath("page.html");
    f.window->workbench()->files()->saveSession(session);
    for (const char* kind : {"state", "html"}) {
      f.window->workbench()->exporter()->exportTo(*exportKind(kind), page);
      QVERIFY(f.settle());
      QFile file(page);
      QVERIFY(file.open(QIODevice::ReadOnly));
      const QString text = QString::fromUtf8(file.readAll());
      QVERIFY2(text.contains("✓ Proved equal to the program as written for all inputs and sizes</p>"), kind);
      QVERIFY2(text.contains("✓ Proved equal to the state after step 2 for all inputs and sizes</p>"), kind);
    }
    WindowFixture g;
    g.window->openFile(session);
    QVERIFY(g.settle());
    QCOMPARE(callOf(g, last).first, QString("✓ proved"));
    QCOMPARE(callOf(g, 1).first, QString("= tiled"));
    QVERIFY(tagPixels(g, last) > before + 300);
    QVERIFY(!line(g)->isVisible());
    // Another program: nothing was proved of it. The old text comes back with its proofs.
    std::string text = kSmallProgram;
    text.replace(text.find("T.float32(0)"), 12, "T.float32(1)");
    g.window->workbench()->text()->edit(text);
    QVERIFY(g.settle());
    QVERIFY(callOf(g, last).first.isEmpty() && callOf(g, 1).first.isEmpty());
    g.window->workbench()->text()->edit(kSmallProgram);
    QVERIFY(g.settle());
    QCOMPARE(callOf(g, last).first, QString("✓ proved"));
  }

  void aProofIsStopped() {
    WindowFixture f;
    QFile sample(QStringLiteral(LW_SOURCE_DIR "/samples/gpu/conv2d.py"));
    QVERIFY(sample.open(QIODevice::ReadOnly));
    QVERIFY(f.openText(sample.readAll().constData(), "conv2d.py"));
    f.window->workbench()->steps()->applyFunction("schedule");
    QVERIFY(f.settle());
    StateComparison* states = f.window->workbench()->comparison();
    states->prove(0, f.window->workbench()->document()->history().current());
    QVERIFY(line(f)->isVisible());
    QVERIFY2(words(f).startsWith("Proving that “as written” and “"), qPrintable(words(f)));
    QVERIFY(button(f, "stopProof")->isVisible());
    QTest::mouseClick(button(f, "stopProof"), Qt::LeftButton);
    QVERIFY(f.settle());
    QVERIFY(!states->proving());
    QCOMPARE(words(f), QString("The proof was stopped"));
  }
};

}  // namespace lw

int testProof(int argc, char** argv) {
  lw::TestProof test;
  return QTest::qExec(&test, argc, argv);
}

#include "test_proof.moc"
