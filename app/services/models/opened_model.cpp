#include "app/services/models/opened_model.h"

#include <QFileInfo>
#include <algorithm>
#include <cmath>
#include <limits>

#include "app/models/text/translate_messages.h"
#include "backends/onnx/test_data.h"

namespace lw {
namespace {

QString typeText(const onnx::Type& type) {
  if (type.kind != onnx::Type::Kind::Tensor) return type.of ? typeText(*type.of) + QStringLiteral(", …") : QString();
  const QString element = QString::fromStdString(onnx::toString(type.element));
  if (!type.shape) return element;
  QStringList sizes;
  for (const onnx::Dimension& d : *type.shape)
    sizes << (d.size           ? QString::number(*d.size)
              : d.name.empty() ? QStringLiteral("?")
                               : QString::fromStdString(d.name));
  return QStringLiteral("(%1) %2").arg(sizes.join(QStringLiteral(", ")), element);
}

QStringList portTexts(const std::vector<onnx::Port>& ports) {
  QStringList all;
  for (const onnx::Port& port : ports) all << QString::fromStdString(port.name) + " " + typeText(port.type);
  return all;
}

// The most frequent first, those that are as frequent by their names.
void sortOperators(ModelReport& report) {
  std::stable_sort(report.operators.begin(), report.operators.end(),
                   [](const auto& a, const auto& b) { return a.second > b.second; });
}

QString shapeOf(const NDArray& array) {
  QStringList sizes;
  for (const int64_t n : array.shape) sizes << QString::number(n);
  return QStringLiteral("(%1) %2").arg(sizes.join(QStringLiteral(", ")), QString::fromStdString(toString(array.type)));
}

OutputDifference differenceOf(const std::string& name, const NDArray& got, const NDArray& expected) {
  OutputDifference d;
  d.name = QString::fromStdString(name);
  d.shape = shapeOf(got);
  d.count = got.size();
  if (got.shape != expected.shape || got.type != expected.type) {
    d.problem = QObject::tr("%1 is expected").arg(shapeOf(expected));
    return d;
  }
  const OnnxTolerance tolerance = OnnxTolerance{}.of(got.type);
  double scale = 0;
  int64_t worst = -1;
  for (int64_t i = 0; i < d.count; ++i) {
    const double a = got.getDouble(i), b = expected.getDouble(i);
    if (std::isfinite(b)) scale = std::max(scale, std::abs(b));
    const bool same = got.type.isFloat() ? tolerance.accepts(a, b) : got.getInt(i) == expected.getInt(i);
    d.beyond += !same;
    const double off = a == b || (std::isnan(a) && std::isnan(b)) ? 0
                       : std::isfinite(a - b)                     ? std::abs(a - b)
                                                                  : std::numeric_limits<double>::infinity();
    if (off > d.largest) d.largest = off, worst = i;
  }
  d.relative = scale > 0 ? d.largest / scale : d.largest;
  if (worst < 0) return d;
  d.got = got.getDouble(worst), d.expected = expected.getDouble(worst);
  QStringList place;
  for (size_t axis = got.shape.size(); axis-- > 0; worst /= got.shape[axis])
    place.prepend(QString::number(worst % got.shape[axis]));
  d.at = QStringLiteral("[%1]").arg(place.join(QStringLiteral(", ")));
  return d;
}

}  // namespace

std::shared_ptr<const OpenedModel> openedModel(const std::string& path, const OnnxRequest& request, OnnxSource source) {
  auto made = std::make_shared<OpenedModel>();
  made->origin = {path, request.sizes};
  ModelReport& report = made->report;
  report.file = QString::fromStdString(path);
  report.producer = QString::fromStdString(source.producer);
  report.version = source.version;
  report.fileBytes = QFileInfo(report.file).size();
  const onnx::Import& import = source.import;
  report.nodes = int64_t(import.nodes);
  report.calls = int64_t(import.calls);
  report.folded = int64_t(import.folded);
  report.parameters = import.parameters;
  report.parameterBytes = import.parameterBytes;
  for (const auto& [name, count] : import.operators)
    report.operators.emplace_back(QString::fromStdString(name), int64_t(count));
  sortOperators(report);
  for (const auto& [name, count] : source.recognised)
    report.recognised << QStringLiteral("%1 %2").arg(count).arg(QString::fromStdString(name));
  report.inputs = portTexts(import.inputs);
  report.outputs = portTexts(import.outputs);
  for (const auto& [name, size] : request.sizes)
    report.sizes << QStringLiteral("%1 = %2").arg(QString::fromStdString(name)).arg(size);
  made->inputs = std::move(source.import.inputs);
  made->outputs = std::move(source.import.outputs);
  made->constants = std::move(source.constants);
  made->testData = onnxTestDataBeside(path);
  return made;
}

std::shared_ptr<const OpenedModel> modelOfText(const std::string& text, const std::string& path) {
  const OnnxOrigin origin = onnxOriginOf(text, path);
  if (!isOnnxPath(origin.path)) return nullptr;
  const OnnxRequest request{.sizes = origin.sizes};
  OnnxAttempt attempt = readOnnx(origin.path, request);
  return attempt.source ? openedModel(origin.path, request, *std::move(attempt.source)) : nullptr;
}

ModelRefusal refusalOf(const std::string& path, const OnnxRequest& request, const OnnxAttempt& attempt) {
  ModelRefusal refusal;
  refusal.file = QString::fromStdString(path);
  const int count = int(attempt.problems.size());
  refusal.summary = attempt.nodes == 0 ? QObject::tr("The file cannot be read as a model of ONNX.")
                                       : QObject::tr("%1 of %2 nodes cannot be read.").arg(count).arg(attempt.nodes);
  for (const Explanation& why : attempt.problems) {
    Problem problem;
    problem.message = reasonWords(why);  // it begins with the node
    problem.hint = hintWords(why);
    refusal.problems.push_back(std::move(problem));
  }
  for (const std::string& name : attempt.symbols) {
    const auto given = request.sizes.find(name);
    refusal.sizes.emplace_back(QString::fromStdString(name),
                               given == request.sizes.end() ? QString() : QString::number(given->second));
  }
  for (const std::string& name : attempt.wanted) refusal.wanted << QString::fromStdString(name);
  return refusal;
}

ModelReport reportOf(const graph::Outline& outline) {
  using Kind = graph::OutlineNode::Kind;
  ModelReport report;
  std::map<std::string, int64_t> counts;
  for (const graph::OutlineNode& node : outline.nodes) {
    if (node.kind == Kind::Result || node.kind == Kind::Constant || node.kind == Kind::Parameter) continue;
    ++report.nodes;
    if (node.kind == Kind::Structure || node.kind == Kind::Branch) continue;
    ++report.calls;
    ++counts[node.label];
  }
  for (const auto& [name, count] : counts) report.operators.emplace_back(QString::fromStdString(name), count);
  sortOperators(report);
  return report;
}

Result<ExpectedRun> readExpectedRun(const OpenedModel& model, const std::string& folder) {
  const Result<onnx::Model> file = onnx::readModel(model.origin.path);
  if (!file) return file.error();
  Result<OnnxTestData> data = readOnnxTestData(folder, file->graph);
  if (!data) return data.error();
  ExpectedRun run;
  const auto forEach = [](const std::vector<onnx::ValueInfo>& values, std::vector<std::vector<NDArray>>& arrays,
                          const std::vector<onnx::Port>& ports, const auto& take) {
    for (size_t i = 0; i < values.size() && i < arrays.size(); ++i)
      for (const onnx::Port& port : ports)
        if (port.name == values[i].name) take(port, arrays[i]);
  };
  forEach(file->graph.inputs, data->inputs, model.inputs, [&](const onnx::Port& port, std::vector<NDArray>& arrays) {
    if (!port.parameter.empty() && arrays.size() == 1) run.inputs.emplace(port.parameter, std::move(arrays[0]));
  });
  forEach(file->graph.outputs, data->outputs, model.outputs, [&](const onnx::Port& port, std::vector<NDArray>& arrays) {
    for (size_t i = 0; i < arrays.size() && i < port.count; ++i)
      run.outputs.emplace(port.first + i, std::move(arrays[i]));
  });
  return run;
}

std::vector<OutputDifference> compareOutputs(const ExpectedRun& expected,
                                             const std::vector<std::pair<std::string, NDArray>>& outputs) {
  std::vector<OutputDifference> all;
  for (size_t i = 0; i < outputs.size(); ++i)
    if (const auto at = expected.outputs.find(i); at != expected.outputs.end())
      all.push_back(differenceOf(outputs[i].first, outputs[i].second, at->second));
  return all;
}

}  // namespace lw
