#include "app/services/runs/kernel_facts.h"

#include <QCoreApplication>
#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

#include "app/models/text/translate_messages.h"

namespace lw {
namespace {

QString tr(const char* text) { return QCoreApplication::translate("lw", text); }

bool isBound(const LoopTreeNode& node) {
  return node.kind == LoopTreeNode::Kind::Loop && node.forKind == ForKind::ThreadBinding;
}

// The outermost thread-bound loop around the node, or the node itself; -1 if there is none.
int kernelOf(const LoopTree& tree, int node) {
  int kernel = -1;
  for (int at = node; at >= 0; at = tree.nodes[size_t(at)].parent)
    if (isBound(tree.nodes[size_t(at)])) kernel = at;
  return kernel;
}

// Kernels are numbered in textual order.
size_t numberOf(const LoopTree& tree, int kernel) {
  size_t number = 0;
  for (int i = 0; i < kernel; ++i)
    if (isBound(tree.nodes[size_t(i)]) && kernelOf(tree, i) == i) ++number;
  return number;
}

// Extents of x, y and z; if several nests bind an axis, the largest extent counts.
struct Axes {
  std::array<QString, 3> extents;
  void add(const LoopTreeNode& loop) {
    QString& extent = extents[size_t(std::clamp(loop.chip.back() - 'x', 0, 2))];
    const QString wanted = QString::fromStdString(loop.extent);
    if (extent.isEmpty() || wanted.toLongLong() > extent.toLongLong()) extent = wanted;
  }
  QString text() const {
    QStringList parts;
    for (size_t last = 3; last-- > 0;)
      if (!extents[last].isEmpty() || !parts.isEmpty() || last == 0)
        parts.prepend(extents[last].isEmpty() ? QStringLiteral("1") : extents[last]);
    return parts.join(QStringLiteral(" × "));
  }
  long long product() const {
    long long all = 1;
    for (const QString& extent : extents)
      if (!extent.isEmpty()) all *= extent.toLongLong();
    return all;  // 0: not known
  }
};

void collect(const LoopTree& tree, int node, Axes& grid, Axes& block) {
  const LoopTreeNode& n = tree.nodes[size_t(node)];
  if (isBound(n) && n.chip.starts_with("blockIdx")) grid.add(n);
  if (isBound(n) && n.chip.starts_with("threadIdx")) block.add(n);
  for (const int child : n.children) collect(tree, child, grid, block);
}

QString counted(long n, const QString& one, const QString& many) { return n == 1 ? one : many.arg(n); }

QString accessWords(const GpuAccessCount& access) {
  const QString each = QString::number(access.perRequest(), 'g', 3),
                needed = QString::number(100 * access.efficiency(), 'f', 0);
  return (access.scope.starts_with("shared") ? tr("%1 passes over the banks per warp, %2 % of them needed")
                                             : tr("%1 sectors of 32 bytes per warp, %2 % of them needed"))
      .arg(each, needed);
}

}  // namespace

FactList launchFacts(const LoopTree& tree, int node) {
  const int kernel = kernelOf(tree, node);
  if (kernel < 0) return {};
  Axes grid, block;
  collect(tree, kernel, grid, block);
  QString text = tr("grid %1, block %2").arg(grid.text(), block.text());
  if (const long long threads = block.product(); threads > 1) text += tr(" (%1 threads)").arg(threads);
  return {{tr("Launch"), text}};
}

FactList emulatedFacts(const LoopTree& tree, int node, const EmulatorReport& report) {
  const int kernel = kernelOf(tree, node);
  const size_t number = kernel < 0 ? 0 : numberOf(tree, kernel);
  if (kernel < 0 || number >= report.kernels.size()) return {};
  const GpuKernelReport& counted = report.kernels[number];
  const LoopTreeNode& n = tree.nodes[size_t(node)];
  FactList facts;
  if (isBound(n)) {
    facts.emplace_back(tr("Shared memory"), tr("%1 bytes per block").arg(counted.sharedBytes));
    facts.emplace_back(tr("Registers"), tr("about %1 per thread").arg(counted.registers));
    facts.emplace_back(tr("Occupancy"), tr("%1 %, limited by %2")
                                            .arg(100 * counted.occupancy.share, 0, 'f', 0)
                                            .arg(QString::fromUtf8(counted.occupancy.limit.data(),
                                                                   qsizetype(counted.occupancy.limit.size()))));
    facts.emplace_back(tr("Barriers"), tr("%1 per block").arg(counted.barriers));
  }
  for (const GpuAccessCount& access : counted.accesses) {
    if (!n.block.valid() || access.origin.block != n.block) continue;
    facts.emplace_back((access.store ? tr("Store %1") : tr("Load %1")).arg(QString::fromStdString(access.buffer)),
                       accessWords(access));
  }
  return facts;
}

TreeBadges emulatedBadges(const EmulatorReport& report) {
  struct Most {
    double sectors = 0, passes = 0, least = 1;  // the lowest share of needed bytes
    QStringList lines;
  };
  std::map<BlockId, Most> blocks;
  for (const GpuKernelReport& kernel : report.kernels)
    for (const GpuAccessCount& a : kernel.accesses) {
      if (!a.origin.block.valid()) continue;
      Most& most = blocks[a.origin.block];
      const bool shared = a.scope.starts_with("shared");
      (shared ? most.passes : most.sectors) = std::max(shared ? most.passes : most.sectors, a.perRequest());
      most.least = std::min(most.least, a.efficiency());
      const QString line = (a.store ? tr("Store %1") : tr("Load %1")).arg(QString::fromStdString(a.buffer)) +
                           QStringLiteral(": ") + accessWords(a);
      if (!most.lines.contains(line)) most.lines << line;
    }
  TreeBadges badges;
  for (const auto& [block, most] : blocks) {
    QStringList words;
    if (most.sectors > 0) words << counted(std::lround(most.sectors), tr("1 sector"), tr("%1 sectors"));
    if (most.passes > 0) words << counted(std::lround(most.passes), tr("1 pass"), tr("%1 passes"));
    badges.emplace(block, TreeBadge{words.join(QStringLiteral(" · ")),
                                    (most.passes > most.sectors / 4 ? words.back() : words.front()),
                                    most.lines.join('\n'), most.least < 0.5});
  }
  for (const GpuFinding& finding : report.findings)
    for (const BlockId block : finding.explanation.blocks) {
      TreeBadge& badge = badges[block];
      badge.words = finding.kind == GpuFinding::Kind::Race               ? tr("race")
                    : finding.kind == GpuFinding::Kind::DivergentBarrier ? tr("barrier")
                    : finding.kind == GpuFinding::Kind::UnderWay         ? tr("copy in progress")
                                                                         : tr("not written");
      badge.brief = QStringLiteral("!");
      badge.tip =
          reasonWords(finding.explanation) + (badge.tip.isEmpty() ? QString() : QStringLiteral("\n") + badge.tip);
      badge.bad = true;
    }
  return badges;
}

}  // namespace lw
