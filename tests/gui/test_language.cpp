// The window in another language: its words, its menus' keys, and the choice of it.
#include <QMenuBar>
#include <QTranslator>

#include "app/language.h"
#include "tests/gui/fixture.h"
#include "tests/gui/menus.h"

namespace lw {

class TestLanguage : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void wordsAreChinese() {
    QVERIFY(useLanguage(*qApp, "zh_CN"));
    {
      WindowFixture f;
      QStringList menus;
      for (const QAction* a : f.window->findChild<QMenuBar*>()->actions()) menus << a->text();
      QVERIFY2(menus.contains(QString::fromUtf8("文件(&F)")), qPrintable(menus.join(' ')));
      QVERIFY(f.openText(kSmallProgram));
      QVERIFY(f.clickLoop("k"));
      QCOMPARE(f.window->runButton()->text(), QString::fromUtf8("运行 ▸"));
      // Names of the program and of steps stay as they are written in code.
      QVERIFY(f.loop("k").valid());
      QVERIFY(f.window->bar()->button("split")->text().contains("split"));
      f.screenshot("window_chinese");
    }
    for (QTranslator* t : qApp->findChildren<QTranslator*>()) qApp->removeTranslator(t);
    WindowFixture english;
    QVERIFY(entryOf(english.window->findChild<QMenuBar*>(), "File"));
  }

  void unknownLanguagesAreTold() {
    QVERIFY(!useLanguage(*qApp, "xx"));
    QTemporaryDir folder;
    QSettings settings(folder.filePath("s.ini"), QSettings::IniFormat);
    settings.setValue("language", "xx");
    QVERIFY(chosenLanguage(settings) != "xx");
    settings.setValue("language", "zh_CN");
    QCOMPARE(chosenLanguage(settings), QString("zh_CN"));
  }

  void choiceIsKept() {
    WindowFixture f;
    QVERIFY(clickMenu(f.window.get(), {"View", "Language", QString::fromUtf8("简体中文")}));
    QCOMPARE(f.settings.value("language").toString(), QString("zh_CN"));
  }
};

}  // namespace lw

int testLanguage(int argc, char** argv) {
  lw::TestLanguage test;
  return QTest::qExec(&test, argc, argv);
}

#include "test_language.moc"
