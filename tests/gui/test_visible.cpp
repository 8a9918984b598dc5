// The window as a person sees it, at three sizes and in both languages: what is shown has its room, is inside of the
// window, and is painted. Every other test is watched in the same way (visibility.h).
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QPushButton>
#include <QScreen>
#include <QToolTip>
#include <QTranslator>

#include "app/models/runs/runs.h"
#include "app/models/schedule/steps.h"
#include "app/window/appearance/language.h"
#include "app/window/help/shortcut_sheet.h"
#include "app/window/start/start_feature.h"
#include "tests/gui/fixture.h"
#include "tests/gui/graph_programs.h"
#include "tests/gui/menus.h"
#include "tests/gui/visibility.h"
#include "views/forms/operator_form.h"
#include "views/notices/tooltip_width.h"

namespace lw {
namespace {

// The pixels of the window on the screen.
QImage seen(const WindowFixture& f) {
  return f.window->screen()->grabWindow(f.window->winId()).toImage().convertToFormat(QImage::Format_RGB32);
}

double shareOfOther(const QImage& a, const QImage& b, const QRect& part) {
  int64_t other = 0;
  for (int y = part.top(); y <= part.bottom(); ++y)
    for (int x = part.left(); x <= part.right(); ++x) other += a.pixel(x, y) != b.pixel(x, y);
  return double(other) / part.width() / part.height();
}

}  // namespace

class TestVisible : public QObject {
  Q_OBJECT

  QStringList found_;

  void look(const WindowFixture& f, const QString& where) {
    (void)f.settle();
    (void)f.atRest();
    for (const QString& line : test::lastingUnseenParts(test::Pixels::Compared)) found_ << where + ": " + line;
  }
  static void popUp(QMenu* menu, const QPoint& at) {
    menu->popup(at);
    (void)atRest(menu);
  }

  void lookAtFormsAndMenus(WindowFixture& f, const QString& where) {
    f.askForStep();
    look(f, where + "palette");
    QTest::keyClicks(f.stepPalette()->edit(), "tile i j");
    look(f, where + "palette with a step");
    f.stepPalette()->hide();
    for (const auto& [primitive, loop] :
         {std::pair{&kSplit, "i"}, {&kReorder, "j"}, {&kParallel, "k"}, {&kBind, "i"}, {&kUnroll, "i"}}) {
      (void)f.clickLoop(loop);
      const QRect rect = f.tree()->rectOf(f.loop(loop));
      f.openForm(*primitive, f.tree()->viewport()->mapTo(f.window.get(), rect.bottomLeft() + QPoint(40, 4)));
      look(f, where + "form of " + QString::fromStdString(primitive->name));
    }
    f.form()->hide();
    QTest::mouseClick(f.bar()->more(), Qt::LeftButton);
    look(f, where + "all steps");
    f.bar()->morePanel()->hide();
    f.targets()->showPopup();
    look(f, where + "targets");
    f.targets()->hidePopup();
    for (QMenu* menu : f.window->findChildren<QMenu*>()) {
      if (menu->actions().isEmpty() || menu->title().isEmpty()) continue;
      popUp(menu, f.window->mapToGlobal(QPoint(60, 40)));
      for (const QString& line : test::unseenParts(test::Pixels::Ignored))
        if (line.startsWith(QLatin1String("QMenu"))) found_ << where + menu->title() + ' ' + line;
      menu->close();
    }
  }

  void lookAtDialogs(WindowFixture& f, const QString& where) {
    f.showHelp();
    look(f, where + "help");
    f.help()->close();
    f.feature<HelpFeature>().showKeys();
    look(f, where + "keys");
    f.window->findChild<ShortcutSheet*>()->close();
    f.newFromOperator();
    look(f, where + "operators");
    f.operatorForm()->close();
  }

  void lookAtEverything(const QSize& size, const QString& language) {
    WindowFixture f;
    const QString where = QStringLiteral("%1x%2 %3 ").arg(size.width()).arg(size.height()).arg(language);
    f.window->resize(size);
    f.resetLayout();
    QTRY_VERIFY_WITH_TIMEOUT(f.feature<StartFeature>().page() && f.feature<StartFeature>().page()->isVisible(), 20000);
    look(f, where + "start");
    QVERIFY(f.openText(kSmallProgram));
    QVERIFY(f.clickLoop("k"));
    look(f, where + "opened");
    lookAtFormsAndMenus(f, where);
    lookAtDialogs(f, where);
    f.window->workbench()->steps()->applyFunction("tiled");
    QVERIFY(f.settle());
    f.window->workbench()->runs()->run();
    QVERIFY(f.settle());
    f.window->workbench()->steps()->applyText("parallel(k)");  // refused
    for (const char* page : {"run", "roofline", "accesses", "values", "problems"}) {
      f.showPage(page);
      look(f, where + page);
    }
    auto* variants = f.window->findChild<QToolButton*>("showBranches");
    variants->setChecked(true);
    look(f, where + "variants");
    f.largerResults()->click();
    look(f, where + "enlarged results");
    f.largerResults()->click();
    variants->setChecked(false);
    for (const char* layout : {"Teach", "Tune", "Compare", "Model"}) {
      f.layouts().show(layout);
      look(f, where + layout);
    }
    f.resetLayout();
    QVERIFY(f.openText(kMlpModel, "model.py"));
    look(f, where + "model");
  }

 private Q_SLOTS:
  void cleanup() {
    for (QTranslator* t : qApp->findChildren<QTranslator*>()) qApp->removeTranslator(t);
  }

  void everythingIsSeen_data() {
    QTest::addColumn<QSize>("size");
    QTest::addColumn<QString>("language");
    for (const QSize& size : {QSize(1024, 700), QSize(1440, 900), QSize(2560, 1440)})
      for (const char* language : {"en", "zh_CN"})
        QTest::addRow("%d %s", size.width(), language) << size << QString(language);
  }
  void everythingIsSeen() {
    QFETCH(const QSize, size);
    QFETCH(const QString, language);
    QVERIFY(useLanguage(*qApp, language));
    const test::VisibilityGuard::Paused here;  // looks at each station itself
    found_.clear();
    lookAtEverything(size, language);
    found_.removeDuplicates();
    QVERIFY2(found_.isEmpty(), qPrintable('\n' + found_.join('\n')));
  }

  // Ctrl+K shows the palette at once, before anything is typed: its line, its list and its rows on the screen.
  void thePaletteIsSeenAtOnce() {
    WindowFixture f;
    f.window->resize(1024, 700);
    QVERIFY(f.openText(kSmallProgram));
    QVERIFY(f.atRest());
    const QImage before = seen(f);
    QVERIFY(f.typeKey(Qt::Key_K, Qt::ControlModifier));
    QVERIFY(f.atRest());
    const QRect place = f.stepPalette()->geometry();
    QVERIFY2(place.height() >= f.stepPalette()->layout()->totalMinimumSize().height() && place.height() > 300,
             qPrintable(QString::number(place.height())));
    QVERIFY(f.window->rect().contains(place));
    QListWidget* list = f.stepPalette()->list();
    QCOMPARE(list->visibleRegion().boundingRect().size(), list->size());
    for (int row = 0; row < 8; ++row) QVERIFY(list->viewport()->rect().contains(list->visualItemRect(list->item(row))));
    const double other = shareOfOther(before, seen(f), place);
    QVERIFY2(other > 0.15, qPrintable(QStringLiteral("%1 of its pixels are new on the screen").arg(other)));
    f.screenshot("palette_at_once");
    QTest::keyClicks(f.stepPalette()->edit(), "no such step");
    QVERIFY(f.atRest());
    QVERIFY(f.stepPalette()->height() >= f.stepPalette()->minimumSizeHint().height());
  }

  // Long tooltips wrap, of plain text too, and stay on the screen.
  void tooltipsWrap() {
    WindowFixture f;
    const QString sentence = QStringLiteral("A sentence of many words about the step and its reasons. ").repeated(8);
    for (const QString& words : {sentence, "<b>" + sentence + "</b>", QStringLiteral("short")}) {
      QToolTip::showText(f.window->mapToGlobal(QPoint(700, 300)), words, f.window.get());
      QWidget* tip = nullptr;
      QTRY_VERIFY([&] {
        for (QWidget* w : QApplication::topLevelWidgets())
          if (w->isVisible() && w->inherits("QTipLabel")) tip = w;
        return tip && static_cast<QLabel*>(tip)->text() == words;
      }());
      QVERIFY2(tip->width() <= TooltipWidth::kMost, qPrintable(QString::number(tip->width())));
      const auto* label = static_cast<QLabel*>(tip);
      if (words != QLatin1String("short")) QVERIFY(label->heightForWidth(tip->width()) <= tip->height() + 1);
      QToolTip::hideText();
      QTRY_VERIFY(!tip->isVisible());
    }
  }

  // The check itself finds what it is for.
  void theCheckFindsWhatIsNotSeen() {
    const test::VisibilityGuard::Paused here;
    WindowFixture f;
    QVERIFY(f.openText(kSmallProgram));
    QVERIFY(f.atRest());
    const auto finds = [](const char* words) {
      const QStringList found = test::unseenParts(test::Pixels::Compared);
      return std::any_of(found.begin(), found.end(), [&](const QString& line) { return line.contains(words); });
    };
    QCOMPARE(test::lastingUnseenParts(test::Pixels::Compared), QStringList());
    f.askForStep();
    const QSize whole = f.stepPalette()->size();
    f.stepPalette()->resize(whole.width(), 1);
    QVERIFY(finds("is 660x1, and needs"));
    QVERIFY(finds("has the keys, and shows"));
    f.stepPalette()->resize(whole);
    f.stepPalette()->move(0, f.window->height() - 50);
    QVERIFY(finds("is outside of its window"));
    f.stepPalette()->hide();
    QLabel label("a text that is longer than its label", f.window.get());
    label.setGeometry(300, 200, 60, 20);
    label.show();
    QVERIFY(finds("\"a text that is longer than its label\" is cut"));
    label.hide();
    QFrame frame(f.window.get());
    frame.setStyleSheet("background: #ff0000");
    frame.setGeometry(300, 200, 200, 100);
    frame.show();
    QTRY_VERIFY(finds("shows nothing but #ff0000"));
  }
};

}  // namespace lw

int testVisible(int argc, char** argv) {
  lw::TestVisible test;
  return QTest::qExec(&test, argc, argv);
}

#include "test_visible.moc"
