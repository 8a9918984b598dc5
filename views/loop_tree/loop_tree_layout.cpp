#include "views/loop_tree/loop_tree_layout.h"

#include <QCoreApplication>
#include <algorithm>

namespace lw {
namespace {

constexpr size_t kMostLines = 5;
constexpr qreal kMostBar = 84, kLeastBar = 40, kNameGap = 8;
// Sizes in a header, in pixels: space before and after a name, the icon of a kind, and the maximum share of an extent.
constexpr qreal kBeforeName = 29, kBehindName = 8, kBehindExtent = 10, kSign = 23, kEdge = 8, kMostExtent = 0.35;
constexpr int kReadable = 12, kLeastLetters = 4;  // characters of a name

qreal extentRoom(const LoopTreeNode& node, const TreeStyle& style, const QRectF& header) {
  return std::min(style.extentWidth(node.extent), header.width() * kMostExtent);
}

// The width for a name: a readable part of it takes precedence over the bar, and the rest of the header over a full
// long name.
qreal nameRoom(const LoopTreeNode& node, const TreeStyle& style, const QRectF& header, qreal barRight) {
  const bool loop = node.kind == LoopTreeNode::Kind::Loop;
  const qreal letter = style.loopWidth("m");
  const qreal others = loop ? kBeforeName + kBehindName + extentRoom(node, style, header) + kBehindExtent + kSign
                            : kBeforeName + kBehindName + style.width(style.small, blockWord(node));
  const qreal all = header.width() - kEdge - others, withBar = barRight - kLeastBar - kEdge - header.left() - others;
  return std::max({kLeastLetters * letter, std::min(all, kReadable * letter), withBar});
}

qreal nameWidth(const LoopTreeNode& node, const TreeStyle& style) {
  return node.kind == LoopTreeNode::Kind::Loop ? style.loopWidth(node.name)
                                               : style.width(style.strong, QString::fromStdString(node.name));
}

// Splits at spaces outside of brackets: an index or a call is not split.
std::vector<std::string> partsOf(const std::string& statement) {
  std::vector<std::string> parts;
  int depth = 0;
  size_t begin = 0;
  for (size_t i = 0; i < statement.size(); ++i) {
    const char c = statement[i];
    depth += c == '[' || c == '(' ? 1 : c == ']' || c == ')' ? -1 : 0;
    if (c != ' ' || depth != 0) continue;
    parts.push_back(statement.substr(begin, i - begin));
    begin = i + 1;
  }
  parts.push_back(statement.substr(begin));
  return parts;
}

std::vector<std::string> wordsOf(const std::string& part) {
  std::vector<std::string> words;
  size_t begin = 0;
  for (size_t space; (space = part.find(' ', begin)) != std::string::npos; begin = space + 1)
    words.push_back(part.substr(begin, space - begin));
  words.push_back(part.substr(begin));
  return words;
}

bool isAssignment(const std::string& word) { return word == "=" || word == "+=" || word == "*="; }

qreal wordRoom(bool read, const TreeStyle& style) { return style.width(style.small, bufferWord(read)) + 6; }

qreal widthOfNames(const std::vector<std::string>& names, bool read, const TreeStyle& style) {
  qreal width = wordRoom(read, style);
  for (const std::string& name : names) width += style.codeWidth(name) + kNameGap;
  return width;
}

int bufferLines(const LoopTreeNode& node, const TreeStyle& style, qreal width) {
  if (node.reads.empty() || node.writes.empty()) return node.reads.empty() && node.writes.empty() ? 0 : 1;
  return widthOfNames(node.reads, true, style) + 6 + widthOfNames(node.writes, false, style) <= width - 24 + kNameGap
             ? 1
             : 2;
}

class Layouter {
 public:
  Layouter(const LoopTree& tree, const TreeStyle& style, int calloutAt)
      : tree_(tree), style_(style), calloutAt_(calloutAt) {}

  TreeLayout run(qreal wanted) {
    layout_.boxes.resize(tree_.nodes.size());
    int deepest = 0;
    for (const LoopTreeNode& node : tree_.nodes) deepest = std::max(deepest, node.depth);
    // The innermost box is at least as wide as a name, an extent and a kind; a deeper nest scrolls.
    const qreal sides = 2 * kTreeMargin + kHeatStrip;
    const qreal width = std::max(wanted - sides, deepest * (kTreeIndent + kTreeRight) + kTreeLeastWidth);
    qreal y = kTreeMargin;
    for (const int root : tree_.roots) y = place(root, kTreeMargin, y, width) + kTreeGap;
    layout_.size = QSizeF(width + sides, tree_.roots.empty() ? 0 : y - kTreeGap + kTreeMargin);
    placeBars();
    return std::move(layout_);
  }

 private:
  // The column of bars is as wide as the loops permit; a loop with a very long name has no bar.
  void placeBars() {
    qreal right = layout_.size.width();
    for (size_t i = 0; i < tree_.nodes.size(); ++i)
      if (tree_.nodes[i].kind == LoopTreeNode::Kind::Loop)
        right = std::min(right, layout_.boxes[i].header.right() - 12);
    qreal bar = kMostBar;
    for (size_t i = 0; i < tree_.nodes.size(); ++i)
      if (tree_.nodes[i].kind == LoopTreeNode::Kind::Loop)
        bar = std::min(bar, right - wordsEnd(tree_.nodes[i], style_, layout_.boxes[i].header, right) - 12);
    layout_.barRight = right;
    layout_.barWidth = std::max(bar, kLeastBar);
  }

  qreal headerOf(const LoopTreeNode& node, qreal width) const {
    if (node.kind == LoopTreeNode::Kind::Statement) return kBlockLine + 6;
    if (node.kind == LoopTreeNode::Kind::Loop) return kTreeHeader;
    const int lines = linesAboveBuffers(node, style_, width) + bufferLines(node, style_, width);
    return lines * kBlockLine + 2 * kBlockPadding - 4;
  }

  qreal place(int index, qreal x, qreal y, qreal width) {
    const LoopTreeNode& node = tree_.nodes[size_t(index)];
    const qreal header = headerOf(node, width);
    qreal bottom = y + header;
    QRectF callout;
    if (index == calloutAt_) {
      callout = QRectF(x + kTreeIndent, bottom, width - kTreeIndent - kTreeRight, kCallout);
      bottom = callout.bottom() + kTreeBottom;
    }
    for (const int child : node.children)
      bottom = place(child, x + kTreeIndent, bottom, width - kTreeIndent - kTreeRight) + kTreeGap;
    if (!node.children.empty()) bottom += kTreeBottom - kTreeGap;
    layout_.boxes[size_t(index)] = {QRectF(x, y, width, bottom - y), QRectF(x, y, width, header), callout};
    return bottom;
  }

  const LoopTree& tree_;
  const TreeStyle& style_;
  int calloutAt_;
  TreeLayout layout_;
};

}  // namespace

QString blockWord(const LoopTreeNode& node) {
  return node.init.empty() ? QCoreApplication::translate("lw::LoopTreePainter", "block")
                           : QCoreApplication::translate("lw::LoopTreePainter", "update");
}

QString shownName(const LoopTreeNode& node, const TreeStyle& style, const QRectF& header, qreal barRight) {
  QString name = QString::fromStdString(node.name);
  const qreal room = nameRoom(node, style, header, barRight);
  if (nameWidth(node, style) <= room) return name;
  return (node.kind == LoopTreeNode::Kind::Loop ? style.loopSize : style.strongSize)
      .elidedText(name, Qt::ElideMiddle, room);
}

QString shownExtent(const LoopTreeNode& node, const TreeStyle& style, const QRectF& header) {
  const QString extent = QString::fromStdString(node.extent);
  const qreal room = extentRoom(node, style, header);
  return style.extentWidth(node.extent) <= room ? extent : style.extentSize.elidedText(extent, Qt::ElideRight, room);
}

qreal wordsEnd(const LoopTreeNode& node, const TreeStyle& style, const QRectF& header, qreal barRight) {
  const qreal name = header.left() + kBeforeName +
                     std::min(nameWidth(node, style), nameRoom(node, style, header, barRight)) + kBehindName;
  if (node.kind == LoopTreeNode::Kind::Loop)
    return name + extentRoom(node, style, header) + kBehindExtent + style.chipWidth(node) + 30;
  return name + style.width(style.small, blockWord(node));
}

namespace {

QStringList wrapped(const std::string& code, const TreeStyle& style, qreal width) {
  if (code.empty()) return {};
  const qreal room = std::max(60.0, width - 24);
  if (style.codeWidth(code) <= room) return {QString::fromStdString(code)};
  std::vector<std::string> words, lines;
  const std::string indent = "    ";
  const qreal beside = room - style.codeWidth(indent);
  bool assigned = false;  // the left side is shortened, and not split
  for (std::string& part : partsOf(code)) {
    const bool wide = assigned && style.codeWidth(part) > beside;
    assigned = assigned || isAssignment(part);
    if (wide)
      for (std::string& word : wordsOf(part)) words.push_back(std::move(word));
    else
      words.push_back(std::move(part));
  }
  for (std::string& word : words) {
    if (lines.empty()) {
      lines.push_back(std::move(word));
      continue;
    }
    std::string longer = lines.back() + ' ' + word;
    if (lines.size() == 1 && isAssignment(word)) {
      // "=" remains with the left side, which is shortened for it.
      const std::string sign = ' ' + word;
      const QString left = style.elidedCode(QString::fromStdString(lines.back()), room - style.codeWidth(sign));
      lines.back() = left.toStdString() + sign;
    } else if (lines.size() >= kMostLines || style.codeWidth(longer) <= room) {
      lines.back() = std::move(longer);
    } else {
      lines.push_back(indent + word);
    }
  }
  QStringList shown;
  for (const std::string& line : lines) shown << QString::fromStdString(line);
  return shown;
}

qreal besideWord(const QString& word, const TreeStyle& style, qreal width) {
  return width - style.width(style.small, word) - kAfterWord;
}

}  // namespace

QString initWord() { return QCoreApplication::translate("lw::LoopTreePainter", "init"); }
QString predicateWord() { return QCoreApplication::translate("lw::LoopTreePainter", "where"); }

QStringList statementLines(const LoopTreeNode& node, const TreeStyle& style, qreal width) {
  return wrapped(node.statement, style, width);
}

QStringList initLines(const LoopTreeNode& node, const TreeStyle& style, qreal width) {
  return wrapped(node.init, style, besideWord(initWord(), style, width));
}

QStringList predicateLines(const LoopTreeNode& node, const TreeStyle& style, qreal width) {
  return wrapped(node.predicate, style, besideWord(predicateWord(), style, width));
}

int linesAboveBuffers(const LoopTreeNode& node, const TreeStyle& style, qreal width) {
  return 1 + int(statementLines(node, style, width).size() + initLines(node, style, width).size() +
                 predicateLines(node, style, width).size());
}

QString bufferWord(bool read) {
  return read ? QCoreApplication::translate("lw::LoopTreePainter", "reads")
              : QCoreApplication::translate("lw::LoopTreePainter", "writes");
}

std::vector<BufferLabel> bufferLabels(const LoopTreeNode& node, const QRectF& header, const TreeStyle& style) {
  std::vector<BufferLabel> labels;
  const QString dots = QStringLiteral(" …");
  const bool two = bufferLines(node, style, header.width()) == 2;
  const qreal left = header.left() + 12, right = header.right() - 12, more = style.codeWidth(dots.toStdString());
  qreal x = left, top = header.top() + kBlockPadding + linesAboveBuffers(node, style, header.width()) * kBlockLine;
  for (const bool read : {true, false}) {
    const std::vector<std::string>& names = read ? node.reads : node.writes;
    if (names.empty()) continue;
    if (!read && two) x = left, top += kBlockLine;
    x += wordRoom(read, style);
    for (size_t i = 0; i < names.size(); ++i) {
      const qreal room = right - x - (i + 1 < names.size() ? more : 0);
      qreal width = style.codeWidth(names[i]);
      if (width > room && i > 0) {
        labels.back().shown += dots;
        break;
      }
      const QString shown = style.elidedCode(QString::fromStdString(names[i]), room);
      width = std::min(width, std::max<qreal>(room, 0));
      labels.push_back({QRectF(x - 3, top, width + 6, kBlockLine), names[i], shown, read});
      x += width + kNameGap;
    }
    x += 6;
  }
  return labels;
}

TreeLayout layoutTree(const LoopTree& tree, const TreeStyle& style, qreal width, int calloutAt) {
  return Layouter(tree, style, calloutAt).run(width);
}

}  // namespace lw
