// A guess at how long candidates take, which decides what is measured.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/ir/stmt.h"
#include "core/tune/machine.h"

namespace lw::tune {

// Numbers that describe a scheduled function, one row for each of its stores; see featureNames().
struct Features {
  std::vector<std::vector<float>> rows;
  double draftMs = 0;  // what the draft model expects
};

struct Sample {
  Features features;
  double ms = 0;  // measured; infinite: it failed, so that it is worse than anything measured
};

class CostModel {
 public:
  virtual ~CostModel() = default;
  // Expected ms of each candidate. Only their order and ratios matter.
  virtual std::vector<double> expect(std::span<const Features> candidates) const = 0;
  // A model that also knows these samples, which are all so far; runs beside searching and measuring.
  virtual std::unique_ptr<CostModel> learned(std::span<const Sample> samples) const = 0;
};

std::unique_ptr<CostModel> noModel();       // expects the same of all
std::unique_ptr<CostModel> draftModel();    // roofline, footprints and instruction counts; learns nothing
std::unique_ptr<CostModel> learnedModel();  // the draft until there are enough samples, then gradient-boosted trees

std::unique_ptr<CostModel> costModelNamed(std::string_view name);  // "off", "draft", "learned"; else nullptr

std::vector<std::string> featureNames();
// `scheduled`: a function before lowering.
Features featuresOf(const PrimFunc& scheduled, const Machine& machine);

}  // namespace lw::tune
