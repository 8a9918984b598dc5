// GPU schedules in the window: texts of the kernels, launches, and the findings and counters of the emulator.
#include <QFile>
#include <QLabel>
#include <QListView>
#include <QPushButton>
#include <QTemporaryDir>
#include <QToolButton>

#include "app/models/document/messages.h"
#include "app/models/program/selection_model.h"
#include "app/models/program/shown_program.h"
#include "app/models/runs/runs.h"
#include "app/models/runs/target_choice.h"
#include "app/models/schedule/history_editor.h"
#include "app/models/schedule/steps.h"
#include "tests/gui/fixture.h"

namespace lw {
namespace {

// Two threads of a block store different values into each element.
constexpr const char* kCollision = R"(from tvm.script import tir as T

@T.prim_func
def collide(A: T.Buffer((64,), "float32"), S: T.Buffer((32,), "float32")):
    for i in T.thread_binding(8, thread="blockIdx.x"):
        for k in T.thread_binding(8, thread="threadIdx.x"):
            with T.block("S"):
                vi, vk = T.axis.remap("SS", [i, k])
                S[(vi * 8 + vk) // 2] = A[vi * 8 + vk]
)";

// A product of tiles in the registers of warps, which the instructions of tensor cores can compute.
constexpr const char* kTilesOfWarps = R"(from tvm.script import tir as T

@T.prim_func
def matmul(A: T.Buffer((64, 64), "float16"), B: T.Buffer((64, 64), "float16"), C: T.Buffer((64, 64), "float32")):
    for i, j, k in T.grid(64, 64, 64):
        with T.block("C"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                C[vi, vj] = T.float32(0)
            C[vi, vj] = C[vi, vj] + T.Cast("float32", A[vi, vk]) * T.Cast("float32", B[vk, vj])


def lanes(i, j):
    return [i // 16, j // 16, 4 * (i % 8) + j % 8 // 2, 4 * (j % 16 // 8) + i % 16 // 8 * 2 + j % 2]


def tiles(sch):
    block = sch.get_block("C")
    i, j, k = sch.get_loops(block)
    i0, i1 = sch.split(i, [None, 16])
    j0, j1 = sch.split(j, [None, 16])
    k0, kk, k1 = sch.split(k, [None, 1, 16])
    sch.reorder(i0, j0, k0, kk, i1, j1, k1)
    sch.bind(i0, "blockIdx.x")
    sch.bind(j0, "threadIdx.y")
    sch.reverse_compute_at(sch.cache_write(block, 0, "warp"), j0)
    sch.decompose_reduction(block, k0)
    for operand in [1, 2]:
        sch.compute_at(sch.cache_read(block, operand, "shared"), k0)
        own = sch.cache_read(block, operand, "warp")
        sch.compute_at(own, kk)
        sch.transform_layout(own, ("write", 0), lanes)
    sch.transform_layout(block, ("write", 0), lanes)
)";

}  // namespace

class TestKernels : public QObject {
  Q_OBJECT

  static bool openTranspose(const WindowFixture& f, const char* schedule) {
    f.window->openFile(LW_SOURCE_DIR "/samples/gpu/transpose.py");
    if (!f.settle()) return false;
    f.window->workbench()->steps()->applyFunction(schedule);
    f.window->workbench()->target()->choose("gpu-emulator");
    return f.settle();
  }
  static QString facts(const WindowFixture& f) {
    QStringList all;
    for (const QLabel* label : f.inspector()->findChildren<QLabel*>("mono")) all << label->text();
    return all.join('\n');
  }

 private Q_SLOTS:
  // Each text of the kernels highlights the selected block's lines, and a click there selects the block.
  void kernelsAreLinked() {
    WindowFixture f;
    QVERIFY(openTranspose(f, "schedule"));
    CodeView* text = f.lowered()->text();
    for (const auto& [stage, store, entry] : {std::tuple{"OpenCL C", "B[", "__kernel void transpose_kernel("},
                                              std::tuple{"PTX", "st.global", ".entry transpose_kernel("}}) {
      f.lowered()->chooseStage(stage);
      f.window->workbench()->selection()->select(LinkedSelection::of(f.block("B")));
      QVERIFY(f.settle());
      QTRY_VERIFY_WITH_TIMEOUT(text->code().find(entry) != std::string::npos, 30000);
      QVERIFY(f.settle());
      QVERIFY(text->code().find(".loc") == std::string::npos);
      const QStringList lines = QString::fromStdString(text->code()).split('\n');
      int number = -1;
      for (const int line : text->highlightedLines())
        if (lines[line].contains(store)) number = line;
      QVERIFY2(number >= 0, stage);
      QVERIFY2(text->highlightedLines().size() < size_t(lines.size()) / 2, stage);
      f.window->workbench()->selection()->select({});
      QVERIFY(f.settle());
      const long at = text->SendScintilla(QsciScintilla::SCI_POSITIONFROMLINE, number);
      text->goTo(text->form()->fullOffset(int(at)));
      QTest::mouseClick(text->viewport(), Qt::LeftButton, {},
                        QPoint(int(text->SendScintilla(QsciScintilla::SCI_POINTXFROMPOSITION, 0UL, at + 4)),
                               int(text->SendScintilla(QsciScintilla::SCI_POINTYFROMPOSITION, 0UL, at + 4)) + 8));
      QVERIFY(f.settle());
      const Selection& nodes = f.window->workbench()->selection()->current().nodes;
      QVERIFY2(!nodes.loops.empty() || !nodes.blocks.empty(), stage);
    }
    for (const QString& theme : themeNames()) {
      f.window->setThemeByName(theme);
      QVERIFY(f.settle());
      f.screenshot("kernels_" + theme);
    }
  }

  // Machine code by NVIDIA's tools, linked as PTX is; without them the pane says which tool is missing.
  void machineCode() {
    QTemporaryDir tools;
    const auto program = [&](const QString& name, const QByteArray& text) {
      QFile file(tools.filePath(name));
      QVERIFY(file.open(QIODevice::WriteOnly));
      file.write("#!/bin/sh\n" + text);
      file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    };
    const QByteArray before = qgetenv("PATH");
    qputenv("PATH", tools.path().toLocal8Bit() + ":/usr/bin:/bin");
    WindowFixture f;
    QVERIFY(openTranspose(f, "schedule"));
    if (!QFile::exists("/usr/local/cuda/bin/nvdisasm") && !QFile::exists("/usr/local/cuda/bin/cuobjdump")) {
      program("ptxas", "true\n");
      f.lowered()->chooseStage("SASS");
      QTRY_VERIFY_WITH_TIMEOUT(
          f.lowered()->text()->code().find("nvdisasm or cuobjdump, and neither is on PATH") != std::string::npos,
          30000);
      QVERIFY(f.settle());
      // The chosen row remains visible in the list, however low the list becomes.
      QListView* list = f.lowered()->list();
      for (const int height : {1000, 700}) {
        f.window->resize(1280, height);
        QVERIFY(f.settle());
        QVERIFY2(list->viewport()->rect().contains(list->visualRect(list->currentIndex()).center()),
                 qPrintable(QString::number(height)));
      }
      // The message is readable without scrolling, and is not attributed to the previous stage.
      QCOMPARE(f.lowered()->text()->wrapMode(), QsciScintilla::WrapWord);
      QCOMPARE(f.window->findChild<Pane*>("lowered")->findChild<QLabel*>("paneState")->text(),
               QStringLiteral("Not generated"));
    }
    // Every one of the first hundred lines of the PTX has an instruction here; those of the store to B are highlighted
    // with its block.
    program("ptxas", "while [ \"$1\" != -o ]; do shift; done\ncat \"$3\" > \"$2\"\n");
    program("nvdisasm",
            "echo .text.transpose_kernel:\ni=1; while [ $i -lt 100 ]; do echo \"//## File \\\"k\\\", line $i\"; echo "
            "\"  /*00$i*/ LINE R$i ;\"; i=$((i+1)); done\n");
    f.window->workbench()->history()->undo();
    QVERIFY(f.settle());
    f.window->workbench()->history()->redo();
    QVERIFY(f.settle());
    f.lowered()->chooseStage("SASS");
    QTRY_VERIFY_WITH_TIMEOUT(f.lowered()->text()->code().find("LINE R1 ;") != std::string::npos, 30000);
    f.window->workbench()->selection()->select(LinkedSelection::of(f.block("B")));
    QVERIFY(f.settle());
    QTRY_VERIFY_WITH_TIMEOUT(!f.lowered()->text()->highlightedLines().empty(), 30000);
    qputenv("PATH", before);
  }

  // A program that gives no kernel shows the reason instead of the texts.
  void refusedKernels() {
    WindowFixture f;
    QVERIFY(f.openText(kSmallProgram));
    f.window->workbench()->target()->choose("gpu-emulator");
    f.lowered()->chooseStage("PTX");
    QVERIFY(f.settle());
    QTRY_VERIFY_WITH_TIMEOUT(f.lowered()->model()->rowOf("kernels") >= 0, 30000);
    QVERIFY(f.settle());
    f.lowered()->chooseStage("kernels");
    QVERIFY(f.settle());
    const std::string why = f.lowered()->text()->code();
    QVERIFY2(why.find("outside of any kernel") != std::string::npos && why.find("bind a loop") != std::string::npos,
             why.c_str());
  }

  // The launch is shown before anything runs; a run adds counters for the block and for its kernel.
  void launchAndCounts() {
    WindowFixture f;
    QVERIFY(openTranspose(f, "through_shared_memory"));
    f.window->workbench()->selection()->select(LinkedSelection::of(f.block("B")));
    QTRY_VERIFY_WITH_TIMEOUT(facts(f).contains("grid 4 × 4, block 32 × 8 (256 threads)"), 30000);
    QVERIFY(!facts(f).contains("per warp"));
    f.window->workbench()->runs()->run();
    QTRY_VERIFY_WITH_TIMEOUT(facts(f).contains("32 passes over the banks per warp, 3 % of them needed"), 30000);
    QVERIFY2(facts(f).contains("4 sectors of 32 bytes per warp, 100 % of them needed"), qPrintable(facts(f)));
    // The tree shows them on the block, in a colour for their severity; the tooltip describes them.
    const LoopTreeScene& picture = f.tree()->picture();
    const auto badge = [&](const char* block) { return picture.lookOf(picture.tree().find(f.block(block))).badge; };
    QTRY_VERIFY_WITH_TIMEOUT(badge("B") && badge("A_shared"), 30000);
    QVERIFY(f.settle());
    QCOMPARE(badge("B")->words, QStringLiteral("4 sectors · 32 passes"));
    QVERIFY(badge("B")->bad &&
            badge("B")->tip.contains("Load A_shared: 32 passes over the banks per warp, 3 % of them needed"));
    QCOMPARE(badge("A_shared")->words, QStringLiteral("4 sectors · 1 pass"));
    QVERIFY(!badge("A_shared")->bad);
    for (const QString& theme : themeNames()) {
      f.window->setThemeByName(theme);
      QVERIFY(f.settle());
      f.screenshot("counts_" + theme);
    }
    f.window->workbench()->selection()->select(LinkedSelection::of(f.loop("j_1")));
    QTRY_VERIFY_WITH_TIMEOUT(facts(f).contains("4096 bytes per block") && facts(f).contains("limited by"), 30000);
    // Counters belong to the state that ran.
    f.window->workbench()->history()->undo();
    f.window->workbench()->selection()->select(LinkedSelection::of(f.block("B")));
    QTRY_VERIFY_WITH_TIMEOUT(facts(f).contains("grid 4") && !facts(f).contains("per warp"), 30000);
    QTRY_VERIFY_WITH_TIMEOUT(!picture.lookOf(picture.tree().find(f.block("B"))).badge, 30000);
  }

  // The loop of a product of tiles offers the matrix operation that computes it; one click chooses it.
  void matrixOperationsByClick() {
    WindowFixture f;
    QVERIFY(f.openText(kTilesOfWarps, "tile.py"));
    f.window->workbench()->steps()->applyFunction("tiles");
    QVERIFY(f.settle());
    QVERIFY(f.clickLoop("i_1"));
    QVERIFY(f.settle());
    QToolButton* button = f.bar()->button("tensorize");
    QVERIFY(button && !button->property("refused").toBool());
    QTest::mouseClick(button, Qt::LeftButton);
    QVERIFY(f.settle());
    QVERIFY(f.form()->isVisible());
    QStringList offered;
    QPushButton* chip = nullptr;
    for (QPushButton* b : f.form()->findChildren<QPushButton*>())
      if (b->property("class") == "chip") {
        offered << b->text();
        if (b->text() == "mma_f16f16f32") chip = b;
      }
    QCOMPARE(offered, QStringList("mma_f16f16f32"));
    QTest::mouseClick(chip, Qt::LeftButton);
    QVERIFY(f.settle());
    QCOMPARE(f.form()->verdict(), QString("✓ legal"));
    f.screenshot("matrix_operations");
    QTest::keyClick(f.form(), Qt::Key_Return);
    QVERIFY(f.settle());
    const TraceModel* trace = f.trace()->traceModel();
    const QString last = trace->index(trace->rowCount() - 1, TraceModel::kCall).data().toString();
    QCOMPARE(last, QString("tensorize(i_1, \"mma_f16f16f32\")"));
    const std::string text = f.window->workbench()->program()->views().printed.text;
    QVERIFY2(text.find("T.ptx_mma(\"m16n8k16\"") != std::string::npos, text.c_str());
  }

  // A finding is a row with both threads; choosing the row shows the block.
  void racesAreProblems() {
    WindowFixture f;
    QVERIFY(f.openText(kCollision, "collide.py"));
    f.window->workbench()->target()->choose("gpu-emulator");
    f.window->workbench()->runs()->run();
    QVERIFY(f.settle());
    const std::vector<Problem> problems = f.window->workbench()->messages()->problems();
    const auto race = std::find_if(problems.begin(), problems.end(), [](const Problem& p) {
      return p.message.contains(
          "thread (0, 0, 0) of block (0, 0, 0) and thread (1, 0, 0) of block (0, 0, 0) access S[0]");
    });
    QVERIFY(race != problems.end());
    QVERIFY(race->hint.contains("barrier"));
    QCOMPARE(race->blocks.size(), size_t(1));
    QCOMPARE(race->blocks.front(), f.block("S"));
    const LoopTreeScene& picture = f.tree()->picture();
    const TreeBadge* badge = picture.lookOf(picture.tree().find(f.block("S"))).badge;
    QVERIFY(badge && badge->bad && badge->tip.contains("access S[0]"));
    QCOMPARE(badge->words, QStringLiteral("race"));
    for (const Problem& problem : problems) QVERIFY(!problem.message.contains("result is wrong"));
    // The run panel has the finding too; it goes, with the badge, when another target is chosen.
    const auto found = [&] {
      const auto labels = f.runView()->findChildren<QLabel*>();
      return std::any_of(labels.begin(), labels.end(), [](const QLabel* label) {
        return label->isVisible() && label->text().contains("access S[0]");
      });
    };
    QTRY_VERIFY_WITH_TIMEOUT(found(), 10000);
    f.screenshot("findings");
    f.window->workbench()->target()->choose("cpu");
    QVERIFY(f.settle());
    QTRY_VERIFY_WITH_TIMEOUT(!found(), 10000);
    QVERIFY(!picture.lookOf(picture.tree().find(f.block("S"))).badge);
  }
};

}  // namespace lw

int testKernels(int argc, char** argv) {
  lw::TestKernels test;
  return QTest::qExec(&test, argc, argv);
}

#include "test_kernels.moc"
