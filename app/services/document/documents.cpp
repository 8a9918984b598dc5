#include "app/services/document/documents.h"

#include <QFile>
#include <QFileInfo>
#include <QObject>

#include "app/services/document/autosave.h"

namespace lw {
namespace {

Explanation failure(const QString& message, const QString& hint) {
  Explanation e;
  e.kind = "document.open";
  e.message = message.toStdString();
  e.hint = hint.toStdString();
  return e;
}

// If another program has changed the file, its text is used, unless the session has unsaved changes.
void matchSource(Opened& opened) {
  Session& session = *opened.session;
  const QString path = QString::fromStdString(session.path());
  if (path.isEmpty()) return;
  const QString name = QFileInfo(path).fileName();
  if (!QFileInfo(path).isFile()) {
    session.savedHash.clear();
    opened.warnings.push_back(QObject::tr("%1 no longer exists. Its text is kept in the session; Save writes it again.")
                                  .arg(path)
                                  .toStdString());
    return;
  }
  std::string text = bytesOf(path);
  const std::string hash = hashOf(text);
  if (hash == session.savedHash) return;
  if (session.textIsSaved())
    opened.droppedSteps = session.setText(std::move(text));
  else if (hash != hashOf(session.text())) {
    opened.warnings.push_back(
        QObject::tr("%1 was changed by another program while you had unsaved changes. Your changes are shown; File > "
                    "Revert to the saved file loads the version on disk.")
            .arg(name)
            .toStdString());
    return;
  }
  session.savedHash = hash;
}

// Renames a kept copy that cannot be read, so that it is not overwritten.
void renameDamaged(const QString& kept, const Explanation& why, Opened& opened) {
  const QString aside = kept + ".damaged";
  QFile::remove(aside);
  QFile::rename(kept, aside);
  opened.warnings.push_back(QObject::tr("Your work from last time cannot be read and was set aside: %1")
                                .arg(QString::fromStdString(why.message))
                                .toStdString() +
                            " -> " + aside.toStdString());
}

std::optional<LoadedSession> readKept(const QString& kept, Opened& opened) {
  if (!QFile::exists(kept)) return std::nullopt;
  Result<LoadedSession> loaded = loadSession(kept.toStdString());
  if (loaded) {
    // Typed in the last moment before the end of that window.
    if (const QString typed = Autosave::typedFileOf(kept); QFile::exists(typed))
      opened.droppedSteps = loaded->session.setText(bytesOf(typed));
    return std::move(*loaded);
  }
  renameDamaged(kept, loaded.error(), opened);
  return std::nullopt;
}

void take(Opened& opened, LoadedSession loaded, bool kept) {
  opened.session = std::move(loaded.session);
  opened.warnings.insert(opened.warnings.end(), loaded.warnings.begin(), loaded.warnings.end());
  opened.kept = kept;
}

}  // namespace

bool isSessionFile(const QString& path) { return path.endsWith(".lwsession", Qt::CaseInsensitive); }

std::string bytesOf(const QString& path) {
  QFile file(path);
  return file.open(QIODevice::ReadOnly) ? file.readAll().toStdString() : std::string();
}

QString documentOf(const Session& session) {
  return QString::fromStdString(session.document.empty() ? session.path() : session.document);
}

Opened openProgram(const QString& path, const QString& kept) {
  Opened opened;
  QFile file(path);
  const bool there = file.open(QIODevice::ReadOnly);
  if (std::optional<LoadedSession> last = readKept(kept, opened)) {
    take(opened, std::move(*last), true);
    opened.session->setPath(path.toStdString());
    matchSource(opened);
    return opened;
  }
  if (!there) {
    opened.error = failure(QObject::tr("Cannot read %1: %2").arg(path, file.errorString()),
                           QObject::tr("check that the file exists and that you may read it"));
    return opened;
  }
  const QByteArray bytes = file.readAll();
  // The editor would end the text at a NUL, and saving would discard the rest.
  if (bytes.contains('\0')) {
    opened.error = failure(QObject::tr("%1 is not a text file: byte %2 is 0").arg(path).arg(bytes.indexOf('\0')),
                           QObject::tr("open a program in Python, or a session"));
    return opened;
  }
  opened.session.emplace(path.toStdString(), bytes.toStdString());
  opened.session->savedHash = hashOf(opened.session->text());
  return opened;
}

Opened openSession(const QString& path, const QString& kept) {
  Opened opened;
  const std::string hash = hashOf(bytesOf(path));
  if (std::optional<LoadedSession> last = readKept(kept, opened);
      last && last->session.document == path.toStdString()) {
    if (last->session.documentHash != hash)
      opened.warnings.push_back(QObject::tr("%1 was changed by another program since last time. Your work is shown; "
                                            "File > Revert to the saved file loads the version on disk.")
                                    .arg(QFileInfo(path).fileName())
                                    .toStdString());
    take(opened, std::move(*last), true);
    matchSource(opened);
    return opened;
  }
  Result<LoadedSession> loaded = loadSession(path.toStdString());
  if (!loaded) {
    opened.error = loaded.error();
    return opened;
  }
  take(opened, std::move(*loaded), false);
  opened.session->document = path.toStdString();
  opened.session->documentHash = hash;
  matchSource(opened);
  return opened;
}

Opened openKept(const QString& kept) {
  Opened opened;
  if (std::optional<LoadedSession> last = readKept(kept, opened)) {
    take(opened, std::move(*last), true);
    matchSource(opened);
  } else {
    opened.error = failure(opened.warnings.empty() ? QObject::tr("There is no file at %1").arg(kept)
                                                   : QString::fromStdString(opened.warnings.back()),
                           {});
  }
  return opened;
}

}  // namespace lw
