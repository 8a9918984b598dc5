#include "app/shared/json/measurement_json.h"

#include "core/support/json.h"
#include "core/support/text.h"

namespace lw {

std::string elementText(const FirstDifference& difference) {
  std::string text = difference.buffer + "[";
  text += join(difference.index, [&](const auto& item) { return std::to_string(item); });
  return text + "]";
}

const char* comparisonName(Comparison c) {
  return c == Comparison::Faster ? "faster" : c == Comparison::Slower ? "slower" : "indistinguishable";
}

nlohmann::json measurementJson(const Measurement& m, int steps, const std::string& math) {
  nlohmann::json j{{"target", m.target},
                   {"math", math},
                   {"device", m.device},
                   {"threads", m.threads},
                   {"compile_ms", m.compileMs},
                   {"compiled_before", m.codeKnown},
                   {"median_ms", m.time.median},
                   {"min_ms", m.time.min},
                   {"max_ms", m.time.max},
                   {"median_low_ms", m.time.medianLow},
                   {"median_high_ms", m.time.medianHigh},
                   {"runs", m.time.count},
                   {"gflops", m.gflops},
                   {"gbps", m.gbps},
                   {"peak_fraction", m.peakFraction},
                   {"checked", m.checked},
                   {"ok", !m.checked || m.ok},
                   {"max_abs_error", m.maxAbsError},
                   {"max_rel_error", m.maxRelError},
                   {"baseline_ms", steps == 0 && m.baselineMs <= 0 ? m.time.median : m.baselineMs},
                   {"steps", steps}};
  if (m.abovePeak) j["above_peak"] = true;
  if (m.gops() > 0) j["gops"] = m.gops();
  j["reference"] = {{"kind", m.referenceKind},
                    {"median_ms", m.referenceTime.median},
                    {"median_low_ms", m.referenceTime.medianLow},
                    {"median_high_ms", m.referenceTime.medianHigh},
                    {"runs", m.referenceTime.count}};
  if (m.blas) j["reference"]["blas"] = blas::toJson(*m.blas);
  if (m.blasShare > 0) j["reference"]["blas"]["share_of_peak"] = m.blasShare;
  if (m.referenceTime.count > 0) j["comparison"] = comparisonName(compareTimes(m.time, m.referenceTime));
  if (m.load) j["load"] = {{"other_cores", m.load->others}, {"stolen_cores", m.load->stolen}};
  if (!m.codeHash.empty()) j["code"] = m.codeHash;
  if (m.difference)
    j["first_difference"] = {{"element", elementText(*m.difference)},
                             {"got", m.difference->got},
                             {"expected", m.difference->expected},
                             {"count", m.difference->count}};
  if (m.sums && !m.sums->warning().empty())
    j["sums"] = {{"warning", m.sums->warning().text()},
                 {"remedy", m.sums->remedy().text()},
                 {"own_error", m.sums->own},
                 {"allowed", m.sums->allowed}};
  if (!m.packedOnce.empty()) j["packed_once"] = {{"weights", m.packedOnce}, {"ms", m.packingMs}};
  if (!m.output.empty()) j["output"] = m.output;
  return j;
}

}  // namespace lw
