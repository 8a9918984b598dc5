// The one selection of the window, carried along with the steps, and its counterpart in the text.
#pragma once

#include <QObject>

#include "app/services/document/document.h"
#include "views/selection/linked_selection.h"

namespace lw {

class SelectionModel : public QObject {
  Q_OBJECT

 public:
  explicit SelectionModel(Document& document);

  const LinkedSelection& current() const { return current_; }
  void select(const LinkedSelection& selection);  // what the shown program lacks is left out
  void clear() { current_ = {}; }                 // the signal comes with the next program
  // From one state to another: forward to what the nodes became, back to what they came from. False: nothing is left.
  bool move(const Schedule& before, const Schedule& after);
  // The loops of the source text that the selection stems from, and back.
  Selection inSource() const;
  BlockId inSource(BlockId block) const;  // as source()->map has it; not valid: no block of the text is it
  void selectFromSource(LoopId loop, BlockId block);

 Q_SIGNALS:
  void changed();
  void selected();  // by select(), after changed()

 private:
  uint32_t idShift() const;

  Document& document_;
  LinkedSelection current_;
};

}  // namespace lw
