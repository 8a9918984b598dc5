#include "app/shared/json/cost_table.h"

#include "core/ir/visit.h"
#include "core/support/json.h"

namespace lw {
namespace {

// Collects loops and blocks in program order.
class Rows : public Visitor {
 public:
  explicit Rows(const ProgramCost& cost) : cost_(cost) {}
  std::vector<CostRow> rows;

  void stmt(const Stmt& s) override {
    const auto* loop = s.as<For>();
    const auto* block = s.as<Block>();
    const bool shown = loop || (block && !(block->iters.empty() && block->name == "root"));
    if (loop)
      rows.push_back({depth_, "loop", loop->var.name(), &cost_.loops.at(loop->id)});
    else if (shown)
      rows.push_back({depth_, "block", block->name, &cost_.blocks.at(block->id)});
    depth_ += shown;
    children(s);
    depth_ -= shown;
  }
  void expr(const Expr&) override {}

 private:
  const ProgramCost& cost_;
  int depth_ = 0;
};

nlohmann::json toJson(const CostRow& row, const std::vector<int64_t>& caches) {
  const Cost& c = *row.cost;
  nlohmann::json j{{"kind", row.kind},          {"name", row.name},
                   {"depth", row.depth},        {"executions", c.executions},
                   {"flops", c.flops},          {"bytes", c.bytes},
                   {"footprint", c.footprint},  {"fits", levelOf(c.footprint, caches)},
                   {"traffic", c.traffic},      {"intensity", c.intensity()},
                   {"exact_work", c.exactWork}, {"exact_footprint", c.exactFootprint}};
  if (row.kind == "loop") j["iteration_footprint"] = c.iterationFootprint;
  for (const auto& [buffer, bytes] : c.buffers) j["buffers"].push_back({{"name", buffer}, {"bytes", bytes}});
  return j;
}

}  // namespace

std::string levelOf(double bytes, const std::vector<int64_t>& caches) {
  for (size_t i = 0; i < caches.size(); ++i)
    if (bytes <= static_cast<double>(caches[i])) return "L" + std::to_string(i + 1);
  return "memory";
}

std::vector<CostRow> costRows(const PrimFunc& function, const ProgramCost& cost) {
  Rows listed(cost);
  listed.rows.push_back({0, "function", function.name, &cost.whole});
  listed.stmt(function.body);
  return std::move(listed.rows);
}

nlohmann::json costJson(const PrimFunc& function, const std::vector<CostRow>& rows, const ProgramCost& cost,
                        const std::vector<int64_t>& caches) {
  nlohmann::json list = nlohmann::json::array();
  for (const CostRow& row : rows) list.push_back(toJson(row, caches));
  return {{"function", function.name}, {"caches", caches}, {"assumed", cost.assumed}, {"rows", std::move(list)}};
}

}  // namespace lw
