#include "backends/runner/package_main.h"

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <iterator>
#include <thread>
#include "core/support/json.h"

#include "backends/runner/errors.h"
#include "backends/runner/gpu_driver.h"
#include "backends/runner/gpu_job.h"
#include "backends/runner/object_run.h"
#include "backends/runner/package_run.h"
#include "backends/target/memory.h"
#include "backends/target/processor.h"
#include "core/support/text.h"

namespace lw {
namespace {

using nlohmann::json;

// The same exit codes as lw.
enum Exit : int { kDone = 0, kInputAtFault = 1, kWrongUsage = 2, kWrongResult = 3, kNoTarget = 4 };

constexpr const char* kHelp =
    R"(lw-runner PACKAGE    runs, checks and times the kernels of a package that `lw export --format package` wrote; -: from standard input
  --target cpu|cuda|opencl  (what the package is for; cuda where it has PTX, else opencl)
  --device N            number of the device, from 0
  --repeat N            samples (10)
  --min-ms X            least time of a sample; short kernels are launched several times (0)
  --timeout S           seconds for everything (120)
  --json                the result as JSON
  --outputs             after the JSON, the values of the outputs: a line with the length of the JSON comes first
lw-runner --devices   the devices of this machine as JSON
lw-runner --processor what a compiler has to know of its processor as JSON
Started by lw and loopwright without arguments, it runs kernels for them.
)";

struct Wanted {
  std::string file;
  PackageOptions options;
  bool target = false, json = false, outputs = false, devices = false, processor = false, help = false;
  double timeout = 120;
};

Explanation wrong(Explanation e) { return explain(std::move(e), "`lw-runner --help` lists the options"); }

Result<Wanted> parse(int count, char** words) {
  Wanted w;
  for (int i = 1; i < count; ++i) {
    const std::string word = words[i];
    if (word == "--json")
      w.json = true;
    else if (word == "--outputs")
      w.json = w.outputs = true;
    else if (word == "--devices")
      w.devices = true;
    else if (word == "--processor")
      w.processor = true;
    else if (word == "--help")
      w.help = true;
    else if (word.starts_with("--")) {
      if (i + 1 >= count) return wrong(err::kOptionWithoutValue(word));
      const std::string value = words[++i];
      char* end = nullptr;
      const double number = std::strtod(value.c_str(), &end);
      const bool isNumber = !value.empty() && *end == '\0' && number >= 0;
      if (word == "--target") {
        const auto apis = gpuApis();
        if (value != kProcessorApi &&
            std::none_of(apis.begin(), apis.end(), [&](const GpuApi& api) { return value == api.name; }))
          return wrong(err::kOptionChoice(word, "cpu, cuda or opencl", value));
        w.options.api = value;
        w.target = true;
      } else if (!isNumber)
        return wrong(err::kOptionNumber(word, value));
      else if (word == "--device")
        w.options.device = static_cast<int>(number);
      else if (word == "--repeat")
        w.options.repeat = static_cast<int>(number);
      else if (word == "--min-ms")
        w.options.minMs = number;
      else if (word == "--timeout")
        w.timeout = number;
      else
        return wrong(err::kOptionUnknown(word));
    } else if (w.file.empty())
      w.file = word;
    else
      return wrong(err::kOptionSecondPackage(word));
  }
  if (w.file.empty() && !w.devices && !w.processor && !w.help) return wrong(err::kOptionNoPackage());
  return w;
}

int fail(bool asJson, const Explanation& e, int code) {
  if (asJson) {
    json holes = json::array();
    for (const MessageArgument& argument : e.reason.arguments) holes.push_back(argument.text);
    const json error{{"kind", e.kind}, {"message", e.message}, {"hint", e.hint}, {"holes", std::move(holes)}};
    std::cout << json{{"ok", false}, {"errors", json::array({error})}}.dump(2) << std::endl;
  } else
    std::cerr << "error: " << e.message << "\n" << (e.hint.empty() ? "" : "  hint: " + e.hint + "\n");
  return code;
}

// Ends a kernel that hangs: the driver frees the device when this process ends.
void watch(double seconds, bool asJson) {
  std::thread([seconds, asJson] {
    std::this_thread::sleep_for(std::chrono::duration<double>(seconds));
    std::string text = std::to_string(seconds);
    fail(asJson, explain(err::kPackageTimeout(text.substr(0, text.find('.') + 2)), "--timeout sets a longer limit"),
         kWrongResult);
    _exit(kWrongResult);
  }).detach();
}

std::string elementOf(const PackageReport& r) {
  std::string text = r.wrong + "[";
  text += join(r.difference.at, [&](const auto& item) { return std::to_string(item); });
  return text + "]";
}

json toJson(const KernelPackage& package, const Wanted& w, const PackageReport& r) {
  json j{{"name", package.name},
         {"target", w.options.api},
         {"device", r.device},
         {"version", r.version},
         {"arch", r.arch},
         {"median_ms", r.time.median},
         {"min_ms", r.time.min},
         {"max_ms", r.time.max},
         {"median_low_ms", r.time.medianLow},
         {"median_high_ms", r.time.medianHigh},
         {"runs", r.time.count},
         {"gflops", package.flops / r.time.median / 1e6},
         {"gbps", package.bytes / r.time.median / 1e6},
         {"checked", r.checked},
         {"ok", r.ok},
         {"max_abs_error", r.maxAbsolute},
         {"max_rel_error", r.maxRelative},
         {"reference", {{"kind", package.reference}}}};
  if (!r.wrong.empty())
    j["first_difference"] = {{"element", elementOf(r)},           {"buffer", r.wrong},
                             {"index", r.difference.at},          {"got", r.difference.got},
                             {"expected", r.difference.expected}, {"count", r.difference.count}};
  return j;
}

void print(const KernelPackage& package, const PackageReport& r) {
  std::printf("%s on %s%s\n", package.name.c_str(), r.device.c_str(),
              r.arch.empty() ? "" : (", kernels for " + r.arch).c_str());
  if (!r.checked)
    std::printf("  result  not checked\n");
  else if (r.ok)
    std::printf("  result  ok, max error %.2g (relative %.2g) against %s\n", r.maxAbsolute, r.maxRelative,
                package.reference.c_str());
  else
    std::printf("  result  WRONG: %ld elements differ; worst: %s is %.9g, expected %.9g\n", r.difference.count,
                elementOf(r).c_str(), r.difference.got, r.difference.expected);
  std::printf("  time    %.4g ms  (%.4g to %.4g, %d runs)\n", r.time.median, r.time.min, r.time.max, r.time.count);
  std::printf("  speed   %.1f GFLOP/s, %.2f GB/s\n", package.flops / r.time.median / 1e6,
              package.bytes / r.time.median / 1e6);
}

std::optional<std::string> contentsOf(const std::string& file) {
  if (file == "-") return std::string(std::istreambuf_iterator<char>(std::cin), {});
  std::ifstream in(file, std::ios::binary);
  if (!in) return std::nullopt;
  return std::string(std::istreambuf_iterator<char>(in), {});
}

}  // namespace

int packageMain(int count, char** words) {
  Result<Wanted> wanted = parse(count, words);
  if (!wanted) return fail(false, wanted.error(), kWrongUsage);
  if (wanted->help) return std::fputs(kHelp, stdout), kDone;
  if (wanted->devices) return std::cout << gpuDevicesJson().dump(2) << "\n", kDone;
  if (wanted->processor) return std::cout << toJson(thisProcessor()).dump(2) << "\n", kDone;
  wanted->options.timeoutSeconds = wanted->timeout;
  watch(wanted->timeout, wanted->json);
  const std::optional<std::string> bytes = contentsOf(wanted->file);
  if (!bytes) return fail(wanted->json, err::kPackageUnreadable(wanted->file), kInputAtFault);
  const Result<KernelPackage> package = decodePackage(*bytes, availableMemory());
  if (!package) return fail(wanted->json, package.error(), kInputAtFault);
  if (!wanted->target && package->object)
    wanted->options.api = kProcessorApi;
  else if (!wanted->target)
    for (const GpuApi& api : gpuApis()) {
      wanted->options.api = api.name;
      if (std::any_of(package->texts.begin(), package->texts.end(),
                      [&](const KernelText& t) { return t.api == api.name; }))
        break;
    }
  const Result<PackageReport> report = runPackage(*package, wanted->options);
  if (!report) {
    const std::string& kind = report.error().kind;
    return fail(
        wanted->json, report.error(),
        kind.ends_with(".driver") || kind.ends_with(".loader") || kind.ends_with(".device") || kind == "package.text"
            ? kNoTarget
            : kInputAtFault);
  }
  if (wanted->outputs) {
    const std::string text = toJson(*package, *wanted, *report).dump();
    std::cout << text.size() << "\n" << text;
    for (const NDArray& output : report->outputs)
      std::cout.write(reinterpret_cast<const char*>(output.data.data()),
                      static_cast<std::streamsize>(output.data.size()));
    std::cout.flush();
  } else if (wanted->json)
    std::cout << toJson(*package, *wanted, *report).dump(2) << "\n";
  else
    print(*package, *report);
  return report->ok ? kDone : kWrongResult;
}

}  // namespace lw
