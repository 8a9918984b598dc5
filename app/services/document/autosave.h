// Keeps the work on every document in a folder of its own, so that a crash, closing the window or opening another file
// loses nothing: one .lwsession for each document. Written in the background after every change.
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
  // `folder`: made when it is not there.
  explicit Autosave(QString folder);
  ~Autosave();  // what was stored is on the disk then, and stays

  // The document (a program or a session; empty: a text without a file) whose work is stored from now on. Another
  // window may have it: then it is kept under another name.
  void follow(const QString& document);
  void store(Session session);  // nothing that the files do not hold: the copy goes
  bool busy() const;            // something is not on the disk yet
  void flush();                 // waits for it

  // Where the work on a document is kept.
  QString fileOf(const QString& document) const { return nameOf(document, 1); }
  // The copies of windows that ended without closing, newest first. They are asked for once.
  QStringList takeCrashed() const;

 private:
  struct Waiting {
    QString file;
    Session session;
  };
  QString nameOf(const QString& document, int number) const;
  void write();

  QString folder_, file_;
  std::unique_ptr<QLockFile> lock_;  // held while the document is open: one that nobody holds tells of a crash
  mutable std::mutex mutex_;
  std::optional<Waiting> waiting_;
  bool writing_ = false;
  QThreadPool writer_;
};

}  // namespace lw
