// The table of ONNX's operators (operators.def).
#include <algorithm>
#include <cstring>

#include "core/onnx/import.h"
#include "core/onnx/operators/operators.h"

namespace lw::onnx {
namespace {

const OperatorRow kRows[] = {
#define LW_ONNX(name, domain, since, function) {name, domain, since, &convert::function, "", ""},
#define LW_ONNX_AS(name, domain, since, as) {name, domain, since, nullptr, as, ""},
#define LW_ONNX_NOT(name, domain, why) {name, domain, 0, nullptr, "", why},
#include "core/onnx/operators/operators.def"
#undef LW_ONNX
#undef LW_ONNX_AS
#undef LW_ONNX_NOT
};

}  // namespace

const OperatorRow* findRow(std::string_view name, std::string_view domain) {
  const auto* at = std::find_if(std::begin(kRows), std::end(kRows),
                                [&](const OperatorRow& r) { return r.name == name && r.domain == domain; });
  return at == std::end(kRows) ? nullptr : at;
}

std::vector<OperatorSupport> operatorSupport() {
  std::vector<OperatorSupport> all;
  for (const OperatorRow& r : kRows) all.push_back({r.name, r.domain, r.since, r.whyNot});
  return all;
}

}  // namespace lw::onnx
