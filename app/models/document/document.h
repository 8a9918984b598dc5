// The open document: its session (a value) and the queue of its changes.
#pragma once

#include <QObject>
#include <QStringList>
#include <memory>
#include <optional>

#include "core/session/session.h"

namespace lw {

class ChangeQueue;
class Messages;

class Document : public QObject {
  Q_OBJECT

 public:
  explicit Document(Messages& messages);
  ~Document() override;

  void replace(Session session);  // opens another document
  // Sets the session after an edit of the text; the document remains the same.
  void setSession(Session session) { session_ = std::move(session); }
  int number() const { return number_; }  // differs for each document
  const Session* session() const { return session_ ? &*session_ : nullptr; }
  Session* session() { return session_ ? &*session_ : nullptr; }
  QString sessionPath() const;  // the open .lwsession; empty if there is none
  void setLayout(const std::string& layout);
  ChangeQueue* changes() { return changes_.get(); }
  const ChangeQueue* changes() const { return changes_.get(); }

  // The text as it was parsed last.
  const SourceFile* source() const { return session_ ? &session_->source() : nullptr; }
  QStringList scheduleFunctions() const;
  QStringList functionNames() const;
  QString function() const;  // the shown one
  void chooseFunction(const QString& name);

  // The chosen program. If there is none, only hasProgram() may be called.
  bool hasProgram() const { return session_ && session_->hasWorkspace(); }
  const Workspace& workspace() const { return session_->workspace(); }
  Workspace& workspace() { return session_->workspace(); }
  const History& history() const { return workspace().history; }
  const Schedule& schedule() const { return history().schedule(); }  // of the shown state
  int shownFunction() const { return workspace().shown; }            // of the functions of a class
  Schedule workingSchedule() const;            // of the shown state, with the shown function as the working function
  const PrimFunc& functionAt(int node) const;  // the shown function in this state of the history

 Q_SIGNALS:
  void ended();           // jobs of the previous document are dropped
  void replaced();        // forget everything that depends on the previous document
  void fileChanged();     // another file, its name or its state has changed; another function
  void functionChosen();  // of the text: its program is shown next

 private:
  Messages& messages_;
  const std::unique_ptr<ChangeQueue> changes_;
  std::optional<Session> session_;
  int number_ = 0;
};

}  // namespace lw
