#include "views/loop_tree/loop_tree_style.h"

#include <QCoreApplication>
#include <QPainter>
#include <QStringList>
#include <algorithm>
#include <cmath>

namespace lw {
namespace {

QString tr(const char* text) { return QCoreApplication::translate("lw", text); }

QString joined(const std::vector<std::string>& names) {
  QStringList list;
  for (const std::string& n : names) list << QString::fromStdString(n);
  return list.join(", ");
}

}  // namespace

TreeStyle::TreeStyle(const Theme& t)
    : theme(t),
      loop(codeFont(13)),
      extent(codeFont(12.5)),
      chip(interfaceFont(11, QFont::Medium)),
      small(interfaceFont(12)),
      strong(interfaceFont(13, QFont::DemiBold)),
      code(codeFont(12)),
      codeStrong(codeFont(12, QFont::Bold)),
      loopSize(loop),
      extentSize(extent),
      chipSize(chip),
      smallSize(small),
      strongSize(strong),
      codeSize(code),
      loopCell_(loopSize.horizontalAdvance('0')),
      extentCell_(extentSize.horizontalAdvance('0')),
      codeCell_(codeSize.horizontalAdvance('0')) {}

qreal TreeStyle::widthOf(const std::string& text, const QFontMetricsF& size, qreal cell) {
  const bool plain = std::all_of(text.begin(), text.end(), [](char c) { return static_cast<signed char>(c) >= ' '; });
  return plain ? qreal(text.size()) * cell : size.horizontalAdvance(QString::fromStdString(text));
}

QString chipText(const LoopTreeNode& node) { return tr(node.chip.c_str()); }

void TreeStyle::draw(QPainter& painter, const QPointF& baseline, const QString& text, const QFont& font,
                     const QColor& ink) const {
  const PreparedTexts::Text& made = prepared_.of(font, text);
  painter.setFont(font);
  painter.setPen(ink);
  painter.drawStaticText(baseline - QPointF(0, made.ascent), made.words);
}

QString TreeStyle::elidedCode(const QString& text, qreal room) const {
  const bool fits = codeWidth(text.toStdString()) <= room;
  return fits ? text : codeSize.elidedText(text, Qt::ElideRight, room);
}

QColor TreeStyle::kindColor(const LoopTreeNode& node) const {
  switch (node.forKind) {
    case ForKind::Serial:
      return node.reduce ? theme.reduce : theme.serial;
    case ForKind::Parallel:
    case ForKind::ThreadBinding:
      return theme.parallel;
    case ForKind::Vectorized:
      return theme.vectorized;
    case ForKind::Unrolled:
      return theme.unrolled;
  }
  return theme.serial;
}

QColor TreeStyle::heat(double share) const {
  const QColor cold = blend(theme.hairline, theme.panel, 0.35);
  const double at = std::sqrt(std::clamp(share, 0.0, 1.0));  // keeps a small share distinguishable from zero
  return at < 0.5 ? blend(cold, theme.parallel, at * 2 * 0.75)
                  : blend(blend(cold, theme.parallel, 0.75), theme.reduce, at * 2 - 1);
}

QColor TreeStyle::levelColor(size_t level, size_t caches) const {
  if (level >= caches) return theme.reduce;
  return level == 0 ? theme.vectorized : level == 1 ? theme.data : theme.parallel;
}

QString sentenceOf(const LoopTree& tree, const LoopTreeNode& node) {
  const QString name = QString::fromStdString(node.name);
  if (node.kind == LoopTreeNode::Kind::Statement) return tr("Statement %1").arg(name);
  const QString set =
      node.cost.footprint > 0
          ? tr(", footprint %1, which fits %2")
                .arg(bytesText(node.cost.footprint), levelText(cacheFor(node.cost.footprint, tree.caches), tree.caches))
          : QString();
  const QString work = tr(", %1 of the operations").arg(QStringLiteral("%1 %").arg(node.flopShare * 100, 0, 'f', 0));
  if (node.kind == LoopTreeNode::Kind::Loop)
    return tr("Loop %1, %2 iterations, %3, %4%5%6")
        .arg(name, QString::fromStdString(node.extent), node.reduce ? tr("reduction") : tr("spatial"), chipText(node),
             work, set);
  QString touches;
  if (!node.reads.empty()) touches += tr(", reads %1").arg(joined(node.reads));
  if (!node.writes.empty()) touches += tr(", writes %1").arg(joined(node.writes));
  return tr("Block %1%2%3%4").arg(name, touches, work, set);
}

QString tooltipOf(const LoopTree& tree, const LoopTreeNode& node) {
  const Cost& c = node.cost;
  const QString about = c.exactWork ? QString() : QStringLiteral("~"),
                touched = c.exactFootprint ? QString() : QStringLiteral("~");
  QString rows;
  const auto row = [&rows](const QString& what, const QString& value) {
    rows += QStringLiteral("<tr><td>%1&nbsp;&nbsp;</td><td align=right>%2</td></tr>").arg(what, value);
  };
  const auto percent = [](double share) {
    return QStringLiteral("%1 %").arg(share * 100, 0, 'f', share > 0.1 || share == 0 ? 0 : 1);
  };
  row(tr("Operations"), tr("%1%2FLOP · %3").arg(about, countText(c.flops), percent(node.flopShare)));
  row(tr("Loads and stores"), tr("%1%2 · %3").arg(about, bytesText(c.bytes), percent(node.byteShare)));
  row(tr("Footprint"), touched + bytesText(c.footprint));
  if (node.kind == LoopTreeNode::Kind::Loop)
    row(tr("Footprint of an iteration"), touched + bytesText(c.iterationFootprint));
  for (const auto& [buffer, bytes] : c.buffers)
    row(QStringLiteral("&nbsp;&nbsp;%1").arg(QString::fromStdString(buffer)), touched + bytesText(bytes));
  for (size_t i = 0; i < c.traffic.size(); ++i)
    row(tr("From beyond L%1").arg(i + 1), QStringLiteral("~") + bytesText(c.traffic[i]));
  row(tr("Operations per byte"), QString::number(c.intensity(), 'g', 3));
  QString text = QStringLiteral("%1<table>%2</table>").arg(strongWords(QString::fromStdString(node.name)), rows);
  for (const std::string& size : tree.assumed)
    text += tr("<br>%1 is unknown: %2 is assumed").arg(QString::fromStdString(size)).arg(kAssumedSize);
  return text;
}

}  // namespace lw
