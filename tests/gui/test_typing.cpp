// Steps that are typed in the palette and in the line below the trace: the call that a text means, its verdict and
// result before Return, values for the next parameter; the reasons of refusals in forms; errors of the text.
#include <QAbstractItemView>
#include <QCheckBox>
#include <QCompleter>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <algorithm>

#include "tests/gui/fixture.h"
#include "views/trace/step_line.h"

namespace lw {

class TestTyping : public QObject {
  Q_OBJECT

 private:
  // Both nests have loops of the same names.
  static constexpr const char* kSameNames = R"(from tvm.script import tir as T

@T.prim_func
def two(A: T.Buffer((64, 64), "float32"), D: T.Buffer((64, 64), "float32")):
    C = T.alloc_buffer((64, 64))
    for m, l in T.grid(64, 64):
        with T.block("C"):
            vm, vl = T.axis.remap("SS", [m, l])
            C[vm, vl] = A[vm, vl] * T.float32(2)
    for m, l in T.grid(64, 64):
        with T.block("D"):
            vm, vl = T.axis.remap("SS", [m, l])
            D[vm, vl] = C[vm, vl] + T.float32(1)
)";

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
  static bool openPalette(const WindowFixture& f) {
    f.tree()->setFocus();
    return press(f, Qt::Key_K, Qt::ControlModifier) && f.stepPalette()->isVisible();
  }
  static QString call(const WindowFixture& f, int row) {
    return f.trace()->traceModel()->index(row, TraceModel::kCall).data().toString();
  }
  static QStringList rows(const WindowFixture& f) {
    QStringList texts;
    for (int i = 0; i < f.stepPalette()->list()->count(); ++i) texts << f.stepPalette()->list()->item(i)->text();
    return texts;
  }
  static void clickRow(const WindowFixture& f, const QString& text) {
    QListWidget* list = f.stepPalette()->list();
    for (int i = 0; i < list->count(); ++i)
      if (list->item(i)->text() == text)
        return QTest::mouseClick(list->viewport(), Qt::LeftButton, {}, list->visualItemRect(list->item(i)).center());
    QFAIL(qPrintable("no row " + text));
  }
  static QString notesOf(const CodeView* view) {
    QStringList notes;
    for (int line = 0; line < view->lines(); ++line) notes << view->annotation(line);
    notes.removeAll(QString());
    return notes.join('\n');
  }

 private Q_SLOTS:
  // The call with the names of its parameters, the verdict and the result are shown before Return.
  void verdictAndResultBeforeReturn() {
    WindowFixture f;
    QVERIFY(f.openText(kSmallProgram));
    QVERIFY(openPalette(f));
    QVERIFY(type(f, "tile i j 16 8"));
    StepPalette* palette = f.stepPalette();
    QCOMPARE(palette->callText(), QString("tile(loops=[i, j], sizes=[16, 8])"));
    QCOMPARE(palette->verdictText(), QString("✓ legal"));
    QVERIFY2(palette->preview()->headline().startsWith("+2 loops"), qPrintable(palette->preview()->headline()));
    QVERIFY(palette->preview()->text()->code().find("i_0, j_0, i_1, j_1, k in T.grid(4, 8, 16, 8, 64)") !=
            std::string::npos);
    QCOMPARE(f.tree()->picture().lookOf(f.tree()->tree().find(f.loop("i"))).becomes, QString("i_0, i_1"));
    QCOMPARE(f.trace()->traceModel()->rowCount(), 1);
    for (const QString& theme : themeNames()) {
      f.window->setThemeByName(theme);
      f.screenshot("palette_call_" + theme);
    }
    QVERIFY(press(f, Qt::Key_Return));
    QVERIFY(!palette->isVisible());
    QCOMPARE(call(f, 1), QString("tile([i, j], [16, 8])"));
    QCOMPARE(f.loopNames(), (std::vector<std::string>{"i_0", "j_0", "i_1", "j_1", "k"}));
  }

  // The reason of a refusal, and the two iterations on the code.
  void refusalBeforeReturn() {
    WindowFixture f;
    QVERIFY(f.openText(kSmallProgram));
    QVERIFY(openPalette(f));
    QVERIFY(type(f, "vectorize k"));
    StepPalette* palette = f.stepPalette();
    QVERIFY2(palette->verdictText().contains("loop k carries the reduction of block \"C\""),
             qPrintable(palette->verdictText()));
    const QString notes = notesOf(palette->preview()->text());
    QVERIFY2(notes.contains("① k = 0") && notes.contains("② k = 1") && notes.contains("C[0, 0]"), qPrintable(notes));
    f.screenshot("palette_refused");
    QVERIFY(press(f, Qt::Key_Escape));
    QCOMPARE(f.trace()->traceModel()->rowCount(), 1);
    // An argument that is missing is no mistake yet.
    QVERIFY(openPalette(f));
    QVERIFY(type(f, "tile i j"));
    QVERIFY2(palette->verdictText().startsWith("tile needs the argument 'sizes'"), qPrintable(palette->verdictText()));
    QVERIFY(press(f, Qt::Key_Return));
    QVERIFY(palette->isVisible());
  }

  // Values for the next parameter are inserted by a click, by Tab, and by the arrows with Return.
  void valuesOfTheNextParameter() {
    WindowFixture f;
    QVERIFY(f.openText(kSmallProgram));
    QVERIFY(openPalette(f));
    QVERIFY(type(f, "split "));
    QCOMPARE(rows(f), (QStringList{"i", "j", "k"}));
    clickRow(f, "j");
    QVERIFY(f.settle());
    QCOMPARE(f.stepPalette()->edit()->text(), QString("split j"));
    QVERIFY(type(f, " "));
    QVERIFY(rows(f).contains("[None, 16]"));
    f.screenshot("palette_values");
    clickRow(f, "[None, 16]");
    QVERIFY(f.settle());
    QCOMPARE(f.stepPalette()->edit()->text(), QString("split j [None, 16]"));
    QCOMPARE(f.stepPalette()->verdictText(), QString("✓ legal"));
    QVERIFY(press(f, Qt::Key_Return));
    QCOMPARE(call(f, 1), QString("split(j, [None, 16])"));
    QVERIFY(openPalette(f));
    QVERIFY(type(f, "fus"));
    QVERIFY(press(f, Qt::Key_Tab));
    QCOMPARE(f.stepPalette()->edit()->text(), QString("fuse "));
    QVERIFY(press(f, Qt::Key_Down));
    QVERIFY(press(f, Qt::Key_Down));
    QVERIFY(press(f, Qt::Key_Return));
    QCOMPARE(f.stepPalette()->edit()->text(), QString("fuse j_0"));
    QVERIFY(type(f, " j_1"));
    QVERIFY(press(f, Qt::Key_Return));
    QCOMPARE(call(f, 2), QString("fuse(j_0, j_1)"));
  }

  // A name that several loops have can be chosen by a click.
  void ambiguousNames() {
    WindowFixture f;
    QVERIFY(f.openText(kSameNames));
    QVERIFY(openPalette(f));
    QVERIFY(type(f, "split l 16"));
    StepPalette* palette = f.stepPalette();
    QCOMPARE(rows(f), (QStringList{"C.l", "D.l"}));
    QCOMPARE(palette->verdictText(), QString("Several loops are named l: choose one"));
    f.screenshot("palette_ambiguous");
    QVERIFY(press(f, Qt::Key_Return));
    QVERIFY(palette->isVisible());
    clickRow(f, "D.l");
    QVERIFY(f.settle());
    QCOMPARE(palette->edit()->text(), QString("split D.l 16"));
    QCOMPARE(palette->verdictText(), QString("✓ legal"));
    QVERIFY(press(f, Qt::Key_Return));
    QCOMPARE(f.loopNames(), (std::vector<std::string>{"m", "l", "m", "l_0", "l_1"}));
  }

  // The spellings of TVM and Halide, in the palette and in the line below the trace.
  void otherSystems() {
    WindowFixture f;
    QVERIFY(f.openText(kSmallProgram));
    QVERIFY(openPalette(f));
    QVERIFY(type(f, "C.split(i, io, ii, 16)"));
    QCOMPARE(f.stepPalette()->callText(), QString("Means split(loop=i, factors=[None, 16])"));
    QVERIFY(press(f, Qt::Key_Return));
    QCOMPARE(call(f, 1), QString("split(i, [None, 16])"));
    QLineEdit* line = f.stepLine()->edit();
    line->setFocus();
    QTest::keyClicks(line, "s[C].split(j, factor=8)");
    f.stepLine()->completer()->popup()->hide();
    QTest::keyClick(line, Qt::Key_Return);
    QVERIFY(f.settle());
    QCOMPARE(call(f, 2), QString("split(j, [None, 8])"));
    QTest::keyClicks(line, "tile i_0 j_0 2 4");
    f.stepLine()->completer()->popup()->hide();
    QTest::keyClick(line, Qt::Key_Return);
    QVERIFY(f.settle());
    QVERIFY2(f.stepLine()->error().isEmpty(), qPrintable(f.stepLine()->error()));
    QCOMPARE(call(f, 3), QString("tile([i_0, j_0], [2, 4])"));
  }

  // Several calls in one entry: each has its verdict, and all are one step back.
  void chainsOfCalls() {
    WindowFixture f;
    QVERIFY(f.openText(kSmallProgram));
    QVERIFY(openPalette(f));
    QVERIFY(type(f, "C.tile(j, i, ji, ii, 8, 4).vectorize(k).unroll(ii)"));
    QCOMPARE(f.stepPalette()->callText(),
             QString("✓ tile(loops=[i, j], sizes=[4, 8])\n✗ vectorize(loop=k)\n·  .unroll(ii)"));
    QVERIFY2(f.stepPalette()->verdictText().contains("carries the reduction"),
             qPrintable(f.stepPalette()->verdictText()));
    f.screenshot("palette_chain_refused");
    QVERIFY(press(f, Qt::Key_Return));
    QCOMPARE(f.trace()->traceModel()->rowCount(), 1);  // none is applied
    QVERIFY(openPalette(f));
    QVERIFY(type(f, "C.tile(j, i, ji, ii, 8, 4).vectorize(ji).unroll(ii)"));
    QCOMPARE(f.stepPalette()->callText(),
             QString("✓ tile(loops=[i, j], sizes=[4, 8])\n✓ vectorize(loop=j_1)\n✓ unroll(loop=i_1)"));
    QCOMPARE(f.stepPalette()->verdictText(), QString("✓ 3 steps, which are undone together"));
    f.screenshot("palette_chain");
    QVERIFY(press(f, Qt::Key_Return));
    QCOMPARE(call(f, 1), QString("tile([i, j], [4, 8]); vectorize(j_1); unroll(i_1)"));
    QCOMPARE(f.loopNames(), (std::vector<std::string>{"i_0", "j_0", "i_1", "j_1", "k"}));
    QVERIFY(f.typeKey(Qt::Key_Z, Qt::ControlModifier));
    QCOMPARE(f.loopNames(), (std::vector<std::string>{"i", "j", "k"}));
    QLineEdit* line = f.stepLine()->edit();
    line->setFocus();
    QTest::keyClicks(line, "sch.split(i, 16).reorder(j, i_0)");
    f.stepLine()->completer()->popup()->hide();
    QTest::keyClick(line, Qt::Key_Return);
    QVERIFY(f.settle());
    QVERIFY2(f.stepLine()->error().isEmpty(), qPrintable(f.stepLine()->error()));
    QCOMPARE(f.loopNames(), (std::vector<std::string>{"j", "i_1", "i_0", "k"}));
  }

  // Apply cannot be pressed while the values are refused; the reason is on the code, beside the form and in the tree,
  // which the form does not hide.
  void refusedInTheForm() {
    WindowFixture f;
    f.window->resize(1440, 900);
    QVERIFY(f.openText(kSmallProgram));
    QVERIFY(f.clickLoop("k"));
    f.openForm(kVectorize, f.tree()->mapTo(f.window.get(), QPoint(24, 48)));
    QVERIFY(f.settle());
    auto* apply = f.form()->findChild<QPushButton*>("applyStep");
    QVERIFY(apply && !apply->isEnabled());
    QVERIFY2(apply->toolTip().contains("carries the reduction"), qPrintable(apply->toolTip()));
    const QString notes = notesOf(f.form()->preview()->text());
    QVERIFY2(notes.contains("① k = 0") && notes.contains("② k = 1") && notes.contains("C[0, 0]"), qPrintable(notes));
    const LoopTreeScene& picture = f.tree()->picture();
    QVERIFY(picture.witnessAt() >= 0);
    const QRect witness =
        f.tree()->mapFromScene(picture.layout().boxes[size_t(picture.witnessAt())].callout).boundingRect();
    QVERIFY(!witness.isEmpty());
    QVERIFY(!f.form()->geometry().intersects(
        QRect(f.tree()->viewport()->mapTo(f.window.get(), witness.topLeft()), witness.size())));
    for (const QString& theme : themeNames()) {
      f.window->setThemeByName(theme);
      f.screenshot("form_refused_" + theme);
    }
    QVERIFY(press(f, Qt::Key_Return));
    QVERIFY(f.form()->isVisible());
    QCOMPARE(f.problems()->problemsModel()->rowCount(), 0);
    QVERIFY(press(f, Qt::Key_Escape));
    QVERIFY(picture.witnessAt() < 0);
    f.openForm(kVectorize, QPoint(300, 200));
    f.form()->editor("loop")->setValue(f.loop("j"));
    QVERIFY(f.settle());
    const auto buttons = f.form()->findChildren<QPushButton*>("applyStep");  // also of the former form
    QVERIFY(std::any_of(buttons.begin(), buttons.end(),
                        [](const QPushButton* b) { return b->isVisible() && b->isEnabled(); }));
  }

  void flagsSayWhatTheyDo() {
    WindowFixture f;
    QVERIFY(f.openText(kSmallProgram));
    QVERIFY(f.clickLoop("i"));
    f.openForm(kSplit, QPoint(300, 200));
    QVERIFY(f.settle());
    const auto words = [&](const char* param) {
      return qobject_cast<QCheckBox*>(f.form()->editor(param)->widget())->text();
    };
    QCOMPARE(words("preserve_unit_iters"), QString("Keep unit loops"));
    QCOMPARE(words("disable_predication"), QString("Fail instead of adding a guard"));
    f.screenshot("form_flags");
  }

  // At the end of a line, the word before it is underlined; what follows from an error is folded below it.
  void errorsOfTheText() {
    WindowFixture f;
    QVERIFY(f.openText(kSmallProgram));
    CodeView* text = f.written();
    const auto underlined = [&](const std::string& word) {
      const size_t at = text->code().find(word);
      return text->SendScintilla(QsciScintilla::SCI_INDICATORVALUEAT, 8UL, long(at)) != 0;
    };
    const auto replace = [&](const std::string& from, const std::string& to) {
      const size_t at = text->code().find(from);
      text->SendScintilla(QsciScintilla::SCI_SETSEL, (unsigned long)at, long(at + from.size()));
      text->setFocus();
      text->SendScintilla(QsciScintilla::SCI_REPLACESEL, 0UL, to.c_str());
      return f.settle();
    };
    QVERIFY(replace("T.grid(64, 64, 64):", "T.grid(64, 64, 64)"));
    QTRY_VERIFY(f.problems()->problemsModel()->rowCount() > 0);
    QVERIFY(underlined(")\n        with"));
    QVERIFY(replace("T.grid(64, 64, 64)", "T.grid(64, 64, 64:"));
    ProblemsModel* model = f.problems()->problemsModel();
    QTRY_COMPARE(model->index(0, 0).data(ProblemsModel::kFollowers).toInt(), 1);
    QCOMPARE(model->rowCount(), 1);
    f.showPage("problems");
    QVERIFY(f.settle());
    f.screenshot("follow_up_errors");
    f.problems()->setFocus();
    f.problems()->selectRow(0);
    QTest::keyClick(f.problems(), Qt::Key_Right);
    QCOMPARE(model->rowCount(), 2);
    QTest::keyClick(f.problems(), Qt::Key_Left);
    QCOMPARE(model->rowCount(), 1);
  }
};

}  // namespace lw

int testTyping(int argc, char** argv) {
  lw::TestTyping test;
  return QTest::qExec(&test, argc, argv);
}

#include "test_typing.moc"
