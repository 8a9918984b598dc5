// Moves between the states of the history, and changes the history: names, notes, marks, and actions of the shown
// variant.
#pragma once

#include <QObject>
#include <vector>

namespace lw {

struct Explanation;

class HistoryEditor : public QObject {
  Q_OBJECT

 public:
  ~HistoryEditor() override;

  virtual void undo() = 0;
  virtual void redo() = 0;
  virtual void goTo(int node) = 0;
  virtual std::vector<int> shownPath() const = 0;  // from the source to the last state that redo reaches
  virtual void rename(int node, const QString& name) = 0;
  virtual void annotate(int node, const QString& note) = 0;
  virtual void mark(int node, bool bookmark) = 0;
  virtual void removeVariant(int node) = 0;  // with all states below it

  // Each creates a variant besides the old one.
  virtual void editStep(int node, const QString& call) = 0;
  virtual void leaveOut(int node) = 0;
  virtual void moveStep(int node, int by) = 0;      // by this many places; negative: earlier
  virtual void switchStep(int node, bool off) = 0;  // an action that is off remains as a row that is not applied

 Q_SIGNALS:
  void changed();         // rows or their annotations changed
  void variantRemoved();  // emitted before another state is shown
  void refused(const QString& call, const lw::Explanation& reason);
};

}  // namespace lw
