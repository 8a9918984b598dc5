#include "app/services/document/documents.h"

#include <QFile>
#include <QFileInfo>
#include <QObject>

#include "app/services/document/autosave.h"
#include "app/services/document/python_files.h"
#include "app/services/models/opened_model.h"
#include "core/onnx/errors.h"
#include "core/session/link.h"

namespace lw {
namespace {

Explanation failure(const QString& message, const QString& hint) {
  Explanation e;
  e.kind = "document.open";
  e.message = message.toStdString();
  e.hint = hint.toStdString();
  return e;
}

// The file, or Python's run of it, has another text now: it is used, unless the session has unsaved changes. Returns
// false if these remain shown and differ.
bool takeNewText(Opened& opened, const std::shared_ptr<const SourceFile>& source) {
  Session& session = *opened.session;
  const std::string hash = hashOf(source->source.text);
  if (hash == session.savedHash) return true;
  if (session.textIsSaved())
    opened.droppedSteps = session.setSource(source);
  else if (hash != hashOf(session.text()))
    return false;
  session.savedHash = hash;
  return true;
}

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
  if (hashOf(text) == session.savedHash) return;
  if (!takeNewText(opened, std::make_shared<const SourceFile>(readProgram(session.path(), std::move(text)))))
    opened.warnings.push_back(
        QObject::tr("%1 was changed by another program while you had unsaved changes. Your changes are shown; File > "
                    "Revert to the saved file loads the version on disk.")
            .arg(name)
            .toStdString());
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

// A folder, a notebook or a saved module: its text says what there is. Saving never overwrites it.
Opened openForPython(const QString& path) {
  Opened opened;
  const bool isFolder = QFileInfo(path).isDir();
  const std::optional<std::string> text = isFolder              ? folderText(path)
                                          : isSavedModule(path) ? savedModuleText(path)
                                                                : notebookText(bytesOf(path));
  if (!text) {
    opened.error =
        isFolder ? failure(QObject::tr("%1 has no Python files").arg(path), QObject::tr("open a folder with .py files"))
                 : failure(QObject::tr("%1 is no notebook that can be read").arg(path),
                           QObject::tr("open a file in Jupyter's format, version 4"));
    return opened;
  }
  opened.session.emplace(std::string(), *text);
  opened.session->savedHash = hashOf(*text);
  opened.session->origin = TextOrigin{path.toStdString(), path.toStdString(), *text, {}, {}, {}};
  return opened;
}

void take(Opened& opened, LoadedSession loaded, bool kept) {
  opened.session = std::move(loaded.session);
  opened.warnings.insert(opened.warnings.end(), loaded.warnings.begin(), loaded.warnings.end());
  opened.kept = kept;
}

// A model of ONNX: its graph as a text, which takes its constants from the model. Saving never overwrites that. The
// kept work on it says with which sizes it was read.
Opened openOnnx(const QString& path, const QString& kept, const ModelReading& reading) {
  Opened opened;
  std::optional<LoadedSession> last = readKept(kept, opened);
  if (last && !last->session.path().empty()) last.reset();
  OnnxRequest request{.sizes = reading.sizes, .wholePath = true, .goOn = reading.goOn};
  if (last && request.sizes.empty()) request.sizes = onnxOriginOf(last->session.text(), {}).sizes;
  OnnxAttempt attempt = readOnnx(path.toStdString(), request);
  if (!attempt.source) {
    opened.stopped = attempt.why.kind == err::kOnnxStopped.id;
    if (!opened.stopped) opened.refusal = refusalOf(path.toStdString(), request, attempt);
    opened.error = std::move(attempt.why);
    return opened;
  }
  const std::string text = attempt.source->text;
  opened.model = openedModel(path.toStdString(), request, *std::move(attempt.source));
  if (last) {
    take(opened, std::move(*last), true);
    if (!takeNewText(opened, std::make_shared<const SourceFile>(readProgram(std::string(), text))))
      opened.warnings.push_back(QObject::tr("%1 is another model now. Your changes of the earlier one are shown.")
                                    .arg(QFileInfo(path).fileName())
                                    .toStdString());
  } else {
    opened.session.emplace(std::string(), text);
    opened.session->savedHash = hashOf(text);
  }
  opened.session->origin = TextOrigin{path.toStdString(), path.toStdString(), text, {}, {}, {}};
  return opened;
}

// A text, a session or kept work may have been made from a model.
Opened withModel(Opened opened) {
  if (opened.session && !opened.model) opened.model = modelOfText(opened.session->text(), opened.session->path());
  return opened;
}

}  // namespace

bool isSessionFile(const QString& path) { return path.endsWith(".lwsession", Qt::CaseInsensitive); }

std::string bytesOf(const QString& path) {
  QFile file(path);
  return file.open(QIODevice::ReadOnly) ? file.readAll().toStdString() : std::string();
}

QString documentOf(const TextOrigin& origin) {
  return QString::fromStdString(origin.name.empty() ? origin.ran : origin.ran + ":" + origin.name);
}

QString documentOf(const Session& session) {
  if (session.document.empty() && session.path().empty() && session.origin) return documentOf(*session.origin);
  return QString::fromStdString(session.document.empty() ? session.path() : session.document);
}

QString fileOf(const Session& session) {
  if (session.document.empty() && session.path().empty() && session.origin)
    return QString::fromStdString(session.origin->ran);
  return documentOf(session);
}

Opened openMade(const MadeProgram& made, const QString& kept) {
  Opened opened;
  if (std::optional<LoadedSession> last = readKept(kept, opened); last && last->session.path().empty()) {
    take(opened, std::move(*last), true);
    if (!takeNewText(opened, made.source))
      opened.warnings.push_back(QObject::tr("%1 makes another text now. Your changes of the earlier one are shown.")
                                    .arg(QString::fromStdString(made.origin.name))
                                    .toStdString());
    else
      opened.session->origin = made.origin;
    return opened;
  }
  opened.session.emplace(std::string(), made.source);
  opened.session->savedHash = hashOf(opened.session->text());
  opened.session->origin = made.origin;
  return opened;
}

namespace {

Opened openFile(const QString& path, const QString& kept) {
  if (QFileInfo(path).isDir() || isNotebook(path) || isSavedModule(path)) return openForPython(path);
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
                           QObject::tr("open a program in Python, a notebook, or a session"));
    return opened;
  }
  opened.session.emplace(path.toStdString(), bytes.toStdString());
  opened.session->savedHash = hashOf(opened.session->text());
  return opened;
}

Opened openSessionFile(const QString& path, const QString& kept) {
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

}  // namespace

Opened openProgram(const QString& path, const QString& kept, const ModelReading& reading) {
  return isOnnxPath(path.toStdString()) ? openOnnx(path, kept, reading) : withModel(openFile(path, kept));
}

Opened openSession(const QString& path, const QString& kept) { return withModel(openSessionFile(path, kept)); }

// The session may be anybody's: it names no file here, neither to read nor to save to or to run.
Opened openLink(const QString& link) {
  Opened opened;
  const Result<std::string> text = sessionOfLink(link.toStdString());
  Result<LoadedSession> loaded = text ? sessionFromJson(*text) : text.error();
  if (!loaded) {
    opened.error = loaded.error();
    return opened;
  }
  take(opened, std::move(*loaded), false);
  opened.session->setPath({});
  opened.session->document.clear();
  opened.session->origin.reset();
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
  return withModel(std::move(opened));
}

}  // namespace lw
