#include <QAbstractItemModelTester>
#include <QRawFont>
#include <QTest>
#include <cmath>

#include "app/models/document/problems_model.h"
#include "app/models/lowering/stage_model.h"
#include "app/models/runs/run_model.h"
#include "app/models/text/number_text.h"
#include "views/theme/bundled_fonts.h"
#include "views/theme/theme.h"
#include "views/trace/trace_model.h"

namespace lw {

class TestModels : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  // The bundled fonts are used instead of installed fonts of the same names, and without ligatures.
  void fontsAreTheWindowsOwn() {
    for (const auto& [font, family] : {std::pair{interfaceFont(), kInterfaceFamily},
                                       {interfaceFont(13, QFont::DemiBold), kInterfaceFamily},
                                       {codeFont(), kCodeFamily}}) {
      const QRawFont raw = QRawFont::fromFont(font);
      QCOMPARE(raw.familyName(), QString::fromLatin1(family));
      QVERIFY(raw.fontTable("GSUB").isEmpty());
      QVERIFY(!raw.fontTable("GPOS").isEmpty());
      QVERIFY(raw.supportsCharacter('a'));
    }
    QCOMPARE(ownFont("no font", "Inter", "_nter"), QByteArray("no font"));
    const QByteArray written = "<text font-family=\"_nter\">Inter</text>";
    QCOMPARE(withKnownFamilies(written), QByteArray("<text font-family=\"Inter\">Inter</text>"));
    QCOMPARE(withOwnFamilies(withKnownFamilies(written)), written);
  }

  void traceRows() {
    TraceModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setRows({{0, "as written", "", -1, TraceRow::Check::None, "", false},
                   {1, "split(i, [None, 8])", "+1 loop", 612, TraceRow::Check::Good, "", false},
                   {2, "parallel(i_0)", "kind", 306, TraceRow::Check::Wrong, "", true}},
                  1);
    QCOMPARE(model.rowCount(), 3);
    QCOMPARE(model.index(1, TraceModel::kTime).data().toString(), QString("612 ms"));
    QCOMPARE(model.index(1, TraceModel::kCheck).data().toString(), QString("✓"));
    QCOMPARE(model.index(2, TraceModel::kCheck).data().toString(), QString("✗"));
    QCOMPARE(model.index(2, 0).data(TraceModel::kShare).toDouble(), 0.5);
    QVERIFY(model.index(2, 0).data(TraceModel::kAhead).toBool());
    model.setRows({}, 0);
    QCOMPARE(model.rowCount(), 0);
  }

  void stages() {
    StageModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    const auto stage = [](const char* name, const char* label, bool changed) {
      return std::make_shared<const StageText>(StageText{.name = name,
                                                         .help = "moves them",
                                                         .text = "a",
                                                         .changed = changed,
                                                         .tags = {},
                                                         .depth = {},
                                                         .label = label});
    };
    model.setStages(
        {stage("tir", "", true), stage("plan_allocation", "allocations", false), stage("assembly", "", true)});
    QCOMPARE(model.rowCount(), 3);
    QCOMPARE(model.index(0).data().toString(), QString("tir"));
    QCOMPARE(model.index(1).data().toString(), QString("allocations"));
    QVERIFY(model.index(1).data(Qt::ToolTipRole).toString().startsWith("plan_allocation: moves them"));
    QVERIFY(!model.index(1).data(StageModel::kChanged).toBool());
    model.setHideUnchanged(true);
    QCOMPARE(model.rowCount(), 2);
    QCOMPARE(model.rowOf("assembly"), 1);
    QCOMPARE(model.rowOf("plan_allocation"), -1);
  }

  void runs() {
    RunModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    RunRow slow, fast;
    slow.label = "as written";
    slow.medianMs = 10, slow.lowMs = 9, slow.highMs = 11;
    fast.node = 3, fast.label = "step 3", fast.before = {2, 0};
    slow.checked = slow.ok = true;
    fast.medianMs = 5, fast.lowMs = 4.9, fast.highMs = 5.1, fast.checked = fast.ok = true;
    model.add(slow);
    model.add(fast);
    QCOMPARE(model.index(1, RunModel::kMedian).data().toString(), QString("5.00 ms"));
    QCOMPARE(model.index(1, RunModel::kCheck).data().toString(), QString("✓"));
    QCOMPARE(compareRuns(fast, *model.previous(1)), QString("2.00× faster"));
    fast.lowMs = 4, fast.highMs = 9.5;
    QCOMPARE(compareRuns(fast, slow), QString("indistinguishable"));
    // A state is compared with an earlier state on its path, on the same target, not with unrelated runs between.
    RunRow aside = fast, elsewhere = fast, next = fast, reassociated = slow;
    aside.node = 4, aside.label = "of another variant", aside.before = {2, 0};
    elsewhere.node = 2, elsewhere.target = "gpu-emulator", elsewhere.label = "on another target";
    next.node = 5, next.before = {3, 2, 0};
    reassociated.math = "reassociate";
    RunModel several;
    for (const RunRow& run : {slow, reassociated, fast, aside, elsewhere, next}) several.add(run);
    QCOMPARE(several.previous(2)->label, QString("as written"));
    QVERIFY2(several.previous(2)->math.isEmpty(), "by the same arithmetic, where there is one");
    QCOMPARE(several.previous(1)->math, QString());  // the same state with another arithmetic
    QCOMPARE(several.previous(3)->label, QString("as written"));
    QVERIFY(!several.previous(4));  // the time of an emulator is not compared
    QCOMPARE(several.previous(5)->label, QString("step 3"));
    several.setShown(7);
    QCOMPARE(several.shownIndex(), -1);
    QVERIFY(compareRuns(fast, reassociated).endsWith("other arithmetic"));
    // Runs of another text, under other conditions or with wrong results are not compared.
    RunRow earlier = fast, elsewhere2 = fast, wrong = fast, again = fast;
    earlier.aside = "earlier text", elsewhere2.conditions = "another machine";
    wrong.checked = true, wrong.ok = false;
    again.node = 9, again.before = {3};
    for (const RunRow& before : {earlier, elsewhere2, wrong}) {
      RunModel two;
      two.setRuns({before, again});
      QVERIFY(!two.previous(1));
      QVERIFY2(two.comparable().size() == (before.conditions.isEmpty() && before.aside.isEmpty() ? 2 : 1),
               "a wrong result keeps its bar");
    }
    QCOMPARE(compareRuns(wrong, fast), QString("not compared: the result is wrong"));
    QCOMPARE(compareRuns(fast, wrong), QString("not compared: its result is wrong"));
    // The run of a state is the last one with the chosen target and arithmetic, of the current text.
    RunModel chosen;
    RunRow emulated = fast, other = fast;
    emulated.target = "gpu-emulator", other.math = "reassociate";
    chosen.setRuns({fast, other, emulated, earlier});
    chosen.setShown(3);
    QCOMPARE(chosen.shownIndex(), 0);
    chosen.setChoice("gpu-emulator", {});
    QCOMPARE(chosen.shownIndex(), 2);
    QVERIFY(chosen.comparable().empty());
    chosen.setChoice({}, "reassociate");
    QCOMPARE(chosen.shownIndex(), 1);
    RunRow failed;
    failed.error = "the kernel crashed";
    model.add(failed);
    QCOMPARE(model.index(2, RunModel::kMedian).data().toString(), QString("failed"));
    QCOMPARE(model.index(2, RunModel::kMedian).data(Qt::ToolTipRole).toString(), QString("the kernel crashed"));
  }

  void problems() {
    ProblemsModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setProblems(
        {{Problem::Severity::Error, "3:5", "unknown name 'x'", "", "did you mean 'y'?", {10, 11}, {}, {}, {}}});
    QCOMPARE(model.index(0, ProblemsModel::kPlace).data().toString(), QString("3:5"));
    QCOMPARE(model.index(0, ProblemsModel::kMessage).data(ProblemsModel::kHint).toString(),
             QString("did you mean 'y'?"));
  }

  // Every text colour has enough contrast on every background that it is used on.
  void contrast() {
    const auto luminance = [](const QColor& c) {
      const auto linear = [](double v) { return v <= 0.03928 ? v / 12.92 : std::pow((v + 0.055) / 1.055, 2.4); };
      return 0.2126 * linear(c.redF()) + 0.7152 * linear(c.greenF()) + 0.0722 * linear(c.blueF());
    };
    for (const QString& name : themeNames()) {
      const Theme t = loadTheme(name);
      const auto check = [&](const QColor& ink, const QColor& paper) {
        const double a = luminance(ink), b = luminance(paper);
        const double ratio = (std::max(a, b) + 0.05) / (std::min(a, b) + 0.05);
        QVERIFY2(ratio >= 4.5,
                 qPrintable(QStringLiteral("%1: %2 on %3: %4").arg(name, ink.name(), paper.name()).arg(ratio)));
      };
      for (const QColor& ink :
           {t.text, t.dim, t.serial, t.parallel, t.vectorized, t.unrolled, t.reduce, t.block, t.buffer, t.link, t.focus,
            t.data, t.selectionEdge, t.codeKeyword, t.codeString, t.codeNumber, t.codeName})
        for (const QColor& paper : {t.window, t.panel, t.raised, t.selection}) check(ink, paper);
      check(t.onPrimary, t.primary);
    }
  }

  // Blue is the selection's: no other token is a clear blue, and the style sheet paints nothing else with it.
  void blueIsTheSelection() {
    for (const QString& name : themeNames())
      for (const bool safe : {false, true}) {
        const Theme t = loadTheme(name, safe);
        for (const QColor& c :
             {t.window,     t.panel,    t.raised,    t.hairline,    t.text,       t.dim,       t.serial, t.parallel,
              t.vectorized, t.unrolled, t.reduce,    t.block,       t.buffer,     t.link,      t.focus,  t.bar,
              t.data,       t.primary,  t.onPrimary, t.codeKeyword, t.codeString, t.codeNumber}) {
          const auto [low, high] = std::minmax({c.red(), c.green(), c.blue()});
          QVERIFY2(high - low < 56 || c.hslHue() < 198 || c.hslHue() > 240, qPrintable(name + ": " + c.name()));
        }
      }
    QFile sheet(":/themes/style.qss");
    QVERIFY(sheet.open(QIODevice::ReadOnly));
    for (const QString& rule : QString::fromUtf8(sheet.readAll()).split('}')) {
      QVERIFY2(!rule.contains("@selectionEdge@"), qPrintable(rule));
      if (rule.contains("@selection@"))
        QVERIFY2(rule.contains(":selected") || rule.count("@selection@") == rule.count("selection-background-color"),
                 qPrintable(rule));
    }
  }

  void times() {
    QCOMPARE(timeOf(22.14), QString("22.1 ms"));
    QCOMPARE(timeOf(1234), QString("1.23 s"));
    QCOMPARE(timeOf(0.0123), QString("12.3 µs"));
  }
};

}  // namespace lw

int testModels(int argc, char** argv) {
  lw::TestModels test;
  return QTest::qExec(&test, argc, argv);
}

#include "test_models.moc"
