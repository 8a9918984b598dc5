// The one selection of the window. It is mapped through the steps to the shown state and to the source text.
#pragma once

#include <QObject>

#include "app/models/program/linked_selection.h"
#include "core/schedule/schedule.h"

namespace lw {

class Document;

class SelectionModel : public QObject {
  Q_OBJECT

 public:
  explicit SelectionModel(Document& document);

  const LinkedSelection& current() const { return current_; }
  void select(const LinkedSelection& selection);  // leaves out what the shown program does not have
  void clear() { current_ = {}; }                 // changed() is emitted with the next program
  // Maps the selection from one state to another: forward to what the nodes became, or back to what they came from.
  // Returns false if nothing remains.
  bool move(const Schedule& before, const Schedule& after);
  // The loops of the source text that the selection comes from, and the inverse.
  Selection inSource() const;
  BlockId inSource(BlockId block) const;  // as source()->map has it; invalid if no block of the text corresponds to it
  void selectFromSource(LoopId loop, BlockId block);

 Q_SIGNALS:
  void changed();
  void selected();  // emitted by select(), after changed()

 private:
  uint32_t idShift() const;

  Document& document_;
  LinkedSelection current_;
};

}  // namespace lw
