// Searches for steps that would make a refused step legal. The search may take seconds; a newer search replaces it.
#pragma once

#include <QObject>

#include "core/schedule/schedule.h"

namespace lw {

class Document;
class JobRunner;
class Messages;

class RepairSearch : public QObject {
  Q_OBJECT

 public:
  RepairSearch(Document& document, Messages& messages, JobRunner& jobs);
  // `call`: the text of the refused step. Composites have no repairs.
  void seek(const QString& call, const Instruction& wanted, const Explanation& reason);

 Q_SIGNALS:
  void found(const QString& call, const lw::Explanation& reason);  // the reason with its repairs

 private:
  Document& document_;
  Messages& messages_;
  JobRunner& jobs_;
};

}  // namespace lw
