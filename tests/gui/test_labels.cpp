// Every text of the window has the room that it needs at 1280x800: in every pane and on every page, in each language,
// in both themes, and at twice the resolution.
#include <QLabel>
#include <QListView>
#include <QProcess>
#include <QTranslator>

#include "app/models/runs/runs.h"
#include "app/models/schedule/steps.h"
#include "app/window/appearance/language.h"
#include "tests/gui/fixture.h"
#include "tests/gui/visibility.h"

namespace lw {

class TestLabels : public QObject {
  Q_OBJECT

  static bool isWide(const QFontMetrics& letters, const QString& text, int room) {
    return letters.horizontalAdvance(text) > room + 1;
  }
  static void cutTexts(const WindowFixture& f, const QString& where, QStringList& found) {
    for (const QString& text : test::cutTexts(*f.window, test::Shortened::Found)) found << where + ": " + text;
    const QListView* stages = f.lowered()->list();
    const QFontMetrics bold(interfaceFont(12, QFont::DemiBold)), small(interfaceFont(10, QFont::DemiBold));
    constexpr int kListWithNames = 151;  // when it is unfolded
    const int room = f.lowered()->isListFolded() ? kListWithNames : stages->viewport()->width();
    for (int row = 0; row < stages->model()->rowCount(); ++row) {
      const QModelIndex index = stages->model()->index(row, 0);
      constexpr int kSides = 25;
      if (bold.horizontalAdvance(index.data().toString()) + kSides > room ||
          small.horizontalAdvance(index.data(StageModel::kGroup).toString()) + 11 > room)
        found << where + ": stage " + index.data().toString();
    }
    // State and title of every pane, which are shortened where they do not fit.
    for (const QLabel* state : f.window->findChildren<QLabel*>("paneState"))
      if (state->isVisible() && state->text().contains(QStringLiteral("…"))) found << where + ": " + state->text();
  }

  // What the window shows, in each language and theme.
  static QStringList cutAnywhere() {
    QStringList found;
    for (const QString& language : {QStringLiteral("en"), QStringLiteral("zh_CN")}) {
      for (QTranslator* t : qApp->findChildren<QTranslator*>()) qApp->removeTranslator(t);
      if (language != QLatin1String("en") && !useLanguage(*qApp, language)) return {"no language " + language};
      for (const QString& theme : themeNames()) {
        WindowFixture f(theme);
        f.window->resize(1280, 800);
        const QString place = language + ' ' + theme + ' ';
        (void)f.atRest();
        cutTexts(f, place + "empty", found);
        if (!f.openText(kSmallProgram)) return {"not opened"};
        (void)f.clickLoop("k");
        (void)f.atRest();
        cutTexts(f, place + "opened", found);
        f.window->workbench()->steps()->applyFunction("tiled");
        (void)f.settle();
        f.window->workbench()->runs()->run();
        (void)f.settle();
        f.window->workbench()->steps()->applyText("parallel(k)");  // refused
        (void)f.settle();
        for (const bool scheduled : {false, true}) f.showScheduled(scheduled);
        for (const char* page : {"run", "roofline", "accesses", "values", "problems"}) {
          f.showPage(page);
          (void)f.settle();
          (void)f.atRest();
          cutTexts(f, place + page, found);
          if (language == QLatin1String("zh_CN") || theme == QLatin1String("dark"))
            f.screenshot(QStringLiteral("labels_%1_%2_%3").arg(language, theme, page));
        }
      }
    }
    for (QTranslator* t : qApp->findChildren<QTranslator*>()) qApp->removeTranslator(t);
    found.removeDuplicates();
    return found;
  }

 private Q_SLOTS:
  void cleanup() {
    for (QTranslator* t : qApp->findChildren<QTranslator*>()) qApp->removeTranslator(t);
  }

  void everyTextHasItsRoom() {
    const QStringList cut = cutAnywhere();
    QVERIFY2(cut.isEmpty(), qPrintable('\n' + cut.join('\n')));
  }

  // The resolution is chosen when a process starts.
  void atTwiceTheResolution() {
    if (qEnvironmentVariableIsSet("QT_SCALE_FACTOR")) QSKIP("is the process at twice the resolution");
    QProcess twice;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert("QT_SCALE_FACTOR", "2");
    environment.insert("LW_GUI", "labels");
    environment.remove("LW_GUI_SHARE");
    twice.setProcessEnvironment(environment);
    twice.setProcessChannelMode(QProcess::MergedChannels);
    twice.start(QCoreApplication::applicationFilePath(), QStringList());
    QVERIFY(twice.waitForFinished(300000));
    QVERIFY2(twice.exitCode() == 0, twice.readAll().right(4000).constData());
  }
};

}  // namespace lw

int testLabels(int argc, char** argv) {
  lw::TestLabels test;
  return QTest::qExec(&test, argc, argv);
}

#include "test_labels.moc"
