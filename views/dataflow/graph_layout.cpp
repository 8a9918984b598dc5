#include "views/dataflow/graph_layout.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <algorithm>
#include <numeric>

namespace lw {
namespace {

constexpr qreal kGapAcross = 18, kGapDown = 34;  // of plain layers
constexpr int kAskEvery = 20;                    // milliseconds
constexpr int kEnding = 500;                     // milliseconds, until the program has noticed that its input ended

// Beside the window in a build; else with the libraries.
QString layoutProgram() {
  const QString folder = QCoreApplication::applicationDirPath();
  for (const char* place : {"/lw-layout", "/../lib/loopwright/lw-layout"})
    if (const QFileInfo file(folder + QLatin1String(place)); file.isExecutable()) return file.absoluteFilePath();
  return {};
}

QByteArray lineFor(const LayoutRequest& request) {
  QJsonArray nodes, edges;
  for (const QSizeF& size : request.nodes) nodes.append(QJsonArray{size.width(), size.height()});
  for (const auto& [from, to] : request.edges) edges.append(QJsonArray{from, to});
  const QJsonObject all{{"nodes", nodes},
                        {"edges", edges},
                        {"down", request.direction == LayoutDirection::TopToBottom},
                        {"first", request.first},
                        {"last", request.last}};
  return QJsonDocument(all).toJson(QJsonDocument::Compact) + '\n';
}

QPointF pointIn(const QJsonArray& numbers, qsizetype at) {
  return {numbers[at].toDouble(), numbers[at + 1].toDouble()};
}

QPainterPath pathOf(const QJsonArray& curves) {
  QPainterPath path;
  for (const auto& curve : curves) {
    const QJsonArray numbers = curve.toArray();
    if (numbers.size() < 2) continue;
    path.moveTo(pointIn(numbers, 0));
    qsizetype at = 2;
    for (; at + 6 <= numbers.size(); at += 6)
      path.cubicTo(pointIn(numbers, at), pointIn(numbers, at + 2), pointIn(numbers, at + 4));
    if (at + 2 <= numbers.size()) path.lineTo(pointIn(numbers, at));
  }
  return path;
}

// Nothing: the answer is not a layout of this graph.
std::optional<GraphLayout> layoutIn(const QByteArray& line, const LayoutRequest& request) {
  const QJsonObject all = QJsonDocument::fromJson(line).object();
  const QJsonArray centers = all["centers"].toArray(), edges = all["edges"].toArray(), size = all["size"].toArray();
  if (size.size() != 2 || size_t(centers.size()) != request.nodes.size() ||
      size_t(edges.size()) != request.edges.size())
    return std::nullopt;
  GraphLayout made;
  const QPointF corner = pointIn(size, 0);
  made.size = {corner.x(), corner.y()};
  for (const auto& center : centers) made.centers.push_back(pointIn(center.toArray(), 0));
  for (const auto& edge : edges) made.edges.push_back(pathOf(edge.toArray()));
  return made;
}

}  // namespace

GraphLayout plainLayout(const LayoutRequest& request) {
  const auto& [nodes, edges, direction, first, last] = request;
  const bool down = direction == LayoutDirection::TopToBottom;
  // Computed from top to bottom.
  const auto turned = [down](const QSizeF& size) { return down ? size : size.transposed(); };
  std::vector<int> layer(nodes.size(), first < 0 ? 0 : 1);
  if (first >= 0) layer[size_t(first)] = 0;
  std::vector<std::vector<int>> operands(nodes.size());
  for (const auto& [from, to] : edges) operands[size_t(to)].push_back(from);
  for (size_t i = 0; i < nodes.size(); ++i)
    for (const int from : operands[i]) layer[i] = std::max(layer[i], layer[size_t(from)] + 1);
  if (last >= 0) layer[size_t(last)] = *std::max_element(layer.begin(), layer.end()) + 1;
  std::vector<std::vector<int>> layers(size_t(nodes.empty() ? 0 : *std::max_element(layer.begin(), layer.end()) + 1));
  for (size_t i = 0; i < nodes.size(); ++i) layers[size_t(layer[i])].push_back(int(i));
  GraphLayout made;
  made.centers.resize(nodes.size());
  qreal top = 0, width = 0;
  for (const std::vector<int>& row : layers) {
    const auto mean = [&](int node) {
      const std::vector<int>& from = operands[size_t(node)];
      return from.empty() ? 0 : std::accumulate(from.begin(), from.end(), 0.0, [&](qreal sum, int i) {
                                  return sum + made.centers[size_t(i)].x();
                                }) / double(from.size());
    };
    std::vector<std::pair<qreal, int>> order;
    for (const int node : row) order.emplace_back(mean(node), node);
    std::stable_sort(order.begin(), order.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    qreal left = 0, height = 0;
    for (const auto& [place, node] : order) {
      const QSizeF size = turned(nodes[size_t(node)]);
      made.centers[size_t(node)] = {left + size.width() / 2, top + size.height() / 2};
      left += size.width() + kGapAcross;
      height = std::max(height, size.height());
    }
    width = std::max(width, left - kGapAcross);
    top += height + kGapDown;
  }
  made.size = turned({width, std::max(0.0, top - kGapDown)});
  if (!down)
    for (QPointF& center : made.centers) center = center.transposed();
  for (const auto& [from, to] : edges) {
    const QSizeF a = nodes[size_t(from)], b = nodes[size_t(to)];
    QPainterPath path(made.centers[size_t(from)] + (down ? QPointF(0, a.height() / 2) : QPointF(a.width() / 2, 0)));
    path.lineTo(made.centers[size_t(to)] - (down ? QPointF(0, b.height() / 2) : QPointF(b.width() / 2, 0)));
    made.edges.push_back(path);
  }
  return made;
}

GraphLayouter::GraphLayouter() = default;

GraphLayouter::~GraphLayouter() { end(); }

bool GraphLayouter::start() {
  if (program_ && program_->state() == QProcess::Running) return true;
  end();
  const QString path = layoutProgram();
  if (path.isEmpty()) return false;
  program_ = std::make_unique<QProcess>();
  program_->setStandardErrorFile(QProcess::nullDevice());
  program_->start(path, QStringList());
  return program_->waitForStarted();
}

void GraphLayouter::end() {
  if (!program_) return;
  program_->closeWriteChannel();
  if (program_->state() != QProcess::NotRunning && !program_->waitForFinished(kEnding)) {
    program_->kill();
    program_->waitForFinished();
  }
  program_.reset();
}

std::optional<QByteArray> GraphLayouter::answer(const QByteArray& line, const std::function<bool()>& stop) {
  program_->write(line);
  while (!program_->canReadLine()) {
    if (stop() || program_->state() != QProcess::Running) return std::nullopt;
    program_->waitForReadyRead(kAskEvery);
  }
  return program_->readLine();
}

GraphLayout GraphLayouter::layout(const LayoutRequest& request, const std::function<bool()>& stop) {
  if (request.nodes.empty()) return {};
  if (!start()) return plainLayout(request);
  const std::optional<QByteArray> line = answer(lineFor(request), stop);
  std::optional<GraphLayout> made = line ? layoutIn(*line, request) : std::nullopt;
  if (made) return std::move(*made);
  if (program_->state() == QProcess::Running) program_->kill();  // its answer would come too late
  end();
  return plainLayout(request);
}

}  // namespace lw
