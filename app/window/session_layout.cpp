#include "app/window/session_layout.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include "app/window/extra_panes.h"
#include "app/window/layouts.h"
#include "views/lowered/lowered_view.h"

namespace lw {

std::string sessionLayout(const Layouts& layouts, const LoweredView& lowered, const ExtraPanes& extras,
                          const Pins& pins) {
  QJsonArray beside, names;
  for (const ExtraPanes::Kept& pane : extras.kept()) {
    QJsonObject o{{"name", pane.name}};
    if (!pane.stage.isEmpty()) o["stage"] = pane.stage;
    if (pane.node) o["row"] = *pane.node;
    if (pane.locked) o["locked"] = true;
    beside.append(o);
  }
  for (const Pin& pin : pins.all()) names.append(QString::fromStdString(pin.name));
  const QJsonObject whole{{"panes", QString::fromLatin1(layouts.state().toBase64())},
                          {"stage", QString::fromStdString(lowered.chosenStage())},
                          {"beside", beside},
                          {"pins", names}};
  return QJsonDocument(whole).toJson(QJsonDocument::Compact).toStdString();
}

void restoreSessionLayout(const std::string& text, Layouts& layouts, LoweredView& lowered, ExtraPanes& extras,
                          Pins& pins) {
  const QByteArray bytes = QByteArray::fromStdString(text);
  const QJsonObject whole = QJsonDocument::fromJson(bytes).object();
  if (whole.isEmpty()) return layouts.restore(QByteArray::fromBase64(bytes));
  std::vector<ExtraPanes::Kept> beside;
  for (const QJsonValue& v : whole["beside"].toArray()) {
    const QJsonObject o = v.toObject();
    beside.push_back({o["name"].toString(), o["stage"].toString(),
                      o.contains("row") ? std::optional(o["row"].toInt()) : std::nullopt, o["locked"].toBool()});
  }
  if (const QString stage = whole["stage"].toString(); !stage.isEmpty()) lowered.chooseStage(stage.toStdString());
  extras.restore(beside);
  layouts.restore(QByteArray::fromBase64(whole["panes"].toString().toLatin1()));
  pins.clear();
  for (const QJsonValue& name : whole["pins"].toArray()) pins.toggle(name.toString().toStdString());
}

}  // namespace lw
