#include "backends/cuda/target/cuda.h"

#include <dlfcn.h>

#include "backends/cuda/ptx.h"
#include "backends/cuda/sass.h"
#include "backends/measure/ways.h"
#include "backends/package/package.h"
#include "backends/targets/listing.h"

namespace lw {
namespace {

CodeListing ptxListing(const PtxModule& module, const std::string& device) {
  CodeListing listing;
  listing.note = "the kernels as passed to NVIDIA's driver, for " + device;
  int number = 0;
  forEachLine(module.text, [&](std::string_view line) {
    const std::string_view word = withoutIndent(line);
    if (word.starts_with(".loc")) {
      number = lineOfLoc(word);
      return;
    }
    if (word.starts_with("}")) number = 0;
    if (word.empty() || word == "//" || word.starts_with("// Generated") || word.starts_with(".file") ||
        word.starts_with(".section") || word.starts_with("$L__tmp") || word.starts_with("$L__func"))
      return;
    addLine(listing, assemblyLine(line), number, module.lines);
  });
  listing.depth = loopDepths(listing.text, CodeLanguage::Assembly);
  return listing;
}

CodeListing sassListing(const PtxModule& module, const std::string& device, const CodeRequest& request) {
  CodeListing listing;
  Result<std::vector<SassLine>> lines = disassemble(module, device, request.stop);
  if (!lines) {
    listing.lacksProgram = lines.error().kind.starts_with("cuda.no-");
    listing.failure = std::move(lines).error();
    return listing;
  }
  listing.note = "the machine code of the kernels, for " + device;
  for (const SassLine& line : *lines) addLine(listing, line.text, line.from, module.lines);
  return listing;
}

Result<std::vector<CodeListing>> writeCudaCode(const CodeSource& source, std::span<const CodeText* const> wanted,
                                               const CodeRequest& request);

constexpr CodeText kCudaTexts[] = {
    {.stage = "ptx",
     .help = "The kernels in PTX for --device.",
     .name = "PTX",
     .label = "PTX",
     .note = "the kernels as passed to NVIDIA's driver",
     .language = CodeLanguage::Assembly,
     .level = CodeLevel::Intermediate,
     .ofKernels = true,
     .write = writeCudaCode},
    {.stage = "sass",
     .help = "The kernels in machine code for --device, by NVIDIA's own programs.",
     .name = "SASS",
     .label = "SASS",
     .note = "the machine code for an NVIDIA GPU, made by the CUDA toolkit's programs",
     .language = CodeLanguage::Assembly,
     .level = CodeLevel::Machine,
     .ofKernels = true,
     .write = writeCudaCode},
};
constexpr const CodeText* kPtx = &kCudaTexts[0];

Result<std::vector<CodeListing>> writeCudaCode(const CodeSource& source, std::span<const CodeText* const> wanted,
                                               const CodeRequest& request) {
  const std::string device = request.device.empty() ? std::string(defaultGpuDevice().name) : request.device;
  Result<PtxModule> module = compileForCuda(*source.kernels, device, {.lineNumbers = request.origins});
  if (!module) return std::move(module).error();
  std::vector<CodeListing> listings;
  for (const CodeText* text : wanted)
    listings.push_back(text != kPtx      ? sassListing(*module, device, request)
                       : request.origins ? ptxListing(*module, device)
                                         : CodeListing{.text = module->text});
  return listings;
}

// PTX runs on its own architecture and on later ones.
std::string architectureFor(const std::string& version) {
  std::string best = "sm_70";
  for (const GpuDevice& model : gpuDevices())
    if (version.size() >= model.name.size() && version.compare(0, model.name.size(), model.name) >= 0)
      best = model.name;
  return version.size() > best.size() ? std::string(gpuDevices().back().name) : best;
}

Result<KernelText> writeCudaForDriver(const GpuProgram& program, const std::string& version) {
  const std::string arch = architectureFor(version);
  Result<PtxModule> module = compileForCuda(program, arch);
  if (!module) return std::move(module).error();
  return KernelText{std::string(kCudaTarget.name), arch, std::move(module->text)};
}

constexpr std::string_view kCudaPackaged[] = {"sm_70", "sm_80", "sm_90"};

// Asks the driver itself, so that an installed driver without a device is told from no driver.
TargetState findCuda() {
  TargetState target;
  void* driver = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
  if (!driver) {
    target.reason = "no NVIDIA driver: libcuda.so.1 not found";
    return target;
  }
  const auto initialise = reinterpret_cast<int (*)(unsigned)>(dlsym(driver, "cuInit"));
  const auto count = reinterpret_cast<int (*)(int*)>(dlsym(driver, "cuDeviceGetCount"));
  const auto name = reinterpret_cast<int (*)(char*, int, int)>(dlsym(driver, "cuDeviceGetName"));
  int devices = 0;
  char text[256] = {};
  if (!initialise || !count || !name)
    target.reason = "libcuda.so.1 is there, but is not an NVIDIA driver";
  else if (const int code = initialise(0))
    target.reason = "the NVIDIA driver does not start: cuInit gives error " + std::to_string(code);
  else if (count(&devices) != 0 || devices == 0)
    target.reason = "the NVIDIA driver finds no device";
  else {
    name(text, sizeof text, 0);
    target.device = text;
    target.available = true;
  }
  return target;
}

}  // namespace

const TargetDescriptor kCudaTarget{.name = "cuda",
                                   .pipeline = gpuPipeline,
                                   .texts = kCudaTexts,
                                   .find = findCuda,
                                   .measure = measureOnDevice,
                                   .kernels = true,
                                   .tvmKind = "cuda",
                                   .driverText = writeCudaForDriver,
                                   .packaged = kCudaPackaged};

}  // namespace lw
