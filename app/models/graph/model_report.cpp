#include "app/models/graph/model_report.h"

#include "app/models/text/number_text.h"

namespace lw {
namespace {

void addLine(QString& text, const QString& name, const QString& value) {
  if (!value.isEmpty()) text += name + ": " + value + "\n";
}

}  // namespace

QString ModelReport::text() const {
  QString all;
  addLine(all, QObject::tr("Model"), file);
  addLine(all, QObject::tr("Written by"), producer);
  addLine(all, QObject::tr("Version of the operators"), version > 0 ? QString::number(version) : QString());
  addLine(all, QObject::tr("Nodes"), QString::number(nodes));
  addLine(all, QObject::tr("Calls"), QString::number(calls));
  addLine(all, QObject::tr("Carried out while reading"), file.isEmpty() ? QString() : QString::number(folded));
  addLine(all, QObject::tr("Parameters"),
          QStringLiteral("%1, %2").arg(parameters).arg(bytesText(double(parameterBytes))));
  addLine(all, QObject::tr("Recognised"), recognised.join(QStringLiteral(", ")));
  addLine(all, QObject::tr("Inputs"), inputs.join(QStringLiteral(", ")));
  addLine(all, QObject::tr("Outputs"), outputs.join(QStringLiteral(", ")));
  addLine(all, QObject::tr("Sizes"), sizes.join(QStringLiteral(", ")));
  for (const auto& [name, count] : operators) all += QStringLiteral("%1\t%2\n").arg(name).arg(count);
  return all;
}

QString ModelRefusal::text() const {
  QString all = file + "\n" + summary + "\n";
  for (const Problem& p : problems) all += textOf(p) + "\n";
  return all;
}

}  // namespace lw
