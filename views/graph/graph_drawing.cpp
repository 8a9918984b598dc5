#include "views/graph/graph_drawing.h"

#include <QObject>
#include <QStringList>
#include <algorithm>

#include "views/graph/graph_words.h"
#include "views/theme/theme.h"

namespace lw {
namespace {

constexpr int kNear = 24;          // nodes between the first and the last use of a source that is drawn once
constexpr qreal kMostWidth = 300;  // of a text; longer ones are elided
constexpr qreal kLeastWidth = 84;  // of a box with two lines
constexpr qreal kVertical = 6;     // above and below the text
constexpr qreal kBetween = 8;      // between the title and the detail in one line

using Node = graph::OutlineNode;

bool isSource(const Node& node) { return node.kind == Node::Kind::Parameter || node.kind == Node::Kind::Constant; }

class Drawer {
 public:
  Drawer(GraphDrawing& drawing, bool weights, const GraphFonts& fonts)
      : d_(drawing), outline_(*drawing.outline), weights_(weights), fonts_(fonts) {
    const size_t count = outline_.nodes.size();
    operands_.resize(count);
    uses_.resize(count);
    for (size_t e = 0; e < outline_.edges.size(); ++e) {
      operands_[size_t(outline_.edges[e].to)].push_back(int(e));
      uses_[size_t(outline_.edges[e].from)].push_back(int(e));
    }
    d_.boxesOf.resize(count);
  }

  void draw() {
    for (int node = 0; node < int(outline_.nodes.size()); ++node) {
      const bool used = !uses_[size_t(node)].empty();
      if (isSource(outline_.nodes[size_t(node)]) && used) continue;  // before its first consumer
      box(node);
    }
  }

 private:
  // Weights: what one operator takes beside the value that it transforms, which is its first operand.
  bool folds(int node) const {
    const std::vector<int>& uses = uses_[size_t(node)];
    if (weights_ || !isSource(outline_.nodes[size_t(node)]) || uses.size() != 1) return false;
    const graph::OutlineEdge& use = outline_.edges[size_t(uses[0])];
    return use.operand > 0 && outline_.nodes[size_t(use.to)].kind != Node::Kind::Result;
  }
  bool isFar(int node) const {
    const std::vector<int>& uses = uses_[size_t(node)];
    return outline_.edges[size_t(uses.back())].to - outline_.edges[size_t(uses.front())].to > kNear;
  }

  void box(int node) {
    std::vector<int> folded;
    for (const int e : operands_[size_t(node)]) {
      const int from = outline_.edges[size_t(e)].from;
      if (!isSource(outline_.nodes[size_t(from)])) continue;
      if (folds(from))
        folded.push_back(from);
      else if (d_.boxesOf[size_t(from)].empty() || isFar(from))
        add(from, {});
    }
    const int made = add(node, folded);
    for (const int from : folded) d_.boxesOf[size_t(from)] = {made};
    for (const int e : operands_[size_t(node)]) {
      const int from = outline_.edges[size_t(e)].from;
      if (std::find(folded.begin(), folded.end(), from) != folded.end()) continue;
      const std::vector<int>& boxes = d_.boxesOf[size_t(from)];
      if (!boxes.empty()) d_.lines.push_back({boxes.back(), made, e});
    }
  }

  int add(int node, std::vector<int> folded) {
    const Node& n = outline_.nodes[size_t(node)];
    GraphBox box{node, {}, titleOf(n), {}, {}, {}, isSource(n) || n.kind == Node::Kind::Structure, std::move(folded)};
    const QString shape = QString::fromStdString(n.shape);
    if (box.small) {
      box.detail = shape;
    } else {
      box.detail = n.value.empty() ? shape : QString::fromStdString(n.value) + "  " + shape;
      if (n.bytes) box.bytes = sizeWord(*n.bytes);
      QStringList weights;
      for (const int w : box.folded) weights << weightText(outline_.nodes[size_t(w)]);
      const GraphNodeFigures* figures = d_.figures.find(n.value);
      box.figures =
          (figures && figures->microseconds ? QStringList{timeText(*figures)} : QStringList()).join(QString());
      if (!weights.isEmpty())
        box.figures =
            (box.figures.isEmpty() ? QString() : box.figures + "  ") + "+ " + weights.join(QStringLiteral(", "));
    }
    measure(box);
    d_.boxes.push_back(std::move(box));
    d_.boxesOf[size_t(node)].push_back(int(d_.boxes.size()) - 1);
    return int(d_.boxes.size()) - 1;
  }

  void measure(GraphBox& box) const {
    const auto fit = [](QString& text, const QFontMetricsF& size) {
      if (size.horizontalAdvance(text) > kMostWidth) text = size.elidedText(text, Qt::ElideRight, kMostWidth);
      return size.horizontalAdvance(text);
    };
    const qreal title = fit(box.title, fonts_.titleSize) + kGraphIcon, detail = fit(box.detail, fonts_.detailSize),
                third = fit(box.figures, fonts_.figuresSize);
    if (box.small) {
      box.size = {title + kBetween + detail + 2 * kGraphPadding, kGraphRow + kVertical + 2};
      return;
    }
    const GraphNodeFigures* figures = d_.figures.find(outline_.nodes[size_t(box.node)].value);
    const qreal first = title +
                        (box.bytes.isEmpty() ? 0 : kBetween * 2 + fonts_.detailSize.horizontalAdvance(box.bytes)) +
                        (figures && figures->group >= 0 ? kGraphGroup : 0);
    const int rows = box.figures.isEmpty() ? 2 : 3;
    box.size = {std::max({first, detail, third, kLeastWidth}) + 2 * kGraphPadding, rows * kGraphRow + 2 * kVertical};
  }

  GraphDrawing& d_;
  const graph::Outline& outline_;
  const bool weights_;
  const GraphFonts& fonts_;
  std::vector<std::vector<int>> operands_, uses_;  // edges of each node
};

}  // namespace

GraphFonts::GraphFonts()
    : title(codeFont(12.5, QFont::Bold)),
      detail(codeFont(11)),
      figures(codeFont(11)),
      titleSize(title),
      detailSize(detail),
      figuresSize(figures) {}

GraphDrawing drawingOf(std::shared_ptr<const graph::Outline> outline, const GraphFigures& figures, bool weights,
                       const GraphFonts& fonts) {
  GraphDrawing drawing{std::move(outline), figures, {}, {}, {}};
  Drawer(drawing, weights, fonts).draw();
  return drawing;
}

}  // namespace lw
