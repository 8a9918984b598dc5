#include "app/services/document/autosave.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>

namespace lw {
namespace {

constexpr int kWindows = 16;  // that may have one document open
constexpr char kLock[] = ".open";

}  // namespace

Autosave::Autosave(QString folder) : folder_(std::move(folder)) {
  QDir().mkpath(folder_);
  writer_.setMaxThreadCount(1);
}

Autosave::~Autosave() { flush(); }

QString Autosave::nameOf(const QString& document, int number) const {
  const QString name = document.isEmpty() ? QStringLiteral("untitled") : QFileInfo(document).fileName();
  const QString hash = QString::fromStdString(hashOf(document.toStdString()));
  return QStringLiteral("%1/%2-%3%4.lwsession")
      .arg(folder_, name, hash, number > 1 ? QStringLiteral("-%1").arg(number) : QString());
}

void Autosave::follow(const QString& document) {
  flush();
  lock_.reset();
  for (int number = 1; number <= kWindows; ++number) {
    file_ = nameOf(document, number);
    lock_ = std::make_unique<QLockFile>(file_ + kLock);
    lock_->setStaleLockTime(0);  // a lock never expires
    if (lock_->tryLock(0)) return;
  }
}

void Autosave::store(Session session) {
  if (file_.isEmpty()) return;
  const std::lock_guard hold(mutex_);
  waiting_.emplace(Waiting{file_, std::move(session)});
  if (writing_) return;
  writing_ = true;
  writer_.start([this] { write(); });
}

// Runs on the writer's thread: writes the newest waiting session until none waits.
void Autosave::write() {
  for (;;) {
    std::optional<Waiting> next;
    {
      const std::lock_guard hold(mutex_);
      next.swap(waiting_);
      if (!next) {
        writing_ = false;
        return;
      }
    }
    if (next->session.hasWork())
      (void)writeAtomically(next->file.toStdString(), toJson(next->session));
    else
      QFile::remove(next->file);
  }
}

bool Autosave::busy() const {
  const std::lock_guard hold(mutex_);
  return writing_;
}

void Autosave::flush() { writer_.waitForDone(); }

QStringList Autosave::takeCrashed() const {
  QStringList found;
  const QFileInfoList locks =
      QDir(folder_).entryInfoList({QStringLiteral("*.lwsession") + kLock}, QDir::Files | QDir::Hidden);
  for (const QFileInfo& info : locks) {
    QLockFile lock(info.filePath());
    lock.setStaleLockTime(0);
    if (!lock.tryLock(0)) continue;  // its window still has it open
    const QString copy = info.filePath().chopped(int(sizeof kLock) - 1);
    if (QFile::exists(copy)) found << copy;
  }
  std::sort(found.begin(), found.end(), [](const QString& a, const QString& b) {
    return QFileInfo(a).lastModified() > QFileInfo(b).lastModified();
  });
  return found;
}

}  // namespace lw
