#include "views/names/meaning_text.h"

#include <QCoreApplication>
#include <QStringList>

#include "views/loop_tree/loop_tree_style.h"

namespace lw {
namespace {

constexpr int kLongest = 90;  // characters of a value in a tooltip

QString tr(const char* text) { return QCoreApplication::translate("lw", text); }
QString plain(const std::string& text) { return QString::fromStdString(text); }

QString joined(const std::vector<std::string>& names) {
  QStringList list;
  for (const std::string& n : names) list << plain(n);
  return list.join(", ");
}

QString kindText(const Meaning& m) {
  switch (m.forKind) {
    case ForKind::Serial:
      return tr("serial");
    case ForKind::Parallel:
      return tr("parallel");
    case ForKind::Vectorized:
      return tr("vectorized");
    case ForKind::Unrolled:
      return tr("unrolled");
    case ForKind::ThreadBinding:
      return tr("bound to %1").arg(plain(m.thread));
  }
  return {};
}

QString kindText(IterKind kind) {
  switch (kind) {
    case IterKind::Spatial:
      return tr("spatial");
    case IterKind::Reduce:
      return tr("reduce");
    case IterKind::Scan:
      return tr("scan");
    case IterKind::Opaque:
      return tr("opaque");
  }
  return {};
}

void addBuffer(const Meaning& m, MeaningText& text) {
  text.facts.emplace_back(tr("shape"), m.shape.empty() ? tr("one element") : joined(m.shape));
  if (m.bytes) text.facts.emplace_back(tr("size"), bytesText(double(*m.bytes)));
  text.facts.emplace_back(tr("scope"), plain(m.scope));
  if (!m.writers.empty()) text.facts.emplace_back(tr("written by"), joined(m.writers));
  if (!m.readers.empty()) text.facts.emplace_back(tr("read by"), joined(m.readers));
  if (m.stores > 0) text.facts.emplace_back(tr("stores"), QString::number(m.stores));
  if (m.loads > 0) text.facts.emplace_back(tr("loads"), QString::number(m.loads));
  if (!m.parameter && m.writers.empty() && m.readers.empty() && m.stores == 0 && m.loads == 0)
    text.facts.emplace_back(tr("use"), tr("none"));
}

}  // namespace

MeaningText meaningText(const Meaning& m) {
  MeaningText text;
  const QString name = plain(m.name);
  switch (m.kind) {
    case Meaning::Kind::Loop:
      text.title = tr("Loop %1").arg(name);
      text.facts.emplace_back(tr("iterations"), plain(m.extent));
      text.facts.emplace_back(tr("kind"), kindText(m));
      break;
    case Meaning::Kind::BlockIter:
      text.title = tr("Iteration variable %1 of block %2").arg(name, plain(m.block));
      text.facts.emplace_back(tr("kind"), kindText(m.iterKind));
      text.facts.emplace_back(tr("domain"), plain(m.extent));
      if (!m.binding.empty()) text.facts.emplace_back(tr("bound to"), plain(m.binding));
      break;
    case Meaning::Kind::Buffer:
      text.title = (m.parameter ? tr("Buffer %1, a parameter") : tr("Buffer %1")).arg(name);
      break;
    case Meaning::Kind::Variable:
      text.title = (m.parameter        ? tr("Parameter %1")
                    : !m.shape.empty() ? tr("Memory %1")
                                       : tr("Variable %1"))
                       .arg(name);
      if (!m.value.empty()) text.facts.emplace_back(tr("value"), plain(m.value));
      break;
    case Meaning::Kind::Expression:
      text.title = name;
      break;
  }
  if (!m.type.isHandle()) text.facts.emplace_back(tr("type"), plain(toString(m.type)));
  if (m.kind == Meaning::Kind::Buffer || (m.kind == Meaning::Kind::Variable && !m.shape.empty())) addBuffer(m, text);
  if (m.values.bounded() && !m.values.isEmpty())
    text.facts.emplace_back(tr("values"), m.values.isConst() ? QString::number(m.values.min)
                                                             : tr("%1 to %2").arg(m.values.min).arg(m.values.max));
  return text;
}

QString MeaningText::html() const {
  if (empty()) return {};
  const auto shortened = [](const QString& value) {
    return value.size() > kLongest ? value.left(kLongest) + QStringLiteral("…") : value;
  };
  QString rows;
  for (const auto& [what, value] : facts)
    rows += QStringLiteral("<tr><td>%1&nbsp;&nbsp;</td><td>%2</td></tr>")
                .arg(what.toHtmlEscaped(), shortened(value).toHtmlEscaped());
  return QStringLiteral("%1<table>%2</table>").arg(strongWords(shortened(title)), rows);
}

QString MeaningText::line() const {
  QStringList parts;
  for (const auto& [what, value] : facts) parts << what + ' ' + value;
  return empty() ? QString() : title + QStringLiteral(": ") + parts.join(QStringLiteral(" · "));
}

}  // namespace lw
