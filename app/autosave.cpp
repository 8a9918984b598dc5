#include "app/autosave.h"

#include <QDir>
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSaveFile>

#include "app/workbench.h"

namespace lw {

Autosave::Autosave(QString folder) : folder_(std::move(folder)) { QDir().mkpath(folder_); }

Autosave::~Autosave() { discard(); }

QString Autosave::file() const { return folder_ + "/session.json"; }

void Autosave::store(const Workbench& session) const {
  const std::string trace = session.traceJson();
  if (!session.modified() && trace.empty()) return discard();
  const QJsonObject json{{"path", session.path()},
                         {"text", QString::fromStdString(session.text())},
                         {"trace", QString::fromStdString(trace)}};
  QSaveFile out(file());
  if (out.open(QIODevice::WriteOnly) && out.write(QJsonDocument(json).toJson()) >= 0) out.commit();
}

void Autosave::discard() const { QFile::remove(file()); }

std::optional<Autosave::Recovered> Autosave::recover() const {
  QFile in(file());
  if (!in.open(QIODevice::ReadOnly)) return std::nullopt;
  const QJsonObject json = QJsonDocument::fromJson(in.readAll()).object();
  if (json["text"].toString().isEmpty()) return std::nullopt;
  return Recovered{json["path"].toString(), json["text"].toString().toStdString(),
                   json["trace"].toString().toStdString()};
}

}  // namespace lw
