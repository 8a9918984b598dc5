// Searching and folding in the texts of the window, by mouse and keys.
#include <QApplication>
#include <QHelpEvent>
#include <QLineEdit>
#include <QScrollBar>
#include <QStatusBar>
#include <QToolButton>
#include <QToolTip>
#include <map>
#include <random>
#include <set>

#include "app/models/document/document_files.h"
#include "app/models/document/document_text.h"
#include "app/models/schedule/history_editor.h"
#include "app/models/schedule/steps.h"
#include "app/services/document/documents.h"
#include "core/text/fold_levels.h"
#include "tests/gui/fixture.h"
#include "tests/gui/menus.h"
#include "tests/gui/programs.h"
#include "views/code/code_content.h"
#include "views/code/code_frame.h"
#include "views/code/code_marks.h"

namespace lw {

class TestCode : public QObject {
  Q_OBJECT

  static FindBar* barOf(const CodeView* view) { return qobject_cast<CodeFrame*>(view->parentWidget())->findBar(); }
  static bool press(const WindowFixture& f, Qt::Key key, Qt::KeyboardModifiers keys = {}) {
    f.window->activateWindow();
    if (!QTest::qWaitForWindowActive(f.window.get())) return false;
    QTest::keyClick(f.window->windowHandle(), key, keys);
    QCoreApplication::sendPostedEvents();
    return true;
  }
  static void type(const WindowFixture& f, const QString& text) {
    for (const QChar c : text) QTest::keyClick(f.window->windowHandle(), c.toLatin1());
  }
  static int lineOf(const CodeView* view, const QString& text) {
    for (int i = 0; i < view->lines(); ++i)
      if (view->text(i).contains(text)) return i;
    return -1;
  }
  static bool shown(const CodeView* view, int line) {
    return view->SendScintilla(QsciScintilla::SCI_GETLINEVISIBLE, (unsigned long)line);
  }
  static int count(const CodeView* view, const QString& word) { return int(view->text().count(word)); }
  // Moves the mouse to the first character of `text` and returns the tooltip.
  static QString hover(CodeView* view, const char* text) {
    QToolTip::hideText();
    (void)QTest::qWaitFor([] { return !QToolTip::isVisible(); });  // the old tooltip fades out
    const int at = int(view->code().find(text));
    view->goTo(view->form()->fullOffset(at + int(qstrlen(text))));  // scrolls to its end
    const QPoint point(int(view->SendScintilla(QsciScintilla::SCI_POINTXFROMPOSITION, 0UL, long(at))) + 3,
                       int(view->SendScintilla(QsciScintilla::SCI_POINTYFROMPOSITION, 0UL, long(at))) + 10);
    QHelpEvent help(QEvent::ToolTip, point, view->viewport()->mapToGlobal(point));
    QApplication::sendEvent(view->viewport(), &help);
    return QToolTip::isVisible() ? QToolTip::text() : QString();
  }
  // The middle of the arrow before a line.
  static QPoint arrowOf(const CodeView* view, int line) {
    const long at = view->SendScintilla(QsciScintilla::SCI_POSITIONFROMLINE, (unsigned long)line);
    return {view->marginWidth(0) + 7, int(view->SendScintilla(QsciScintilla::SCI_POINTYFROMPOSITION, 0UL, at)) + 10};
  }

 private Q_SLOTS:
  // Typed lines get the same line endings as the other lines of the file.
  void typedLinesEndAsTheOthers() {
    WindowFixture f;
    const QByteArray windows = QByteArray(kSmallProgram).replace("\n", "\r\n");
    for (const QByteArray& text : {windows, QByteArray(kSmallProgram)}) {
      QVERIFY(f.openText(text.constData(), text == windows ? "windows.py" : "unix.py"));
      f.window->activateWindow();
      QVERIFY(QTest::qWaitForWindowActive(f.window.get()));
      CodeView* view = f.written();
      view->setFocus();
      view->SendScintilla(QsciScintilla::SCI_GOTOPOS, 0UL);
      QTest::keyClicks(view, "# typed");
      QTest::keyClick(view, Qt::Key_Return);
      QVERIFY(f.settle());
      const std::string code = view->code();
      QCOMPARE(std::count(code.begin(), code.end(), '\r'),
               text == windows ? std::count(code.begin(), code.end(), '\n') : 0);
      QVERIFY(code.starts_with("# typed"));
      QVERIFY(f.window->workbench()->files()->save(f.window->workbench()->text()->path()));
      QVERIFY(f.settle());
      const std::string saved = bytesOf(f.window->workbench()->text()->path());
      QCOMPARE(saved, code);
    }
  }

  // The horizontal scroll bar remains while a text is replaced: its width is set before the longest line is painted.
  void theBarBelowDoesNotBlink() {
    CodeView view;
    view.resize(400, 400);
    view.setTheme(loadTheme("dark"));
    view.setReadOnly(true);
    view.show();
    const std::string wide = "a = 1\n" + std::string(120, 'x') + "\n", narrow = "a = 1\n";
    int changes = 0;
    class Watch : public QObject {
     public:
      explicit Watch(int* changes) : changes_(changes) {}
      bool eventFilter(QObject*, QEvent* event) override {
        *changes_ += event->type() == QEvent::Show || event->type() == QEvent::Hide;
        return false;
      }

     private:
      int* changes_;
    } watch(&changes);
    view.setCode(wide);
    QVERIFY(atRest(&view));
    QVERIFY(view.horizontalScrollBar()->isVisible());
    const long width = view.SendScintilla(QsciScintilla::SCI_GETSCROLLWIDTH);
    view.horizontalScrollBar()->installEventFilter(&watch);
    view.setCode("b = 2\n" + wide);
    QVERIFY(atRest(&view));
    QCOMPARE(changes, 0);
    QCOMPARE(view.SendScintilla(QsciScintilla::SCI_GETSCROLLWIDTH), width);
    const auto x = [&view](long position) {
      return view.SendScintilla(QsciScintilla::SCI_POINTXFROMPOSITION, 0UL, position);
    };
    const long painted = x(12 + 120) - x(12);  // after two lines of 6 characters
    QVERIFY2(std::abs(width - painted) <= 3, qPrintable(QStringLiteral("%1 instead of %2").arg(width).arg(painted)));
    view.setCode(narrow);
    QVERIFY(atRest(&view));
    QVERIFY(!view.horizontalScrollBar()->isVisible());
    // Lines out of view count too, so that the scroll bar does not appear while scrolling.
    std::string tall;
    for (int i = 0; i < 200; ++i) tall += "a = 1\n";
    view.setCode(tall + wide);
    QVERIFY(atRest(&view));
    QVERIFY(view.horizontalScrollBar()->isVisible());
  }

  // The numbers of a model are one line: wrapped, it would take seconds.
  void aLineOfAModelIsNotWrapped() {
    CodeView view;
    view.resize(400, 400);
    view.setTheme(loadTheme("dark"));
    view.setReadOnly(true);
    view.form()->setCompact(true);
    view.show();
    std::string numbers = "a = [0";
    while (numbers.size() < 300'000) numbers += ", 12345";
    const auto wrapped = [&view] { return view.SendScintilla(QsciScintilla::SCI_WRAPCOUNT, 0UL); };
    const std::string wide = numbers.substr(0, 200) + "]\n";
    view.setCode(wide);
    QVERIFY(atRest(&view));
    QVERIFY2(wrapped() > 1, "an ordinary line is");
    view.setCode(numbers + "]\n");
    QVERIFY(atRest(&view));
    QCOMPARE(wrapped(), 1L);
    QVERIFY(view.horizontalScrollBar()->isVisible());
    view.setCode(wide);
    QVERIFY(atRest(&view));
    QVERIFY(wrapped() > 1);
  }

  void everyLineHasItsNumber() {
    CodeView view;
    view.resize(400, 400);
    view.setTheme(loadTheme("dark"));
    view.show();
    QVERIFY(QTest::qWaitForWindowExposed(&view));
    for (const int count : {3, 9, 12, 120}) {
      std::string text = "def f():\n    for i in range(4):\n        with g():\n";
      for (int i = 4; i < count; ++i) text += i % 9 < 7 ? "            x = 1\n" : i % 9 == 7 ? "def f(i):\n" : "\n";
      view.setCode(text);
      view.highlight({{0, 4}}, true);
      for (int line = 0; line < view.lines(); ++line) {
        view.SendScintilla(QsciScintilla::SCI_SETFIRSTVISIBLELINE,
                           (unsigned long)line);  // lines out of view need no notes
        view.viewport()->repaint();
        char number[64] = {};
        view.SendScintilla(QsciScintilla::SCI_MARGINGETTEXT, (unsigned long)line, number);
        QCOMPARE(QString::fromLatin1(number).trimmed(), QString::number(line + 1));
      }
    }
  }

  void foldsByIndentation() {
    const auto lines = foldLines("def f(A,\n      B):\n    for i:\n        x\n\n    y\nz");
    QCOMPARE(lines.size(), size_t(7));
    QVERIFY((lines[0] == FoldLine{0, true, false}));
    QVERIFY((lines[1] == FoldLine{6, false, false}));
    QVERIFY((lines[2] == FoldLine{4, true, false}));
    QVERIFY((lines[4] == FoldLine{4, false, true}));  // an empty line has the depth of the following line
    QVERIFY((lines[6] == FoldLine{0, false, false}));
    QVERIFY(foldLines("").size() == 1);
  }

  void foldsAreCarriedOver() {
    const std::string before = "for i:\n  for j:\n    x\nend";
    QCOMPARE(foldsCarriedOver(before, {1}, "new\nfor i:\n  for j:\n    x\nend"), std::vector<int>{2});
    QVERIFY(foldsCarriedOver(before, {1}, "for i:\n  for j:\nend").empty());  // it is no longer a header
    QVERIFY(foldsCarriedOver(before, {1}, "for i:\n  for k:\n    x\nend").empty());
  }

  // Ctrl+F, typing, Enter, Shift+Enter, F3, Esc, in each of the texts.
  void searchByKeys() {
    WindowFixture f;
    QVERIFY(f.openText(kSmallProgram));
    f.lowered()->chooseStage("scheduled TIR");
    for (CodeView* view : {f.written(), f.scheduled(), f.lowered()->text()}) {
      f.showScheduled(view == f.scheduled());
      view->setFocus();
      const std::string before = view->code();
      QVERIFY(press(f, Qt::Key_F, Qt::ControlModifier));
      FindBar* bar = barOf(view);
      QVERIFY(bar->isVisible());
      QVERIFY(bar->edit()->hasFocus());
      type(f, "vi");
      // A compact text leaves out the indices of what is read and written.
      const int all = count(view, "vi") + (view == f.written() ? 0 : 2);
      QVERIFY(all > 2);
      QCOMPARE(int(bar->matches().size()), all);
      // The first one of a header stands for indices that it leaves out.
      for (int i = 0; i < all && bar->countText().contains("folded"); ++i) QVERIFY(press(f, Qt::Key_Return));
      QCOMPARE(bar->countText(), QString("%1 of %2").arg(bar->current() + 1).arg(all));
      const int at = bar->current();
      QVERIFY(press(f, Qt::Key_Return));
      QCOMPARE(bar->current(), (at + 1) % all);
      QVERIFY(press(f, Qt::Key_Return, Qt::ShiftModifier));
      QVERIFY(press(f, Qt::Key_Return, Qt::ShiftModifier));
      QCOMPARE(bar->current(), (at + all - 1) % all);
      QVERIFY(press(f, Qt::Key_F3));
      QCOMPARE(bar->current(), at);
      QCOMPARE(view->selectedText(), QString("vi"));
      const Span match = bar->matches()[size_t(at)];
      QVERIFY(view->SendScintilla(QsciScintilla::SCI_INDICATORVALUEAT, 13UL, long(match.begin)));
      QVERIFY(press(f, Qt::Key_Escape));
      QVERIFY(!bar->isVisible());
      QVERIFY(view->hasFocus());
      QVERIFY(!view->SendScintilla(QsciScintilla::SCI_INDICATORVALUEAT, 13UL, long(match.begin)));
      QCOMPARE(view->code(), before);
    }
  }

  void searchSwitches() {
    WindowFixture f;
    QVERIFY(f.openText(kSmallProgram));
    CodeView* view = f.written();
    view->setFocus();
    QVERIFY(clickMenu(f.window.get(), {"Edit", "Find"}));
    FindBar* bar = barOf(view);
    type(f, "C");
    const int any = int(bar->matches().size());
    QCOMPARE(any, int(view->text().count('C', Qt::CaseInsensitive)));
    QVERIFY(press(f, Qt::Key_C, Qt::AltModifier));
    QCOMPARE(int(bar->matches().size()), count(view, "C"));
    QVERIFY(press(f, Qt::Key_W, Qt::AltModifier));
    QCOMPARE(int(bar->matches().size()), int(view->text().count(QRegularExpression("\\bC\\b"))));
    QVERIFY(int(bar->matches().size()) < any);
    for (QToolButton* button : bar->findChildren<QToolButton*>())
      if (button->text() == "Word") QTest::mouseClick(button, Qt::LeftButton);
    QCOMPARE(int(bar->matches().size()), count(view, "C"));
    bar->edit()->selectAll();
    type(f, "nowhere");
    QCOMPARE(bar->countText(), QString("No match"));
    QCOMPARE(bar->current(), -1);
    QVERIFY(press(f, Qt::Key_Return));
    for (QToolButton* button : bar->findChildren<QToolButton*>())
      if (button->text() == "✕") QTest::mouseClick(button, Qt::LeftButton);
    QVERIFY(!bar->isVisible());
  }

  // A search continues in a new text.
  void searchFollowsTheText() {
    WindowFixture f;
    QVERIFY(f.openText(kSmallProgram));
    f.showScheduled(true);
    CodeView* view = f.scheduled();
    view->setFocus();
    QVERIFY(press(f, Qt::Key_F, Qt::ControlModifier));
    type(f, "i_0");
    QCOMPARE(barOf(view)->countText(), QString("No match"));
    f.window->workbench()->steps()->applyFunction("tiled");
    QVERIFY(f.settle());
    QCOMPARE(int(barOf(view)->matches().size()), count(view, "i_0"));
    QVERIFY(barOf(view)->current() >= 0);
    for (const QString& theme : themeNames()) {
      f.window->setThemeByName(theme);
      f.screenshot("find_" + theme);
    }
  }

  // Folding by a click on the arrow and by keys; the line remains folded while it exists.
  void folding() {
    WindowFixture f;
    QVERIFY(f.openText(kSmallProgram));
    f.feature<CodeFeature>().compactAction()->trigger();  // `T.init` has a line of its own
    f.showScheduled(true);
    CodeView* view = f.scheduled();
    const int block = lineOf(view, "T.block(\"C\")");
    QVERIFY(block > 0 && shown(view, block + 1));
    QTest::mouseClick(view->viewport(), Qt::LeftButton, {}, arrowOf(view, block));
    QCOMPARE(view->folds()->lines(), std::vector<int>{block});
    QVERIFY(!shown(view, block + 1));
    f.window->workbench()->steps()->applyFunction("tiled");
    QVERIFY(f.settle());
    QCOMPARE(view->folds()->lines(), std::vector<int>{lineOf(view, "T.block(\"C\")")});
    QVERIFY(f.clickLoop("k"));
    for (const QString& theme : themeNames()) {
      f.window->setThemeByName(theme);
      f.screenshot("folded_" + theme);
    }
    view->setFocus();
    view->goTo(int(view->plainCode().find("with T.init")));  // goTo() unfolds the line
    QVERIFY(view->folds()->lines().empty());
    QVERIFY(press(f, Qt::Key_Left, Qt::AltModifier));
    QCOMPARE(view->folds()->lines(), std::vector<int>{lineOf(view, "with T.init")});
    QVERIFY(press(f, Qt::Key_Left, Qt::AltModifier));  // then the enclosing header
    QCOMPARE(view->folds()->lines().size(), size_t(2));
    QVERIFY(press(f, Qt::Key_Right, Qt::AltModifier));
    QCOMPARE(view->folds()->lines().size(), size_t(1));
    QVERIFY(press(f, Qt::Key_Home, Qt::AltModifier));
    QVERIFY(!shown(view, lineOf(view, "T.grid")));
    QVERIFY(press(f, Qt::Key_End, Qt::AltModifier));
    QVERIFY(view->folds()->lines().empty());
    QVERIFY(clickMenu(f.window.get(), {"View", "Folding", "Fold all\tAlt+Home"}));
    QVERIFY(!view->folds()->lines().empty());
    // A selection in another view unfolds its lines.
    QVERIFY(f.clickLoop("k"));
    QVERIFY(shown(view, view->highlightedLines().front()));
  }

  // The tooltip explains a name in every text that is TVMScript; Ctrl+F1 does so at the cursor.
  void meanings() {
    WindowFixture f;
    QVERIFY(f.openText(kSmallProgram));
    f.window->workbench()->steps()->applyFunction("tiled");
    f.window->workbench()->steps()->applyText("unroll(i_1)");
    QVERIFY(f.settle());
    f.showScheduled(true);
    f.lowered()->chooseStage("lower_init_block");
    for (CodeView* view : {f.scheduled(), f.lowered()->text()}) {
      const QString loop = hover(view, "i_1 in T.unroll");
      QVERIFY2(loop.contains("Loop i_1") && loop.contains("0 to 7") && loop.contains("unrolled"), qPrintable(loop));
      QVERIFY2(loop.contains("step 1, changed by step 3"), qPrintable(loop));
    }
    const QString iter = hover(f.scheduled(), "vk] * B");
    QVERIFY2(iter.contains("Iteration variable vk of block C") && iter.contains("reduce"), qPrintable(iter));
    const QString buffer = hover(f.scheduled(), "A[vi, vk] * B");
    QVERIFY2(buffer.contains("Buffer A, a parameter") && buffer.contains("64, 64") && buffer.contains("16.0 KB") &&
                 buffer.contains("float32"),
             qPrintable(buffer));
    QVERIFY(hover(f.scheduled(), "T.func_attr").isEmpty());
    for (const QString& theme : themeNames()) {
      f.window->setThemeByName(theme);
      (void)hover(f.scheduled(), "i_1 in T.unroll");
      for (QWidget* widget : QApplication::topLevelWidgets())
        if (widget->inherits("QTipLabel") && widget->isVisible())
          QVERIFY(widget->grab().save(QStringLiteral(LW_BINARY_DIR "/screenshots/meaning_%1.png").arg(theme)));
    }
    f.showScheduled(false);
    CodeView* written = f.written();
    const QString source = hover(written, "i, j, k in T.grid");
    QVERIFY2(source.contains("Loop i") && source.contains("0 to 63"), qPrintable(source));
    QToolTip::hideText();
    written->setFocus();
    written->goTo(int(written->code().find("B[vk, vj]")));
    QVERIFY(press(f, Qt::Key_F1, Qt::ControlModifier));
    QVERIFY2(QToolTip::text().contains("Buffer B"), qPrintable(QToolTip::text()));
    QVERIFY2(f.window->statusBar()->currentMessage().contains("read by C"),
             qPrintable(f.window->statusBar()->currentMessage()));
    // While the text is not parsed, there are no explanations.
    QTest::keyClicks(written->viewport(), "x");
    written->goTo(int(written->code().find("A[vi")));
    QVERIFY(press(f, Qt::Key_F1, Qt::ControlModifier));
    QVERIFY(f.window->statusBar()->currentMessage().contains("Nothing to describe"));
  }

  // Ctrl+M at a name marks it in all texts with its own look, also after steps, until its chip is clicked.
  void pins() {
    WindowFixture f;
    QVERIFY(f.openText(kSmallProgram));
    f.showScheduled(true);
    f.lowered()->chooseStage("scheduled TIR");
    CodeView *view = f.scheduled(), *lowered = f.lowered()->text();
    view->setFocus();
    for (const char* name : {"vk", "A["}) {
      view->goTo(int(view->plainCode().find(name)));
      QVERIFY(press(f, Qt::Key_M, Qt::ControlModifier));
    }
    QCOMPARE(f.codePanes()->pins()->all().size(), size_t(2));
    const auto marked = [](const CodeView* v, int look, const char* text, int by = 0) {
      return bool(v->SendScintilla(QsciScintilla::SCI_INDICATORVALUEAT, (unsigned long)(14 + look),
                                   long(v->code().find(text)) + by));
    };
    for (const CodeView* v : {view, lowered}) {
      QVERIFY(marked(v, 0, "vk] * B"));
      QVERIFY(marked(v, 1, "A[vi, vk] * B"));
      QVERIFY(!marked(v, 1, "B[vk, vj]"));
      QVERIFY(!marked(v, 0, "A[vi, vk] * B"));
    }
    f.window->workbench()->steps()->applyFunction("tiled");
    QVERIFY(f.settle());
    QVERIFY(f.atRest());
    QVERIFY(marked(view, 0, "vk] * B"));
    f.lowered()->chooseStage("LLVM IR");
    QVERIFY(f.settle());
    QVERIFY(f.atRest());
    QVERIFY(marked(lowered, 1, "%A = load"));
    for (const char* name : {"i_0", "j", "B[vk", "C[vi"}) {
      view->goTo(int(view->plainCode().find(name)));
      QVERIFY(press(f, Qt::Key_M, Qt::ControlModifier));
    }
    f.lowered()->chooseStage("flatten_buffer");
    QVERIFY(f.atRest());
    for (const QString& theme : themeNames()) {
      f.window->setThemeByName(theme);
      QVERIFY(f.atRest());
      f.screenshot("pins_" + theme);
    }
    auto* legend = f.window->findChild<QWidget*>("pinLegend");
    QVERIFY(legend->isVisible());
    const auto chip = [legend](const QString& name) {
      for (QToolButton* button : legend->findChildren<QToolButton*>())
        if (button->isVisible() && button->text().trimmed().startsWith(name)) return button;
      return static_cast<QToolButton*>(nullptr);
    };
    // A name that a step consumed is shown as missing, and marked again when it returns.
    f.window->workbench()->history()->goTo(0);
    QVERIFY(f.settle());
    QVERIFY(f.atRest());
    QVERIFY(chip("i_0") && chip("i_0")->text().contains("not here"));
    QTest::mouseClick(chip("vk"), Qt::LeftButton);
    QVERIFY(!marked(view, 0, "vk] * B"));
    QVERIFY(!chip("vk"));
    QVERIFY(clickMenu(f.window.get(), {"Edit", "Remove all pins"}));
    QVERIFY(!legend->isVisible());
    QVERIFY(!marked(view, 1, "A[vi, vk] * B"));
  }

  void namesInMachineCode() {
    CodeContent llvm;
    llvm.language = CodeLexer::Language::Llvm;
    const std::string text = "%m = phi i32 [ 0, %for_m ]\n%m1 = add i32 %m, %12";
    QCOMPARE(nameAt(llvm, text, 1), std::string("m"));
    QCOMPARE(nameAt(llvm, text, 0), std::string("m"));
    QCOMPARE(nameAt(llvm, text, int(text.find("phi"))), std::string());
    QCOMPARE(nameAt(llvm, text, int(text.find("12"))), std::string());
    QCOMPARE(placesOf(llvm, text, "m").size(), size_t(2));
    CodeContent assembly;
    assembly.language = CodeLexer::Language::Assembly;
    QVERIFY(placesOf(assembly, "add m, m", "m").empty());
  }

  // What is styled again after an edit looks as if the whole text were new, strings over several lines too.
  void editsAreColouredAsNewTexts() {
    const QByteArray quote(1, '"'), quotes(3, '"');  // moc does not read raw strings of them
    const QByteArray pieces[] = {quotes, quotes, quote, "'", "\\", "\n", "\n    ", "# note", "def ", "name", " 12"};
    std::mt19937 random(5);
    const auto style = [](const CodeView& view) {
      const long length = view.SendScintilla(QsciScintilla::SCI_GETLENGTH);
      view.SendScintilla(QsciScintilla::SCI_COLOURISE,
                         (unsigned long)view.SendScintilla(QsciScintilla::SCI_GETENDSTYLED), length);
      QByteArray styles;
      for (long at = 0; at < length; ++at)
        styles += char('a' + view.SendScintilla(QsciScintilla::SCI_GETSTYLEAT, (unsigned long)at));
      return styles;
    };
    for (const bool compact : {false, true}) {
      CodeView edited, fresh;
      edited.form()->setCompact(compact);
      fresh.form()->setCompact(compact);
      std::set<QByteArray> seen;
      for (int i = 0; i < 1500; ++i) {
        const long length = edited.SendScintilla(QsciScintilla::SCI_GETLENGTH);
        const long begin = long(random()) % (length + 1), end = std::min(length, begin + long(random()) % 8);
        const QByteArray piece = length > 400 ? QByteArray() : pieces[random() % std::size(pieces)];
        edited.SendScintilla(QsciScintilla::SCI_SETTARGETSTART, (unsigned long)begin);
        edited.SendScintilla(QsciScintilla::SCI_SETTARGETEND, (unsigned long)end);
        edited.SendScintilla(QsciScintilla::SCI_REPLACETARGET, (unsigned long)piece.size(), piece.constData());
        fresh.SendScintilla(QsciScintilla::SCI_SETTEXT, edited.code().c_str());
        const QByteArray styles = style(edited);
        QCOMPARE(styles, style(fresh));
        seen.insert(styles);
      }
      QVERIFY(seen.size() > 1000);
    }
  }

  void editingKeepsFolds() {
    WindowFixture f;
    QVERIFY(f.openText(kSmallProgram));
    CodeView* view = f.written();
    view->setFocus();
    const int tiled = lineOf(view, "def tiled");
    QTest::mouseClick(view->viewport(), Qt::LeftButton, {}, arrowOf(view, tiled));
    if (view->folds()->lines().empty()) {  // it was out of view
      view->goTo(int(view->code().find("def tiled")));
      QTest::mouseClick(view->viewport(), Qt::LeftButton, {}, arrowOf(view, tiled));
    }
    QCOMPARE(view->folds()->lines(), std::vector<int>{tiled});
    view->goTo(0);
    QVERIFY(press(f, Qt::Key_Return));
    QVERIFY(f.settle());
    QCOMPARE(view->folds()->lines(), std::vector<int>{tiled + 1});
  }

  // A step replaces the lines that it changes, so that the others need not be laid out again, and they keep no marks.
  void aStepReplacesOnlyWhatItChanges() {
    WindowFixture f;
    QVERIFY(f.openText(chainOfStages(40).c_str(), "chain.py"));
    f.window->workbench()->steps()->applyText("split(\"b20.i20\", [None, 8])");
    QVERIFY(f.settle());
    CodeView* lowered = f.lowered()->findChild<CodeView*>();
    std::map<CodeView*, qsizetype> bytes{{f.scheduled(), 0}, {lowered, 0}};
    QObject scope;
    for (auto& [view, inserted] : bytes)
      connect(view, &QsciScintillaBase::SCN_MODIFIED, &scope, [&inserted](int, int kind, const char*, int length) {
        if (kind & QsciScintillaBase::SC_MOD_INSERTTEXT) inserted += length;
      });
    QVERIFY(f.clickLoop("i10"));
    QVERIFY(!f.scheduled()->highlightedLines().empty());
    f.window->workbench()->steps()->applyText("split(\"b30.i30\", [None, 4])");
    QVERIFY(f.settle());
    for (const auto& [view, inserted] : bytes) {
      QVERIFY(inserted > 0);
      QVERIFY2(inserted < view->SendScintilla(QsciScintillaBase::SCI_GETLENGTH) / 8,
               qPrintable(QStringLiteral("%1 bytes").arg(inserted)));
      std::vector<int> marked;
      for (int line = view->markerFindNext(0, 1u << kHighlightMarker); line >= 0;
           line = view->markerFindNext(line + 1, 1u << kHighlightMarker))
        marked.push_back(line);
      QCOMPARE(marked, view->highlightedLines());
    }
    const std::string text = f.scheduled()->code();
    f.scheduled()->setCode("");
    f.window->workbench()->history()->undo();
    QVERIFY(f.settle());
    f.window->workbench()->history()->redo();
    QVERIFY(f.settle());
    QVERIFY(f.scheduled()->code() == text);
  }
};

}  // namespace lw

int testCode(int argc, char** argv) {
  lw::TestCode test;
  return QTest::qExec(&test, argc, argv);
}

#include "test_code.moc"
