// Models of ONNX in the window: what is shown after opening, why one cannot be read, its parameters as pictures, and
// its outputs beside those that the exporter stored.
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTableWidget>
#include <QTest>
#include <QToolButton>
#include <numeric>
#include <set>

#include "app/models/document/document_files.h"
#include "app/models/document/messages.h"
#include "app/models/graph/tensor_statistics.h"
#include "app/models/runs/values_model.h"
#include "app/services/models/model_runs.h"
#include "app/window/graph/graph_feature.h"
#include "app/window/model/model_feature.h"
#include "tests/gui/fixture.h"
#include "tests/onnx/model_bytes.h"
#include "views/graph/graph_panel.h"
#include "views/graph/graph_run_bar.h"
#include "views/model/histogram_view.h"
#include "views/model/model_page.h"
#include "views/model/opening_bar.h"
#include "views/model/outputs_view.h"
#include "views/model/refusal_dialog.h"
#include "views/model/report_view.h"
#include "views/model/weights_model.h"
#include "views/model/weights_view.h"

namespace lw {

class TestOnnx : public QObject {
  Q_OBJECT

  static ModelPage* page(const WindowFixture& f) { return f.feature<ModelFeature>().page(); }
  static GraphView* graph(const WindowFixture& f) { return f.feature<GraphFeature>().view(); }
  static ModelRuns* models(const WindowFixture& f) { return f.window->workbench()->models(); }
  static QString write(const WindowFixture& f, const QString& name, const std::string& bytes) {
    const QString path = f.folder.filePath(name);
    QDir().mkpath(QFileInfo(path).absolutePath());
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly)) return {};
    file.write(bytes.data(), qint64(bytes.size()));
    return path;
  }
  // A copy, so that no test data lie beside it.
  static bool openLenet(const WindowFixture& f) {
    const QString path = f.folder.filePath("lenet.onnx");
    if (!QFile::copy(QStringLiteral(LW_SOURCE_DIR "/samples/models/lenet.onnx"), path)) return false;
    f.window->openFile(path);
    return f.settle();
  }
  // y = x * w + b, of sizes that are open or not.
  static OnnxGraph linear(const std::string& rows) {
    OnnxGraph g;
    g.nodes = {onnxNode("MatMul", {"x", "w"}, {"h"}), onnxNode("Add", {"h", "b"}, {"y"})};
    NDArray w = floats({3, 8}, {});
    for (int i = 0; i < 24; ++i) w.set(i, i % 6 == 0 ? 0 : i - 12);
    NDArray b = NDArray::zeros(dtype::Float32, {1, 8});
    g.initializers = {onnxTensor("w", w), onnxTensor("b", b)};
    g.inputs = {onnxValue("x", {rows, "3"})};
    g.outputs = {onnxValue("y", {rows, "8"})};
    return g;
  }
  static int nodeOf(const WindowFixture& f, const std::string& value) {
    const auto& nodes = graph(f)->drawing()->outline->nodes;
    for (size_t i = 0; i < nodes.size(); ++i)
      if (nodes[i].value == value) return int(i);
    return -1;
  }
  static size_t coloursOf(QWidget* widget) {
    const QImage drawn = widget->grab().toImage();
    std::set<QRgb> colours;
    for (int x = 0; x < drawn.width(); x += 2)
      for (int y = 0; y < drawn.height(); y += 2) colours.insert(drawn.pixel(x, y));
    return colours.size();
  }

 private Q_SLOTS:
  void theReportIsShown() {
    for (const QString theme : {"dark", "light"}) {
      WindowFixture f(theme);
      f.window->resize(1280, 780);
      QVERIFY(openLenet(f));
      QVERIFY(page(f)->isVisible());
      QCOMPARE(page(f)->part(), ModelPage::kReport);
      const ReportView* report = page(f)->report();
      QCOMPARE(report->fact("Model"),
               QString("lenet.onnx · 243 KB · written by pytorch · version 20 of the operators"));
      QCOMPARE(report->fact("Nodes"), QString("12 of 5 operators · 17 calls · 5 carried out while reading"));
      QCOMPARE(report->fact("Parameters"), QString("61,708 numbers · 241 KB"));
      QCOMPARE(report->fact("Inputs"), QString("x (1, 1, 28, 28) float32"));
      QVERIFY(report->fact("Outputs").endsWith("(1, 10) float32"));
      const QTableWidget* operators = report->operators();
      QCOMPARE(operators->rowCount(), 5);
      QCOMPARE(operators->item(0, 1)->text(), QString("4"));
      QVERIFY2(operators->viewport()->height() > 40 && operators->viewport()->width() > 120, "it can be read");
      QVERIFY2(coloursOf(operators->viewport()) > 4, "texts and bars are painted");
      QVERIFY(f.atRest());
      f.screenshot("onnx_report_" + theme);
      QTest::mouseClick(page(f)->copyButton(), Qt::LeftButton);
      QVERIFY(QApplication::clipboard()->text().contains("Parameters: 61708, 241 KB"));
      QVERIFY(QApplication::clipboard()->text().contains("Conv\t2"));
      // It is found again.
      f.showPage("problems");
      QVERIFY(!page(f)->isVisible());
      f.window->activateWindow();
      QVERIFY(QTest::qWaitForWindowActive(f.window.get()));
      graph(f)->setFocus();
      QTest::keyClick(graph(f), Qt::Key_M, Qt::AltModifier);
      QVERIFY(page(f)->isVisible());
    }
  }

  void thePageGoesWithItsModel() {
    WindowFixture f;
    QVERIFY(openLenet(f));
    QVERIFY(page(f)->isVisible());
    QVERIFY(f.openText(kSmallProgram));
    QVERIFY2(!page(f)->isVisible(), "a program of loops has no model");
  }

  void parametersAreShownAsPictures() {
    WindowFixture f;
    f.window->resize(1440, 900);
    QVERIFY(openLenet(f));
    QTest::mouseClick(page(f)->button(ModelPage::kWeights), Qt::LeftButton);
    WeightsView* weights = page(f)->weights();
    const QAbstractItemModel* table = weights->table()->model();
    QCOMPARE(table->rowCount(), 7);
    QVERIFY2(weights->caption().startsWith("const · 400 × 120 of float32"), qPrintable(weights->caption()));
    QCOMPARE(table->index(0, WeightsModel::kName).data().toString(), QString("v0_weight"));
    QCOMPARE(table->index(0, WeightsModel::kShape).data().toString(), QString("6 × 1 × 5 × 5"));
    QVERIFY(table->index(0, WeightsModel::kMin).data().toDouble() < 0);
    // A click on a row.
    QTest::mouseClick(weights->table()->viewport(), Qt::LeftButton, {},
                      weights->table()->visualRect(table->index(0, 0)).center());
    QVERIFY(f.settle());
    QVERIFY2(weights->caption().startsWith("v0_weight · 6 × 1 × 5 × 5 of float32 · min "),
             qPrintable(weights->caption()));
    QVERIFY(weights->histogram()->width() > 80 && weights->heat()->height() > 60);
    QVERIFY2(coloursOf(weights->heat()) > 20, "150 elements have different colours");
    QVERIFY(f.atRest());
    f.screenshot("onnx_parameters");
    // In a low view the words have one line, and the pictures the rest.
    f.window->resize(1024, 700);
    QVERIFY(f.settle());
    auto* words = weights->findChild<QLabel*>("weightCaption");
    QVERIFY2(words->text().endsWith("…") && weights->caption().startsWith(words->text().chopped(1)),
             qPrintable(words->text()));
    QCOMPARE(words->toolTip(), weights->caption());
    QVERIFY2(words->height() >= words->fontMetrics().height(), "no line is cut");
    QVERIFY2(weights->heat()->height() > 60, qPrintable(QString::number(weights->heat()->height())));
    f.screenshot("onnx_parameters_low");
    f.window->resize(1440, 900);
    QVERIFY(f.settle());
    // Sorted by memory, the largest first.
    weights->table()->sortByColumn(WeightsModel::kBytes, Qt::DescendingOrder);
    QCOMPARE(table->index(0, WeightsModel::kName).data().toString(), QString("const"));
  }

  // A low window from the start: the line of words is as wide as its place.
  void wordsFillTheirLine() {
    WindowFixture f;
    f.window->resize(1024, 700);
    QVERIFY(openLenet(f));
    QTest::mouseClick(page(f)->button(ModelPage::kWeights), Qt::LeftButton);
    QVERIFY(f.settle());
    auto* words = page(f)->weights()->findChild<QLabel*>("weightCaption");
    const int drawn = words->fontMetrics().horizontalAdvance(words->text());
    QVERIFY2(drawn > words->width() * 7 / 10 && drawn <= words->width(),
             qPrintable(QStringLiteral("%1 of %2: %3").arg(drawn).arg(words->width()).arg(words->text())));
  }

  void theGraphChoosesParameters() {
    WindowFixture f;
    QVERIFY(openLenet(f));
    QVERIFY(page(f)->part() == ModelPage::kReport);
    // Beside the report, an operator changes nothing.
    graph(f)->pick(nodeOf(f, "conv2d_2"));
    QVERIFY(f.settle());
    QCOMPARE(page(f)->part(), ModelPage::kReport);
    graph(f)->pick(nodeOf(f, "v3_weight"));
    QVERIFY(f.settle());
    QCOMPARE(page(f)->part(), ModelPage::kWeights);
    QVERIFY2(page(f)->weights()->caption().startsWith("v3_weight · 16 × 6 × 5 × 5"),
             qPrintable(page(f)->weights()->caption()));
    graph(f)->pick(nodeOf(f, "conv2d_2"));
    QVERIFY(f.settle());
    QVERIFY2(page(f)->weights()->caption().startsWith("v0_weight"), "the parameters of an operator follow it");
  }

  void statisticsAreRight() {
    NDArray values = NDArray::zeros(dtype::Float32, {4, 5});
    for (int i = 0; i < 20; ++i) values.set(i, i < 5 ? 0 : i - 10);
    const TensorStatistics s = statisticsOf(values);
    QCOMPARE(s.min, -5.0);
    QCOMPARE(s.max, 9.0);
    QCOMPARE(s.zeros, int64_t{6});
    QCOMPARE(s.mean, 1.5);
    const TensorHistogram h = histogramOf(values, s, 14);
    QCOMPARE(h.counts[0], int64_t{1});
    QCOMPARE(h.counts[5], int64_t{6});
    QCOMPARE(std::accumulate(h.counts.begin(), h.counts.end(), int64_t{0}), int64_t{20});
    const TensorCells c = cellsOf(values, 2);
    QCOMPARE(c.rowStep, int64_t{2});
    QCOMPARE(c.columnStep, int64_t{3});
    QCOMPARE(c.cells->shape, (std::vector<int64_t>{2, 2}));
    QCOMPARE(c.cells->getDouble(0), -5.0);
    QCOMPARE(c.cells->getDouble(3), 9.0);
    // Large ones are sampled, in several types and with what is no number.
    NDArray large = NDArray::zeros(dtype::BFloat16(), {3000, 3000});
    large.set(0, std::numeric_limits<double>::quiet_NaN());
    large.set(3, std::numeric_limits<double>::infinity());
    const TensorStatistics sampled = statisticsOf(large);
    QVERIFY(sampled.sampled() && sampled.nans == 1 && sampled.infinite == 1 && sampled.max == 0);
    QCOMPARE(cellsOf(large, 256).cells->shape, (std::vector<int64_t>{250, 250}));
    const TensorStatistics none = statisticsOf(NDArray::zeros(dtype::Float32, {0}));
    QVERIFY(std::isnan(none.min) && histogramOf(NDArray::zeros(dtype::Float32, {0}), none, 8).counts.empty());
    QVERIFY(!cellsOf(NDArray::zeros(dtype::Float32, {0, 4}), 8).cells);
  }

  void aDamagedFileIsExplained() {
    WindowFixture f;
    QFile lenet(QStringLiteral(LW_SOURCE_DIR "/samples/models/lenet.onnx"));
    QVERIFY(lenet.open(QIODevice::ReadOnly));
    f.window->openFile(write(f, "damaged.onnx", lenet.readAll().left(100000).toStdString()));
    QVERIFY(f.settle());
    RefusalDialog* dialog = f.feature<ModelFeature>().refusal();
    QVERIFY(dialog && dialog->isVisible());
    QCOMPARE(dialog->windowTitle(), QString("Cannot read damaged.onnx"));
    QVERIFY(!dialog->openButton());
    const QString message = dialog->problems()->problemsModel()->problem(0)->message;
    QVERIFY2(message.endsWith("damaged.onnx: the bytes are no ONNX model: a field ends after the message around it"),
             qPrintable(message));
    QVERIFY(coloursOf(dialog->problems()->viewport()) > 4);
    QTest::mouseClick(dialog->copyButton(), Qt::LeftButton);
    QVERIFY(QApplication::clipboard()->text().contains(message));
    // The same under Problems, to be copied by keys.
    f.showPage("problems");
    QVERIFY(!f.problems()->problemsModel()->problem(0)->message.isEmpty());
    f.problems()->clearSelection();
    QTest::keyClick(f.problems(), Qt::Key_C, Qt::ControlModifier);
    QCOMPARE(QApplication::clipboard()->text(), message);
  }

  void openSizesAreAskedFor() {
    WindowFixture f;
    OnnxGraph g;
    NDArray ones = floats({1, 1, 3, 3}, {1, 1, 1, 1, 1, 1, 1, 1, 1});
    g.nodes = {onnxNode("Conv", {"x", "w"}, {"c"}, {Bytes().text(1, "auto_pad").text(4, "SAME_UPPER").number(20, 3)}),
               onnxNode("Fancy", {"c"}, {"d"}), onnxNode("Relu", {"c"}, {"y"})};
    g.initializers = {onnxTensor("w", ones)};
    g.inputs = {onnxValue("x", {"1", "1", "height", "width"})};
    g.outputs = {onnxValue("y", {"1", "1", "height", "width"})};
    f.window->openFile(write(f, "two.onnx", onnxModel(g)));
    QVERIFY(f.settle());
    RefusalDialog* dialog = f.feature<ModelFeature>().refusal();
    QVERIFY(dialog && dialog->isVisible());
    QCOMPARE(dialog->findChild<QLabel*>("refusalSummary")->text(), QString("2 of 3 nodes cannot be read."));
    QCOMPARE(dialog->problems()->problemsModel()->rowCount(), 2);
    QVERIFY(dialog->problems()->problemsModel()->problem(0)->message.endsWith("auto_pad needs the sizes of space"));
    f.screenshot("onnx_refused");
    QVERIFY(dialog->grab().save(QStringLiteral(LW_BINARY_DIR "/screenshots/onnx_refused_dialog.png")));
    // Without the operator that nobody knows, numbers help.
    g.nodes.erase(g.nodes.begin() + 1);
    const QString path = write(f, "sized.onnx", onnxModel(g));
    f.window->openFile(path);
    QVERIFY(f.settle());
    dialog = f.feature<ModelFeature>().refusal();
    QVERIFY(dialog && dialog->openButton() && dialog->sizes().size() == 2);
    QCOMPARE(dialog->sizes()[0].first, QString("height"));
    for (const auto& [name, field] : dialog->sizes()) {
      field->setFocus();
      QTest::keyClicks(field, name == "height" ? "12" : "16");
    }
    QTest::mouseClick(dialog->openButton(), Qt::LeftButton);
    QVERIFY(f.settle());
    QVERIFY2(graph(f)->hasPicture(), qPrintable(f.problems()->problemsModel()->index(0, 2).data().toString()));
    QCOMPARE(page(f)->report()->fact("Sizes"), QString("height = 12, width = 16"));
    QVERIFY(QString::fromStdString(f.written()->code()).contains("# sizes: height = 12, width = 16\n"));
    // The kept work remembers them.
    QVERIFY(f.openText(kSmallProgram));
    f.window->openFile(path);
    QVERIFY(f.settle());
    QVERIFY(graph(f)->hasPicture());
    QCOMPARE(page(f)->report()->fact("Sizes"), QString("height = 12, width = 16"));
  }

  void readingIsCancelled() {
    WindowFixture f;
    OnnxGraph g;
    std::string last = "x";
    constexpr int kNodes = 4000;
    for (int i = 0; i < kNodes; ++i) {
      const std::string next = i == kNodes - 1 ? "y" : "h" + std::to_string(i);
      g.nodes.push_back(i % 2 == 1 ? onnxNode("Tanh", {last}, {next}) : onnxNode("MatMul", {last, "w"}, {next}));
      last = next;
    }
    g.initializers = {onnxTensor("w", floats({4, 4}, {1, 0, 0, 0, 0, 1}))};
    g.inputs = {onnxValue("x", {"4", "4"})};
    g.outputs = {onnxValue("y", {"4", "4"})};
    const QString path = write(f, "long.onnx", onnxModel(g));
    DocumentFiles* files = f.window->workbench()->files();
    auto* bar = f.window->findChild<OpeningBar*>();
    int told = 0, reached = 0;
    connect(files, &DocumentFiles::progressed, this, [&](int node, int) {
      if (++told == 1) {
        bar->show();  // as it does by itself after 200 ms
        QTest::mouseClick(bar->cancelButton(), Qt::LeftButton);
      }
      reached = node;
    });
    files->open(path);
    QVERIFY(f.settle());
    QVERIFY2(told > 0 && reached < kNodes / 2, qPrintable(QString::number(reached)));
    QVERIFY(!f.window->workbench()->document()->session());
    QVERIFY(!f.feature<ModelFeature>().refusal());
    disconnect(files, &DocumentFiles::progressed, this, nullptr);
    QVERIFY(bar->isHidden());
    f.window->openFile(path);
    QVERIFY(f.settle());
    QVERIFY(graph(f)->hasPicture());
    QCOMPARE(page(f)->report()->operators()->rowCount(), 2);
  }

  void outputsAreCompared() {
    WindowFixture f;
    f.window->resize(1440, 900);
    const QString path = write(f, "model.onnx", onnxModel(linear("2")));
    NDArray x = floats({2, 3}, {1, 0, 0, 0, 1, 0});
    NDArray right = NDArray::zeros(dtype::Float32, {2, 8}), wrong = right;
    for (int i = 0; i < 16; ++i) right.set(i, i % 6 == 0 ? 0 : i - 12);
    wrong = right;
    wrong.set(9, 4);
    write(f, "test_data_set_0/input_0.pb", onnxTensor("x", x).str());
    write(f, "test_data_set_0/output_0.pb", onnxTensor("y", right).str());
    write(f, "test_data_set_1/input_0.pb", onnxTensor("x", x).str());
    write(f, "test_data_set_1/output_0.pb", onnxTensor("y", wrong).str());
    f.window->openFile(path);
    QVERIFY(f.settle());
    QTest::mouseClick(page(f)->button(ModelPage::kOutputs), Qt::LeftButton);
    const OutputsView* outputs = page(f)->outputs();
    QCOMPARE(outputs->dataSets()->count(), 3);
    QCOMPARE(outputs->dataSets()->currentText(), QString("test_data_set_0"));
    QVERIFY2(outputs->words().startsWith("Run the model (F6)"), qPrintable(outputs->words()));
    QTest::mouseClick(outputs->findChild<QPushButton*>("outputsRun"), Qt::LeftButton);
    QVERIFY(f.settle());
    QVERIFY2(outputs->words().startsWith("✓ All outputs"), qPrintable(outputs->words() + models(f)->failure()));
    QVERIFY(outputs->table()->isVisible());
    QCOMPARE(outputs->table()->item(0, 3)->text(), QString("0"));
    QVERIFY2(f.feature<GraphFeature>().panel()->runBar()->words().contains("and the expected outputs"),
             qPrintable(f.feature<GraphFeature>().panel()->runBar()->words()));
    // The other folder has an output that is wrong at one place.
    outputs->dataSets()->setFocus();
    QTest::keyClick(outputs->dataSets(), Qt::Key_Down);
    QVERIFY(f.settle());
    QCOMPARE(outputs->dataSets()->currentText(), QString("test_data_set_1"));
    QTest::mouseClick(outputs->findChild<QPushButton*>("outputsRun"), Qt::LeftButton);
    QVERIFY(f.settle());
    QVERIFY2(outputs->words().startsWith("✗ 1 of 1 outputs"), qPrintable(outputs->words()));
    QCOMPARE(outputs->table()->item(0, 3)->text(), QString("7"));
    QCOMPARE(outputs->table()->item(0, 5)->text(), QString("[1, 1]"));
    QCOMPARE(outputs->table()->item(0, 6)->text(), QString("-3"));
    QCOMPARE(outputs->table()->item(0, 7)->text(), QString("4"));
    QVERIFY(f.atRest());
    f.screenshot("onnx_outputs");
  }
};

}  // namespace lw

int testOnnx(int argc, char** argv) {
  lw::TestOnnx test;
  return QTest::qExec(&test, argc, argv);
}

#include "test_onnx.moc"
