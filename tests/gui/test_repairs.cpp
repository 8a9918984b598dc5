// Steps that make a refused one legal, by mouse and keys: in the form, in the inspector and among the problems. Also
// warnings about promises in a program that do not hold.
#include <QLabel>
#include <QPushButton>
#include <algorithm>

#include "app/models/document/document.h"
#include "app/models/schedule/steps.h"
#include "tests/gui/fixture.h"
#include "views/code/qsci.h"

namespace lw {
namespace {

constexpr int kSearch = 20000;  // milliseconds for a search on a busy machine

// A label inside the widget with a link whose text contains `text`.
QLabel* linkWith(QWidget* in, const QString& text) {
  for (QLabel* label : in->findChildren<QLabel*>())
    if (label->isVisible() && label->text().contains("<a href") && label->text().contains(text)) return label;
  return nullptr;
}

// Clicks near the left edge of the first line of a link.
void clickLink(QLabel* label) { QTest::mouseClick(label, Qt::LeftButton, {}, QPoint(24, 10)); }

bool hasKind(const WindowFixture& f, ForKind kind) {
  const Snapshot& program = f.window->workbench()->document()->schedule().program();
  const std::vector<LoopId> loops = program.loops(0);
  return std::any_of(loops.begin(), loops.end(), [&](LoopId l) { return program.loop(l).kind == kind; });
}

}  // namespace

class TestRepairs : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  // parallel(k) is refused; the form finds the steps that make it legal, and a click applies them all.
  void formOffersAChain() {
    WindowFixture f;
    QVERIFY(f.openText(kSmallProgram));
    QVERIFY(f.clickLoop("k"));
    f.tree()->setFocus();
    QTest::keyClick(f.tree(), Qt::Key_P);
    QVERIFY(f.settle());
    QVERIFY(f.form()->isVisible());
    QLabel* link = nullptr;
    QVERIFY(QTest::qWaitFor([&] { return (link = linkWith(f.form(), ", then ")) != nullptr; }, kSearch));
    QVERIFY2(link->text().contains("parallel("), qPrintable(link->text()));
    f.screenshot("repair_form_dark");
    clickLink(link);
    QVERIFY(f.settle());
    QVERIFY(!f.form()->isVisible());
    QVERIFY(f.trace()->traceModel()->rowCount() >= 3);
    QVERIFY(hasKind(f, ForKind::Parallel));
  }

  // The inspector searches on request.
  void inspectorLooksOnRequest() {
    WindowFixture f;
    QVERIFY(f.openText(kSmallProgram));
    QVERIFY(f.clickLoop("k"));
    auto* inspector = f.window->findChild<InspectorView*>();
    QVERIFY(inspector);
    auto* seek = inspector->findChild<QPushButton*>("seek_vectorize");
    QVERIFY(seek);
    inspector->ensureWidgetVisible(seek);
    QTest::mouseClick(seek, Qt::LeftButton);
    QCOMPARE(seek->text(), QString("Searching…"));
    QLabel* link = nullptr;
    QVERIFY(QTest::qWaitFor([&] { return (link = linkWith(inspector, "vectorize(")) != nullptr; }, kSearch));
    inspector->ensureWidgetVisible(link);
    f.screenshot("repair_inspector_dark");
    clickLink(link);
    QVERIFY(f.settle());
    QVERIFY(hasKind(f, ForKind::Vectorized));
  }

  // A listed refusal gets its link when the search is done.
  void problemGetsItsLink() {
    WindowFixture f;
    QVERIFY(f.openText(kSmallProgram));
    f.window->workbench()->steps()->applyText("parallel(k)");
    QVERIFY(f.settle());
    const auto* model = f.problems()->problemsModel();
    QCOMPARE(model->rowCount(), 1);
    const auto repair = [&] {
      return model->index(0, ProblemsModel::kMessage).data(ProblemsModel::kRepair).toString();
    };
    QVERIFY(QTest::qWaitFor([&] { return !repair().isEmpty(); }, kSearch));
    QCOMPARE(repair(), QString("parallel(i)"));  // cheaper than partial results and atomic updates
    f.screenshot("repair_problem_dark");
    const QRect cell = f.problems()->visualRect(model->index(0, ProblemsModel::kMessage));
    QTest::mouseClick(f.problems()->viewport(), Qt::LeftButton, {}, QPoint(cell.left() + 40, cell.bottom() - 14));
    QVERIFY(f.settle());
    QVERIFY(hasKind(f, ForKind::Parallel));
  }

  // Of several repairs the cheapest is the first link, and a repair that needs much memory has a warning.
  void cheapestFirst() {
    WindowFixture f;
    QVERIFY(f.openText(R"(from tvm.script import tir as T

@T.prim_func
def matmul(A: T.Buffer((1024, 2048), "float32"), B: T.Buffer((2048, 1024), "float32"), C: T.Buffer((1024, 1024), "float32")):
    for m, l, rk in T.grid(1024, 1024, 2048):
        with T.block("C"):
            vm, vl, vk = T.axis.remap("SSR", [m, l, rk])
            with T.init():
                C[vm, vl] = T.float32(0)
            C[vm, vl] = C[vm, vl] + A[vm, vk] * B[vk, vl]
)"));
    QVERIFY(f.clickLoop("rk"));
    f.tree()->setFocus();
    QTest::keyClick(f.tree(), Qt::Key_V);
    QVERIFY(f.settle());
    QVERIFY(f.form()->isVisible());
    QLabel* link = nullptr;
    QVERIFY(QTest::qWaitFor([&] { return (link = linkWith(f.form(), "Make it legal")) != nullptr; }, kSearch));
    QVERIFY2(link->text().contains("reorder(rk, l), then vectorize(l)"), qPrintable(link->text()));
    for (const QLabel* label : f.form()->findChildren<QLabel*>())
      QVERIFY2(!label->text().contains("rfactor(rk, 0)") ||
                   label->text().contains("allocates 8589934592 bytes (8.0 GiB) for C_rf"),
               qPrintable(label->text()));
    f.screenshot("repair_cheapest_dark");
    clickLink(link);
    QVERIFY(f.settle());
    QVERIFY(hasKind(f, ForKind::Vectorized));
  }

  // An iter that is wrongly marked spatial is reported, with its location in the text.
  void falseSpatialIsAProblem() {
    WindowFixture f;
    QVERIFY(f.openText(R"(from tvm.script import tir as T

@T.prim_func
def total(A: T.Buffer((64,), "float32"), B: T.Buffer((1,), "float32")):
    for i in range(64):
        with T.block("B"):
            vi = T.axis.spatial(64, i)
            B[0] = B[0] + A[vi]
)"));
    const auto* model = f.problems()->problemsModel();
    QCOMPARE(model->rowCount(), 1);
    const QString message = model->index(0, ProblemsModel::kMessage).data().toString();
    QVERIFY2(message.contains("vi of block B is marked spatial") && message.contains("i=1"), qPrintable(message));
    QVERIFY(model->problem(0)->severity == Problem::Severity::Warning);
    QVERIFY(model->problem(0)->span.valid());
    const long mask = f.written()->SendScintilla(QsciScintilla::SCI_INDICATORALLONFOR, model->problem(0)->span.begin);
    QVERIFY(mask != 0);
  }
};

}  // namespace lw

int testRepairs(int argc, char** argv) {
  lw::TestRepairs test;
  return QTest::qExec(&test, argc, argv);
}

#include "test_repairs.moc"
