// Random clicks, keys, drags and texts on all widgets, by real events and without waiting for their results. Nothing
// may crash, the program can always be printed and parsed, no number is wrong, no key combination with Ctrl inserts
// text into the program, and the UI thread is never busy for long. LW_GUI_ACTIONS=N performs N actions (default 200),
// LW_GUI_SEED sets the seed, LW_GUI_ROUND skips earlier windows.
#include <QLabel>
#include <QRegularExpression>
#include <set>

#include "app/models/document/document.h"
#include "app/models/runs/target_choice.h"
#include "app/services/runs/run_records.h"
#include "app/services/workbench.h"
#include "core/ir/verify.h"
#include "core/text/print/printer.h"
#include "core/text/tir/parser.h"
#include "tests/gui/person.h"

namespace lw {
namespace {

int number(const char* variable, int usual) {
  bool ok = false;
  const int n = qEnvironmentVariableIntValue(variable, &ok);
  return ok ? n : usual;
}

}  // namespace

class TestFuzz : public QObject {
  Q_OBJECT

  static QString stepsOf(const WindowFixture& f) {
    QStringList steps;
    if (!f.window->workbench()->document()->hasProgram()) return {};
    const History& history = f.window->workbench()->document()->history();
    for (const int node : history.pathTo(history.current())) steps << QString::fromStdString(history.node(node).title);
    return steps.join('\n');
  }
  // The first number that is wrong; empty: none.
  static QString misleading(const WindowFixture& f) {
    Workbench* workbench = f.window->workbench();
    const RunModel& runs = *workbench->records()->model();
    std::set<QString> labels, dots;
    const std::vector<const RunRow*> bars = runs.comparable();
    for (const RunRow* run : bars) {
      if (!labels.insert(nameOf(*run)).second) return "two bars are called " + nameOf(*run);
      if (!run->aside.isEmpty() || run->conditions != bars.front()->conditions ||
          run->target != workbench->target()->name())
        return "a bar of another text or target: " + nameOf(*run);
      if (isWrong(*run) && f.runView()->chart()->colorOf(*run) != f.window->theme().reduce)
        return "a wrong bar is not red: " + nameOf(*run);
    }
    for (const RooflinePoint& point : f.roofline()->plot()->content().points)
      if (!dots.insert(point.label).second) return "two dots are called " + point.label;
    for (int row = 0; row < int(runs.runs().size()); ++row) {
      const RunRow& run = runs.runs()[size_t(row)];
      const RunRow* before = runs.previous(row);
      if (before && (before->conditions != run.conditions || isWrong(*before) || isWrong(run)))
        return "compared with another text or a wrong result: " + nameOf(run);
    }
    const TraceModel* trace = f.trace()->traceModel();
    for (int line = 0; line < trace->rowCount(); ++line) {
      const TraceRow* row = trace->row(line);
      const RunRow* run = runs.of(row->node);
      if (row->ms >= 0 && (!run || run->medianMs != row->ms))
        return "the trace has another time than the run: " + row->call;
    }
    const RunRow* shown =
        workbench->document()->hasProgram() ? runs.of(workbench->document()->history().current()) : nullptr;
    if (!f.runView()->isVisible()) return {};
    const bool wrong = shown && isWrong(*shown);
    if (f.runView()->number()->property("wrong").toBool() != wrong)
      return wrong ? "a wrong time is not red" : "a right time is red";
    for (const QLabel* label : f.runView()->findChildren<QLabel*>())
      if ((!shown || wrong || isEmulated(*shown)) && label->isVisible() &&
          label->text().contains(QRegularExpression("faster|slower|indistinguishable")))
        return "compared: " + label->text();
    return {};
  }

 private Q_SLOTS:
  void randomActions() {
    const int actions = number("LW_GUI_ACTIONS", 200), seed = number("LW_GUI_SEED", 1);
    int late = 0;
    std::string words;
    double longest = 0;
    for (int done = 0, round = number("LW_GUI_ROUND", 0); done < actions; ++round) {
      WindowFixture f;
      f.window->resize(1600, 1000);
      QVERIFY(f.openText(round % 2 ? kTwoBlocks : kSmallProgram, "fuzz.py"));
      Person person(f, uint64_t(seed) * 1000 + uint64_t(round));
      for (int i = 0; i < 100 && done < actions; ++i, ++done) {
        person.act();
        if (i % 20 != 19) continue;
        QVERIFY2(f.settle(), qPrintable(QString("not idle after action %1 of round %2, after these steps:\n%3")
                                            .arg(i)
                                            .arg(round)
                                            .arg(stepsOf(f))));
        QVERIFY2(person.written().isEmpty(), qPrintable("a chord made the source\n" + person.written()));
        QCoreApplication::processEvents();  // shows the results of the last event loop iteration
        const QString told = misleading(f);
        QVERIFY2(told.isEmpty(), qPrintable(QString("%1, after action %2 of round %3, after these steps:\n%4")
                                                .arg(told)
                                                .arg(i)
                                                .arg(round)
                                                .arg(stepsOf(f))));
        if (!f.window->workbench()->document()->hasProgram()) continue;
        const Schedule& schedule = f.window->workbench()->document()->schedule();
        const std::string shown = print(schedule.program().function(schedule.currentFunction())).text;
        const SourceFile parsed = parseSource("shown.py", shown);
        QVERIFY2(!parsed.hasErrors(), shown.c_str());
      }
      f.settle();
      for (const auto& [what, times] : person.late()) late += times, words += " " + what + ":" + std::to_string(times);
      if (person.longest() > longest)
        longest = person.longest(),
        words += " (longest " + std::to_string(int(longest)) + " ms: " + person.longestAt() + ")";
    }
    qInfo("%d actions, longest %.0f ms of the UI thread, %d over 100 ms:%s", actions, longest, late, words.c_str());
    QVERIFY2(longest < 1000, words.c_str());
    QVERIFY2(late <= actions / 50, words.c_str());
  }
};

}  // namespace lw

int testFuzz(int argc, char** argv) {
  lw::TestFuzz test;
  return QTest::qExec(&test, argc, argv);
}

#include "test_fuzz.moc"
