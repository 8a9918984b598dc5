// States of the shown function for panes that show a state of their own, computed in the background and kept while a
// pane needs them.
#pragma once

#include <QObject>
#include <QString>
#include <map>
#include <memory>
#include <set>

namespace lw {

class Document;
class JobRunner;
class Lowering;
class TargetChoice;
struct OtherState;

class PaneStates : public QObject {
  Q_OBJECT

 public:
  PaneStates(Document& document, const Lowering& lowering, const TargetChoice& target, JobRunner& jobs,
             const std::vector<int64_t>& caches);
  // A state, and the target that it is lowered for; empty: the chosen target.
  using Key = std::pair<int, QString>;
  void want(const std::set<Key>& states);
  std::shared_ptr<const OtherState> of(const Key& key) const;  // nullptr: not ready, or not needed
  void refresh();  // computes needed states that are missing, or that have another text, target or arithmetic

 Q_SIGNALS:
  void changed();

 private:
  QString targetOf(const Key& key) const;

  Document& document_;
  const Lowering& lowering_;
  const TargetChoice& target_;
  JobRunner& jobs_;
  const std::vector<int64_t>& caches_;
  std::set<Key> wanted_;
  std::map<Key, std::shared_ptr<const OtherState>> states_;
};

}  // namespace lw
