#include "app/services/schedule/state_labels.h"

#include <QObject>
#include <algorithm>
#include <map>
#include <set>

namespace lw {
namespace {

// For each node, the position of the first branch that contains it.
std::vector<size_t> ownersOf(const History& history, const std::vector<Branch>& branches) {
  std::vector<size_t> owners(size_t(history.size()), branches.size());
  for (size_t i = 0; i < branches.size(); ++i)
    for (int node = branches[i].tip; node > 0 && owners[size_t(node)] == branches.size();
         node = history.node(node).parent)
      owners[size_t(node)] = i;
  return owners;
}

}  // namespace

QString variantName(const std::vector<Branch>& branches, size_t position) {
  const std::string& name = branches[position].name;
  return name.empty() ? QObject::tr("variant %1").arg(position + 1) : QString::fromStdString(name);
}

QString variantOf(const std::vector<Branch>& branches, int tip) {
  const auto branch = std::find_if(branches.begin(), branches.end(), [tip](const Branch& b) { return b.tip == tip; });
  return QObject::tr("variant %1").arg(branch - branches.begin() + 1);
}

std::vector<QString> stateLabels(const History& history) {
  const std::vector<Branch> branches = branchesOf(history);
  const std::vector<size_t> owners = ownersOf(history, branches);
  std::vector<int> depth(size_t(history.size()), 0);
  std::vector<QString> labels(size_t(history.size()));
  std::map<QString, int> uses;
  for (int i = 0; i < history.size(); ++i) {
    const History::Node& node = history.node(i);
    if (i > 0) depth[size_t(i)] = depth[size_t(node.parent)] + 1;
    if (node.removed) continue;
    QString& label = labels[size_t(i)];
    label = !node.name.empty() ? QString::fromStdString(node.name)
            : i == 0           ? QObject::tr("as written")
                               : QObject::tr("step %1").arg(depth[size_t(i)]);
    ++uses[label];
  }
  std::set<QString> taken;
  for (int i = 0; i < history.size(); ++i) {
    QString& label = labels[size_t(i)];
    if (label.isEmpty()) continue;
    if (uses[label] > 1) {
      if (!history.node(i).name.empty())
        label = QObject::tr("%1 (step %2)").arg(label).arg(depth[size_t(i)]);
      else if (owners[size_t(i)] < branches.size())
        label = QObject::tr("%1 of %2").arg(label, variantName(branches, owners[size_t(i)]));
    }
    const QString base = label;
    for (int copy = 2; !taken.insert(label).second; ++copy) label = QStringLiteral("%1 (%2)").arg(base).arg(copy);
  }
  return labels;
}

}  // namespace lw
