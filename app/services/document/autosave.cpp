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
  copied_ = false;
  for (int number = 1; number <= kWindows; ++number) {
    file_ = nameOf(document, number);
    lock_ = std::make_unique<QLockFile>(file_ + kLock);
    lock_->setStaleLockTime(0);  // a lock never expires
    if (lock_->tryLock(0)) return;
  }
}

void Autosave::store(Session session, std::string typed) {
  if (file_.isEmpty()) return;
  const std::lock_guard hold(mutex_);
  copied_ = false;  // until it is written
  enqueue({file_, std::move(session), std::move(typed)});
}

void Autosave::storeTyped(std::string typed) {
  if (file_.isEmpty()) return;
  const std::lock_guard hold(mutex_);
  if (waiting_ && waiting_->session)
    waiting_->typed = std::move(typed);
  else
    enqueue({file_, std::nullopt, std::move(typed)});
}

bool Autosave::hasCopy() const {
  const std::lock_guard hold(mutex_);
  return copied_;
}

void Autosave::enqueue(Waiting next) {
  waiting_.emplace(std::move(next));
  if (writing_) return;
  writing_ = true;
  writer_.start([this] { writeAll(); });
}

// Runs on the writer's thread: writes the newest waiting session until none waits.
void Autosave::writeAll() {
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
    const bool copied = write(*next);
    const std::lock_guard hold(mutex_);
    if (next->session) copied_ = copied;
  }
}

// The session comes first: a typed text that is found beside it is never older than its text.
bool Autosave::write(const Waiting& next) {
  const QString beside = typedFileOf(next.file);
  const bool newer = !next.session || next.session->text() != next.typed;
  if (next.session && !newer && !next.session->hasWork()) {
    QFile::remove(beside);
    QFile::remove(next.file);
    return false;
  }
  const bool written = !next.session || writeAtomically(next.file.toStdString(), toJson(*next.session)).ok();
  if (newer)
    (void)writeAtomically(beside.toStdString(), next.typed);
  else if (written)
    QFile::remove(beside);
  return written;
}

QString Autosave::typedFileOf(const QString& copy) { return copy + QStringLiteral(".typed"); }

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
