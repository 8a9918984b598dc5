#include "backends/c/target/opencl.h"

#include <dlfcn.h>

#include <cstdlib>
#include <filesystem>

#include "backends/c/opencl.h"
#include "backends/measure/ways.h"
#include "backends/package/package.h"
#include "backends/targets/listing.h"
#include "core/support/text.h"

namespace lw {
namespace {

Result<std::vector<CodeListing>> writeOpenClCode(const CodeSource& source, std::span<const CodeText* const> wanted,
                                                 const CodeRequest& request) {
  Result<OpenClSource> code = writeOpenCl(*source.kernels);
  if (!code) return std::move(code).error();
  CodeListing listing;
  size_t number = 0;
  if (request.origins)
    forEachLine(code->text, [&](std::string_view line) { addLine(listing, line, code->lines[number++]); });
  else
    listing.text = std::move(code->text);
  return std::vector(wanted.size(), listing);
}

constexpr CodeText kOpenClTexts[] = {
    {.stage = "opencl",
     .help = "The kernels in OpenCL C.",
     .name = "OpenCL C",
     .label = "OpenCL C",
     .note = "the kernels as passed to the driver of any OpenCL device",
     .language = CodeLanguage::C,
     .level = CodeLevel::Source,
     .ofKernels = true,
     .write = writeOpenClCode},
};

// One text for all versions.
Result<KernelText> writeOpenClForDriver(const GpuProgram& program, const std::string&) {
  Result<OpenClSource> source = writeOpenCl(program);
  if (!source) return std::move(source).error();
  return KernelText{std::string(kOpenClTarget.name), "", std::move(source->text)};
}

constexpr std::string_view kOpenClPackaged[] = {""};

// The loader and the drivers that it knows; asking the drivers themselves is left to lw-runner.
TargetState findOpenCl() {
  TargetState target;
  std::error_code none;
  std::string drivers;
  const char* folder = std::getenv("OCL_ICD_VENDORS");
  for (const auto& entry : std::filesystem::directory_iterator(
           folder && std::filesystem::is_directory(folder, none) ? folder : "/etc/OpenCL/vendors", none))
    if (entry.path().extension() == ".icd") addItem(drivers, entry.path().stem().string());
  void* loader = dlopen("libOpenCL.so.1", RTLD_LAZY | RTLD_LOCAL);
  if (!loader)
    target.reason = "no OpenCL: libOpenCL.so.1 not found";
  else if (drivers.empty())
    target.reason = "no OpenCL driver is installed; pocl-opencl-icd makes the cpu a device";
  else
    target.device = "OpenCL by " + drivers;
  target.available = target.reason.empty();
  if (loader) dlclose(loader);
  return target;
}

}  // namespace

const TargetDescriptor kOpenClTarget{.name = "opencl",
                                     .pipeline = gpuPipeline,
                                     .texts = kOpenClTexts,
                                     .find = findOpenCl,
                                     .measure = measureOnDevice,
                                     .kernels = true,
                                     .tvmKind = "opencl",
                                     .driverText = writeOpenClForDriver,
                                     .packaged = kOpenClPackaged};

}  // namespace lw
