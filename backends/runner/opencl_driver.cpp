// OpenCL through the loader libOpenCL.so.1: functions and constants are those of the OpenCL 1.2 specification.
#include <dlfcn.h>

#include <algorithm>
#include <cstring>

#include "backends/runner/errors.h"
#include "backends/runner/gpu_driver.h"

namespace lw {
namespace {

using Handle = void*;
using Error = int;

// Entry points, by name.
struct Api {
  Error (*clGetPlatformIDs)(unsigned, Handle*, unsigned*);
  Error (*clGetDeviceIDs)(Handle, uint64_t, unsigned, Handle*, unsigned*);
  Error (*clGetDeviceInfo)(Handle, unsigned, size_t, void*, size_t*);
  Handle (*clCreateContext)(const intptr_t*, unsigned, const Handle*, void*, void*, Error*);
  Handle (*clCreateCommandQueue)(Handle, Handle, uint64_t, Error*);
  Handle (*clCreateProgramWithSource)(Handle, unsigned, const char**, const size_t*, Error*);
  Error (*clBuildProgram)(Handle, unsigned, const Handle*, const char*, void*, void*);
  Error (*clGetProgramBuildInfo)(Handle, Handle, unsigned, size_t, void*, size_t*);
  Handle (*clCreateKernel)(Handle, const char*, Error*);
  Error (*clSetKernelArg)(Handle, unsigned, size_t, const void*);
  Handle (*clCreateBuffer)(Handle, uint64_t, size_t, void*, Error*);
  Error (*clEnqueueWriteBuffer)(Handle, Handle, unsigned, size_t, size_t, const void*, unsigned, const Handle*,
                                Handle*);
  Error (*clEnqueueReadBuffer)(Handle, Handle, unsigned, size_t, size_t, void*, unsigned, const Handle*, Handle*);
  Error (*clEnqueueNDRangeKernel)(Handle, Handle, unsigned, const size_t*, const size_t*, const size_t*, unsigned,
                                  const Handle*, Handle*);
  Error (*clFinish)(Handle);
  Error (*clGetEventProfilingInfo)(Handle, unsigned, size_t, void*, size_t*);
  Error (*clReleaseEvent)(Handle);
  Error (*clReleaseMemObject)(Handle);
  Error (*clReleaseKernel)(Handle);

  bool load(void* library) {
    bool all = true;
    const auto find = [&](auto& function, const char* name) {
      function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(dlsym(library, name));
      all = all && function;
    };
#define LW_FIND(name) find(name, #name)
    LW_FIND(clGetPlatformIDs), LW_FIND(clGetDeviceIDs), LW_FIND(clGetDeviceInfo), LW_FIND(clCreateContext),
        LW_FIND(clCreateCommandQueue);
    LW_FIND(clCreateProgramWithSource), LW_FIND(clBuildProgram), LW_FIND(clGetProgramBuildInfo),
        LW_FIND(clCreateKernel), LW_FIND(clSetKernelArg);
    LW_FIND(clCreateBuffer), LW_FIND(clEnqueueWriteBuffer), LW_FIND(clEnqueueReadBuffer),
        LW_FIND(clEnqueueNDRangeKernel), LW_FIND(clFinish);
    LW_FIND(clGetEventProfilingInfo), LW_FIND(clReleaseEvent), LW_FIND(clReleaseMemObject), LW_FIND(clReleaseKernel);
#undef LW_FIND
    return all;
  }
};

constexpr uint64_t kAllDevices = 0xFFFFFFFF, kProfiling = 2, kReadWrite = 1;
constexpr unsigned kName = 0x102B, kVersion = 0x102F, kExtensions = 0x1030, kUnits = 0x1002, kGlobalSize = 0x101F,
                   kAllocation = 0x1010, kLocalSize = 0x1023, kGroupSize = 0x1004, kBuildLog = 0x1183,
                   kStarted = 0x1282, kEnded = 0x1283;

class OpenClDriver : public GpuDriver {
 public:
  OpenClDriver(Api api, Handle device) : api_(api), device_(device) {}
  ~OpenClDriver() override { drop(); }

  Status start() {
    Error error = 0;
    context_ = api_.clCreateContext(nullptr, 1, &device_, nullptr, nullptr, &error);
    if (error) return failed("clCreateContext", error);
    queue_ = api_.clCreateCommandQueue(context_, device_, kProfiling, &error);
    if (error) return failed("clCreateCommandQueue", error);
    return success();
  }

  GpuDeviceInfo info() override {
    GpuDeviceInfo i;
    i.api = "opencl";
    i.name = text(kName);
    i.version = text(kVersion);
    i.multiprocessors = static_cast<int>(number<unsigned>(kUnits));
    i.memory = static_cast<int64_t>(number<uint64_t>(kGlobalSize));
    i.maxAllocation = static_cast<int64_t>(number<uint64_t>(kAllocation));
    i.sharedMemory = static_cast<int64_t>(number<uint64_t>(kLocalSize));
    i.maxThreads = static_cast<int64_t>(number<size_t>(kGroupSize));
    const std::string extensions = text(kExtensions);
    i.float64 = extensions.find("cl_khr_fp64") != std::string::npos;
    i.float16 = extensions.find("cl_khr_fp16") != std::string::npos;
    return i;
  }

  Status build(const std::string& code) override {
    if (code.find("cl_khr_fp64") != std::string::npos && !info().float64)
      return explain(err::kOpenclNeeds(text(kName), "float64"), "use float32");
    Error error = 0;
    const char* source = code.c_str();
    const size_t length = code.size();
    program_ = api_.clCreateProgramWithSource(context_, 1, &source, &length, &error);
    if (error) return failed("clCreateProgramWithSource", error);
    if (!api_.clBuildProgram(program_, 1, &device_, "-cl-std=CL1.2", nullptr, nullptr)) return success();
    size_t size = 0;
    api_.clGetProgramBuildInfo(program_, device_, kBuildLog, 0, nullptr, &size);
    std::string log(size, '\0');
    api_.clGetProgramBuildInfo(program_, device_, kBuildLog, size, log.data(), nullptr);
    return err::kOpenclBuild(text(kName), log.c_str());
  }

  Status allocate(const std::vector<size_t>& bytes) override {
    drop();
    for (const size_t size : bytes) {
      Error error = 0;
      memories_.push_back(api_.clCreateBuffer(context_, kReadWrite, std::max<size_t>(size, 4), nullptr, &error));
      if (error) {
        memories_.pop_back();
        return failed("clCreateBuffer of " + std::to_string(size) + " bytes", error);
      }
      const std::vector<char> zeros(size);
      if (Status s = write(static_cast<int>(memories_.size()) - 1, zeros.data(), size); !s) return s;
    }
    return success();
  }
  Status write(int memory, const void* data, size_t bytes) override {
    if (bytes == 0) return success();
    if (const Error e = api_.clEnqueueWriteBuffer(queue_, at(memory), 1, 0, bytes, data, 0, nullptr, nullptr))
      return failed("clEnqueueWriteBuffer", e);
    return success();
  }
  Status read(int memory, void* data, size_t bytes) override {
    if (bytes == 0) return success();
    if (const Error e = api_.clEnqueueReadBuffer(queue_, at(memory), 1, 0, bytes, data, 0, nullptr, nullptr))
      return failed("clEnqueueReadBuffer", e);
    return success();
  }

  Result<double> run(const std::vector<GpuStep>& steps, int64_t loops) override {
    double ns = 0;
    for (int64_t i = 0; i < loops; ++i) {
      Result<double> once = runOnce(steps);
      if (!once) return once;
      ns += *once;
    }
    return ns;
  }

 private:
  Result<double> runOnce(const std::vector<GpuStep>& steps) {
    std::vector<Handle> events;
    Status ok = success();
    for (const GpuStep& step : steps)
      if (ok = enqueue(step, events); !ok) break;
    if (const Error e = api_.clFinish(queue_); e && ok.ok()) ok = failed("clFinish", e);
    uint64_t first = UINT64_MAX, last = 0;
    for (const Handle event : events) {
      uint64_t begin = 0, end = 0;
      api_.clGetEventProfilingInfo(event, kStarted, sizeof begin, &begin, nullptr);
      api_.clGetEventProfilingInfo(event, kEnded, sizeof end, &end, nullptr);
      first = std::min(first, begin);
      last = std::max(last, end);
      api_.clReleaseEvent(event);
    }
    if (!ok) return ok.error();
    return events.empty() ? 0.0 : static_cast<double>(last - first);
  }

  Explanation failed(const std::string& what, Error error) const {
    const char* meaning = error == -4    ? ": no memory on the device"
                          : error == -5  ? ": out of resources"
                          : error == -54 ? ": blocks of this size are not possible for this kernel"
                                         : "";
    return err::kOpenclFailed(what, error, meaning);
  }
  Handle at(int memory) const { return memories_[static_cast<size_t>(memory)]; }
  std::string text(unsigned what) {
    size_t size = 0;
    api_.clGetDeviceInfo(device_, what, 0, nullptr, &size);
    std::string t(size, '\0');
    api_.clGetDeviceInfo(device_, what, size, t.data(), nullptr);
    return t.c_str();
  }
  template <class T>
  T number(unsigned what) {
    T value{};
    api_.clGetDeviceInfo(device_, what, sizeof value, &value, nullptr);
    return value;
  }
  Status enqueue(const GpuStep& step, std::vector<Handle>& events) {
    Error error = 0;
    const Handle kernel = api_.clCreateKernel(program_, step.kernel.c_str(), &error);
    if (error) return failed("clCreateKernel of " + step.kernel, error);
    for (size_t i = 0; i < step.arguments.size() && !error; ++i) {
      const GpuStep::Argument& a = step.arguments[i];
      const Handle memory = a.memory >= 0 ? at(a.memory) : nullptr;
      error = api_.clSetKernelArg(kernel, static_cast<unsigned>(i), a.memory >= 0 ? sizeof memory : a.value.size(),
                                  a.memory >= 0 ? static_cast<const void*>(&memory) : a.value.data());
    }
    size_t all[3];
    for (size_t d = 0; d < 3; ++d) all[d] = step.grid[d] * step.block[d];
    Handle event = nullptr;
    if (!error) error = api_.clEnqueueNDRangeKernel(queue_, kernel, 3, nullptr, all, step.block, 0, nullptr, &event);
    api_.clReleaseKernel(kernel);
    if (error) return failed("the launch of " + step.kernel, error);
    events.push_back(event);
    return success();
  }
  void drop() {
    for (const Handle memory : memories_) api_.clReleaseMemObject(memory);
    memories_.clear();
  }

  Api api_;
  Handle device_, context_ = nullptr, queue_ = nullptr, program_ = nullptr;
  std::vector<Handle> memories_;
};

}  // namespace

Result<std::unique_ptr<GpuDriver>> openOpenCl(int device) {
  void* library = dlopen("libOpenCL.so.1", RTLD_NOW | RTLD_LOCAL);
  Api api{};
  if (!library || !api.load(library))
    return explain(err::kOpenclLoader(), "install an OpenCL driver; on Debian, pocl-opencl-icd makes the cpu a device");
  Handle platforms[16];
  unsigned count = 0;
  std::vector<Handle> devices;
  if (api.clGetPlatformIDs(16, platforms, &count)) count = 0;
  for (unsigned p = 0; p < std::min(count, 16u); ++p) {
    Handle found[16];
    unsigned here = 0;
    if (api.clGetDeviceIDs(platforms[p], kAllDevices, 16, found, &here)) continue;
    devices.insert(devices.end(), found, found + std::min(here, 16u));
  }
  if (device < 0 || device >= static_cast<int>(devices.size()))
    return explain(err::kOpenclDevice(device, devices.size()),
                   "install an OpenCL driver; on Debian, pocl-opencl-icd makes the cpu a device");
  auto driver = std::make_unique<OpenClDriver>(api, devices[static_cast<size_t>(device)]);
  if (Status s = driver->start(); !s) return s.error();
  return std::unique_ptr<GpuDriver>(std::move(driver));
}

}  // namespace lw
