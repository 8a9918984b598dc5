// Models that learn nothing.
#include "core/tune/cost_model.h"

namespace lw::tune {
namespace {

class NoModel : public CostModel {
 public:
  std::vector<double> expect(std::span<const Features> candidates) const override {
    return std::vector<double>(candidates.size(), 1.0);
  }
  std::unique_ptr<CostModel> learned(std::span<const Sample>) const override { return noModel(); }
};

class DraftModel : public CostModel {
 public:
  std::vector<double> expect(std::span<const Features> candidates) const override {
    std::vector<double> ms;
    for (const Features& f : candidates) ms.push_back(f.draftMs);
    return ms;
  }
  std::unique_ptr<CostModel> learned(std::span<const Sample>) const override { return draftModel(); }
};

}  // namespace

std::unique_ptr<CostModel> costModelNamed(std::string_view name) {
  if (name == "off") return noModel();
  if (name == "draft") return draftModel();
  if (name == "learned") return learnedModel();
  return nullptr;
}

std::unique_ptr<CostModel> noModel() { return std::make_unique<NoModel>(); }
std::unique_ptr<CostModel> draftModel() { return std::make_unique<DraftModel>(); }

}  // namespace lw::tune
