#include <QDir>
#include <QLineEdit>
#include <QListWidget>
#include <QTextBlock>
#include <QTextBrowser>
#include <QToolButton>

#include "tests/gui/fixture.h"
#include "views/help/help_view.h"

namespace lw {

class TestHelp : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  // No text uses a bolder weight than the interface font has.
  void strongWordsAreNotSmeared() {
    WindowFixture f;
    QVERIFY(f.openText(kSmallProgram));
    QVERIFY(f.typeKey(Qt::Key_F1, Qt::NoModifier));
    HelpView* help = f.help();
    int strong = 0;
    for (int row = 0; row < help->list()->count(); ++row) {
      if (help->list()->item(row)->data(Qt::UserRole).isNull()) continue;
      help->list()->setCurrentRow(row);
      for (QTextBlock block = help->page()->document()->begin(); block.isValid(); block = block.next())
        for (auto piece = block.begin(); !piece.atEnd(); ++piece) {
          const QTextCharFormat format = piece.fragment().charFormat();
          if (format.fontFixedPitch() || format.fontFamilies().toStringList().contains(codeFont(12).family())) continue;
          QVERIFY2(format.fontWeight() <= QFont::DemiBold, qPrintable(piece.fragment().text()));
          strong += format.fontWeight() == QFont::DemiBold;
        }
    }
    QVERIFY(strong > 100);
  }

  // F1 opens the manual; a step is searched by keys, and its page shows the example before and after.
  void f1AndSearch() {
    WindowFixture f;
    QVERIFY(f.openText(kSmallProgram));
    QVERIFY(f.typeKey(Qt::Key_F1, Qt::NoModifier));
    HelpView* help = f.help();
    QVERIFY(help && help->isVisible());
    QVERIFY(QTest::qWaitForWindowExposed(help));
    QApplication::setActiveWindow(help);  // the offscreen platform does not pass activation on to a second window
    help->list()->setFocus();
    QTest::keyClick(help->list(), Qt::Key_F, Qt::ControlModifier);
    QVERIFY(help->filter()->hasFocus());
    QTest::keyClicks(help->filter(), "jam");
    QCOMPARE(help->shownStep(), QString("unroll_and_jam"));
    QVERIFY(help->page()->toPlainText().contains("T.unroll(4)"));
    QVERIFY(help->page()->toPlainText().contains("there is nothing to jam into"));
    QDir().mkpath(LW_BINARY_DIR "/screenshots");
    help->grab().save(LW_BINARY_DIR "/screenshots/help_dark.png");
    QTest::keyClick(help, Qt::Key_Escape);
    QVERIFY(!help->isVisible());
  }

  // The pages about the file formats are found by their titles.
  void languagePages() {
    WindowFixture f;
    QVERIFY(f.openText(kSmallProgram));
    QVERIFY(f.typeKey(Qt::Key_F1, Qt::NoModifier));
    HelpView* help = f.help();
    QVERIFY(QTest::qWaitForWindowExposed(help));
    QApplication::setActiveWindow(help);
    help->filter()->setFocus();
    QTest::keyClicks(help->filter(), "schedules of");
    QCOMPARE(help->shownStep(), QString("tensor_schedules"));
    QVERIFY(help->page()->toPlainText().contains("te.create_schedule(C.op)"));
    help->grab().save(LW_BINARY_DIR "/screenshots/help_topic_dark.png");
  }

  // Pictures on pages are drawn in the colours of the theme.
  void picturesOfPages() {
    WindowFixture f;
    QVERIFY(f.openText(kSmallProgram));
    QVERIFY(f.typeKey(Qt::Key_F1, Qt::NoModifier));
    HelpView* help = f.help();
    for (const char* name : {"light", "dark"}) {
      const Theme theme = loadTheme(name);
      f.window->setThemeByName(name);
      help->showStep("matrix_products");
      const QImage picture =
          help->page()->document()->resource(QTextDocument::ImageResource, QUrl("gebp.svg")).value<QImage>();
      QVERIFY(!picture.isNull());
      QCOMPARE(picture.pixelColor(picture.width() / 2, picture.height() / 90), theme.raised);
      help->grab().save(QString(LW_BINARY_DIR "/screenshots/help_picture_%1.png").arg(name));
      // Of the window: taken in this theme.
      help->showStep("python_files");
      const QImage taken =
          help->page()->document()->resource(QTextDocument::ImageResource, QUrl("python_files.png")).value<QImage>();
      QVERIFY(taken.width() > 300 && taken.width() < help->page()->width());
      QCOMPARE(taken.pixelColor(taken.width() / 2, 4), theme.raised);
      help->page()->find("several things");
      help->grab().save(QString(LW_BINARY_DIR "/screenshots/help_python_files_%1.png").arg(name));
      for (const auto& [page, drawn] :
           {std::pair{"floating_point", "reassociate.svg"}, {"panes", "block_letters.svg"}}) {
        help->showStep(page);
        const QImage other =
            help->page()->document()->resource(QTextDocument::ImageResource, QUrl(drawn)).value<QImage>();
        QVERIFY2(!other.isNull(), drawn);
        QCOMPARE(other.pixelColor(20, 8), theme.raised);
        help->page()->find(page == QLatin1String("panes") ? "Pins" : "What follows");
        help->grab().save(QString(LW_BINARY_DIR "/screenshots/help_%1_%2.png").arg(page, name));
      }
    }
  }

  // If the button of a step has the focus, F1 opens the page of that step.
  void f1OnAStep() {
    WindowFixture f;
    QVERIFY(f.openText(kSmallProgram));
    QApplication::setActiveWindow(f.window.get());
    QToolButton* button = f.bar()->button("split");
    button->setFocus();
    QTRY_VERIFY_WITH_TIMEOUT(button->hasFocus(), 30000);
    QTest::keyClick(button, Qt::Key_F1);
    QCOMPARE(f.help()->shownStep(), QString("split"));
    f.window->setThemeByName("light");
    f.help()->grab().save(LW_BINARY_DIR "/screenshots/help_light.png");
  }
};

}  // namespace lw

int testHelp(int argc, char** argv) {
  lw::TestHelp test;
  return QTest::qExec(&test, argc, argv);
}

#include "test_help_view.moc"
