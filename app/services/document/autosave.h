// Stores the work on every document in one folder, as one .lwsession for each document, in the background and after
// every change. A text that is typed and not parsed yet is in a file beside it, which every keystroke replaces. A
// crash, closing the window or opening another file loses nothing.
#pragma once

#include <QLockFile>
#include <QString>
#include <QThreadPool>
#include <memory>
#include <mutex>
#include <optional>

#include "core/session/session.h"

namespace lw {

class Autosave {
 public:
  // `folder` is created if it does not exist.
  explicit Autosave(QString folder);
  ~Autosave();  // writes what was stored; the copies remain

  // Sets the document (a program or a session; empty: a text without a file) whose work is stored from now on. If
  // another window has the document open, the work is stored under another name.
  void follow(const QString& document);
  // `typed`: the text in the editor, which may be newer than that of the session. Deletes the copy if there is no
  // unsaved work.
  void store(Session session, std::string typed);
  void storeTyped(std::string typed);  // beside the session; hasCopy()
  bool hasCopy() const;                // there is a copy of the document's session on the disk
  bool busy() const;                   // something is not on the disk yet
  void flush();                        // waits until everything is on the disk

  // The file that stores the work on a document.
  QString fileOf(const QString& document) const { return nameOf(document, 1); }
  // The copies of windows that ended without closing, newest first; each is returned once.
  QStringList takeCrashed() const;
  static QString typedFileOf(const QString& copy);  // the text that was typed after the copy

 private:
  struct Waiting {
    QString file;
    std::optional<Session> session;
    std::string typed;
  };
  bool write(const Waiting& next);  // whether there is a copy now
  QString nameOf(const QString& document, int number) const;
  void enqueue(Waiting next);  // with the mutex held
  void writeAll();

  QString folder_, file_;
  std::unique_ptr<QLockFile> lock_;  // held while the document is open; a free lock is a sign of a crash
  mutable std::mutex mutex_;
  std::optional<Waiting> waiting_;
  bool writing_ = false, copied_ = false;
  QThreadPool writer_;
};

}  // namespace lw
