#include "app/lw/output/model_text.h"

#include <cstdio>

#include "core/ir/debug_text.h"

namespace lw {
namespace {

void printShare(const std::string& name, const ModelShare& share, double whole) {
  const auto most = static_cast<size_t>(share.most());
  const std::string limit =
      share.cycles > 0 ? wordsOf(share.most()).text() + " (" +
                             std::to_string(static_cast<int>(100 * share.limits[most] / share.cycles + 0.5)) + " %)"
                       : "";
  std::printf("%-30s %14s %6.1f %% %14s  %s\n", name.c_str(), amountOf(share.cycles).text().c_str(),
              whole > 0 ? 100 * share.cycles / whole : 0, amountOf(share.lines).text().c_str(), limit.c_str());
}

}  // namespace

void printModel(const std::string& function, const ModelTable& table) {
  const double whole = table.costs.whole.cycles;
  std::printf("%-30s %14s %8s %14s  %s\n", "", "cycles", "share", "cache lines", "limited by");
  printShare("function " + function, table.costs.whole, whole);
  for (const ModelledLoop& loop : table.costs.loops)
    printShare(std::string(static_cast<size_t>(loop.depth + 1) * 2, ' ') + "loop " + loop.name +
                   (loop.kind == ForKind::Serial ? "" : " " + std::string(nameOf(loop.kind))),
               loop, whole);
  std::printf("\n");
  for (const ModelledBlock& block : table.costs.blocks) printShare(block.words().text(), block, whole);
  std::printf("\nloops of the lowered program, with the loops inside them; a model for teaching, not a prediction\n");
  if (!table.goal) return;
  std::printf("goal: %s\n", table.goal->asked.c_str());
  if (!table.goal->counted.empty())
    std::printf("%s %s\n", table.goal->reached ? "  reached:" : "  not yet:", table.goal->counted.c_str());
  if (!table.goal->missing.empty()) std::printf("  %s\n", table.goal->missing.c_str());
}

}  // namespace lw
