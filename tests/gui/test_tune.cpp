// The pane Tune: a search started, paused, stopped and continued by clicks; its pictures, its table, pins and the text
// of the space.
#include <QCheckBox>
#include <QComboBox>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QSpinBox>
#include <QTableWidget>
#include <QToolButton>

#include "app/models/document/document.h"
#include "app/models/lowering/state_comparison.h"
#include "app/models/runs/target_choice.h"
#include "app/services/runs/run_records.h"
#include "app/services/tuning/tune_pins.h"
#include "app/services/tuning/tune_search.h"
#include "app/services/tuning/tuning.h"
#include "app/window/tune/tune_feature.h"
#include "tests/gui/context_menu.h"
#include "tests/gui/fixture.h"
#include "tests/gui/menus.h"
#include "tests/services/made_up_times.h"

namespace lw {

class TestTune : public QObject {
  Q_OBJECT

  // A window with the layout for tuning and a product with a space.
  struct Tuned : WindowFixture {
    explicit Tuned(const MakeRunner& make = simulated(), const char* text = kTuned, const QString& theme = "dark")
        : WindowFixture(theme) {
      window->workbench()->tuning()->setMakeRunner(make);
      opened = openText(text) && typeKey(Qt::Key_3, Qt::ControlModifier | Qt::AltModifier) && view()->isVisible();
      pick("tuneSpace", "space");
      find<QSpinBox>("tuneTrials")->setValue(12);
    }
    TuneView* view() const { return feature<TuneFeature>().view(); }
    Tuning* tuning() const { return window->workbench()->tuning(); }
    template <class W>
    W* find(const char* name) const {
      return view()->findChild<W*>(name);
    }
    void click(const char* name) const { QTest::mouseClick(find<QAbstractButton>(name), Qt::LeftButton); }
    // Chooses an entry of a box by keys.
    bool pick(const char* name, const QString& value) const {
      auto* box = find<QComboBox>(name);
      const int index = box->findData(value);
      if (index < 0) return false;
      box->setFocus();
      QTest::keyClick(box, Qt::Key_Home);
      for (int i = 0; i < index; ++i) QTest::keyClick(box, Qt::Key_Down);
      return box->currentIndex() == index;
    }
    bool ended() const {
      return QTest::qWaitFor([this] { return !tuning()->running(); }, 60000) && settle();
    }
    bool searched() const {
      click("tuneStart");
      return ended();
    }
    QString words() const { return find<QLabel>("tuneWords")->text(); }
    QString cell(int row, int column) const { return view()->table()->model()->index(row, column).data().toString(); }
    void clickRow(int row) const {
      const QTableView* table = view()->table();
      const QRect place = table->visualRect(table->model()->index(row, CandidateModel::kTime));
      QTest::mouseClick(table->viewport(), Qt::LeftButton, {}, place.center());
    }
    QString variant() const {
      const History& history = window->workbench()->document()->history();
      return QString::fromStdString(history.node(history.current()).name);
    }
    QString cellOfDecision(int row, int column) const { return view()->decisions()->item(row, column)->text(); }
    void clickPin(int row) const {
      const QTableWidget* list = view()->decisions();
      const QRect place = list->visualItemRect(list->item(row, 0));
      QStyleOptionViewItem option;
      option.initFrom(list);
      option.rect = place;
      option.features = QStyleOptionViewItem::HasCheckIndicator;
      const QRect box = list->style()->subElementRect(QStyle::SE_ItemViewItemCheckIndicator, &option, list);
      QTest::mouseClick(list->viewport(), Qt::LeftButton, {}, box.center());
    }
    bool opened = false;
  };

 private Q_SLOTS:
  // Before a search, every part says what will appear there.
  void emptyPartsSayWhatWillAppear() {
    Tuned f;
    QVERIFY(f.opened);
    QVERIFY(!f.window->findChild<Pane*>("source")->isVisible());
    QStringList said;
    for (const QLabel* label : f.view()->findChildren<QLabel*>()) said << label->text();
    const QString all = said.join('|');
    QVERIFY2(all.contains("Candidates appear here"), qPrintable(all));
    QVERIFY2(all.contains("Select a candidate to see its decisions"), qPrintable(all));
    QVERIFY(f.find<QPushButton>("tuneStart")->isEnabled());
    QVERIFY(!f.find<QPushButton>("tuneStop")->isEnabled() && !f.find<QPushButton>("tunePause")->isEnabled());
    f.screenshot("tune_empty_dark");
  }

  // A click starts; candidates appear in table and curve; the best becomes a variant that is shown.
  void aClickSearches() {
    Tuned f;
    QVERIFY(f.opened);
    QCOMPARE(f.find<QPushButton>("tuneStart")->text(), "Start ▸");
    QVERIFY(f.searched());
    QCOMPARE(f.view()->model()->rowCount(), 12);
    QTRY_VERIFY2(f.words().contains("12 candidates"), qPrintable(f.words()));
    QVERIFY2(f.words().contains("the speed of the reference"), qPrintable(f.words()));
    QCOMPARE(f.view()->curve()->content().rows.size(), size_t(12));
    const int best = f.view()->model()->best();
    QVERIFY(best >= 0);
    QCOMPARE(f.cell(best, CandidateModel::kOutcome), "✓ best");
    QCOMPARE(f.cell(best, CandidateModel::kRelative), "1.00×");
    QVERIFY2(f.variant().startsWith("tuned, "), qPrintable(f.variant()));
    QCOMPARE(f.find<QPushButton>("tuneStart")->text(), "Continue ▸");
    // Columns of the decisions, with the numbers that were drawn.
    QCOMPARE(f.view()->table()->model()->headerData(CandidateModel::kFirstChoice, Qt::Horizontal).toString(), "rows");
    QVERIFY(QStringList({"2", "4", "8", "16", "32"}).contains(f.cell(0, CandidateModel::kFirstChoice)));
    QVERIFY(f.searched());
    QVERIFY(f.view()->model()->rowCount() > 12);
    QVERIFY(clickMenu(f.window.get(), {"View", "Layout", "Explore: all panes"}));
    QVERIFY(!f.view()->isVisible());
  }

  // Pausing holds the search; stopping keeps what was measured.
  void pauseAndStop() {
    const auto gate = std::make_shared<Gate>();
    Tuned f(gated(gate, 4));
    QVERIFY(f.opened);
    f.click("tuneStart");
    gate->allow(3);
    QTRY_COMPARE(f.view()->model()->rowCount(), 3);
    QTRY_VERIFY2(f.words().contains("3 of 12"), qPrintable(f.words()));
    QVERIFY(!f.find<QPushButton>("tuneStart")->isEnabled());
    f.click("tunePause");
    QTRY_COMPARE(f.find<QPushButton>("tunePause")->text(), "Resume");
    QTRY_VERIFY2(f.words().startsWith("Paused"), qPrintable(f.words()));
    gate->allow(1);
    f.click("tunePause");
    QTRY_COMPARE(f.view()->model()->rowCount(), 4);
    f.click("tuneStop");
    QVERIFY(f.ended());
    QCOMPARE(f.view()->model()->rowCount(), 4);
    QTRY_VERIFY2(f.words().startsWith("Stopped"), qPrintable(f.words()));
    QVERIFY(f.variant().startsWith("tuned, "));
  }

  // A run has priority: the search waits, and goes on after it.
  void runsComeFirst() {
    Tuned f([](const TuneSetup& setup, const Stop& stop) { return targetRunner(setup, stop); });
    QVERIFY(f.opened);
    f.find<QSpinBox>("tuneTrials")->setValue(4);
    f.click("tuneStart");
    QVERIFY(f.typeKey(Qt::Key_F5, {}));
    QTRY_VERIFY_WITH_TIMEOUT(f.window->workbench()->records()->model()->rowCount() > 0, 120000);
    QVERIFY(QTest::qWaitFor([&] { return !f.tuning()->running(); }, 120000) && f.settle());
    QCOMPARE(f.view()->model()->rowCount(), 4);
    for (int row = 0; row < 4; ++row) QVERIFY(f.cell(row, CandidateModel::kTime) != QStringLiteral("–"));
  }

  // A click, or Enter, opens a candidate with its steps; the pictures mark it.
  void aClickOpensACandidate() {
    Tuned f;
    QVERIFY(f.opened && f.searched());
    const int other = f.view()->model()->best() == 2 ? 3 : 2;
    f.clickRow(other);
    QVERIFY(f.settle());
    QVERIFY2(f.variant().startsWith(QStringLiteral("candidate %1, ").arg(other + 1)), qPrintable(f.variant()));
    QCOMPARE(f.view()->curve()->marked(), other);
    QVERIFY(f.trace()->model()->rowCount() >= 5);
    // Its time is that of a run at once.
    const RunModel* runs = f.window->workbench()->records()->model();
    QCOMPARE(runs->last()->node, f.window->workbench()->document()->history().current());
    QCOMPARE(runs->last()->medianMs, f.tuning()->candidates()[size_t(other)].trial.medianMs());
    QTest::keyClick(f.view()->table(), Qt::Key_Down);
    QCOMPARE(f.view()->selected(), other + 1);
    QVERIFY2(f.variant().startsWith(QStringLiteral("candidate %1, ").arg(other + 1)), "only Enter opens it");
    QTest::keyClick(f.view()->table(), Qt::Key_Return);
    QVERIFY(f.settle());
    QVERIFY(!f.variant().startsWith(QStringLiteral("candidate %1, ").arg(other + 1)));
    // The same by the curve.
    QTest::mouseClick(f.view()->curve(), Qt::LeftButton, {}, f.view()->curve()->placeOf(other).toPoint());
    QVERIFY(f.settle());
    QVERIFY2(f.variant().startsWith(QStringLiteral("candidate %1, ").arg(f.view()->selected() + 1)),
             qPrintable(f.variant()));
    // Any other state is compared with it.
    QTest::keyClick(f.trace(), Qt::Key_C);
    QVERIFY(f.settle());
    QVERIFY(f.window->workbench()->comparison()->compared().has_value());
  }

  // A tick pins a decision of the candidate, and the next search keeps it.
  void ticksPinDecisions() {
    Tuned f;
    QVERIFY(f.opened && f.searched());
    f.clickRow(0);
    QVERIFY(f.settle());
    QCOMPARE(f.cellOfDecision(0, 0), "rows");
    const QString rows = f.cell(0, CandidateModel::kFirstChoice);
    QCOMPARE(f.cellOfDecision(0, 1), rows);
    f.clickPin(0);
    QTRY_COMPARE(f.tuning()->pins()->all().size(), size_t(1));
    QCOMPARE(f.cellOfDecision(0, 2), rows);
    QVERIFY(f.view()->sides()->button(TuneView::kDecisions)->text().contains("1 pinned"));
    const int before = f.view()->model()->rowCount();
    f.find<QSpinBox>("tuneTrials")->setValue(2);
    QVERIFY(f.searched());
    for (int row = before; row < f.view()->model()->rowCount(); ++row)
      QCOMPARE(f.cell(row, CandidateModel::kFirstChoice), rows);
    f.clickPin(0);
    QTRY_VERIFY(f.tuning()->pins()->all().empty());
  }

  // The menu of a loop pins the decision that made it, and the next search keeps the loop.
  void loopsArePinnedFromTheTree_data() {
    QTest::addColumn<QString>("theme");
    QTest::newRow("dark") << "dark";
    QTest::newRow("light") << "light";
  }
  void loopsArePinnedFromTheTree() {
    QFETCH(QString, theme);
    Tuned f(simulated(), kTuned, theme);
    QVERIFY(f.opened && f.searched());
    const auto entryAt = [&](const char* loop, const QString& begin, bool choose) {
      QString text;
      const QRect box = f.tree()->rectOf(*f.window->workbench()->document()->schedule().loopNamed(loop));
      const bool came = menuAt(f, box, [&](QMenu* menu) {
        for (QAction* action : menu->actions())
          if (action->text().startsWith(begin)) text = action->text();
        menu->grab().save(QStringLiteral(LW_BINARY_DIR "/screenshots/tune_menu_%1.png").arg(theme));
        if (QAction* entry = choose ? entryOf(menu, text) : nullptr)
          QTest::mouseClick(menu, Qt::LeftButton, {}, menu->actionGeometry(entry).center());
      });
      return came ? text : QStringLiteral("no menu");
    };
    QCOMPARE(entryAt("k", "Pin in tuning", false), QString());  // no step made it
    const TunedCandidate& best = f.tuning()->candidates()[size_t(f.tuning()->best())];
    const QString rows = QString::fromStdString(best.choices[0].text);
    QCOMPARE(entryAt("i_1", "Pin in tuning", true), "Pin in tuning: i_1 = " + rows);
    QTRY_COMPARE(f.tuning()->pins()->all().size(), size_t(1));
    QCOMPARE(f.tuning()->pins()->all()[0].decision.name, std::string("rows"));
    QCOMPARE(f.tuning()->pins()->all()[0].text, rows);
    QVERIFY(f.view()->sides()->button(TuneView::kDecisions)->text().contains("1 pinned"));
    const int before = f.view()->model()->rowCount();
    f.find<QSpinBox>("tuneTrials")->setValue(2);
    QVERIFY(f.searched());
    for (int row = before; row < f.view()->model()->rowCount(); ++row)
      QCOMPARE(f.cell(row, CandidateModel::kFirstChoice), rows);
    // A list of factors is one decision.
    QVERIFY(entryAt("j_1", "Pin in tuning", true).startsWith("Pin in tuning: j_1 = "));
    QTRY_COMPARE(f.tuning()->pins()->all().size(), size_t(2));
    QCOMPARE(f.tuning()->pins()->all()[1].decision.name, std::string("columns"));
    f.screenshot("tune_pinned_" + theme);
  }

  // Failed candidates say why; the table shows one outcome and sorts.
  void outcomesAreFilteredAndSorted() {
    Tuned f([](const TuneSetup&, const Stop&) -> Result<MadeRunner> {
      const auto ms = [](const tune::TrialRequest& r) {
        return r.number % 3 == 1 ? std::numeric_limits<double>::infinity() : modelled(r);
      };
      return MadeRunner{std::make_unique<tune::SimulatedRunner>(ms), 4};
    });
    QVERIFY(f.opened && f.searched());
    QCOMPARE(f.view()->table()->model()->rowCount(), 12);
    auto* filter = f.find<QComboBox>("tuneFilter");
    filter->setFocus();
    QTest::keyClick(filter, Qt::Key_End);
    QTRY_COMPARE(f.view()->table()->model()->rowCount(), 4);
    const int why = f.view()->model()->whyColumn();
    QVERIFY(!f.cell(0, why).isEmpty());
    QCOMPARE(f.cell(0, CandidateModel::kTime), "–");
    QTest::keyClick(filter, Qt::Key_Home);
    QTRY_COMPARE(f.view()->table()->model()->rowCount(), 12);
    QHeaderView* header = f.view()->table()->horizontalHeader();
    const QPoint time(header->sectionViewportPosition(CandidateModel::kTime) + 20, header->height() / 2);
    QTest::mouseClick(header->viewport(), Qt::LeftButton, {}, time);
    if (header->sortIndicatorOrder() != Qt::AscendingOrder)
      QTest::mouseClick(header->viewport(), Qt::LeftButton, {}, time);
    QCOMPARE(f.cell(0, CandidateModel::kRelative), "1.00×");
    QCOMPARE(f.cell(11, CandidateModel::kTime), "–");
  }

  // Refused candidates are counted by reason.
  void refusalsAreCounted() {
    Tuned f;
    QVERIFY(f.opened);
    QVERIFY(f.pick("tuneSpace", "refusing"));
    QVERIFY(f.searched());
    QTRY_VERIFY2(f.words().startsWith("Every candidate was refused"), qPrintable(f.words()));
    auto* refused = f.view()->sides()->button(TuneView::kRefused);
    QVERIFY2(refused->text().startsWith("Refused · "), qPrintable(refused->text()));
    QTest::mouseClick(refused, Qt::LeftButton);
    QVERIFY(f.view()->refusals()->isVisible());
    QVERIFY(f.view()->refusals()->rowCount() > 0);
    QVERIFY(!f.view()->refusals()->reason(0).isEmpty());
    QTRY_VERIFY(f.view()->refusals()->linesOf(0).second > 1);  // the page is narrow
    const auto fits = [&] {
      const auto [room, needed] = f.view()->refusals()->linesOf(0);
      return room >= needed;
    };
    QTRY_VERIFY(fits());
    f.screenshot("tune_refused_dark");
  }

  // The curve runs over the trials or over time; a dot under the mouse is described in the status line.
  void picturesShowEveryCandidate() {
    Tuned f;
    QVERIFY(f.opened && f.searched());
    TrialPlot* curve = f.view()->curve();
    QCOMPARE(curve->across(), TrialPlot::Across::Trials);
    QVERIFY(curve->placeOf(0).x() < curve->placeOf(11).x());
    QString hint;
    connect(&f.window->context(), &WindowContext::said, this, [&](const QString& text) { hint = text; });
    QTest::mouseMove(curve, curve->placeOf(11).toPoint());
    QTRY_VERIFY2(hint.startsWith("candidate "), qPrintable(hint));
    QTest::mouseClick(f.view()->acrossSwitch()->button(1), Qt::LeftButton);
    QCOMPARE(curve->across(), TrialPlot::Across::Seconds);
  }

  // Without a model there is nothing to compare; with one, the picture has a dot for each timed candidate.
  void expectationsAreCompared() {
    Tuned f;
    QVERIFY(f.opened);
    f.view()->controls()->unfold(true);
    QVERIFY(f.pick("tuneModel", "off"));
    QVERIFY(f.searched());
    for (int row = 0; row < 12; ++row) QVERIFY(!f.view()->expectations()->shows(row));
    QVERIFY(f.view()->table()->isColumnHidden(CandidateModel::kExpected));
    QVERIFY(f.find<QToolButton>("tuneClear")->isEnabled());
    f.click("tuneClear");
    QTRY_COMPARE(f.view()->model()->rowCount(), 0);
    QVERIFY(!f.find<QCheckBox>("tuneResume")->isChecked());
    QVERIFY(f.pick("tuneModel", "draft"));
    QVERIFY(f.searched());
    for (int row = 0; row < 12; ++row) QVERIFY(f.view()->expectations()->shows(row));
    QVERIFY(!f.view()->table()->isColumnHidden(CandidateModel::kExpected));
  }

  // The page shows which decision matters, as soon as enough candidates are timed.
  void importanceOfDecisions() {
    Tuned f;
    QVERIFY(f.opened);
    QTest::mouseClick(f.view()->sides()->button(TuneView::kImportance), Qt::LeftButton);
    QVERIFY(!f.view()->importance()->isVisible());  // but the words about what will appear
    f.find<QSpinBox>("tuneTrials")->setValue(20);
    QVERIFY(f.searched());
    QTRY_VERIFY_WITH_TIMEOUT(!f.view()->importance()->rows().empty(), 60000);
    QVERIFY(f.view()->importance()->isVisible());
    QCOMPARE(f.view()->importance()->rows()[0].name, "rows");
    QVERIFY(f.view()->importance()->rows()[0].low <= f.view()->importance()->rows()[0].high);
    f.screenshot("tune_importance_dark");
  }

  // The target is that of the window, and rules write the space for it.
  void theTargetIsChosenInThePane() {
    Tuned f(simulated(), kSmallProgram);
    QVERIFY(f.opened);
    auto* target = f.find<QComboBox>("tuneTarget");
    QTRY_VERIFY(target->count() > 1);
    QVERIFY(f.find<QLabel>("tuneNote")->isHidden());
    f.view()->controls()->unfold(true);
    QVERIFY(f.find<QSpinBox>("tuneThreads")->isVisible());
    QTest::mouseClick(f.view()->sides()->button(TuneView::kSpace), Qt::LeftButton);
    QTRY_VERIFY(f.view()->spaceText()->code().find("sch.parallel(") != std::string::npos);
    target->setFocus();
    QTest::keyClick(target, Qt::Key_End);
    QVERIFY(f.settle());
    const TargetDescriptor& chosen = f.window->workbench()->target()->descriptor();
    QVERIFY(chosen.emulated);
    QCOMPARE(f.targets()->currentData(), target->currentData());
    QTRY_VERIFY(f.view()->spaceText()->code().find("threadIdx.x") != std::string::npos);
    QTRY_VERIFY2(f.find<QLabel>("tuneNote")->isVisible() && f.find<QLabel>("tuneNote")->text().contains("not measured"),
                 qPrintable(f.find<QLabel>("tuneNote")->text()));
    QVERIFY(!f.find<QSpinBox>("tuneThreads")->isVisible());
    // In a narrow window the controls go on in the next row.
    f.window->resize(1000, 650);
    QVERIFY(f.atRest());
    for (const char* name : {"tuneStart", "tuneStop", "tuneTarget", "tuneSpace", "tuneTrials", "tuneSeconds",
                             "tuneFold", "tuneSeed", "tuneResume"}) {
      const auto* widget = f.find<QWidget>(name);
      QVERIFY2(widget->visibleRegion().boundingRect() == widget->rect(), name);
    }
    f.screenshot("tune_narrow");
    f.targets()->setFocus();
    QTest::keyClick(f.targets(), Qt::Key_Home);
    QVERIFY(f.settle());
    QCOMPARE(f.targets()->currentData(), target->currentData());
    QTRY_VERIFY(f.find<QLabel>("tuneNote")->isHidden());
    QVERIFY(f.find<QSpinBox>("tuneThreads")->isVisible());
  }

  // Times of a model are called so in the words, the table, the pictures, the hint and the variant, and are no runs.
  void modelledTimesAreSaid_data() { loopsArePinnedFromTheTree_data(); }
  void modelledTimesAreSaid() {
    QFETCH(QString, theme);
    Tuned f(simulated(0), kTuned, theme);
    QVERIFY(f.opened);
    auto* target = f.find<QComboBox>("tuneTarget");
    QTRY_VERIFY(target->count() > 1);
    target->setFocus();
    QTest::keyClick(target, Qt::Key_End);
    QVERIFY(f.settle());
    QVERIFY(f.searched());
    QTRY_VERIFY2(f.words().contains("(modelled)"), qPrintable(f.words()));
    QVERIFY2(!f.words().contains("reference"), qPrintable(f.words()));
    const QAbstractItemModel* table = f.view()->table()->model();
    QCOMPARE(table->headerData(CandidateModel::kTime, Qt::Horizontal).toString(), "Modelled");
    QVERIFY2(f.variant().endsWith(" modelled"), qPrintable(f.variant()));
    QCOMPARE(f.window->workbench()->records()->model()->rowCount(), 0);
    QStringList said;
    for (const QLabel* label : f.view()->findChildren<QLabel*>()) said << label->text();
    QVERIFY(said.contains("Expected and modelled"));
    QString hint;
    connect(&f.window->context(), &WindowContext::said, this, [&](const QString& text) { hint = text; });
    QTest::mouseMove(f.view()->curve(), QPoint(4, 4));
    QTest::mouseMove(f.view()->curve(), f.view()->curve()->placeOf(11).toPoint());
    QTRY_VERIFY2(hint.contains(" modelled, "), qPrintable(hint));
    f.screenshot("tune_modelled_" + theme);
    // For another target, the search begins anew.
    QCOMPARE(f.find<QPushButton>("tuneStart")->text(), "Continue ▸");
    target->setFocus();
    QTest::keyClick(target, Qt::Key_Home);
    QTRY_COMPARE(f.find<QPushButton>("tuneStart")->text(), "Start ▸");
    QVERIFY(f.searched());
    QCOMPARE(f.view()->model()->rowCount(), 12);
    QCOMPARE(table->headerData(CandidateModel::kTime, Qt::Horizontal).toString(), "Time");
  }

  // Earlier results of the same space are shown again, and are not measured again.
  void earlierResultsAreContinued() {
    Tuned f;
    QVERIFY(f.opened && f.searched());
    QVERIFY(f.openText(kTwoBlocks, "other.py"));  // forgets the candidates
    QCOMPARE(f.view()->model()->rowCount(), 0);
    QVERIFY(f.openText(kTuned, "again.py"));
    QVERIFY(f.pick("tuneSpace", "space"));
    f.find<QSpinBox>("tuneTrials")->setValue(2);
    QVERIFY(f.searched());
    QCOMPARE(f.view()->model()->rowCount(), 14);
  }

  // A space that rules wrote becomes a function of the source, which can be undone, and is then the chosen one.
  void aWrittenSpaceIsPutIntoTheSource() {
    Tuned f(simulated(), kSmallProgram);
    QVERIFY(f.opened);
    QTest::mouseClick(f.view()->sides()->button(TuneView::kSpace), Qt::LeftButton);
    QVERIFY(f.settle());
    QTRY_VERIFY(f.view()->spaceText()->code().find("def space(sch):") == 0);
    f.click("tuneEditSpace");
    QVERIFY(f.settle());
    QVERIFY(f.written()->code().find("\ndef space(sch):") != std::string::npos);
    QTRY_COMPARE(f.tuning()->choices().space, "space");
    QCOMPARE(f.find<QComboBox>("tuneSpace")->currentData().toString(), "space");
    QVERIFY(f.typeKey(Qt::Key_1, Qt::AltModifier));
    f.written()->setFocus();
    QTest::keyClick(f.written(), Qt::Key_Z, Qt::ControlModifier);
    QTRY_VERIFY(f.written()->code().find("def space(sch):") == std::string::npos);
    QVERIFY(f.settle());
    QTRY_COMPARE(f.tuning()->choices().space, QString());
  }

  // The space is shown as text; Edit shows the function in the source.
  void theSpaceIsTextThatCanBeEdited() {
    Tuned f;
    QVERIFY(f.opened);
    QTest::mouseClick(f.view()->sides()->button(TuneView::kSpace), Qt::LeftButton);
    QVERIFY(f.settle());
    QTRY_VERIFY(f.view()->spaceText()->code().find("def space(sch):") == 0);
    QVERIFY(f.view()->spaceText()->isReadOnly());
    QVERIFY(f.find<QToolButton>("tuneEditSpace")->isVisible());
    f.click("tuneEditSpace");
    QVERIFY(f.written()->isVisible());
    QCOMPARE(f.written()->offset(), int(std::string(kTuned).find("def space(")));
  }
};

}  // namespace lw

int testTune(int argc, char** argv) {
  lw::TestTune test;
  return QTest::qExec(&test, argc, argv);
}
#include "test_tune.moc"
