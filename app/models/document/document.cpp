#include "app/models/document/document.h"

#include "app/models/document/change_queue.h"
#include "app/models/document/messages.h"
#include "app/models/text/translate_messages.h"

namespace lw {

Document::Document(Messages& messages) : messages_(messages), changes_(std::make_unique<ChangeQueue>()) {}

Document::~Document() = default;

void Document::replace(Session session) {
  ++number_;
  changes_->clear();
  Q_EMIT ended();
  session_ = std::move(session);
  Q_EMIT replaced();
}

QString Document::sessionPath() const { return session_ ? QString::fromStdString(session_->document) : QString(); }

void Document::setLayout(const std::string& layout) {
  if (session_) session_->layout = layout;
}

QStringList Document::scheduleFunctions() const {
  QStringList names;
  if (source())
    for (const std::string& name : source()->scheduleFunctions()) names << QString::fromStdString(name);
  return names;
}

QStringList Document::functionNames() const {
  QStringList names;
  if (session_)
    for (const std::string& name : session_->functions()) names << QString::fromStdString(name);
  return names;
}

QString Document::function() const { return session_ ? QString::fromStdString(session_->function()) : QString(); }

// The other functions keep their variants, runs and current states.
void Document::chooseFunction(const QString& name) {
  changes_->run([this, name] {
    if (!session_ || name == function()) return;
    if (const Status chosen = session_->choose(name.toStdString()); !chosen)
      return messages_.say(reasonWords(chosen.error()));
    Q_EMIT functionChosen();
    Q_EMIT fileChanged();
  });
}

Schedule Document::workingSchedule() const {
  Schedule schedule = this->schedule();
  (void)schedule.workOn(schedule.program().functionName(shownFunction()));
  return schedule;
}

const PrimFunc& Document::functionAt(int node) const {
  return history().node(node).schedule.program().function(shownFunction());
}

}  // namespace lw
