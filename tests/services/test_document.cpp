// Opening, editing and saving; the recovery folder; jobs and steps of a closed document.
#include <QFile>
#include <QFileInfo>

#include "app/models/document/document.h"
#include "app/models/document/document_files.h"
#include "app/models/document/document_text.h"
#include "app/models/document/messages.h"
#include "app/models/program/selection_model.h"
#include "app/models/program/shown_program.h"
#include "app/models/runs/target_choice.h"
#include "app/models/schedule/history_editor.h"
#include "app/models/schedule/steps.h"
#include "app/services/document/documents.h"
#include "core/text/print/printer.h"
#include "tests/services/fixture.h"

namespace lw {
namespace {

using testing::HasSubstr;

class DocumentTest : public ServicesTest {
 protected:
  QString write(const QString& name, const std::string& text) const {
    QFile file(folder.filePath(name));
    EXPECT_TRUE(file.open(QIODevice::WriteOnly));
    file.write(text.data(), qint64(text.size()));
    return file.fileName();
  }
  bool openFile(const QString& path) {
    bench.files()->open(path);
    return settle() && bench.document()->hasProgram();
  }
};

TEST_F(DocumentTest, OpeningTellsInOrder) {
  QStringList order;
  const auto tell = [&](const char* what) { return [&order, what] { order << what; }; };
  QObject::connect(bench.document(), &Document::replaced, bench.document(), tell("replaced"));
  QObject::connect(bench.files(), &DocumentFiles::opened, bench.document(), tell("opened"));
  QObject::connect(bench.text(), &DocumentText::parsed, bench.document(), tell("parsed"));
  QObject::connect(bench.program(), &ShownProgram::changed, bench.document(), tell("program"));
  QObject::connect(bench.selection(), &SelectionModel::changed, bench.document(), tell("selection"));
  QObject::connect(bench.history(), &HistoryEditor::changed, bench.document(), tell("history"));
  const QString path = write("mm.py", kProduct);
  ASSERT_TRUE(openFile(path));
  EXPECT_EQ(order.mid(0, 6).join(' '), QString("replaced opened parsed program selection history"));
  EXPECT_EQ(bench.text()->path(), path);
  EXPECT_FALSE(bench.text()->modified());
  EXPECT_EQ(bench.document()->scheduleFunctions(), QStringList("tiled"));
  EXPECT_THAT(shownText(), HasSubstr("T.block(\"C\")"));
}

TEST_F(DocumentTest, AFileThatCannotBeOpenedTakesNothingAway) {
  ASSERT_TRUE(open(kProduct));
  const int number = bench.document()->number();
  bench.files()->open(folder.filePath("missing.py"));
  ASSERT_TRUE(settle());
  EXPECT_EQ(bench.document()->number(), number);
  ASSERT_FALSE(bench.messages()->problems().empty());
  EXPECT_TRUE(bench.messages()->problems().back().message.contains("Cannot read"));
}

TEST_F(DocumentTest, AnEditIsReadAfterAPauseAndCarriesTheStepsOver) {
  ASSERT_TRUE(open(kProduct));
  ASSERT_TRUE(apply("split(i, [None, 8])"));
  std::string text = kProduct;
  text.replace(text.find("64, 64, 64):"), 12, "64, 64, 64): # edited");
  QSignalSpy parsed(bench.text(), &DocumentText::parsed);
  bench.text()->edit(text);
  EXPECT_TRUE(bench.text()->modified());
  EXPECT_FALSE(bench.idle());
  ASSERT_TRUE(settle());
  EXPECT_GE(parsed.count(), 1);
  EXPECT_EQ(bench.document()->source()->source.text, text);
  EXPECT_TRUE(loop("i_0").valid()) << "the step is carried over";
}

TEST_F(DocumentTest, AnErrorIsAProblemAndTheProgramStays) {
  ASSERT_TRUE(open(kProduct));
  bench.text()->edit(std::string(kProduct) +
                     "\n@T.prim_func\ndef broken(A: T.Buffer((4,), \"float32\")):\n    nonsense(\n");
  ASSERT_TRUE(settle());
  EXPECT_FALSE(bench.text()->diagnostics().empty());
  EXPECT_FALSE(bench.messages()->problems().empty());
  EXPECT_TRUE(bench.document()->hasProgram());
}

TEST_F(DocumentTest, UndoWaitsBehindTheStepsThatWereAskedForBefore) {
  ASSERT_TRUE(open(kProduct));
  bench.steps()->applyText("split(i, [None, 8])");
  bench.steps()->applyText("unroll(i_1)");
  bench.history()->undo();
  EXPECT_EQ(history().size(), 1) << "nothing is done yet";
  ASSERT_TRUE(settle());
  EXPECT_EQ(history().size(), 3);
  EXPECT_EQ(history().current(), 1);
}

TEST_F(DocumentTest, SavingMakesTheTextTheFiles) {
  const QString path = write("mm.py", kProduct);
  ASSERT_TRUE(openFile(path));
  bench.text()->edit(std::string(kProduct) + "\n# more\n");
  ASSERT_TRUE(settle());
  QSignalSpy said(bench.messages(), &Messages::said);
  EXPECT_TRUE(bench.files()->save(path));
  EXPECT_FALSE(bench.text()->modified());
  EXPECT_EQ(bytesOf(path), bench.text()->content());
  ASSERT_FALSE(said.isEmpty());
  EXPECT_TRUE(said.last().first().toString().contains("Saved"));
  EXPECT_FALSE(bench.files()->save(folder.filePath("no/such/folder.py")));
  EXPECT_TRUE(said.last().first().toString().contains("Cannot write"));

  write("mm.py", kProduct);
  EXPECT_TRUE(bench.text()->changedOnDisk());
  bench.files()->revert();
  ASSERT_TRUE(settle());
  EXPECT_EQ(bench.text()->content(), kProduct);
  EXPECT_FALSE(bench.text()->changedOnDisk());
}

TEST_F(DocumentTest, ASessionBringsStepsTargetAndArithmeticBack) {
  ASSERT_TRUE(openFile(write("mm.py", kProduct)));
  ASSERT_TRUE(apply("split(i, [None, 8])"));
  bench.target()->choose("gpu-emulator");
  bench.target()->chooseMath({.reassociate = true});
  bench.document()->setLayout("panes");
  const QString session = folder.filePath("work.lwsession");
  bench.files()->saveSession(session);
  ASSERT_TRUE(settle());
  EXPECT_EQ(bench.document()->sessionPath(), session);

  Workbench other;
  QSignalSpy layout(other.files(), &DocumentFiles::layoutRequested), target(other.target(), &TargetChoice::changed);
  QSignalSpy chosen(other.target(), &TargetChoice::chosen);
  other.files()->open(session);
  ASSERT_TRUE(comes([&] { return other.idle() && other.document()->hasProgram(); }));
  EXPECT_EQ(other.document()->history().size(), 2);
  EXPECT_EQ(other.target()->name(), QString("gpu-emulator"));
  EXPECT_TRUE(other.target()->math().reassociate);
  EXPECT_EQ(target.count(), 1);
  EXPECT_EQ(chosen.count(), 0) << "no person chose it";
  ASSERT_EQ(layout.count(), 1);
  EXPECT_EQ(layout.first().first().value<std::string>(), "panes");
}

TEST_F(DocumentTest, TheWorkIsKeptAndComesBack) {
  const QString path = write("mm.py", kProduct), kept = folder.filePath("kept");
  {
    Workbench first;
    first.files()->keepIn(kept);
    first.files()->open(path);
    ASSERT_TRUE(comes([&] { return first.idle() && first.document()->hasProgram(); }));
    first.steps()->applyText("split(i, [None, 8])");
    ASSERT_TRUE(comes([&] { return first.idle() && first.document()->history().size() == 2; }));
    EXPECT_TRUE(QFile::exists(first.files()->keptFile()));
    first.text()->edit(std::string(kProduct) + "\n# typed within the last moment\n");
    first.files()->close();
  }
  bench.files()->keepIn(kept);
  QSignalSpy said(bench.messages(), &Messages::said);
  ASSERT_TRUE(openFile(path));
  EXPECT_EQ(history().size(), 2);
  EXPECT_TRUE(bench.text()->modified());
  EXPECT_THAT(bench.text()->content(), HasSubstr("last moment"));
  ASSERT_FALSE(said.isEmpty());
  EXPECT_TRUE(said.first().first().toString().contains("unsaved changes"));
}

TEST_F(DocumentTest, WhatAWindowLeftThatNeverClosedIsRecovered) {
  const QString kept = folder.filePath("kept");
  QString copy;
  {
    Workbench first;
    first.files()->keepIn(kept);
    first.files()->open(write("mm.py", kProduct));
    ASSERT_TRUE(comes([&] { return first.idle() && first.document()->hasProgram(); }));
    first.steps()->applyText("unroll(k)");
    ASSERT_TRUE(comes([&] { return first.idle() && first.document()->history().size() == 2; }));
    copy = first.files()->keptFile();
  }
  ASSERT_TRUE(QFile::exists(copy));
  QFile lock(copy + ".open");  // of a process that no longer runs
  ASSERT_TRUE(lock.open(QIODevice::WriteOnly));
  lock.write("3999999\nloopwright\n\n");
  lock.close();
  bench.files()->keepIn(kept);
  EXPECT_EQ(bench.files()->recover(), QStringList(copy));
  ASSERT_TRUE(settle());
  ASSERT_TRUE(bench.document()->hasProgram());
  EXPECT_EQ(history().node(1).title, "unroll(k)");
}

TEST_F(DocumentTest, ChoosingAFunctionShowsItsProgram) {
  const std::string two = std::string(kChain) + "\n" + std::string(kProduct).substr(std::string(kProduct).find("@T"));
  ASSERT_TRUE(open(two.c_str()));
  EXPECT_EQ(bench.document()->functionNames(), QStringList({"chain", "mm"}));
  ASSERT_TRUE(apply("split(p, [None, 8])"));
  bench.document()->chooseFunction("mm");
  ASSERT_TRUE(settle());
  EXPECT_EQ(bench.document()->function(), QString("mm"));
  EXPECT_EQ(history().size(), 1);
  bench.document()->chooseFunction("chain");
  ASSERT_TRUE(settle());
  EXPECT_EQ(history().size(), 2) << "the other function keeps its variants";
  QSignalSpy said(bench.messages(), &Messages::said);
  bench.document()->chooseFunction("nobody");
  ASSERT_TRUE(settle());
  EXPECT_EQ(said.count(), 1);
}

TEST_F(DocumentTest, AnotherDocumentForgetsSelectionProblemsAndQueue) {
  ASSERT_TRUE(open(kProduct));
  ASSERT_TRUE(apply("parallel(k)"));
  ASSERT_FALSE(bench.messages()->problems().empty());
  select(loop("i"));
  ASSERT_TRUE(settle());
  QSignalSpy applied(bench.steps(), &Steps::applied), refused(bench.steps(), &Steps::refused);
  bench.files()->openText(kChain);
  for (int i = 0; i < 20; ++i) bench.steps()->applyText("parallel(k)");  // for the document that is still open
  ASSERT_TRUE(comes([&] { return bench.document()->number() == 2; }));
  const qsizetype before = refused.count();
  ASSERT_TRUE(settle());
  EXPECT_EQ(refused.count(), before) << "nothing of the closed document reports";
  EXPECT_EQ(applied.count(), 0);
  EXPECT_TRUE(bench.selection()->current().empty());
  EXPECT_TRUE(bench.messages()->problems().empty());
  EXPECT_EQ(history().size(), 1);
}

}  // namespace
}  // namespace lw
