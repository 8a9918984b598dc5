// The declarations of features, and how the window uses them.
#include <QLabel>
#include <QMenu>
#include <QMenuBar>
#include <map>

#include "tests/gui/fixture.h"
#include "tests/gui/menus.h"

namespace lw {
namespace {

// Everything that a new pane has to declare.
class NotesFeature : public Feature {
 public:
  explicit NotesFeature(WindowContext& window)
      : Feature(window), pane(new Pane("notes", "Notes", new QLabel("notes"))) {
    addPane(pane, PaneRow::Bottom, 100, 100);
    addAction(MenuSection::ViewPlaces, "&Notes", "Ctrl+Alt+N", [this] { visits++; });
    addKeys("Notes", {{"N", "Write a note"}});
    setHelp("panes", pane);
  }
  void setTheme(const Theme& theme) override { themeName = theme.name; }
  void refreshActions() override { refreshed++; }
  void saveLayout(QJsonObject& layout) const override { layout["notes"] = "kept"; }

  Pane* pane;
  QString themeName;
  int visits = 0, refreshed = 0;
};

void collect(const QMenu* menu, QStringList& names) {
  for (const QAction* action : menu->actions()) {
    if (action->menu()) collect(action->menu(), names);
    names << plain(action->text());
  }
}

}  // namespace

class TestFeatures : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void aNewPaneGetsItsPlaceAndItsEntries() {
    QTemporaryDir folder;
    QSettings settings(folder.filePath("settings.ini"), QSettings::IniFormat);
    QMainWindow window;
    window.resize(1000, 700);
    WindowContext context(window, settings);
    context.add(std::make_unique<NotesFeature>(context));
    auto& notes = context.feature<NotesFeature>();
    context.placePanes();
    auto* bar = new QMenuBar(&window);
    context.fillMenus(bar);
    context.layout().reset();
    context.setTheme("light");
    window.show();
    QCOMPARE(window.dockWidgetArea(notes.pane), Qt::BottomDockWidgetArea);
    QVERIFY(notes.pane->isVisible());
    QCOMPARE(context.helpTopic(notes.pane->findChild<QLabel*>()), QStringLiteral("panes"));
    QVERIFY(context.helpTopic(bar).isEmpty());
    QCOMPARE(notes.themeName, QStringLiteral("light"));
    QVERIFY(notes.refreshed > 0);
    QStringList names;
    for (const QAction* action : bar->actions()) collect(action->menu(), names);
    QVERIFY2(names.contains("Notes"), qPrintable(names.join(", ")));
    QAction* go = entryOf(entryOf(entryOf(bar, "View")->menu(), "Go to")->menu(), "Notes");
    QCOMPARE(go->shortcut(), QKeySequence("Ctrl+Alt+N"));
    go->trigger();
    QCOMPARE(notes.visits, 1);
  }

  void noKeyIsTakenTwice() {
    const WindowFixture f;
    std::map<QString, QString> taken;
    for (const auto& feature : f.window->context().features())
      for (const MenuEntry& entry : feature->parts().menu)
        for (const QKeySequence& key : entry.action->shortcuts()) {
          const QString name = key.toString(), text = entry.action->text();
          QVERIFY2(!taken.contains(name), qPrintable(name + ": " + taken[name] + ", " + text));
          taken[name] = text;
        }
    QVERIFY(taken.size() > 40);
  }

  void namesOfPanesStay() {  // saved layouts contain them
    const WindowFixture f;
    QStringList names;
    for (const auto& feature : f.window->context().features())
      for (const PanePlace& place : feature->parts().panes) names << place.pane->objectName();
    QCOMPARE(names, (QStringList{"source", "graph", "tree", "lowered", "inspector", "trace", "results", "tune"}));
  }

  void helpTopicsExist() {
    const WindowFixture f;
    int topics = 0;
    for (const auto& feature : f.window->context().features()) {
      const QString topic = feature->parts().help.topic;
      if (topic.isEmpty()) continue;
      ++topics;
      f.help()->showStep(topic);
      QCOMPARE(f.help()->shownStep(), topic);
    }
    QVERIFY(topics > 0);
  }

  void everyFeatureKeepsItsPartOfTheLayout() {
    const WindowFixture f;
    QJsonObject layout;
    for (const auto& feature : f.window->context().features()) feature->saveLayout(layout);
    QCOMPARE(layout.keys(), (QStringList{"beside", "model", "panes", "pins", "stage"}));
  }
};

}  // namespace lw

int testFeatures(int argc, char** argv) {
  lw::TestFeatures test;
  return QTest::qExec(&test, argc, argv);
}
#include "test_features.moc"
