// Key combinations with Ctrl never insert text into any editor of the window, and all keys for "larger" and "smaller"
// zoom.
#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QInputDialog>
#include <QLineEdit>
#include <QMenuBar>
#include <QPlainTextEdit>
#include <QSpinBox>
#include <QTimer>
#include <set>

#include "app/models/schedule/steps.h"
#include "app/window/code/code_panes.h"
#include "tests/gui/fixture.h"
#include "views/forms/operator_form.h"
#include "views/trace/step_line.h"

namespace lw {
namespace {

QString textOf(QWidget* editor) {
  if (auto* code = qobject_cast<CodeView*>(editor)) return QString::fromStdString(code->code());
  if (auto* line = qobject_cast<QLineEdit*>(editor)) return line->text();
  if (auto* text = qobject_cast<QPlainTextEdit*>(editor)) return text->toPlainText();
  if (auto* box = qobject_cast<QSpinBox*>(editor)) return box->text();
  return {};
}

}  // namespace

class TestChords : public QObject {
  Q_OBJECT

  // Keys as a keyboard layout reports them, with their text.
  static std::vector<std::pair<Qt::Key, QString>> printable() {
    std::vector<std::pair<Qt::Key, QString>> keys;
    for (char c = ' '; c <= '~'; ++c) {
      const QString text = QString(QChar(u'\0' + c));
      keys.emplace_back(Qt::Key(text.toUpper().front().unicode()), text);
    }
    for (const auto& [key, text] : {std::pair{0x00C0, u'à'}, {0x00C7, u'ç'}, {0x0424, u'ф'}, {0x00D7, u'×'}})
      keys.emplace_back(Qt::Key(key), QString(QChar(text)));
    return keys;
  }
  // Sends every key combination; returns what was inserted.
  static QString inserted(QWidget* editor) {
    QStringList found;
    std::set<QString> seen{textOf(editor)};
    for (const auto& [key, text] : printable())
      for (const Qt::KeyboardModifiers held :
           {Qt::KeyboardModifiers(Qt::ControlModifier), Qt::ControlModifier | Qt::ShiftModifier,
            Qt::ControlModifier | Qt::KeypadModifier, Qt::ControlModifier | Qt::MetaModifier,
            Qt::KeyboardModifiers(Qt::MetaModifier), Qt::ControlModifier | Qt::AltModifier}) {
        if (!editor->isVisible()) return found.join(' ') + " hidden by " + text;
        editor->setFocus();
        QApplication::clipboard()->clear();
        const QString before = textOf(editor);
        QTest::sendKeyEvent(QTest::Click, editor, key, text, held);
        const QString after = textOf(editor);
        // Combinations may delete text (Ctrl+U in a line edit) and restore it, so text that existed before is allowed.
        const bool known = !seen.insert(after).second || (after.size() < before.size() && before.contains(after));
        if (!known) found << QKeySequence(QKeyCombination(held, key)).toString() + "=" + after.left(60);
      }
    return found.join(' ');
  }
  // Disables shortcuts, so that key combinations reach the editor.
  static void withoutShortcuts(const WindowFixture& f) {
    for (QAction* action : f.window->findChildren<QAction*>()) action->setEnabled(false);
  }

 private Q_SLOTS:
  void chordsNeverWrite() {
    WindowFixture f;
    QVERIFY(f.openText(kSmallProgram));
    f.window->workbench()->steps()->applyText("split(i, [None, 8])");
    QVERIFY(f.settle());
    f.window->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(f.window.get()));
    QTest::keyClick(f.written(), Qt::Key_F, Qt::ControlModifier);  // opens the find bar
    QLineEdit* find = nullptr;
    for (QLineEdit* line : f.window->findChildren<QLineEdit*>())
      if (line->isVisible() && line->hasFocus()) find = line;
    QVERIFY(find);
    withoutShortcuts(f);
    for (QWidget* editor : std::initializer_list<QWidget*>{f.written(), f.stepLine()->edit(), find})
      QCOMPARE(inserted(editor), QString());
    QCOMPARE(f.written()->code(), std::string(kSmallProgram));

    QVERIFY(f.settle());
    f.trace()->setFocus();
    QTest::keyClick(f.trace(), Qt::Key_F2);
    QVERIFY(f.trace()->editor()->isVisible());
    QCOMPARE(inserted(f.trace()->editor()), QString());

    f.openForm(*findPrimitive("split"), {300, 300});
    QVERIFY(f.settle());
    const auto lines = f.form()->findChildren<QLineEdit*>();
    QVERIFY(!lines.isEmpty());
    for (QLineEdit* line : lines)
      if (line->isVisible()) QCOMPARE(inserted(line), QString());
    QTest::keyClick(f.form(), Qt::Key_Escape);

    f.askForStep();
    QVERIFY(f.stepPalette()->isVisible());
    QCOMPARE(inserted(f.stepPalette()->edit()), QString());
  }

  void dialogsDoNotWriteEither() {
    WindowFixture f;
    QVERIFY(f.openText(kSmallProgram));
    f.newFromOperator();
    OperatorForm* form = f.operatorForm();
    QVERIFY(form && QTest::qWaitForWindowExposed(form));
    withoutShortcuts(f);
    QCOMPARE(inserted(form->filter()), QString());
    for (QLineEdit* line : form->findChildren<QLineEdit*>())
      if (line->isVisible()) QCOMPARE(inserted(line), QString());
    form->close();
    // A note uses Qt's own dialog.
    QString found = "not asked";
    QTimer::singleShot(200, f.window.get(), [&] {
      if (auto* dialog = qobject_cast<QDialog*>(QApplication::activeModalWidget())) {
        auto* text = dialog->findChild<QPlainTextEdit*>();
        found = text ? inserted(text) : "no editor";
        dialog->reject();
      }
    });
    f.trace()->setFocus();
    QTest::keyClick(f.trace(), Qt::Key_N);
    QTRY_COMPARE(found, QString());
  }

  // AltGr, which some systems report as Ctrl+Alt, composes characters.
  void altGrComposes() {
    WindowFixture f;
    QVERIFY(f.openText(kSmallProgram));
    CodeView* source = f.written();
    source->setFocus();
    source->goTo(0);
    QTest::sendKeyEvent(QTest::Click, source, Qt::Key_Q, QStringLiteral("@"), Qt::ControlModifier | Qt::AltModifier);
    QTest::sendKeyEvent(QTest::Click, source, Qt::Key_8, QStringLiteral("["), Qt::ControlModifier | Qt::AltModifier);
    QVERIFY(source->code().starts_with("@[from"));
    QTest::sendKeyEvent(QTest::Click, source, Qt::Key_Equal, QStringLiteral("="),
                        Qt::ControlModifier | Qt::AltModifier);
    QVERIFY(source->code().starts_with("@[from"));
    QLineEdit* line = f.stepLine()->edit();
    line->setFocus();
    QTest::sendKeyEvent(QTest::Click, line, Qt::Key_E, QStringLiteral("€"), Qt::ControlModifier | Qt::AltModifier);
    QCOMPARE(line->text(), QStringLiteral("€"));
  }

  void everyZoomKeyZooms() {
    WindowFixture f;
    QVERIFY(f.openText(kSmallProgram));
    f.window->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(f.window.get()));
    CodeView* source = f.written();
    LoopTreeView* tree = f.tree();
    struct Chord {
      Qt::Key key;
      const char* text;
      Qt::KeyboardModifiers more;
      int by;
    };
    const std::vector<Chord> chords{{Qt::Key_Plus, "+", {}, 1},                  // German: + without Shift
                                    {Qt::Key_Equal, "=", {}, 1},                 // the key of + on US keyboards
                                    {Qt::Key_Plus, "+", Qt::ShiftModifier, 1},   // with Shift
                                    {Qt::Key_Equal, "=", Qt::ShiftModifier, 1},  // German: = is Shift+0
                                    {Qt::Key_Plus, "+", Qt::KeypadModifier, 1},
                                    {Qt::Key_Minus, "-", {}, -1},
                                    {Qt::Key_Minus, "-", Qt::KeypadModifier, -1},
                                    {Qt::Key_Underscore, "_", Qt::ShiftModifier, -1},
                                    {Qt::Key_Underscore, "_", {}, -1},  // French: without Shift
                                    {Qt::Key_0, "0", {}, 0},
                                    {Qt::Key_0, "0", Qt::KeypadModifier, 0},
                                    {Qt::Key_0, "0", Qt::ShiftModifier, 0}};  // French: digits with Shift
    const auto send = [](QWidget* to, const Chord& c) {
      to->setFocus();
      QTest::sendKeyEvent(QTest::Click, to, c.key, QString::fromLatin1(c.text), Qt::ControlModifier | c.more);
    };
    const std::string text = source->code();
    for (const Chord& c : chords) {
      // In a text, zooms all texts; in a line edit or in the tree, zooms the tree.
      f.codePanes()->zoom(source, 0);
      if (c.by == 0) f.codePanes()->zoom(source, 3);
      const int before = source->zoom();
      send(source, c);
      QVERIFY2(c.by == 0 ? source->zoom() == 0 : (source->zoom() - before) * c.by > 0, c.text);
      QCOMPARE(f.scheduled()->zoom(), source->zoom());
      QCOMPARE(f.lowered()->text()->zoom(), source->zoom());
      QCOMPARE(source->code(), text);
      for (QWidget* other : std::initializer_list<QWidget*>{tree, f.stepLine()->edit(), f.trace()}) {
        tree->setZoom(c.by == 0 ? 2 : 1);
        send(other, c);
        QVERIFY2(c.by == 0 ? tree->zoom() == 1 : (tree->zoom() - 1) * c.by > 0, c.text);
      }
      QVERIFY(f.stepLine()->edit()->text().isEmpty());
    }
    // Also while the user edits an action of the trace.
    f.window->workbench()->steps()->applyText("split(i, [None, 8])");
    QVERIFY(f.settle());
    f.trace()->setFocus();
    QTest::keyClick(f.trace(), Qt::Key_F2);
    tree->setZoom(1);
    QTest::sendKeyEvent(QTest::Click, f.trace()->editor(), Qt::Key_Equal, QStringLiteral("="), Qt::ControlModifier);
    QVERIFY(tree->zoom() > 1);
    QCOMPARE(f.trace()->editor()->text(), QStringLiteral("split(i, [None, 8])"));
    // A zoomed text has space for its line numbers.
    f.codePanes()->zoom(source, 0);
    const int narrow = source->marginWidth(0);
    for (int i = 0; i < 6; ++i) send(source, chords[0]);
    QVERIFY(source->marginWidth(0) > narrow);
    f.screenshot("zoomed_texts");
  }

  // The whole window: texts and tree, wherever the keys are.
  void everythingIsZoomed() {
    WindowFixture f;
    QVERIFY(f.openText(kSmallProgram));
    f.codePanes()->zoom(f.written(), 0);
    f.tree()->setZoom(1);
    for (const auto& [key, more] : {std::pair{Qt::Key_Equal, Qt::NoModifier}, {Qt::Key_Equal, Qt::ShiftModifier}}) {
      const qreal tree = f.tree()->zoom();
      const int text = f.written()->zoom();
      QVERIFY(f.typeKey(key, Qt::ControlModifier | Qt::AltModifier | more));
      QVERIFY(f.tree()->zoom() > tree);
      QCOMPARE(f.written()->zoom(), text + 1);
      QCOMPARE(f.lowered()->text()->zoom(), text + 1);
    }
    f.codePanes()->zoom(f.written(), 0);
  }
};

}  // namespace lw

int testChords(int argc, char** argv) {
  lw::TestChords test;
  return QTest::qExec(&test, argc, argv);
}

#include "test_chords.moc"
