// Decisions that the next search keeps.
#pragma once

#include <QObject>
#include <vector>

#include "app/models/tuning/tune_choices.h"
#include "backends/targets/targets.h"
#include "core/tune/decisions.h"

namespace lw {

class Document;
class JobRunner;
class Messages;
struct TargetDescriptor;

struct TunePin {
  tune::Decision decision;
  QString text;
};

class TunePins : public QObject {
  Q_OBJECT

 public:
  TunePins(const Document& document, Messages& messages, JobRunner& jobs);
  const std::vector<TunePin>& all() const { return pins_; }
  tune::Decisions decisions() const;
  void set(const tune::Decision& decision, const QString& text);  // replaces one of the same name
  void remove(const QString& decision);
  void clear();

  // The decisions that made a loop of the shown state: the next search keeps the loop as it is.
  bool mayPin(LoopId loop) const;  // steps of a space may have made it
  // `start`: what the candidates of the space continue.
  void pinLoop(LoopId loop, const TuneChoices& choices, const Schedule& start, const TargetDescriptor& target);

 Q_SIGNALS:
  void changed();

 private:
  void put(const tune::Decision& decision, const QString& text);
  const Document& document_;
  Messages& messages_;
  JobRunner& jobs_;
  std::vector<TunePin> pins_;
};

}  // namespace lw
