// Applying steps: previews, steps typed as Python, and steps for several loops.
#include <QAbstractItemView>
#include <QApplication>
#include <QCompleter>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QToolButton>

#include "app/models/program/selection_model.h"
#include "tests/gui/fixture.h"
#include "tests/gui/menus.h"
#include "views/trace/step_line.h"

namespace lw {

class TestApply : public QObject {
  Q_OBJECT

  static bool press(const WindowFixture& f, Qt::Key key, Qt::KeyboardModifiers keys = {}) {
    f.window->activateWindow();
    if (!QTest::qWaitForWindowActive(f.window.get())) return false;
    QTest::keyClick(f.window->windowHandle(), key, keys);
    return f.settle();
  }
  // Types key by key into the line edit, as far as its completion list passes the keys on.
  static void type(const WindowFixture& f, const QString& text) { QTest::keyClicks(f.stepLine()->edit(), text); }
  static bool enter(const WindowFixture& f) {
    f.stepLine()->completer()->popup()->hide();
    QTest::keyClick(f.stepLine()->edit(), Qt::Key_Return);
    return f.settle();
  }
  static QString call(const WindowFixture& f, int row) {
    return f.trace()->traceModel()->index(row, TraceModel::kCall).data().toString();
  }
  static QStringList addedLines(const CodeView* view) {
    QStringList lines;
    if (const DiffText* diff = view->comparison())
      for (size_t i = 0; i < diff->lines.size(); ++i)
        if (diff->lines[i].kind == DiffLine::Kind::Added) lines << view->text(int(i)).trimmed();
    return lines;
  }
  static QString markOf(const WindowFixture& f, LoopId loop) {
    return f.tree()->picture().lookOf(f.tree()->tree().find(loop)).becomes;
  }
  static QLineEdit* factorsOf(const WindowFixture& f) {
    return qobject_cast<QLineEdit*>(f.form()->editor("factors")->widget());
  }

 private Q_SLOTS:
  // The form shows the lines that would change, and the tree shows the result for the loop; nothing moves while the
  // user types.
  void previewOfAStep() {
    WindowFixture f;
    QVERIFY(f.openText(kSmallProgram));
    QVERIFY(f.clickLoop("i"));
    QVERIFY(press(f, Qt::Key_S));
    PrimitiveForm* form = f.form();
    QVERIFY(form->isVisible() && form->preview()->isVisible());
    const QRect place = form->geometry();
    const qsizetype labels = form->findChildren<QLabel*>().size();
    QLineEdit* factors = factorsOf(f);
    factors->selectAll();
    QTest::keyClicks(factors, "None, 4");
    QVERIFY(f.settle());
    QVERIFY2(addedLines(form->preview()->text()).join("\n").contains("i_0, i_1, j, k in T.grid(16, 4, 64, 64)"),
             qPrintable(addedLines(form->preview()->text()).join("\n")));
    QVERIFY2(form->preview()->headline().startsWith("+1 loop"), qPrintable(form->preview()->headline()));
    QCOMPARE(markOf(f, f.loop("i")), QString("i_0, i_1"));
    QVERIFY(markOf(f, f.loop("k")).isEmpty());
    // Only the changed lines, with two lines around them.
    const CodeView* text = form->preview()->text();
    QVERIFY(!text->SendScintilla(QsciScintilla::SCI_GETLINEVISIBLE, 3UL));
    for (const QString& theme : themeNames()) {
      f.window->setThemeByName(theme);
      f.screenshot("preview_" + theme);
    }
    factors->selectAll();
    QTest::keyClicks(factors, "2, 4");
    QVERIFY(f.settle());
    QCOMPARE(form->preview()->headline(), QString("Refused"));
    QCOMPARE(form->preview()->text()->code(), std::string("for i, j, k in T.grid(64, 64, 64):"));
    form->preview()->setEnabled(false);  // as while a step is running
    const QImage nothing = form->preview()->text()->grab().toImage();
    const Theme dark = loadTheme(themeNames().last());
    QVERIFY2(nothing.pixelColor(nothing.width() / 2, nothing.height() / 2) == dark.panel,
             "the theme's colour, not that of a palette");
    form->preview()->setEnabled(true);
    QVERIFY2(form->verdict().contains("cover 8 of its 64"), qPrintable(form->verdict()));
    QVERIFY(markOf(f, f.loop("i")).isEmpty());
    // The form does not move, and grows if repairs found meanwhile need more lines.
    QCOMPARE(form->pos(), place.topLeft());
    QCOMPARE(form->width(), place.width());
    QVERIFY(form->height() == place.height() ||
            (form->height() > place.height() && form->findChildren<QLabel*>().size() > labels));
    f.screenshot("preview_refused");
    QCOMPARE(f.trace()->traceModel()->rowCount(), 1);  // nothing was applied
    QVERIFY(press(f, Qt::Key_Escape));
    QVERIFY(!form->isVisible());
    QVERIFY(markOf(f, f.loop("i")).isEmpty());
  }

  void previewOfAnotherKind() {
    WindowFixture f;
    QVERIFY(f.openText(kSmallProgram));
    QVERIFY(f.clickLoop("j"));
    f.openForm(kBind, QPoint(300, 200));
    QVERIFY(f.settle());
    QVERIFY2(markOf(f, f.loop("j")).contains("Idx"), qPrintable(markOf(f, f.loop("j"))));
    f.form()->hide();
    // In a narrow window, the form has no preview.
    f.window->resize(800, 700);
    f.openForm(kSplit, QPoint(100, 100));
    QVERIFY(f.settle());
    QVERIFY(!f.form()->preview()->isVisible() || f.window->width() > 820);
    QVERIFY(f.window->rect().contains(f.form()->geometry()));
  }

  void completions() {
    const QStringList loops{"i", "j"}, blocks{"C"};
    QVERIFY(completionsFor("", loops, blocks, {}).contains("split"));
    QVERIFY(completionsFor("sch.spl", loops, blocks, {}).contains("split"));
    const QStringList inside = completionsFor("split(i, ", loops, blocks, {});
    QVERIFY(inside.contains("i") && inside.contains("C") && inside.contains("factors=") && !inside.contains("split"));
    QVERIFY(!completionsFor("split i ", loops, blocks, {}).contains("factors="));
    QVERIFY(completionsFor("bind(i, ", loops, blocks, {}).contains("\"threadIdx.x\""));
    QVERIFY(completionsFor("bind i ", loops, blocks, {}).contains("threadIdx.x"));
  }

  // Steps in Python or in words; a refused step stays in the line with its reason; Up recalls the last one.
  void typedSteps() {
    WindowFixture f;
    QVERIFY(f.openText(kSmallProgram));
    QVERIFY(press(f, Qt::Key_K, Qt::ControlModifier | Qt::ShiftModifier));
    QLineEdit* edit = f.stepLine()->edit();
    QVERIFY(edit->hasFocus());
    type(f, "sch.split(i, [None, 8])");
    QVERIFY(enter(f));
    QCOMPARE(call(f, 1), QString("split(i, [None, 8])"));
    QVERIFY(edit->text().isEmpty());
    type(f, "unroll i_1");
    QVERIFY(enter(f));
    QCOMPARE(call(f, 2), QString("unroll(i_1)"));
    QCOMPARE(f.window->focusWidget(), static_cast<QWidget*>(edit));
    type(f, "sch.split(nowhere, [2])");
    QVERIFY(enter(f));
    QCOMPARE(f.trace()->traceModel()->rowCount(), 3);
    QVERIFY2(f.stepLine()->error().contains("nowhere"), qPrintable(f.stepLine()->error()));
    QCOMPARE(edit->text(), QString("sch.split(nowhere, [2])"));
    QVERIFY2(edit->selectedText().contains("nowhere"), qPrintable(edit->selectedText()));
    for (const QString& theme : themeNames()) {
      f.window->setThemeByName(theme);
      f.screenshot("step_line_" + theme);
    }
    edit->selectAll();
    type(f, "no_such_step i");
    QVERIFY(f.stepLine()->error().isEmpty());  // typing clears the old reason
    QVERIFY(enter(f));
    QVERIFY(f.stepLine()->error().contains("there is no step named 'no_such_step'"));
    edit->clear();
    f.stepLine()->completer()->popup()->hide();
    QTest::keyClick(edit, Qt::Key_Up);
    QCOMPARE(edit->text(), QString("unroll i_1"));
    QTest::keyClick(edit, Qt::Key_Up);
    QCOMPARE(edit->text(), QString("sch.split(i, [None, 8])"));
    QTest::keyClick(edit, Qt::Key_Down);
    QTest::keyClick(edit, Qt::Key_Down);
    QVERIFY(edit->text().isEmpty());
  }

  void completionByKeys() {
    WindowFixture f;
    QVERIFY(f.openText(kSmallProgram));
    QLineEdit* edit = f.stepLine()->edit();
    QTest::mouseClick(edit, Qt::LeftButton);
    type(f, "vect");
    QAbstractItemView* list = f.stepLine()->completer()->popup();
    QVERIFY(list->isVisible());
    QTest::keyClick(edit, Qt::Key_Tab);
    QCOMPARE(edit->text(), QString("vectorize"));
    QVERIFY(edit->hasFocus());
    type(f, "(j)");
    QVERIFY(enter(f));
    QCOMPARE(call(f, 1), QString("vectorize(j)"));
    type(f, "spl");
    QVERIFY(list->isVisible());
    QTest::keyClick(list, Qt::Key_Down);
    QTest::keyClick(list, Qt::Key_Return);
    QVERIFY(f.settle());
    QCOMPARE(edit->text(), QString("split"));
    type(f, "(i, fac");
    QTest::keyClick(edit, Qt::Key_Tab);
    QCOMPARE(edit->text(), QString("split(i, factors="));
  }

  // Shift+click selects all loops between; the menu lists steps for several loops first.
  void severalLoops() {
    WindowFixture f;
    QVERIFY(f.openText(kSmallProgram));
    QVERIFY(f.clickLoop("i"));
    const QRect last = f.tree()->rectOf(f.loop("k"));
    QTest::mouseClick(f.tree()->viewport(), Qt::LeftButton, Qt::ShiftModifier,
                      QPoint(last.left() + 20, last.center().y()));
    QVERIFY(f.settle());
    QCOMPARE(f.window->workbench()->selection()->current().nodes.loops,
             (std::vector<LoopId>{f.loop("i"), f.loop("j"), f.loop("k")}));
    for (const QString& theme : themeNames()) {
      f.window->setThemeByName(theme);
      f.screenshot("several_" + theme);
    }
    // Ctrl+click removes one from the selection; then the menu fuses the others.
    QTest::mouseClick(f.tree()->viewport(), Qt::LeftButton, Qt::ControlModifier,
                      QPoint(last.left() + 20, last.center().y()));
    QVERIFY(f.settle());
    QCOMPARE(f.window->workbench()->selection()->current().nodes.loops.size(), size_t(2));
    QStringList names;
    QTimer::singleShot(100, [&] {
      auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
      if (!menu) return;
      for (QAction* action : menu->actions()) names << action->text();
      for (QAction* action : menu->actions())
        if (action->text() == "fuse")
          return QTest::mouseClick(menu, Qt::LeftButton, {}, menu->actionGeometry(action).center());
      menu->close();
    });
    const QRect first = f.tree()->rectOf(f.loop("i"));
    QContextMenuEvent menuEvent(QContextMenuEvent::Mouse, first.center(),
                                f.tree()->viewport()->mapToGlobal(first.center()));
    QApplication::sendEvent(f.tree()->viewport(), &menuEvent);
    QVERIFY(f.settle());
    QVERIFY2(names.indexOf("fuse") >= 0 && names.indexOf("fuse") < 3, qPrintable(names.join(" ")));
    QVERIFY(names.indexOf("reorder") >= 0 && names.indexOf("reorder") < 3);
    if (f.form()->isVisible()) QTest::keyClick(f.form(), Qt::Key_Return);
    QVERIFY(f.settle());
    QVERIFY2(call(f, 1).startsWith("fuse(i, j"), qPrintable(call(f, 1)));
  }
};

}  // namespace lw

int testApply(int argc, char** argv) {
  lw::TestApply test;
  return QTest::qExec(&test, argc, argv);
}

#include "test_apply.moc"
