// Follows a session of `lw serve`: its document is the window's, and what its client does appears as it is done. The
// person may look at earlier states, take over and make steps, undo, and pin loops. When the client is gone, the
// document is an ordinary one.
#pragma once

#include <QObject>
#include <functional>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "app/models/follow/follow_state.h"

namespace lw {

enum class PersonChange : uint8_t;
class Document;
class DocumentFiles;
class HistoryEditor;
class JobRunner;
class Messages;
class RunRecords;
class SelectionModel;
class SessionLink;
class ProgramUpdates;
class Steps;
struct FollowedChange;
struct FollowedNumbers;
struct ProgramViews;
struct Workspace;

class Following : public QObject {
  Q_OBJECT

 public:
  Following(Document& document, DocumentFiles& files, ProgramUpdates& program, SelectionModel& selection, Steps& steps,
            HistoryEditor& history, RunRecords& records, Messages& messages, JobRunner& jobs);
  ~Following() override;

  void seek();  // the sessions that can be followed: found()
  void follow(const QString& path);
  void takeOver();
  void giveBack();
  void undo();        // in the session, without taking over
  void showLatest();  // the state that the session is in
  void pin(LoopId loop);
  void unpin(LoopId loop);
  bool isPinned(LoopId loop) const;
  std::optional<FollowPin> selectedLoop() const;  // that can be pinned, or unpinned
  void detach();

  const FollowState& state() const { return state_; }
  bool follows() const { return state_.phase == FollowState::Phase::Following; }
  bool watches() const { return follows() && state_.control != FollowState::Control::Person; }
  QString title() const;  // of the document that came from a session: "mm.py"; empty: it did not

 Q_SIGNALS:
  void found(const std::vector<lw::FollowChoice>& choices);
  void changed();
  void refused(const QString& why);  // a change of the person, or the wish to follow

 private:
  bool allows(PersonChange change);
  void received(const QByteArray& line);
  void take(const nlohmann::json& message);
  void open(const nlohmann::json& message);
  void opened();
  void carryOver(const nlohmann::json& message);
  void show(FollowedChange made, const nlohmann::json& message, bool stays, std::shared_ptr<const ProgramViews> views);
  void tellRefusal(const nlohmann::json& message);
  void takeNumbers(const nlohmann::json& message);
  void takeControl(bool person);
  void sendChanges();
  void send(const nlohmann::json& message);
  void lookBack();
  void dropLink();
  Workspace* workspace();
  bool isShown() const;  // the followed function is the one that the window shows
  void end(const QString& why);
  void event(FollowEvent event);

  Document& document_;
  DocumentFiles& files_;
  ProgramUpdates& program_;
  SelectionModel& selection_;
  Steps& steps_;
  HistoryEditor& history_;
  RunRecords& records_;
  Messages& messages_;
  JobRunner& jobs_;
  FollowState state_;
  std::unique_ptr<SessionLink> link_;
  std::string id_;  // of the document in the session
  QString name_, function_;
  std::string programName_, text_;   // of the followed function; as the session has it
  int number_ = -1;                  // of the window's document
  bool opening_ = false;             // the followed document is being read
  bool carrying_ = false;            // a message changes the history
  std::vector<QByteArray> waiting_;  // until it is
  std::unique_ptr<FollowedNumbers> numbers_;
};

}  // namespace lw
