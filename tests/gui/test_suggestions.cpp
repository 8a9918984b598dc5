// What the inspector suggests, and what it does not: a click acts after each kind of step while the loop stays
// selected.
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QStatusBar>

#include "app/models/program/selection_model.h"
#include "app/models/runs/target_choice.h"
#include "app/models/schedule/steps.h"
#include "app/services/offers/next_steps.h"
#include "app/services/offers/offers.h"
#include "backends/targets/targets.h"
#include "tests/gui/fixture.h"
#include "tests/gui/graph_programs.h"

namespace lw {

class TestSuggestions : public QObject {
  Q_OBJECT

  static constexpr int kLong = 30000;  // milliseconds, for a busy machine

  // A suggestion that is shown, as a person finds one.
  static QPushButton* suggestion(const WindowFixture& f, const QString& begin = {}) {
    for (auto* button : f.inspector()->findChildren<QPushButton*>("nextStep"))
      if (button->isVisible() && !button->property("stale").toBool() && button->accessibleName().startsWith(begin))
        return button;
    return nullptr;
  }
  static int rows(const WindowFixture& f) { return f.trace()->traceModel()->rowCount(); }
  static QString lastCall(const WindowFixture& f) {
    return f.trace()->traceModel()->index(rows(f) - 1, TraceModel::kCall).data().toString();
  }
  // Waits until the inspector suggests something, and clicks on it with the mouse.
  static bool clickOne(const WindowFixture& f) {
    QPushButton* button = nullptr;
    if (!QTest::qWaitFor([&] { return (button = suggestion(f)) != nullptr; }, kLong)) return false;
    const int before = rows(f);
    f.inspector()->ensureWidgetVisible(button);
    QTest::mouseClick(button, Qt::LeftButton, {}, QPoint(8, button->height() / 2));
    return f.settle() && QTest::qWaitFor([&] { return rows(f) > before; }, kLong);
  }
  static bool onlyOneColour(QWidget* widget) {
    const QImage picture = widget->grab().toImage();
    for (int y = 0; y < picture.height(); ++y)
      for (int x = 0; x < picture.width(); ++x)
        if (picture.pixel(x, y) != picture.pixel(0, 0)) return false;
    return true;
  }
  static bool open(const WindowFixture& f) { return f.openText(kSmallProgram) && f.clickLoop("i"); }

 private Q_SLOTS:
  void actAfterASuggestion() {
    WindowFixture f;
    QVERIFY(open(f));
    QVERIFY(clickOne(f));
    QVERIFY2(clickOne(f), "the loop stays selected");
  }
  void actAfterAButton() {
    WindowFixture f;
    QVERIFY(f.openText(kSmallProgram) && f.clickLoop("j"));
    QTest::mouseClick(f.bar()->button("unroll"), Qt::LeftButton);
    QVERIFY(f.settle());
    QCOMPARE(rows(f), 2);
    QVERIFY(clickOne(f));
  }
  void actAfterATypedStep() {
    WindowFixture f;
    QVERIFY(open(f));
    f.window->workbench()->steps()->applyText("reorder(k, j)");
    QVERIFY(f.settle());
    QVERIFY(clickOne(f));
  }
  void actAfterADrag() {
    WindowFixture f;
    QVERIFY(open(f));
    QVERIFY(f.drag(f.tree()->rectOf(f.loop("k")), f.tree()->rectOf(f.loop("j"))));
    QVERIFY(f.clickLoop("i") && clickOne(f) && clickOne(f));
  }
  void actAfterARefusal() {
    WindowFixture f;
    QVERIFY(open(f));
    QVERIFY(QTest::qWaitFor([&] { return suggestion(f) != nullptr; }, kLong));
    f.window->workbench()->steps()->applyText("parallel(k)");
    QVERIFY(f.settle());
    QCOMPARE(rows(f), 1);
    QVERIFY2(clickOne(f), "the state is as before");
  }
  void actAfterUndoAndRedo() {
    WindowFixture f;
    QVERIFY(open(f));
    QVERIFY(clickOne(f));
    QVERIFY(f.typeKey(Qt::Key_Z, Qt::ControlModifier));
    QVERIFY(f.typeKey(Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier));
    QVERIFY(clickOne(f));
  }
  void actAfterARun() {
    WindowFixture f;
    QVERIFY(open(f));
    QVERIFY(QTest::qWaitFor([&] { return suggestion(f) != nullptr; }, kLong));
    QTest::mouseClick(f.runButton(), Qt::LeftButton);
    QVERIFY(f.settle());
    QVERIFY(clickOne(f));
  }

  // While new ones are computed, a click says why it does nothing.
  void aStaleOneSaysWhy() {
    WindowFixture f;
    QVERIFY(open(f));
    QVERIFY(QTest::qWaitFor([&] { return suggestion(f) != nullptr; }, kLong));
    QPushButton* button = suggestion(f);
    f.window->workbench()->steps()->applyText("unroll(j)");
    QVERIFY(QTest::qWaitFor([&] { return button->property("stale").toBool(); }, 5000));
    QString said;
    connect(f.window.get(), &MainWindow::said, this, [&](const QString& words) { said = words; });
    QTest::mouseClick(button, Qt::LeftButton, {}, QPoint(8, button->height() / 2));
    QVERIFY2(said.startsWith("Not applied: this was suggested for the state before"), qPrintable(said));
    QVERIFY(f.settle());
    QCOMPARE(lastCall(f), QString("unroll(j)"));
  }

  // Steps that change values are no optimisations.
  void unsafeStepsAreNotSuggested() {
    WindowFixture f;
    QVERIFY(f.openText(kTwoBlocks));
    f.window->workbench()->selection()->select(LinkedSelection::of(f.block("B")));
    QVERIFY(f.settle());
    QVERIFY(QTest::qWaitFor([&] { return suggestion(f) != nullptr; }, kLong));
    for (const auto* button : f.inspector()->findChildren<QPushButton*>("nextStep"))
      QVERIFY2(!button->accessibleName().startsWith("unsafe_"), qPrintable(button->accessibleName()));
  }

  // bind needs threads of a GPU: with the target cpu it says so, with a GPU it is offered.
  void bindIsOfferedForAGpuOnly() {
    WindowFixture f;
    QVERIFY(open(f));
    const StepOffer* bind = f.window->workbench()->offers()->of("bind");
    QVERIFY(bind);
    QCOMPARE(bind->state, StepOffer::State::Refused);
    QCOMPARE(bind->reason.message,
             std::string("bind distributes iterations over threads of a GPU, and the target is cpu"));
    QVERIFY(!f.inspector()->findChild<QPushButton*>("legal_bind"));
    f.window->workbench()->target()->choose("gpu-emulator");
    QVERIFY(f.settle());
    QTRY_VERIFY_WITH_TIMEOUT(f.inspector()->findChild<QPushButton*>("legal_bind"), kLong);
  }

  // A step whose arguments decide whether it is legal says so by its name, and comes after those that are.
  void stepsThatAskAreMarked() {
    WindowFixture f;
    QVERIFY(open(f));
    int asking = 0;
    for (const StepOffer& offer : f.window->workbench()->offers()->all()) {
      const QString name = QString::fromStdString(offer.primitive->name);
      const auto* button = f.inspector()->findChild<QPushButton*>("legal_" + name);
      if (!button) continue;
      const bool asks = offer.state == StepOffer::State::NeedsInput;
      asking += asks;
      QCOMPARE(button->text(), asks ? name + QChar(0x2026) : name);
      QCOMPARE(button->toolTip().contains("Its arguments decide whether it is legal."), asks);
    }
    QVERIFY(asking > 0);
  }

  // A step after which no loop is parallel says so before: in its form, and among the suggestions.
  void losingParallelIsSaid() {
    WindowFixture f;
    QVERIFY(open(f));
    f.window->workbench()->steps()->applyText("parallel(i)");
    QVERIFY(f.settle());
    QVERIFY(f.clickLoop("i"));
    QTest::mouseClick(f.bar()->button("unroll"), Qt::LeftButton);
    QVERIFY(f.settle());
    QVERIFY2(f.form()->isVisible(), "it asks instead of applying");
    QTRY_VERIFY2_WITH_TIMEOUT(f.form()->preview()->headline().contains("drops parallel of i"),
                              qPrintable(f.form()->preview()->headline()), kLong);
    QCOMPARE(lastCall(f), QString("parallel(i)"));
    QTest::keyClick(f.form(), Qt::Key_Escape);
    bool told = false;
    QTRY_VERIFY_WITH_TIMEOUT(([&] {
                               for (const NextStep& row : f.window->findChild<NextSteps*>()->rows())
                                 if (row.reason.startsWith("drops parallel"))
                                   told = row.effect == NextStep::Effect::Costs;
                               return told;
                             }()),
                             kLong);
  }

  // ---- keys of steps at the loop tree ----

  // They act where the tree shows them, one at a time, and the status line says how to take them back.
  void keysActWhereTheyAreShown() {
    WindowFixture f;
    QVERIFY(f.openText(kSmallProgram));
    f.window->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(f.window.get()));
    auto* hint = f.window->findChild<QLabel*>("keyHint");
    f.window->workbench()->selection()->select({});
    f.tree()->setFocus();
    QVERIFY(f.settle());
    QVERIFY(!f.feature<LoopTreeFeature>().keysShown());
    QVERIFY2(onlyOneColour(hint), "nothing is shown");
    QString said;
    connect(f.window.get(), &MainWindow::said, this, [&](const QString& words) { said = words; });
    QTest::keyClick(f.tree(), Qt::Key_U);
    QVERIFY(f.settle());
    QCOMPARE(rows(f), 1);
    QTest::qWait(400);
    QVERIFY(f.clickLoop("j"));
    f.tree()->setFocus();
    QVERIFY(f.settle() && f.atRest());
    QVERIFY(hint->text().contains(QString("U") + QChar(QChar::Nbsp) + "unroll") && !onlyOneColour(hint));
    QTest::keyClick(f.tree(), Qt::Key_U);
    QVERIFY(f.settle());
    QCOMPARE(lastCall(f), QString("unroll(j)"));
    QCOMPARE(said, QString("Key U: applied unroll(j); Ctrl+Z takes it back"));
  }

  // A word that was meant for another place applies at most its first letter.
  void wordsAreNoKeys() {
    WindowFixture f;
    QVERIFY(open(f));
    f.tree()->setFocus();
    QTest::keyClicks(f.tree(), "duf");  // d shows arrows
    QVERIFY(f.settle());
    QVERIFY(!f.form()->isVisible());
    QCOMPARE(rows(f), 2);
    QCOMPARE(lastCall(f), QString("unroll(i)"));
  }

  // A model is open: there is a program, and what it lacks is said.
  void aModelIsNoMissingFile() {
    WindowFixture f;
    QVERIFY(!f.openText(kGraphOnly, "graph.py"));
    QString said;
    connect(f.window.get(), &MainWindow::said, this, [&](const QString& words) { said = words; });
    f.askForStep();
    QVERIFY2(said.startsWith("This model has no kernel of its own to schedule"), qPrintable(said));
  }
};

}  // namespace lw

int testSuggestions(int argc, char** argv) {
  lw::TestSuggestions test;
  return QTest::qExec(&test, argc, argv);
}

#include "test_suggestions.moc"
