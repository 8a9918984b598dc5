#include "app/services/follow/following.h"

#include <QFileInfo>

#include "app/models/document/change_queue.h"
#include "app/models/document/document.h"
#include "app/models/document/document_files.h"
#include "app/models/document/messages.h"
#include "app/models/program/selection_model.h"
#include "app/models/program/state_views.h"
#include "app/models/schedule/history_editor.h"
#include "app/models/schedule/steps.h"
#include "app/models/support/job_runner.h"
#include "app/models/text/translate_messages.h"
#include "app/services/follow/follow_words.h"
#include "app/services/follow/followed_states.h"
#include "app/services/follow/session_link.h"
#include "app/services/program/program_updates.h"
#include "app/services/runs/run_records.h"
#include "app/shared/follow/place.h"
#include "core/support/json.h"

namespace lw {

using nlohmann::json;
using Phase = FollowState::Phase;
using Control = FollowState::Control;

Following::Following(Document& document, DocumentFiles& files, ProgramUpdates& program, SelectionModel& selection,
                     Steps& steps, HistoryEditor& history, RunRecords& records, Messages& messages, JobRunner& jobs)
    : document_(document),
      files_(files),
      program_(program),
      selection_(selection),
      steps_(steps),
      history_(history),
      records_(records),
      messages_(messages),
      jobs_(jobs) {
  document_.changes()->setGuard([this](PersonChange change) { return allows(change); });
  connect(&document_, &Document::replaced, this, [this] {
    if (!opening_ && number_ >= 0) detach();
  });
  connect(&files_, &DocumentFiles::loaded, this, [this] {
    if (opening_) opened();
  });
  connect(&program_, &ShownProgram::stateChosen, this, &Following::lookBack);
  connect(document_.changes(), &ChangeQueue::drained, this, &Following::sendChanges);
  connect(&steps_, &Steps::applied, this, [this](const QString& step) {
    if (follows() && state_.control == Control::Person) event({FollowEvent::Kind::Step, true, step, {}});
  });
  connect(&steps_, &Steps::refused, this, [this](const QString&, const Explanation& reason) {
    if (!follows() || state_.last.kind != FollowEvent::Kind::Refused || state_.last.person) return;
    state_.last.why = reasonWords(reason);
    Q_EMIT changed();
  });
}

Following::~Following() { document_.changes()->setGuard({}); }

QString Following::title() const { return document_.number() == number_ ? name_ : QString(); }

// ---- beginning and end ----

void Following::seek() {
  jobs_.run<std::vector<FollowChoice>>(
      Channel::Sessions, [](const Stop&) { return followChoices(); },
      [this](const std::vector<FollowChoice>& choices) { Q_EMIT found(choices); });
}

void Following::follow(const QString& path) {
  detach();
  const Result<int> socket = follow::connectTo(path.toStdString());
  if (!socket) return Q_EMIT refused(reasonWords(socket.error()));
  link_ = std::make_unique<SessionLink>(*socket);
  connect(link_.get(), &SessionLink::received, this, &Following::received);
  connect(link_.get(), &SessionLink::ended, this, [this] { end({}); });
  state_.phase = Phase::Waiting;
  send({{"kind", "follow"}});
  Q_EMIT changed();
}

// It may be the one whose message is being read.
void Following::dropLink() {
  if (!link_) return;
  link_->disconnect(this);
  link_.release()->deleteLater();
}

void Following::detach() {
  dropLink();
  waiting_.clear();
  state_ = {};
  number_ = -1;
  opening_ = false;
  numbers_.reset();
  Q_EMIT changed();
  Q_EMIT document_.fileChanged();
}

// What is shown stays, as an ordinary document.
void Following::end(const QString& why) {
  if (state_.phase == Phase::None || state_.phase == Phase::Ended) return;
  const bool nothing = state_.phase == Phase::Waiting && !opening_;
  dropLink();
  if (nothing) {
    detach();
    return Q_EMIT refused(why.isEmpty() ? tr("The session ended before it opened a program") : why);
  }
  state_.phase = Phase::Ended;
  state_.control = Control::Client;
  state_.ended = why;
  state_.pins.clear();
  state_.looksBack = false;
  Q_EMIT changed();
  Q_EMIT document_.fileChanged();
}

void Following::send(const json& message) {
  if (link_) link_->send(QByteArray::fromStdString(message.dump(-1, ' ', false, json::error_handler_t::replace)));
}

// ---- what the person does ----

bool Following::allows(PersonChange change) {
  if (!watches() || document_.number() != number_) return true;
  switch (change) {
    case PersonChange::Look:
      return true;
    case PersonChange::Undo:
    case PersonChange::Redo:
      send({{"kind", change == PersonChange::Undo ? "undo" : "redo"}, {"document", id_}});
      return false;
    case PersonChange::Schedule:
      break;
  }
  const QString why = tr("%1 works on this schedule: take over to change it").arg(state_.client);
  messages_.say(why);
  Q_EMIT refused(why);
  return false;
}

void Following::takeOver() {
  if (!follows() || state_.control != Control::Client) return;
  state_.control = Control::Requested;
  send({{"kind", "take"}});
  Q_EMIT changed();
}

void Following::giveBack() {
  if (!follows() || state_.control != Control::Person) return;
  document_.changes()->run([this] {
    sendChanges();
    send({{"kind", "give"}});
    state_.control = Control::Client;
    Q_EMIT changed();
  });
}

void Following::undo() { history_.undo(); }

void Following::showLatest() {
  if (!follows() || !numbers_) return;
  document_.chooseFunction(function_);
  history_.goTo(numbers_->current);
}

void Following::pin(LoopId loop) { send({{"kind", "pin"}, {"document", id_}, {"loop", loop.value}}); }
void Following::unpin(LoopId loop) { send({{"kind", "unpin"}, {"document", id_}, {"loop", loop.value}}); }

bool Following::isPinned(LoopId loop) const {
  return std::any_of(state_.pins.begin(), state_.pins.end(), [loop](const FollowPin& p) { return p.loop == loop; });
}

std::optional<FollowPin> Following::selectedLoop() const {
  const LoopId loop = selection_.current().loop();
  if (!follows() || !isShown() || !document_.hasProgram() || !document_.schedule().program().contains(loop))
    return std::nullopt;
  return FollowPin{loop, QString::fromStdString(document_.schedule().program().name(loop))};
}

void Following::lookBack() {
  if (!watches() || carrying_ || !workspace()) return;
  state_.looksBack = !isShown() || document_.history().current() != numbers_->current;
  if (!state_.looksBack) state_.behind = 0;
  Q_EMIT changed();
}

// What the person has changed since the session was told last.
void Following::sendChanges() {
  if (!follows() || state_.control != Control::Person || !workspace()) return;
  if (std::optional<json> message = unsentOf(workspace()->history, *numbers_)) {
    (*message)["kind"] = "change";
    (*message)["document"] = id_;
    send(*message);
  }
}

// ---- messages ----

void Following::received(const QByteArray& line) {
  if (!link_) return;
  if (opening_) return waiting_.push_back(line);
  const json message = json::parse(line.toStdString(), nullptr, false);
  if (!message.is_object()) return end(tr("The session sent what this window does not understand"));
  try {
    take(message);
  } catch (const json::exception&) {
    end(tr("The session sent what this window does not understand"));
  }
}

void Following::take(const json& message) {
  const std::string kind = message.value("kind", "");
  if (message.contains("client")) state_.client = QString::fromStdString(message.value("client", ""));
  if (kind == "hello" && message.value("followed", false)) return end(tr("Another window follows this session"));
  if (kind == "document") return open(message);
  if (kind == "change") return carryOver(message);
  if (kind == "refused") return tellRefusal(message);
  if (kind == "control") return takeControl(message.value("person", false));
  if (kind == "closed") return end(tr("it closed the program"));
  if (kind == "withdrawn") return end(tr("it no longer lets windows follow"));
  if (kind == "working") return event({FollowEvent::Kind::Working, false, workingWords(message), {}});
  if (kind == "progress" && state_.last.kind == FollowEvent::Kind::Working)
    state_.last.share = message.value("share", -1.0);
  if (kind == "failed")
    messages_.say(tr("The session did not take the change: %1").arg(inWords(message.value("why", ""))));
  if (kind == "numbers") return takeNumbers(message);
  if (kind == "pins") {
    state_.pins.clear();
    for (const json& one : message.at("pins"))
      state_.pins.push_back({LoopId{one.value("loop", 0u)}, QString::fromStdString(one.value("name", ""))});
  }
  Q_EMIT changed();
}

// In the order of the changes, each of which starts from the numbers that are known then.
void Following::takeNumbers(const json& message) {
  document_.changes()->run([this, pairs = message.at("numbers").get<std::vector<std::pair<int, int>>>()] {
    Workspace* followed = workspace();
    for (const auto& [local, remote] : pairs)
      if (followed && local >= 0 && local < followed->history.size()) numbers_->pair(remote, local, followed->history);
  });
}

void Following::event(FollowEvent event) {
  state_.last = std::move(event);
  Q_EMIT changed();
}

void Following::open(const json& message) {
  id_ = message.value("document", "");
  name_ = QFileInfo(QString::fromStdString(message.value("name", ""))).fileName();
  state_.program = programWords(message);
  state_.pins.clear();
  state_.looksBack = false;
  state_.behind = 0;
  opening_ = true;
  files_.openFollowed([message] { return sessionFrom(message); });
}

void Following::opened() {
  opening_ = false;
  number_ = document_.number();
  if (!document_.hasProgram()) return end(tr("its program cannot be read here"));
  numbers_ = std::make_unique<FollowedNumbers>(document_.history());
  function_ = document_.function();
  programName_ = document_.session()->program();
  text_ = document_.session()->text();
  state_.phase = Phase::Following;
  event({FollowEvent::Kind::Opened, false, {}, {}});
  Q_EMIT document_.fileChanged();
  const std::vector<QByteArray> waiting = std::exchange(waiting_, {});
  for (const QByteArray& line : waiting) received(line);
}

// Of the followed function; nullptr: the window's document is another one. The person may look at another function of
// the file meanwhile.
Workspace* Following::workspace() {
  Session* session = document_.session();
  if (!session || !numbers_ || document_.number() != number_ || session->text() != text_) return nullptr;
  return session->workspaceOf(programName_);
}

bool Following::isShown() const { return document_.session() && document_.session()->program() == programName_; }

// After the changes that wait, so that the session's order is kept.
void Following::carryOver(const json& message) {
  document_.changes()->enqueue([this, message] {
    const Workspace* followed = workspace();
    if (!followed) return document_.changes()->finished();
    struct Made {
      FollowedChange change;
      std::shared_ptr<const ProgramViews> views;
    };
    const bool stays = state_.control == Control::Person || state_.looksBack;
    jobs_.run<std::shared_ptr<Made>>(
        Channel::Step,
        [message, history = followed->history, numbers = *numbers_, stays, shown = followed->shown,
         caches = program_.caches()](const Stop&) {
          auto made = std::make_shared<Made>(Made{lw::changed(history, numbers, message), nullptr});
          const int current = made->change.numbers.current;
          if (stays || made->change.error || current == history.current()) return made;
          const Snapshot& before = history.schedule().program();
          const Snapshot& after = made->change.history.node(current).schedule.program();
          made->views = std::make_shared<const ProgramViews>(
              viewsOf(after, ProgramUpdates::functionAfter(before, after, shown), caches));
          return made;
        },
        [this, message, stays](std::shared_ptr<Made> made) {
          show(std::move(made->change), message, stays, std::move(made->views));
          document_.changes()->finished();
        });
  });
}

void Following::show(FollowedChange made, const json& message, bool stays, std::shared_ptr<const ProgramViews> views) {
  Workspace* followed = workspace();
  if (!followed) return end(tr("the text in the window has changed"));
  if (made.error) return end(tr("a step of it is refused here: %1").arg(reasonWords(*made.error)));
  History& history = followed->history;
  const Schedule before = history.schedule();
  const int shown = history.current();
  history = std::move(made.history);
  *numbers_ = std::move(made.numbers);
  const int current = numbers_->current;
  if (!stays) history.goTo(current);
  if (stays) state_.behind += made.added;
  carrying_ = true;
  if (history.current() != shown && isShown()) {
    program_.follow(before, history.schedule());
    selection_.move(before, history.schedule());
    program_.show(std::move(views));
  } else {
    Q_EMIT history_.changed();
  }
  for (const RunRecord& run : made.runs) records_.add(programName_, run);
  carrying_ = false;
  const FollowEvent done = eventOf(message, history, *numbers_, *records_.model());
  if (done.kind != FollowEvent::Kind::None)
    event(done);
  else
    Q_EMIT changed();
}

void Following::takeControl(bool person) {
  document_.changes()->run([this, person] {
    if (!follows()) return;
    state_.control = person ? Control::Person : Control::Client;
    state_.behind = 0;
    if (person) state_.looksBack = false;
    lookBack();
    Q_EMIT changed();
  });
}

void Following::tellRefusal(const json& message) {
  const FollowEvent refusal = refusalOf(message);
  event(refusal);
  if (refusal.kind != FollowEvent::Kind::Refused || !message.contains("steps")) return;
  QStringList steps;
  for (const json& step : message["steps"]) {
    steps << QString::fromStdString(step.get<std::string>());
    if (steps.last() == refusal.text) break;
  }
  document_.changes()->run([this, steps] { steps_.showRefusal(steps); });
}

}  // namespace lw
