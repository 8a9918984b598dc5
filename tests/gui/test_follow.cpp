// A window that follows a session of `lw serve`: what the client does is seen as it is done, the person takes over,
// undoes, pins and looks back, and what is shown stays when the client is gone.
#include <QListWidget>
#include <QPushButton>
#include <QToolButton>
#include <random>

#include "app/models/schedule/history_editor.h"
#include "app/models/schedule/steps.h"
#include "app/services/follow/following.h"
#include "app/services/runs/run_records.h"
#include "app/window/follow/follow_feature.h"
#include "core/text/print/printer.h"
#include "tests/gui/context_menu.h"
#include "tests/gui/drawn.h"
#include "tests/gui/fixture.h"
#include "tests/gui/serve_client.h"

namespace lw {
namespace {

class FollowFixture : public WindowFixture {
 public:
  explicit FollowFixture(const QString& theme = QStringLiteral("dark")) : WindowFixture(theme) {
    window->resize(1280, 800);
  }
  Following* following() const { return window->workbench()->following(); }
  FollowBar* bar() const { return feature<FollowFeature>().bar(); }
  const History& history() const { return window->workbench()->document()->history(); }

  // By the menu and the dialog, as a person does.
  bool attach(const QString& client = "agent 1.0") const {
    if (!clickMenu(window.get(), {"View", "Follow a session"})) return false;
    SessionsDialog* dialog = feature<FollowFeature>().dialog();
    if (!dialog || !QTest::qWaitFor([&] { return dialog->list()->count() > 0; })) return false;
    for (int row = 0; row < dialog->list()->count(); ++row)
      if (dialog->list()->item(row)->text().startsWith(client)) {
        dialog->list()->setCurrentRow(row);
        QTest::mouseClick(dialog->followButton(), Qt::LeftButton);
        return QTest::qWaitFor([&] { return following()->state().phase != FollowState::Phase::None; });
      }
    return false;
  }
  // Waits until the bar has these words, and looks whether they are painted.
  bool says(const QString& words) const {
    const bool come = QTest::qWaitFor([&] { return bar()->what() == words && window->idle(); }, 20000);
    if (!come) qWarning() << "the bar says" << bar()->what() << "instead of" << words;
    return come && paints(bar(), words);
  }
  static bool paints(QWidget* widget, const QString& words) {
    QString all;
    for (const test::DrawnText& text : test::drawnBy(widget).texts) all += text.text;  // a run of one font each
    if (!all.contains(words)) qWarning() << "painted is" << all;
    return all.contains(words);
  }
  bool traceShows(const QString& words) const { return paints(trace()->viewport(), words); }
  bool press(QPushButton* button) const {
    if (!button->isVisible() || !button->isEnabled()) return false;
    QTest::mouseClick(button, Qt::LeftButton);
    return settle();
  }
  bool person(bool expected) const {
    return QTest::qWaitFor(
        [&] { return (following()->state().control == FollowState::Control::Person) == expected && window->idle(); });
  }
};

// Actions of both sides, most of them without waiting for their results.
void actInTurns(const FollowFixture& f, ServeClient& client) {
  std::mt19937 random(qEnvironmentVariableIntValue("LW_GUI_SEED") + 1u);
  const auto pick = [&](size_t below) { return size_t(random() % below); };
  const QStringList steps{"split(i, [None, 8])",
                          "parallel(i)",
                          "reorder(k, j)",
                          "vectorize(j)",
                          "unroll(k)",
                          "fuse(i, j)",
                          "split(j, [None, 4])",
                          "parallel(i_0)",
                          "tile([i, j], [4, 4])",
                          "rfactor(k, 0)",
                          "cache_read(\"C\", 0, \"global\")"};
  HistoryEditor* history = f.window->workbench()->history();
  for (int turn = 0; turn < 160; ++turn) {
    const QString& step = steps[qsizetype(pick(size_t(steps.size())))];
    const int state = int(pick(size_t(f.history().size())));
    switch (pick(10)) {
      case 0:
      case 1:
      case 2:
        client.begin("apply", {{"document", client.document()}, {"steps", QJsonArray{step}}});
        break;
      case 3:
        client.begin("undo", {{"document", client.document()}});
        break;
      case 4:
        client.begin("branch", {{"document", client.document()}, {"state", "0"}, {"name", "start"}});
        break;
      case 5:
        f.following()->takeOver();
        break;
      case 6:
        f.window->workbench()->steps()->applyText(step);
        break;
      case 7:
        pick(2) ? history->undo() : history->goTo(state);
        break;
      case 8:
        if (state > 0) history->rename(state, QStringLiteral("name %1").arg(turn));
        break;
      case 9:
        f.following()->giveBack();
        break;
    }
    if (pick(2) == 0) f.settle();
  }
}

// "what its parent is called > what it is called = its name" of each state, sorted: numbers may differ where both sides
// added states at once.
QStringList statesHere(const History& history) {
  QStringList states;
  for (int i = 0; i < history.size(); ++i) {
    const History::Node& node = history.node(i);
    const std::string parent = i == 0 ? "" : history.node(node.parent).title;
    states << QString::fromStdString(parent + " > " + (i == 0 ? "as opened" : node.title) + " = " + node.name);
  }
  states.sort();
  return states;
}

QStringList statesThere(const QJsonArray& all) {
  QStringList states;
  for (const QJsonValue& one : all) {
    QString parent;
    for (const QJsonValue& other : all)
      if (one["state"].toInt() != 0 && other["state"] == one["parent"] && other["state"].toInt() != 0)
        parent = other["title"].toString();
    states << parent + " > " + one["title"].toString() + " = " + one["name"].toString();
  }
  states.sort();
  return states;
}

QString kindOf(const QJsonObject& error) { return error["kind"].toString(); }

}  // namespace

class TestFollow : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void whatTheClientDoesIsSeen() {
    const QTemporaryDir runtime;
    ServeClient client(runtime);
    client.open(kSmallProgram, "kernels/small.py");
    client.apply({"split(i, [None, 8])"});
    FollowFixture f;
    QVERIFY(f.attach());
    QVERIFY(f.says("agent 1.0 opened the program"));
    QCOMPARE(f.bar()->who(), "Following agent 1.0  ·  mm in small.py");
    QVERIFY(f.bar()->isVisible());
    QCOMPARE(f.window->windowTitle(), "small.py — Loopwright");
    QCOMPARE(f.loopNames(), (std::vector<std::string>{"i_0", "i_1", "j", "k"}));
    QVERIFY2(f.traceShows("agent 1.0"), "who made the step");
    const QImage before = f.tree()->viewport()->grab().toImage();
    client.apply({"reorder(j, i_1)", "vectorize(j)"});
    QVERIFY(f.says("agent 1.0: reorder(j, i_1) · vectorize(j)"));
    QCOMPARE(f.loopNames(), (std::vector<std::string>{"i_0", "j", "i_1", "k"}));
    QVERIFY(f.tree()->viewport()->grab().toImage() != before);
    QVERIFY(f.scheduled()->code().find("vectorized") != std::string::npos);
    QVERIFY(f.traceShows("vectorize(j)"));
    client.on("undo");
    QVERIFY(f.says("agent 1.0 undid vectorize(j)"));
    QCOMPARE(f.history().current(), 2);
    client.on("redo");
    QVERIFY(f.says("agent 1.0 redid vectorize(j)"));
    client.on("branch", {{"state", "1"}});
    QVERIFY(f.says("agent 1.0 went to the state after split(i, [None, 8])"));
    QCOMPARE(f.loopNames(), (std::vector<std::string>{"i_0", "i_1", "j", "k"}));
  }

  void runsAreSeen() {
    const QTemporaryDir runtime;
    ServeClient client(runtime);
    client.open(kSmallProgram);
    FollowFixture f;
    QVERIFY(f.attach());
    QVERIFY(f.says("agent 1.0 opened the program"));
    const int run = client.begin("run", {{"document", client.document()}, {"threads", 1}, {"repeat", 4}});
    QVERIFY(QTest::qWaitFor([&] { return f.bar()->what().startsWith("agent 1.0: checks and times the state…"); }));
    client.wait(run);
    QVERIFY(QTest::qWaitFor([&] { return f.bar()->what().startsWith("agent 1.0 ran the state: "); }));
    QVERIFY(f.settle());
    const RunRow* row = f.window->workbench()->records()->model()->of(0);
    QVERIFY(row && row->checked && row->ok && row->medianMs > 0 && row->aside.isEmpty());
    QVERIFY2(f.traceShows(QStringLiteral("✓")), "the row of the state has its time and its check");
  }

  // The engine of the window says why, with the witness, as if the person had asked for the step.
  void refusalsAreSeenWithTheirReasons() {
    const QTemporaryDir runtime;
    ServeClient client(runtime);
    client.open(kSmallProgram);
    FollowFixture f;
    QVERIFY(f.attach());
    QVERIFY(f.says("agent 1.0 opened the program"));
    QVERIFY(!kindOf(client.apply({"split(i, [None, 8])", "parallel(k)"})).isEmpty());
    QVERIFY(QTest::qWaitFor([&] { return f.bar()->what().startsWith("Refused: parallel(k) — "); }));
    QVERIFY(f.settle());
    QCOMPARE(f.history().size(), 1);
    QVERIFY(QTest::qWaitFor([&] { return f.problems()->model()->rowCount() > 0; }));
    const Problem* problem = f.problems()->problemsModel()->problem(0);
    QCOMPARE(problem->place, "parallel(k)");
    QVERIFY2(problem->conflict, "with the witness");
    f.screenshot("follow_refused");
  }

  void thePersonTakesOverAndGivesBack() {
    const QTemporaryDir runtime;
    ServeClient client(runtime);
    client.open(kSmallProgram);
    FollowFixture f;
    QVERIFY(f.attach());
    QVERIFY(f.says("agent 1.0 opened the program"));
    // Before: a step of the person is refused, with what to do.
    f.window->workbench()->steps()->applyText("parallel(i)");
    QVERIFY(f.says("agent 1.0 works on this schedule: take over to change it"));
    QCOMPARE(f.history().size(), 1);
    QVERIFY(f.written()->isReadOnly());
    QVERIFY(f.press(f.bar()->takeButton()));
    QVERIFY(f.person(true));
    QVERIFY(f.bar()->who().startsWith("You have taken over from agent 1.0"));
    QCOMPARE(f.bar()->takeButton()->text(), "Give back");
    QJsonObject refused = client.apply({"parallel(j)"});
    QCOMPARE(kindOf(refused), "serve.taken-over");
    QVERIFY(refused["message"].toString().startsWith("a person at a window has taken over"));
    QVERIFY(f.says("Refused: parallel(j) — you have taken over"));
    f.window->workbench()->steps()->applyText("split(i, [None, 16])");
    QVERIFY(f.says("You: split(i, [None, 16])"));
    f.window->workbench()->steps()->applyText("vectorize(j)");
    QVERIFY(f.settle());
    f.window->workbench()->history()->rename(2, "mine");
    QVERIFY(f.settle());
    QTRY_COMPARE(client.state(), 2);
    f.window->workbench()->history()->undo();
    QVERIFY(f.settle());
    QTRY_COMPARE(client.state(), 1);
    QVERIFY(f.press(f.bar()->takeButton()));
    QVERIFY(f.person(false));
    const QJsonObject states = client.on("variants");
    QCOMPARE(states["states"].toArray()[2].toObject()["name"].toString(), "mine");
    QCOMPARE(client.on("branch", {{"state", "mine"}})["state"].toObject()["state"].toInt(), 2);
    client.apply({"parallel(i_0)"});
    QVERIFY(f.says("agent 1.0: parallel(i_0)"));
    QCOMPARE(f.history().current(), 3);
    QCOMPARE(f.history().node(3).by, "agent 1.0");
    QVERIFY(f.history().node(2).by.empty());
    QCOMPARE(f.history().node(3).parent, 2);
  }

  // The client is told once what the person did.
  void thePersonUndoes() {
    const QTemporaryDir runtime;
    ServeClient client(runtime);
    client.open(kSmallProgram);
    FollowFixture f;
    QVERIFY(f.attach());
    client.apply({"parallel(i)"});
    QVERIFY(f.says("agent 1.0: parallel(i)"));
    QVERIFY(f.typeKey(Qt::Key_Z, Qt::ControlModifier));
    QVERIFY(f.says("You undid parallel(i)"));
    QCOMPARE(f.history().current(), 0);
    const QJsonObject told = client.apply({"vectorize(j)"});
    QCOMPARE(kindOf(told), "serve.changed-by-person");
    QVERIFY(told["message"].toString().endsWith("parallel(i) was undone"));
    client.apply({"vectorize(j)"});
    QVERIFY(f.says("agent 1.0: vectorize(j)"));
    QVERIFY(f.press(f.bar()->undoButton()));
    QVERIFY(f.says("You undid vectorize(j)"));
  }

  void aPinnedLoopIsNotChanged() {
    const QTemporaryDir runtime;
    ServeClient client(runtime);
    client.open(kSmallProgram);
    FollowFixture f;
    QVERIFY(f.attach());
    QVERIFY(f.says("agent 1.0 opened the program"));
    const QRect box = f.tree()->rectOf(f.loop("j"));
    QVERIFY(f.clickLoop("j"));
    const auto shown = [&] { return f.tree()->viewport()->grab(box).toImage(); };
    const QImage before = shown();
    const auto choose = [](const QString& name) {
      return [name](QMenu* menu) {
        QAction* entry = entryOf(menu, name);
        QVERIFY2(entry, qPrintable(name));
        QTest::mouseClick(menu, Qt::LeftButton, {}, menu->actionGeometry(entry).center());
      };
    };
    QVERIFY(menuAt(f, box, choose("Pin in the session: j")));
    QVERIFY(QTest::qWaitFor([&] { return f.bar()->pinButtons().size() == 1; }));
    QCOMPARE(f.bar()->pinButtons()[0]->text(), QStringLiteral("j pinned  ✕"));
    QVERIFY(f.settle());
    QVERIFY2(shown() != before, "a lock is painted in the loop tree");
    f.screenshot("follow_pinned");
    const QJsonObject refused = client.apply({"split(j, [None, 8])"});
    QCOMPARE(kindOf(refused), "serve.pinned");
    QCOMPARE(refused["message"].toString(), "a person at a window has pinned loop j: split takes it as an argument");
    QVERIFY(f.says("Refused: split(j, [None, 8]) — you have pinned j"));
    QCOMPARE(f.history().size(), 1);
    client.apply({"split(i, [None, 8])"});
    QVERIFY(f.says("agent 1.0: split(i, [None, 8])"));
    QCOMPARE(f.bar()->pinButtons().size(), 1u);
    QTest::mouseClick(f.bar()->pinButtons()[0], Qt::LeftButton);
    QVERIFY(QTest::qWaitFor([&] { return f.bar()->pinButtons().empty(); }));
    client.apply({"split(j, [None, 8])"});
    QVERIFY(f.says("agent 1.0: split(j, [None, 8])"));
  }

  void thePersonLooksBack() {
    const QTemporaryDir runtime;
    ServeClient client(runtime);
    client.open(kSmallProgram);
    client.apply({"split(i, [None, 8])", "parallel(i_0)"});
    FollowFixture f;
    QVERIFY(f.attach());
    QVERIFY(
        QTest::qWaitFor([&] { return f.following()->follows() && f.history().current() == 2 && f.window->idle(); }));
    QVERIFY(!f.bar()->latestButton()->isVisible());
    const QModelIndex first = f.trace()->model()->index(1, 1);
    QTest::mouseClick(f.trace()->viewport(), Qt::LeftButton, {}, f.trace()->visualRect(first).center());
    QVERIFY(f.says("You look at an earlier state"));
    QCOMPARE(f.history().current(), 1);
    client.apply({"vectorize(j)"});
    QVERIFY(f.says("You look at an earlier state; 1 state was added meanwhile"));
    QCOMPARE(f.history().current(), 1);
    QCOMPARE(client.state(), 3);
    QVERIFY(f.press(f.bar()->latestButton()));
    QCOMPARE(f.history().current(), 3);
    QVERIFY(!f.bar()->latestButton()->isVisible());
  }

  void aClientThatIsGoneLeavesItsWork() {
    for (const bool killed : {false, true}) {
      const QTemporaryDir runtime;
      ServeClient client(runtime);
      client.open(kSmallProgram);
      client.apply({"split(i, [None, 8])"});
      FollowFixture f;
      QVERIFY(f.attach());
      QVERIFY(
          QTest::qWaitFor([&] { return f.following()->follows() && f.history().current() == 1 && f.window->idle(); }));
      QVERIFY(f.press(f.bar()->takeButton()));
      QVERIFY(f.person(true));
      if (killed)
        client.kill();
      else
        client.close();
      QVERIFY(f.says("What it made stays open as your document"));
      QVERIFY(f.bar()->who().startsWith("agent 1.0 has ended"));
      QVERIFY(!f.bar()->takeButton()->isVisible());
      QCOMPARE(f.history().node(1).by, "agent 1.0");
      // An ordinary document: steps and typing work.
      f.window->workbench()->steps()->applyText("parallel(i_0)");
      QVERIFY(f.settle());
      QCOMPARE(f.history().current(), 2);
      QVERIFY(!f.written()->isReadOnly());
      QVERIFY(f.press(f.bar()->detachButton()));
      QVERIFY(!f.bar()->isVisible());
      QCOMPARE(f.history().current(), 2);
    }
  }

  void detachingLeavesBothAsTheyAre() {
    const QTemporaryDir runtime;
    ServeClient client(runtime);
    client.open(kSmallProgram);
    client.apply({"split(i, [None, 8])"});
    FollowFixture f;
    QVERIFY(f.attach());
    QVERIFY(
        QTest::qWaitFor([&] { return f.following()->follows() && f.history().current() == 1 && f.window->idle(); }));
    QVERIFY(f.press(f.bar()->takeButton()));
    QVERIFY(f.person(true));
    QVERIFY(clickMenu(f.window.get(), {"View", "Followed session", "Stop following"}));
    QVERIFY(!f.bar()->isVisible());
    QTRY_VERIFY(!client.call("follow")["followed"].toBool());
    client.apply({"parallel(i_0)"});  // nobody has taken over any more
    QCOMPARE(client.state(), 2);
    QVERIFY(f.settle());
    QCOMPARE(f.history().size(), 2);
    // Another document in the window ends following, too.
    QVERIFY(f.attach());
    QVERIFY(
        QTest::qWaitFor([&] { return f.following()->follows() && f.history().current() == 2 && f.window->idle(); }));
    QVERIFY(f.openText(kTwoBlocks, "two.py"));
    QVERIFY(!f.bar()->isVisible());
    QTRY_VERIFY(!client.call("follow")["followed"].toBool());
  }

  // Client and person act in turns at random, without waiting for each other; then both have the same states, and show
  // the same one. LW_GUI_SEED chooses others.
  void bothSidesAgree() {
    const QTemporaryDir runtime;
    ServeClient client(runtime);
    client.open(kSmallProgram);
    FollowFixture f;
    QVERIFY(f.attach());
    QVERIFY(f.says("agent 1.0 opened the program"));
    actInTurns(f, client);
    QVERIFY(f.settle());
    (void)client.on("variants");  // all that it asked for before is done
    QVERIFY(f.settle());
    f.following()->giveBack();
    f.following()->showLatest();
    QVERIFY(QTest::qWaitFor([&] { return !f.following()->state().looksBack && f.person(false); }));
    const QJsonObject theirs = client.on("variants");
    QVERIFY(f.settle());
    const QJsonArray states = theirs["states"].toArray();
    QCOMPARE(f.history().size(), int(states.size()));
    QCOMPARE(statesHere(f.history()), statesThere(states));
    QVERIFY2(f.history().size() > 2, "too little was done to mean anything");
    const auto body = [](const QString& text) { return text.section("def ", 1).trimmed(); };
    const PrimFunc& shown = f.window->workbench()->document()->functionAt(f.history().current());
    QCOMPARE(body(QString::fromStdString(print(shown).text)),
             body(client.on("read", {{"what", "program"}})["text"].toString()));
  }

  void nobodyToFollow() {
    const QTemporaryDir runtime;
    qputenv("XDG_RUNTIME_DIR", runtime.path().toLocal8Bit());
    FollowFixture f;
    QVERIFY(clickMenu(f.window.get(), {"View", "Follow a session"}));
    SessionsDialog* dialog = f.feature<FollowFeature>().dialog();
    QVERIFY(QTest::qWaitFor([&] { return dialog->words().startsWith("No session can be followed."); }));
    QVERIFY(!dialog->followButton()->isEnabled());
    QVERIFY(f.atRest());
    dialog->close();
    qunsetenv("XDG_RUNTIME_DIR");
  }

  // The client opens its program after the window follows, and another one later.
  void programsAreShownAsTheyAreOpened() {
    const QTemporaryDir runtime;
    ServeClient client(runtime);
    FollowFixture f;
    QVERIFY(f.attach());
    QVERIFY(f.says("No program is open in the session yet"));
    client.open(kSmallProgram);
    QVERIFY(QTest::qWaitFor([&] { return f.loopNames().size() == 3 && f.window->idle(); }));
    client.open(kTwoBlocks, "two.py");
    QVERIFY(QTest::qWaitFor([&] { return f.loopNames().size() == 2 && f.window->idle(); }));
    QCOMPARE(f.bar()->who(), "Following agent 1.0  ·  two in two.py");
    client.apply({"compute_inline(\"B\")"});
    QVERIFY(f.says("agent 1.0: compute_inline(\"B\")"));
    QCOMPARE(f.loopNames().size(), 1u);
  }

  void bothThemes() {
    for (const QString& theme : themeNames()) {
      const QTemporaryDir runtime;
      ServeClient client(runtime);
      client.open(kSmallProgram, "small.py");
      FollowFixture f(theme);
      QVERIFY(f.attach());
      client.apply({"split(i, [None, 8])", "reorder(j, i_1)", "vectorize(j)"});
      QVERIFY(f.says("agent 1.0: split(i, [None, 8]) · reorder(j, i_1) · vectorize(j)"));
      f.screenshot("follow_" + theme);
      f.window->resize(1024, 700);
      QVERIFY(f.atRest());
      f.screenshot("follow_small_" + theme);
    }
  }
};

}  // namespace lw

int testFollow(int argc, char** argv) {
  lw::TestFollow test;
  return QTest::qExec(&test, argc, argv);
}

#include "test_follow.moc"
