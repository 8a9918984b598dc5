// The open document: its session (a value) and the queue of its changes. replace() puts another document in its place
// and drops the background jobs of the one before.
#pragma once

#include <QObject>
#include <QStringList>
#include <optional>

#include "app/services/jobs/change_queue.h"
#include "app/services/jobs/job_runner.h"
#include "core/session/session.h"

namespace lw {

class Messages;

class Document : public QObject {
  Q_OBJECT

 public:
  Document(JobRunner& jobs, Messages& messages);

  void replace(Session session);
  void setSession(Session session) { session_ = std::move(session); }  // of an edited text; the same document
  int number() const { return number_; }                               // another number for another document
  const Session* session() const { return session_ ? &*session_ : nullptr; }
  Session* session() { return session_ ? &*session_ : nullptr; }
  QString sessionPath() const;  // of the .lwsession that is open; empty: none
  void setLayout(const std::string& layout);
  ChangeQueue* changes() { return &changes_; }
  const ChangeQueue* changes() const { return &changes_; }

  // The text as it was read last.
  const SourceFile* source() const { return session_ ? &session_->source() : nullptr; }
  QStringList scheduleFunctions() const;
  QStringList functionNames() const;
  QString function() const;  // the shown one
  void chooseFunction(const QString& name);

  // The chosen program. Only hasProgram() may be asked where there is none.
  bool hasProgram() const { return session_ && session_->hasWorkspace(); }
  const Workspace& workspace() const { return session_->workspace(); }
  Workspace& workspace() { return session_->workspace(); }
  const History& history() const { return workspace().history; }
  const Schedule& schedule() const { return history().schedule(); }  // of the shown state
  int shownFunction() const { return workspace().shown; }            // of the functions of a class
  Schedule workingSchedule() const;                                  // of the shown state, set to the shown function
  const PrimFunc& functionAt(int node) const;                        // the shown function in this state of the history

 Q_SIGNALS:
  void replaced();        // all that belongs to the document before is to be forgotten
  void fileChanged();     // another file, or its name or state; another function
  void functionChosen();  // of the text: its program is to be shown

 private:
  JobRunner& jobs_;
  Messages& messages_;
  ChangeQueue changes_;
  std::optional<Session> session_;
  int number_ = 0;
};

}  // namespace lw
