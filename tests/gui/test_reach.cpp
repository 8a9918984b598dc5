// Accessibility: everything can be reached by Tab and has a name for screen readers, shapes supplement colours, and the
// window works at twice the resolution and on an X server.
#include <QAbstractButton>
#include <QAccessible>
#include <QButtonGroup>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QMenu>
#include <QProcess>
#include <QScrollBar>
#include <QStandardPaths>
#include <QToolButton>
#include <set>
#include <utility>

#include "app/models/program/selection_model.h"
#include "app/models/schedule/steps.h"
#include "app/services/runs/interpreter_runs.h"
#include "tests/gui/fixture.h"
#include "tests/gui/menus.h"
#include "views/theme/block_colors.h"
#include "views/widgets/kind_icon.h"

namespace lw {

class TestReach : public QObject {
  Q_OBJECT

  static QString nameOf(QWidget* widget) {
    QAccessibleInterface* spoken = QAccessible::queryAccessibleInterface(widget);
    return spoken ? spoken->text(QAccessible::Name) : QString();
  }
  static QString describe(const QWidget* w) {
    return QStringLiteral("%1 '%2' %3 in %4")
        .arg(w->metaObject()->className(), w->objectName(), w->accessibleName(),
             w->parentWidget() ? w->parentWidget()->objectName() : QString());
  }
  // The visible widgets that a user can operate. Parts of another widget (the line edit of a spin box, the viewport of
  // a view) are left out.
  static std::vector<QWidget*> usable(const MainWindow& window) {
    std::vector<QWidget*> found;
    for (QWidget* w : window.findChildren<QWidget*>()) {
      if (!w->isVisible() || !w->isEnabled() || qobject_cast<QScrollBar*>(w)) continue;
      const bool part = w->parentWidget() && (qobject_cast<QComboBox*>(w->parentWidget()) ||
                                              w->parentWidget()->inherits("QAbstractSpinBox") ||
                                              w->parentWidget()->inherits("QAbstractScrollArea"));
      const bool used = qobject_cast<QAbstractButton*>(w) || qobject_cast<QComboBox*>(w) ||
                        qobject_cast<QLineEdit*>(w) || w->inherits("QAbstractItemView") ||
                        w->inherits("QsciScintilla") || w->inherits("QGraphicsView");
      if (used && !part) found.push_back(w);
    }
    return found;
  }
  // Reached in another way, or a picture only.
  static bool exempt(const QWidget* w) {
    static const std::set<QString> kOthers = {"paletteHint"};  // Ctrl+K
    return kOthers.contains(w->objectName()) || w->inherits("QChartView") ||
           (w->inherits("QGraphicsView") && !w->inherits("lw::LoopTreeView")) || w->inherits("QHeaderView") ||
           w->inherits("QTableCornerButton");
  }
  static bool ready(const WindowFixture& f) {
    if (!f.openText(kTwoBlocks)) return false;
    f.showScheduled(true);  // the editor handles Tab itself
    return f.clickLoop("x");
  }

 private Q_SLOTS:
  void tabReachesEverything() {
    WindowFixture f;
    QVERIFY(ready(f));
    f.window->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(f.window.get()));
    f.tree()->setFocus();
    std::set<const QWidget*> reached;
    const QWidget* first = QApplication::focusWidget();
    for (int i = 0; i < 300; ++i) {
      reached.insert(QApplication::focusWidget());
      QTest::keyClick(f.window->windowHandle(), Qt::Key_Tab);
      if (QApplication::focusWidget() == first) break;
      if (qEnvironmentVariableIsSet("LW_GUI_VERBOSE")) qInfo() << QApplication::focusWidget();
    }
    QVERIFY2(QApplication::focusWidget() == first, "Tab comes round again");
    QStringList left;
    for (const QWidget* w : usable(*f.window)) {
      const QWidget* proxy = w->focusProxy() ? w->focusProxy() : w;
      // In an exclusive group, Tab reaches one button and the arrow keys the others.
      const auto* button = qobject_cast<const QAbstractButton*>(w);
      const QList<QAbstractButton*> group = button && button->group() && button->group()->exclusive()
                                                ? button->group()->buttons()
                                                : QList<QAbstractButton*>();
      const bool near = std::any_of(group.begin(), group.end(),
                                    [&](const QAbstractButton* other) { return reached.contains(other); });
      if (!exempt(w) && !near && !reached.contains(proxy)) left << describe(w);
    }
    QVERIFY2(left.isEmpty(), qPrintable(left.join('\n')));
  }

  // The window once nothing moves: scroll bars of code follow the painted text.
  static QImage atRest(const WindowFixture& f) {
    f.settle();
    f.atRest();
    return f.window->grab().toImage();
  }
  // All pages, a form and the menus, under a theme that was set at the start or later.
  static std::vector<QImage> allUnder(const QString& theme, const QString& before) {
    WindowFixture f(before);
    if (!f.openText(kTwoBlocks)) return {};  // without a selection, results of background jobs are not shown
    f.showPage(ValuesFeature::kPage);        // one page was shown under the previous theme
    f.showPage(RunFeature::kPage);
    f.settle();
    f.window->setThemeByName(theme);
    f.window->setFocus();  // no blinking cursor
    std::vector<QImage> seen;
    for (const char* page : {RunFeature::kPage, ProblemsFeature::kPage, RooflineFeature::kPage, AccessesFeature::kPage,
                             ValuesFeature::kPage}) {
      f.showPage(page);
      f.settle();
      if (page == QLatin1String(AccessesFeature::kPage) &&
          !QTest::qWaitFor([&] { return !f.executions()->playback()->empty(); }, 30000))
        return {};
      seen.push_back(atRest(f));
    }
    f.openForm(*findPrimitive("split"), QPoint(300, 300));
    f.settle();
    f.window->setFocus();
    seen.push_back(atRest(f));
    for (auto* menu : f.window->findChildren<QMenu*>()) {
      if (menu->actions().isEmpty()) continue;
      menu->popup(QPoint(0, 0));
      seen.push_back(menu->grab().toImage());
      menu->close();
    }
    return seen;
  }
  void aThemeLeavesNothingOfTheOther() {
    for (const QString& theme : themeNames()) {
      const std::vector<QImage> plain = allUnder(theme, theme),
                                changed = allUnder(theme, theme == "dark" ? "light" : "dark");
      QVERIFY(plain.size() > 10);
      QCOMPARE(changed.size(), plain.size());
      for (size_t i = 0; i < plain.size(); ++i) {
        if (plain[i] == changed[i]) continue;
        const QString at = QStringLiteral(LW_BINARY_DIR "/screenshots/theme_%1_%2_%3.png").arg(theme).arg(i);
        plain[i].save(at.arg("plain"));
        changed[i].save(at.arg("changed"));
        QFAIL(qPrintable(QStringLiteral("picture %1 under %2 shows the theme before").arg(i).arg(theme)));
      }
    }
  }

  // The widget with the focus looks different, or the pane around it shows that it has the focus.
  void focusIsSeen() {
    WindowFixture f;
    QVERIFY(ready(f));
    f.window->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(f.window.get()));
    for (const QString& theme : themeNames()) {
      f.window->setThemeByName(theme);
      QVERIFY(f.settle());
      QStringList unseen;
      for (QWidget* w : usable(*f.window)) {
        if (exempt(w) || w->focusPolicy() == Qt::NoFocus) continue;
        const auto picture = [&] {
          QCoreApplication::sendPostedEvents();
          Pane* pane = nullptr;
          for (QWidget* up = w; up && !pane; up = up->parentWidget()) pane = qobject_cast<Pane*>(up);
          const bool view = w->inherits("QAbstractScrollArea");
          return std::pair{w->grab().toImage(), view && pane && pane->header()->isActive()};
        };
        f.window->setFocus();
        const auto without = picture();
        w->setFocus();
        if (QApplication::focusWidget() != w && QApplication::focusWidget() != w->focusProxy()) continue;
        const auto with = picture();
        if (with == without) unseen << describe(w);
      }
      QVERIFY2(unseen.isEmpty(), qPrintable(theme + ":\n" + unseen.join('\n')));
      f.tree()->setFocus();
      f.screenshot("focus_" + theme);
    }
  }

  void everythingHasAName() {
    WindowFixture f;
    QVERIFY(ready(f));
    QStringList nameless;
    for (const char* page : {RunFeature::kPage, ProblemsFeature::kPage, RooflineFeature::kPage, AccessesFeature::kPage,
                             ValuesFeature::kPage}) {
      f.showPage(page);
      QVERIFY(f.settle());
      for (QWidget* w : usable(*f.window))
        if (!w->inherits("QHeaderView") && !w->inherits("QTableCornerButton") && nameOf(w).isEmpty() &&
            !nameless.contains(describe(w)))
          nameless << describe(w);
    }
    f.openForm(kSplit, QPoint(300, 200));
    QVERIFY(f.settle());
    for (QWidget* w : usable(*f.window))
      if (f.form()->isAncestorOf(w) && nameOf(w).isEmpty()) nameless << describe(w);
    QVERIFY2(nameless.isEmpty(), qPrintable(nameless.join('\n')));
  }

  // An empty window describes what its panes will show.
  void emptyPanesSayWhatTheyAreFor() {
    WindowFixture f;
    const auto words = [&](const QWidget* pane) {
      QString all;
      for (const QLabel* label : pane->findChildren<QLabel*>())
        if (label->isVisible()) all += label->text() + '\n';
      return all;
    };
    QVERIFY2(words(f.lowered()).contains("every lowering stage"), qPrintable(words(f.lowered())));
    auto* rail = f.window->findChild<QToolButton*>("rail");
    QTest::mouseClick(rail, Qt::LeftButton);
    QVERIFY2(words(f.inspector()).contains("Nothing selected"), qPrintable(words(f.inspector())));
    QVERIFY2(words(f.runView()).contains("Not run yet"), qPrintable(words(f.runView())));
    f.showPage(ValuesFeature::kPage);
    QVERIFY(f.settle());
    QVERIFY2(!words(f.valuesView()).trimmed().isEmpty(), "values");
    f.showPage(AccessesFeature::kPage);
    QVERIFY(f.settle());
    QVERIFY(f.executions()->recordingText().contains("No program"));
    // Painted text shows as pixels in the dim colour.
    const auto inked = [&](QWidget* view) {
      const QImage picture = view->grab().toImage();
      int count = 0;
      for (int y = 0; y < picture.height(); ++y)
        for (int x = 0; x < picture.width(); ++x)
          count +=
              picture.pixelColor(x, y) == f.window->theme().dim || picture.pixelColor(x, y) == f.window->theme().text;
      return count > 8;
    };
    QVERIFY2(inked(f.tree()->viewport()), "loop tree");
    QVERIFY2(inked(f.trace()->viewport()), "trace");
    f.showPage(ProblemsFeature::kPage);
    QVERIFY(f.settle());
    QVERIFY2(inked(f.problems()->viewport()), "problems");
  }

  // In one colour, all kinds look different.
  void kindsDifferInShape() {
    constexpr ForKind kKinds[] = {ForKind::Serial, ForKind::Parallel, ForKind::Vectorized, ForKind::Unrolled,
                                  ForKind::ThreadBinding};
    std::vector<QImage> pictures;
    const auto draw = [&](const std::function<void(QPainter&)>& paint) {
      QImage picture(48, 48, QImage::Format_Grayscale8);
      picture.fill(Qt::white);
      QPainter painter(&picture);
      painter.scale(4, 4);
      paint(painter);
      painter.end();
      pictures.push_back(picture);
    };
    for (const ForKind kind : kKinds)
      draw([&](QPainter& p) { paintKindIcon(p, QPointF(1, 1), kind, false, Qt::black); });
    draw([&](QPainter& p) { paintKindIcon(p, QPointF(1, 1), ForKind::Serial, true, Qt::black); });
    for (const bool reduce : {false, true})
      draw([&](QPainter& p) { paintIterationType(p, QPointF(6, 6), reduce, Qt::black); });
    for (size_t i = 0; i < pictures.size(); ++i)
      for (size_t j = 0; j < i; ++j) {
        int differing = 0;
        for (int y = 0; y < 48; ++y)
          for (int x = 0; x < 48; ++x)
            differing += std::abs(qGray(pictures[i].pixel(x, y)) - qGray(pictures[j].pixel(x, y))) > 128;
        QVERIFY2(differing > 60, qPrintable(QStringLiteral("%1 and %2: %3").arg(i).arg(j).arg(differing)));
      }
  }

  // All blocks have different letters, however many there are; in the texts, signs of more than one character are
  // painted in their full width.
  void manyBlocksHaveLettersOfTheirOwn() {
    const QStringList few{"C", "D", "C_init", "_exp", "c_update", "7"};
    QStringList shown;
    for (int i = 0; i < int(few.size()); ++i) shown << blockLetter(few, i);
    QCOMPARE(shown, (QStringList{"C", "D", "C2", "E", "C3", "B"}));
    QStringList names;
    for (int i = 0; i < 300; ++i) names << QStringLiteral("%1%2").arg(QChar(u'a' + i % 26)).arg(i);
    std::set<QString> letters;
    for (int i = 0; i < 300; ++i) letters.insert(blockLetter(names, i));
    QCOMPARE(letters.size(), size_t(300));
    QString text = "from tvm.script import tir as T\n\n@T.prim_func\ndef many(A: T.Buffer((64,), \"float32\")):\n";
    for (int i = 0; i < 30; ++i)
      text += QStringLiteral(
                  "    for i%1 in range(64):\n        with T.block(\"b%1\"):\n            v = T.axis.spatial(64, "
                  "i%1)\n            A[v] = A[v] + T.float32(%1)\n")
                  .arg(i);
    WindowFixture f;
    QVERIFY(f.openText(text.toUtf8().constData(), "many.py"));
    f.showScheduled(true);
    CodeView* view = f.scheduled();
    // At the first line of a run the whole margin has the colour of the block, at the following lines only its left
    // edge.
    const auto rightEdge = [&](const QString& words) {
      for (int line = 0; line < view->lines(); ++line)
        if (view->text(line).contains(words)) {
          view->ensureLineVisible(line);
          const int y =
              int(view->SendScintilla(QsciScintilla::SCI_POINTYFROMPOSITION, 0UL,
                                      view->SendScintilla(QsciScintilla::SCI_POSITIONFROMLINE, (unsigned long)line)));
          return view->viewport()->grab().toImage().pixelColor(
              view->marginWidth(0) + view->marginWidth(1) + view->marginWidth(2) - 1, y + 2);
        }
      return QColor();
    };
    for (const int number : {0, 12, 25, 26, 29}) {
      const BlockId block = f.block("b" + std::to_string(number));
      QCOMPARE(f.tree()->tree().nodes[size_t(f.tree()->tree().find(block))].sign, number);
      QCOMPARE(rightEdge(QStringLiteral("T.block(\"b%1\")").arg(number)).rgb(),
               blockColor(f.window->theme(), number).rgb());
      QVERIFY(rightEdge(QStringLiteral("A[v] += T.float32(%1.0)").arg(number)).isValid());
      QVERIFY(rightEdge(QStringLiteral("A[v] += T.float32(%1.0)").arg(number)).rgb() !=
              blockColor(f.window->theme(), number).rgb());
    }
    for (const QString& theme : themeNames()) {
      f.window->setThemeByName(theme);
      QVERIFY(f.settle());
      f.window->workbench()->selection()->select(LinkedSelection::of(f.block("b28")));
      QVERIFY(f.settle());
      f.screenshot("blocks_many_" + theme);
    }
  }

  // Lines in every text have the letter of the block that they came from, which is its letter in the loop tree.
  void blocksHaveLettersBesideColours() {
    WindowFixture f;
    QVERIFY(f.openText(kTwoBlocks));
    f.showScheduled(true);
    const LoopTree& tree = f.tree()->tree();
    const int b = tree.nodes[size_t(tree.find(f.block("B")))].sign,
              c = tree.nodes[size_t(tree.find(f.block("C")))].sign;
    QVERIFY(b >= 0 && c >= 0 && b != c);
    QCOMPARE(tree.nodes[size_t(tree.find(f.block("B")))].letter, std::string("B"));
    QCOMPARE(tree.nodes[size_t(tree.find(f.block("C")))].letter, std::string("C"));
    QVERIFY(blockColor(f.window->theme(), b) != blockColor(f.window->theme(), c));
    const auto signOf = [](CodeView* view, const char* words) {
      for (int line = 0; line < view->lines(); ++line)
        if (view->text(line).contains(words)) return view->signs()->at(line);
      return -2;
    };
    CodeView* lowered = f.lowered()->text();
    QCOMPARE(signOf(f.scheduled(), "B[vp] = A"), b);
    QCOMPARE(signOf(f.scheduled(), "C[vx] = B"), c);
    QCOMPARE(signOf(f.scheduled(), "def two"), -1);
    QCOMPARE(signOf(f.written(), "B[vp] = A"), b);
    QCOMPARE(signOf(f.written(), "C[vx] = B"), c);
    for (const char* stage : {"flatten_buffer", "LLVM IR", "assembly"}) {
      f.lowered()->chooseStage(stage);
      QVERIFY(f.settle());
      QTRY_VERIFY_WITH_TIMEOUT(f.lowered()->ready(), 30000);
      QVERIFY(f.settle());
      std::set<int> seen;
      for (int line = 0; line < lowered->lines(); ++line) seen.insert(lowered->signs()->at(line));
      QVERIFY2(seen.contains(b) && seen.contains(c), stage);
    }
    // A block keeps its letter after a step.
    f.window->workbench()->steps()->applyText("split(p, [None, 8])");
    QVERIFY(f.settle());
    QCOMPARE(f.tree()->tree().nodes[size_t(f.tree()->tree().find(f.block("C")))].sign, c);
    QCOMPARE(signOf(f.scheduled(), "C[vx] = B"), c);
    for (const QString& theme : themeNames()) {
      f.window->setThemeByName(theme);
      QVERIFY(f.settle());
      f.screenshot("blocks_" + theme);
    }
    QCOMPARE(signOf(f.written(), "C[vx] = B"), c);
    // A program with one block has no letters.
    QVERIFY(f.openText(kSmallProgram, "one.py"));
    QCOMPARE(signOf(f.scheduled(), "C[vi, vj] += A"), -1);
  }

  // A picture at twice the resolution has more pixels, not larger ones.
  void twiceTheResolution() {
    QTemporaryDir folder;
    QProcess app;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert("QT_SCALE_FACTOR", "2");
    app.setProcessEnvironment(environment);
    app.start(LW_BINARY_DIR "/bin/loopwright", {"--size", "1280x800", "--screenshot", folder.filePath("twice.png"),
                                                LW_SOURCE_DIR "/samples/mm_exp_mm.py"});
    QVERIFY(app.waitForFinished(120000));
    const QImage picture(folder.filePath("twice.png"));
    QCOMPARE(picture.size(), QSize(2560, 1600));
    int fine = 0;  // pairs of pixels that would be equal in an enlarged picture
    for (int y = 0; y < picture.height(); y += 2)
      for (int x = 0; x < picture.width(); x += 2) fine += picture.pixel(x, y) != picture.pixel(x + 1, y);
    QVERIFY2(fine > 20000, qPrintable(QString::number(fine)));
  }

  // The steps of a user from opening to a run, on a real X server.
  void onAnXServer() {
    if (QStandardPaths::findExecutable("xvfb-run").isEmpty()) QSKIP("there is no xvfb-run");
    QProcess tests;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert("LW_GUI_PLATFORM", "xcb");
    environment.insert("LW_GUI", "workflow");
    environment.remove("LW_GUI_SHARE");
    tests.setProcessEnvironment(environment);
    tests.setProcessChannelMode(QProcess::MergedChannels);
    tests.start("xvfb-run", {"-a", "-s", "-screen 0 1600x1000x24", QCoreApplication::applicationFilePath(), "sample",
                             "refusal", "editingTheSource", "runAndSeeTheNumber"});
    QVERIFY(tests.waitForFinished(240000));
    const QByteArray said = tests.readAll();
    QVERIFY2(tests.exitStatus() == QProcess::NormalExit && tests.exitCode() == 0, said.right(3000).constData());
    QVERIFY2(said.contains("0 failed"), said.right(3000).constData());
  }
};

}  // namespace lw

int testReach(int argc, char** argv) {
  lw::TestReach test;
  return QTest::qExec(&test, argc, argv);
}

#include "test_reach.moc"
