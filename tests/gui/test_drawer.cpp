// The inspector as a drawer over the lowered program, and the room that the other panes have beside it.
#include "app/models/program/selection_model.h"
#include "tests/gui/fixture.h"
#include "views/inspector/drawer.h"
#include "views/widgets/pane.h"

namespace lw {

class TestDrawer : public QObject {
  Q_OBJECT

  static Pane* pane(const WindowFixture& f, const char* name) { return f.window->findChild<Pane*>(name); }

 private Q_SLOTS:
  // At 1440x900 no line of the sample wraps: in the source as written and scheduled, and in the program that is
  // lowered.
  void noLineOfTheSampleWraps() {
    for (const char* schedule : {"naive", "vectorised"}) {
      WindowFixture f;
      f.window->resize(1440, 900);
      f.window->openFile(LW_SOURCE_DIR "/samples/mm_exp_mm.py", schedule);
      QVERIFY(f.settle());
      QStringList wrapped;
      const auto look = [&](CodeView* view, const QString& what) {
        view->SendScintilla(QsciScintilla::SCI_ENSUREVISIBLE, (unsigned long)(view->lines() - 1));
        for (int line = 0; line < view->lines(); ++line)
          if (view->SendScintilla(QsciScintilla::SCI_WRAPCOUNT, (unsigned long)line) > 1)
            wrapped << what + QStringLiteral(" %1: ").arg(line + 1) + view->text(line).trimmed();
      };
      for (const bool scheduled : {false, true}) {
        f.showScheduled(scheduled);
        QVERIFY(f.atRest());
        look(scheduled ? f.scheduled() : f.written(), scheduled ? "scheduled" : "written");
      }
      QVERIFY(f.lowered()->text()->form()->isNarrow());
      look(f.lowered()->text(), "lowered");
      for (const QString& line : wrapped) qWarning("%s", qPrintable(line));
      QCOMPARE(wrapped.size(), 0);
    }
  }

  // In a narrow window the inspector lies over the lowered program while something is selected, and leaves it to
  // whoever reads there.
  void theInspectorIsADrawer() {
    WindowFixture f;
    f.window->resize(1440, 900);
    QVERIFY(f.openText(kSmallProgram));
    QVERIFY(f.settle());
    Pane *inspector = pane(f, "inspector"), *lowered = pane(f, "lowered");
    QVERIFY2(inspector->width() <= 32, qPrintable(QString::number(inspector->width())));
    QVERIFY(!f.inspector()->isVisible());
    const QRect before = lowered->geometry();
    QVERIFY(f.clickLoop("i"));
    QVERIFY(f.atRest());
    f.screenshot("room_drawer");
    const auto place = [&] { return QRect(f.inspector()->mapTo(f.window.get(), QPoint()), f.inspector()->size()); };
    QVERIFY(f.inspector()->isVisible() && f.inspector()->width() > 250 && f.inspector()->height() > 200);
    QVERIFY(lowered->geometry() == before && before.contains(place()));
    QVERIFY(place().top() > before.top() + lowered->header()->height());
    QCOMPARE(f.window->childAt(place().center())->window(), f.window.get());
    QVERIFY(f.inspector()->isAncestorOf(f.window->childAt(place().center())));
    // A click in the part of the code beside it.
    QTest::mouseClick(f.lowered()->text()->viewport(), Qt::LeftButton, {}, QPoint(60, 30));
    QVERIFY(f.atRest());
    QVERIFY(!f.inspector()->isVisible());
    QVERIFY(f.clickLoop("j"));
    QVERIFY(f.inspector()->isVisible());
    // Closed, it stays so until the rail is clicked, also in the next window.
    auto* rail = inspector->findChild<QToolButton*>("rail");
    QTest::mouseClick(f.feature<InspectorFeature>().drawer()->closeButton(), Qt::LeftButton);
    QVERIFY(f.clickLoop("k"));
    QVERIFY(!f.inspector()->isVisible());
    QVERIFY(!f.settings.value("inspector/drawer").toBool());
    QTest::mouseClick(rail, Qt::LeftButton);
    QVERIFY(f.inspector()->isVisible());
    QTest::mouseClick(rail, Qt::LeftButton);
    QVERIFY(!f.inspector()->isVisible());
    // Without a selection it says what it is for.
    f.window->workbench()->selection()->select({});
    QTest::mouseClick(rail, Qt::LeftButton);
    QVERIFY(f.atRest());
    QVERIFY(f.inspector()->isVisible());
    f.screenshot("room_drawer_empty");
  }

  // As a column: by its pin, or in a wide window.
  void theInspectorIsAColumn() {
    WindowFixture f;
    f.window->resize(1440, 900);
    QVERIFY(f.openText(kSmallProgram));
    Pane* inspector = pane(f, "inspector");
    QVERIFY(f.clickLoop("i"));
    QTest::mouseClick(f.feature<InspectorFeature>().drawer()->pinButton(), Qt::LeftButton);
    QVERIFY(f.atRest());
    QVERIFY(f.inspector()->isVisible() && inspector->isAncestorOf(f.inspector()) && inspector->width() > 180);
    QVERIFY(f.feature<InspectorFeature>().drawer()->isHidden());
    f.screenshot("room_column");
    f.window->close();
    {
      MainWindow next(&f.settings);
      QVERIFY(!next.findChild<Pane*>("inspector")->isFolded());
    }
    f.window->show();
    QTest::mouseClick(inspector->foldButton(), Qt::LeftButton);
    QVERIFY(f.atRest());
    QVERIFY(inspector->width() <= 32 && f.inspector()->isVisible());
    // The default layout depends on the width again.
    f.resetLayout();
    QVERIFY(inspector->isFolded());
    f.window->resize(1920, 1080);
    QVERIFY(f.atRest());
    QVERIFY(!inspector->isFolded() && f.inspector()->isVisible());
    f.window->resize(1440, 900);
    QVERIFY(f.atRest());
    QVERIFY(inspector->isFolded());
  }
};

}  // namespace lw

int testDrawer(int argc, char** argv) {
  lw::TestDrawer test;
  return QTest::qExec(&test, argc, argv);
}

#include "test_drawer.moc"
