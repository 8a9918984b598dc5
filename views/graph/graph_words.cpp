#include "views/graph/graph_words.h"

#include <QCoreApplication>
#include <QStringList>

#include "views/loop_tree/loop_tree_style.h"
#include "views/theme/theme.h"

namespace lw {
namespace {

using Kind = graph::OutlineNode::Kind;

struct GraphWords {
  Q_DECLARE_TR_FUNCTIONS(GraphWords)
};

// The values that a node takes, by name or by what makes them; or the values of the nodes that take it.
QStringList namesAround(const graph::Outline& outline, int node, bool operands) {
  QStringList names;
  for (const graph::OutlineEdge& e : outline.edges) {
    if ((operands ? e.to : e.from) != node) continue;
    const graph::OutlineNode& other = outline.nodes[size_t(operands ? e.from : e.to)];
    const QString name = operands && !e.value.empty()
                             ? QString::fromStdString(e.value)
                             : QString::fromStdString(other.value.empty() ? other.label : other.value);
    if (!names.contains(name)) names << name;
  }
  return names;
}

// The parts of a description, in the order of importance.
QStringList partsOf(const graph::Outline& outline, int node, const GraphFigures& figures) {
  const graph::OutlineNode& n = outline.nodes[size_t(node)];
  QStringList parts;
  const QString shape = QString::fromStdString(n.shape);
  const bool named = !n.value.empty() && n.kind != Kind::Parameter;
  parts << (named ? QStringLiteral("%1: %2").arg(QString::fromStdString(n.value), shape) : shape);
  if (n.bytes) parts << sizeWord(*n.bytes);
  if (const QStringList from = namesAround(outline, node, true); !from.isEmpty())
    parts << GraphWords::tr("from %1").arg(from.join(QStringLiteral(", ")));
  if (const QStringList to = namesAround(outline, node, false); !to.isEmpty())
    parts << GraphWords::tr("used by %1").arg(to.join(QStringLiteral(", ")));
  else if (n.kind != Kind::Result)
    parts << GraphWords::tr("not used");
  if (n.branch >= 0)
    parts << GraphWords::tr("in a branch of %1").arg(QString::fromStdString(outline.nodes[size_t(n.branch)].value));
  if (const GraphNodeFigures* f = figures.find(n.value)) {
    if (f->microseconds) parts << timeText(*f);
    if (f->expectedMs)
      parts << GraphWords::tr("scheduled by the cost model (%1 expected)")
                   .arg(timeText({.microseconds = *f->expectedMs * 1000}));
    for (const GraphKernelTime& k : f->kernels)
      parts << QStringLiteral("%1: %2").arg(QString::fromStdString(k.kernel),
                                            timeText({.microseconds = k.microseconds, .share = k.share}));
    if (f->group >= 0) parts << GraphWords::tr("in fusion group %1").arg(f->group + 1);
  }
  return parts;
}

}  // namespace

QString kindWord(Kind kind) {
  switch (kind) {
    case Kind::Parameter:
      return GraphWords::tr("parameter");
    case Kind::Constant:
      return GraphWords::tr("constant");
    case Kind::Operator:
      return GraphWords::tr("operator");
    case Kind::Kernel:
      return GraphWords::tr("kernel of the module");
    case Kind::Library:
      return GraphWords::tr("registered function");
    case Kind::Function:
      return GraphWords::tr("graph function");
    case Kind::Structure:
      return GraphWords::tr("no computation");
    case Kind::Branch:
      return GraphWords::tr("branch");
    case Kind::Result:
      return GraphWords::tr("result");
  }
  return {};
}

QString titleOf(const graph::OutlineNode& node) { return QString::fromStdString(node.label); }

QString sizeWord(int64_t bytes) { return bytesText(double(bytes)); }

QString weightText(const graph::OutlineNode& node) {
  const QString shape = QString::fromStdString(node.shape);
  const QString sizes = shape.startsWith('(') ? shape.left(shape.indexOf(')') + 1) : shape;
  if (node.value.empty()) return sizes == QLatin1String("()") ? titleOf(node) : sizes;
  return QString::fromStdString(node.value) + " " + sizes;
}

QString timeText(const GraphNodeFigures& figures) {
  if (!figures.microseconds) return {};
  const double us = *figures.microseconds;
  const QString time =
      us < 1000 ? GraphWords::tr("%1 µs").arg(us, 0, 'g', 3) : GraphWords::tr("%1 ms").arg(us / 1000, 0, 'g', 3);
  return figures.share ? QStringLiteral("%1, %2 %").arg(time).arg(*figures.share * 100, 0, 'f', 0) : time;
}

QString sentenceOf(const graph::Outline& outline, int node, const GraphFigures& figures) {
  const graph::OutlineNode& n = outline.nodes[size_t(node)];
  return QStringLiteral("%1, %2; %3")
      .arg(titleOf(n), kindWord(n.kind), partsOf(outline, node, figures).join(QStringLiteral("; ")));
}

QString tooltipOf(const graph::Outline& outline, int node, const GraphFigures& figures) {
  const graph::OutlineNode& n = outline.nodes[size_t(node)];
  QString text = strongWords(titleOf(n).toHtmlEscaped()) + ", " + kindWord(n.kind).toHtmlEscaped();
  for (const QString& part : partsOf(outline, node, figures)) text += "<br>" + part.toHtmlEscaped();
  if (n.kind == Kind::Kernel || (n.kind == Kind::Function && !n.callee.empty()))
    text += "<br>" + GraphWords::tr("Double-click to open %1").arg(QString::fromStdString(n.callee)).toHtmlEscaped();
  return text;
}

bool matches(const graph::OutlineNode& node, const QString& query) {
  const QString all =
      QString::fromStdString(node.label + " " + node.value + " " + node.shape) + " " + kindWord(node.kind);
  const QString simple = all.toLower(), wanted = query.trimmed().toLower();
  if (wanted.isEmpty()) return false;
  if (simple.contains(wanted)) return true;
  // "3,4" is found in "(2, 3, 4)" too.
  const auto squeezed = [](QString text) { return text.replace(QStringLiteral(", "), QStringLiteral(",")); };
  if (squeezed(simple).contains(squeezed(wanted))) return true;
  for (const QString& word : wanted.split(' ', Qt::SkipEmptyParts))
    if (!simple.contains(word)) return false;
  return true;
}

}  // namespace lw
