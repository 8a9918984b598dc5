#include "app/lw/output/measurement_text.h"

#include <cstdio>
#include "core/support/json.h"

#include "backends/target/peaks.h"
#include "backends/targets/targets.h"
#include "core/support/text.h"

namespace lw {
namespace {

std::string runsText(const TimeSummary& time) {
  return time.count == 1
             ? "1 run"
             : timeText(time.min) + " to " + timeText(time.max) + ", " + std::to_string(time.count) + " runs";
}

std::string speedText(double ratio) { return format(ratio >= 0.1 ? "%.2fx" : "%.2gx", ratio); }

}  // namespace

void printRow(const char* label, const std::string& text) { std::printf("  %-12s %s\n", label, text.c_str()); }

std::string format(const char* pattern, double value) {
  char text[256];
  std::snprintf(text, sizeof text, pattern, value);
  return text;
}

namespace {

// For example "the unscheduled program", "numpy 2.1.3".
std::string referenceName(const std::string& kind) { return kind.starts_with("numpy") ? kind : "the " + kind; }

std::string resultText(const Measurement& m) {
  if (!m.checked) return "not checked";
  if (!m.ok)
    return m.difference ? "WRONG, compared with " + referenceName(m.referenceKind) : "WRONG: the emulator found errors";
  return "ok, max error " + format("%.2g", m.maxAbsError) + " (relative " + format("%.2g", m.maxRelError) +
         "), compared with " + referenceName(m.referenceKind);
}

bool onThisProcessor(const Measurement& m) {
  const TargetDescriptor* target = findTarget(m.target);
  return target && target->onThisProcessor;
}

void printSums(const Measurement& m) {
  if (!m.sums || m.sums->warning().empty()) return;
  printRow("sums", m.sums->warning().text());
  if (!m.sums->remedy().empty()) printRow("", m.sums->remedy().text());
}

// Of a program of integers its operations; empty: it computes nothing, as a copy.
std::string speedOf(const Measurement& m) {
  if (m.gflops > 0) return format("%.1f GFLOP/s", m.gflops);
  return m.gops() > 0 ? format("%.1f GOP/s", m.gops()) + " (integers)" : "";
}

// The time of a wrong result is printed, but not compared.
void printTimes(const Measurement& m) {
  const bool right = !m.checked || m.ok;
  printRow("time",
           timeText(m.time.median) + "  (" + runsText(m.time) +
               (!onThisProcessor(m) ? std::string(")")
                                    : ", " + std::to_string(m.threads) + (m.threads == 1 ? " thread)" : " threads)")) +
               (right ? "" : "; the result is wrong"));
  if (right)
    printRow("speed",
             speedOf(m) +
                 (m.abovePeak ? ", more than this machine's measured peak: not all counted operations are carried out"
                  : m.peakFraction > 0 ? format(", %.0f %% of this machine's measured peak", 100 * m.peakFraction)
                                       : "") +
                 format(speedOf(m).empty() ? "%.2f GB/s" : ", %.2f GB/s", m.gbps));
  if (!m.packedOnce.empty())
    printRow("packed once", join(m.packedOnce) + ", " + timeText(m.packingMs) + ", not counted");
  if (m.referenceTime.count > 0) {
    const Comparison c = compareTimes(m.time, m.referenceTime);
    const std::string ratio = c == Comparison::Indistinguishable
                                  ? "; indistinguishable"
                                  : "; this is " + speedText(m.referenceTime.median / m.time.median) + " its speed";
    printRow("reference", timeText(m.referenceTime.median) + "  (" + m.referenceKind + ", " +
                              runsText(m.referenceTime) + (m.blas ? "; " + blas::textOf(*m.blas) : "") + ")" +
                              (right ? ratio : ""));
    if (m.blas && !m.blas->fit())
      printRow("", "beware: " + blas::warningOf(*m.blas));
    else if (m.blasShare > 0 && m.blasShare < kGoodProduct)
      printRow("",
               format("beware: OpenBLAS reaches %.0f %% of this machine's peak with a product of 1024 x 1024 x 1024, "
                      "where 60 %% are usual: the reference takes too long",
                      100 * m.blasShare));
  }
  if (m.load && !isQuiet(*m.load))
    printRow("meanwhile", format("%.1f other cores were busy: these times may be too long", m.load->busy()));
  if (m.baselineMs > 0)
    printRow("start", timeText(m.baselineMs) + "  (unscheduled program)" +
                          (right ? "; this is " + speedText(m.baselineMs / m.time.median) + " its speed" : ""));
}

}  // namespace

void printMeasurement(const std::string& title, const Measurement& m, const std::string& math) {
  std::printf("%s\n", title.c_str());
  printRow("result", resultText(m));
  printSums(m);
  if (m.difference)
    printRow("", std::to_string(m.difference->count) + " elements differ; worst: " + elementText(*m.difference) +
                     " is " + format("%.9g", m.difference->got) + ", expected " +
                     format("%.9g", m.difference->expected));
  if (m.emulated)
    return printRow("emulated", m.device + " in " + timeText(m.time.median) + ", which says nothing about a GPU");
  if (!m.host.empty()) printRow("ran at", m.host);
  printTimes(m);
  if (!math.empty()) printRow("arithmetic", math);
  if (!m.confined) printRow("sandbox", "none, so the kernel had your rights: no seccomp here, or LW_SANDBOX=off");
  printRow("compiled", timeText(m.compileMs) + (m.codeKnown ? "  (kept from before)" : "") + "  for " + m.device);
}

nlohmann::json sweepJson(const std::string& size, const std::vector<SweptSize>& points) {
  nlohmann::json list = nlohmann::json::array();
  for (const SweptSize& point : points) {
    nlohmann::json j{{"value", point.value}};
    if (const Result<Measurement>& m = point.measured; m) {
      j["median_ms"] = m->time.median;
      j["gflops"] = m->gflops;
      if (m->gops() > 0) j["gops"] = m->gops();
      j["checked"] = m->checked;
      j["ok"] = m->ok;
      if (m->referenceTime.count > 0) j["reference_ms"] = m->referenceTime.median;
    } else {
      j["error"] = m.error().message;
    }
    list.push_back(std::move(j));
  }
  return {{"size", size}, {"runs", std::move(list)}};
}

void printSweepTitle(const std::string& title, const std::string& size, bool integers) {
  std::printf("%s\n  %-10s %12s %12s %12s   %s\n", title.c_str(), size.c_str(), "time", integers ? "GOP/s" : "GFLOP/s",
              "reference", "result");
}

void printSwept(const SweptSize& point) {
  const std::string value = std::to_string(point.value);
  if (const Result<Measurement>& m = point.measured; m)
    std::printf("  %-10s %12s %12s %12s   %s\n", value.c_str(), timeText(m->time.median).c_str(),
                !m->checked || m->ok ? format("%.1f", m->gflops > 0 ? m->gflops : m->gops()).c_str() : "",
                m->referenceTime.count > 0 ? timeText(m->referenceTime.median).c_str() : "",
                !m->checked ? "not checked"
                : m->ok     ? "ok"
                            : "WRONG");
  else
    std::printf("  %-10s %s\n", value.c_str(), m.error().message.c_str());
  std::fflush(stdout);
}

}  // namespace lw
