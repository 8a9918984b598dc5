// CUDA through the driver's library libcuda.so.1: functions and constants are those of NVIDIA's "CUDA Driver API".
#include <dlfcn.h>

#include <algorithm>

#include "backends/runner/errors.h"
#include "backends/runner/gpu_driver.h"

namespace lw {
namespace {

using Error = int;
using Handle = void*;
using Address = uint64_t;

struct Api {
  Error (*cuInit)(unsigned);
  Error (*cuDeviceGetCount)(int*);
  Error (*cuDeviceGet)(int*, int);
  Error (*cuDeviceGetName)(char*, int, int);
  Error (*cuDeviceGetAttribute)(int*, int, int);
  Error (*cuDeviceTotalMem_v2)(size_t*, int);
  Error (*cuDevicePrimaryCtxRetain)(Handle*, int);
  Error (*cuCtxSetCurrent)(Handle);
  Error (*cuModuleLoadDataEx)(Handle*, const void*, unsigned, int*, void**);
  Error (*cuModuleGetFunction)(Handle*, Handle, const char*);
  Error (*cuMemAlloc_v2)(Address*, size_t);
  Error (*cuMemFree_v2)(Address);
  Error (*cuMemsetD8_v2)(Address, unsigned char, size_t);
  Error (*cuMemcpyHtoD_v2)(Address, const void*, size_t);
  Error (*cuMemcpyDtoH_v2)(void*, Address, size_t);
  Error (*cuLaunchKernel)(Handle, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, Handle, void**,
                          void**);
  Error (*cuEventCreate)(Handle*, unsigned);
  Error (*cuEventRecord)(Handle, Handle);
  Error (*cuEventSynchronize)(Handle);
  Error (*cuEventElapsedTime)(float*, Handle, Handle);
  Error (*cuGetErrorString)(Error, const char**);
  // Since CUDA 12; nullptr: the driver is older.
  Error (*cuTensorMapEncodeTiled)(void*, int, unsigned, void*, const uint64_t*, const uint64_t*, const uint32_t*,
                                  const uint32_t*, int, int, int, int);

  std::string missing(void* library) {
    std::string name;
    const auto find = [&](auto& function, const char* wanted) {
      function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(dlsym(library, wanted));
      if (!function && name.empty()) name = wanted;
    };
#define LW_FIND(name) find(name, #name)
    LW_FIND(cuInit), LW_FIND(cuDeviceGetCount), LW_FIND(cuDeviceGet), LW_FIND(cuDeviceGetName),
        LW_FIND(cuDeviceGetAttribute), LW_FIND(cuDeviceTotalMem_v2);
    LW_FIND(cuDevicePrimaryCtxRetain), LW_FIND(cuCtxSetCurrent), LW_FIND(cuModuleLoadDataEx),
        LW_FIND(cuModuleGetFunction), LW_FIND(cuMemAlloc_v2), LW_FIND(cuMemFree_v2);
    LW_FIND(cuMemsetD8_v2), LW_FIND(cuMemcpyHtoD_v2), LW_FIND(cuMemcpyDtoH_v2), LW_FIND(cuLaunchKernel),
        LW_FIND(cuEventCreate), LW_FIND(cuEventRecord);
    LW_FIND(cuEventSynchronize), LW_FIND(cuEventElapsedTime), LW_FIND(cuGetErrorString);
#undef LW_FIND
    cuTensorMapEncodeTiled =
        reinterpret_cast<decltype(cuTensorMapEncodeTiled)>(dlsym(library, "cuTensorMapEncodeTiled"));
    return name;
  }
};

struct alignas(64) Descriptor {
  unsigned char bytes[128];
};

class CudaDriver : public GpuDriver {
 public:
  CudaDriver(Api api, int device) : api_(api), device_(device) {}
  ~CudaDriver() override { drop(); }

  Status start() {
    Handle context = nullptr;
    if (const Error e = api_.cuDevicePrimaryCtxRetain(&context, device_)) return failed("the device cannot be used", e);
    if (const Error e = api_.cuCtxSetCurrent(context)) return failed("the device cannot be used", e);
    for (Handle* event : {&begin_, &end_})
      if (const Error e = api_.cuEventCreate(event, 0)) return failed("cuEventCreate", e);
    return success();
  }

  GpuDeviceInfo info() override {
    constexpr int kMaxThreads = 1, kShared = 8, kUnits = 16, kMajor = 75, kMinor = 76;
    GpuDeviceInfo i;
    i.api = "cuda";
    char name[256] = {};
    api_.cuDeviceGetName(name, sizeof name, device_);
    i.name = name;
    i.version = "sm_" + std::to_string(attribute(kMajor) * 10 + attribute(kMinor));
    i.multiprocessors = attribute(kUnits);
    size_t bytes = 0;
    api_.cuDeviceTotalMem_v2(&bytes, device_);
    i.memory = static_cast<int64_t>(bytes);
    i.sharedMemory = attribute(kShared);
    i.maxThreads = attribute(kMaxThreads);
    i.float64 = i.float16 = true;
    return i;
  }

  Status build(const std::string& code) override {
    constexpr int kErrorLog = 5, kErrorLogSize = 6;
    std::string log(8 << 10, '\0');
    int options[] = {kErrorLog, kErrorLogSize};
    void* values[] = {log.data(), reinterpret_cast<void*>(log.size())};
    const Error e = api_.cuModuleLoadDataEx(&module_, code.c_str(), 2, options, values);
    if (!e) return success();
    return err::kCudaBuild(words(e) + (log.front() ? "\n" + std::string(log.c_str()) : ""));
  }

  Status allocate(const std::vector<size_t>& bytes) override {
    drop();
    for (const size_t size : bytes) {
      Address memory = 0;
      if (const Error e = api_.cuMemAlloc_v2(&memory, std::max<size_t>(size, 16)))
        return failed(std::to_string(size) + " bytes on the device", e);
      memories_.push_back(memory);
      if (const Error e = api_.cuMemsetD8_v2(memory, 0, std::max<size_t>(size, 16))) return failed("cuMemsetD8", e);
    }
    return success();
  }
  Status write(int memory, const void* data, size_t bytes) override {
    const Error e = bytes ? api_.cuMemcpyHtoD_v2(memories_[static_cast<size_t>(memory)], data, bytes) : 0;
    if (e) return failed("a copy to the device", e);
    return success();
  }
  Status read(int memory, void* data, size_t bytes) override {
    const Error e = bytes ? api_.cuMemcpyDtoH_v2(data, memories_[static_cast<size_t>(memory)], bytes) : 0;
    if (e) return failed("a copy from the device", e);
    return success();
  }

  // All loops are between two events: a launch takes the host longer than a short kernel takes the device, and only
  // kernels that wait in the queue follow each other at once.
  Result<double> run(const std::vector<GpuStep>& steps, int64_t loops) override {
    std::vector<Handle> kernels(steps.size(), nullptr);
    for (size_t i = 0; i < steps.size(); ++i)
      if (const Error e = api_.cuModuleGetFunction(&kernels[i], module_, steps[i].kernel.c_str()))
        return failed("kernel " + steps[i].kernel, e);
    if (const Error e = api_.cuEventRecord(begin_, nullptr)) return failed("cuEventRecord", e);
    for (int64_t loop = 0; loop < loops; ++loop)
      for (size_t i = 0; i < steps.size(); ++i)
        if (Status s = launch(steps[i], kernels[i]); !s) return s.error();
    if (const Error e = api_.cuEventRecord(end_, nullptr)) return failed("cuEventRecord", e);
    if (const Error e = api_.cuEventSynchronize(end_)) return failed("the kernels", e);
    float ms = 0;
    if (const Error e = api_.cuEventElapsedTime(&ms, begin_, end_)) return failed("cuEventElapsedTime", e);
    return static_cast<double>(ms) * 1e6;
  }

 private:
  std::string words(Error e) const {
    const char* text = nullptr;
    return api_.cuGetErrorString(e, &text) || !text ? "error " + std::to_string(e) : text;
  }
  Explanation failed(const std::string& what, Error e) const { return err::kCudaFailed(what, words(e)); }
  int attribute(int which) const {
    int value = 0;
    api_.cuDeviceGetAttribute(&value, which, device_);
    return value;
  }
  Status launch(const GpuStep& step, Handle function) {
    std::vector<Address> addresses(step.arguments.size());
    std::vector<Descriptor> descriptors(step.arguments.size());
    std::vector<void*> arguments;
    for (size_t i = 0; i < step.arguments.size(); ++i) {
      const GpuStep::Argument& a = step.arguments[i];
      if (a.tensor) {
        if (Status s = describe(*a.tensor, descriptors[i]); !s) return s;
        arguments.push_back(&descriptors[i]);
        continue;
      }
      if (a.memory >= 0) addresses[i] = memories_[static_cast<size_t>(a.memory)];
      arguments.push_back(a.memory >= 0 ? static_cast<void*>(&addresses[i]) : const_cast<char*>(a.value.data()));
    }
    const auto n = [](size_t x) { return static_cast<unsigned>(x); };
    const Error e = api_.cuLaunchKernel(function, n(step.grid[0]), n(step.grid[1]), n(step.grid[2]), n(step.block[0]),
                                        n(step.block[1]), n(step.block[2]), 0, nullptr, arguments.data(), nullptr);
    if (e) return failed("the launch of " + step.kernel, e);
    return success();
  }
  Status describe(const GpuTensor& t, Descriptor& to) const {
    constexpr int kUnsigned8 = 0, kUnsigned16 = 1, kUnsigned32 = 2, kUnsigned64 = 4, kPromoteTo128 = 2;
    if (!api_.cuTensorMapEncodeTiled) return err::kCudaOldDriver("cuTensorMapEncodeTiled");
    const int type = t.elementBytes == 1   ? kUnsigned8
                     : t.elementBytes == 2 ? kUnsigned16
                     : t.elementBytes == 4 ? kUnsigned32
                                           : kUnsigned64;
    const int swizzle = t.swizzle == 32 ? 1 : t.swizzle == 64 ? 2 : t.swizzle == 128 ? 3 : 0;
    const std::vector<uint64_t> strides(t.strides.begin() + 1, t.strides.end());  // the innermost has none
    const std::vector<uint32_t> steps(t.box.size(), 1);
    auto* address = reinterpret_cast<void*>(memories_[static_cast<size_t>(t.memory)]);
    const Error e =
        api_.cuTensorMapEncodeTiled(&to, type, static_cast<unsigned>(t.sizes.size()), address, t.sizes.data(),
                                    strides.data(), t.box.data(), steps.data(), 0, swizzle, kPromoteTo128, 0);
    if (e) return failed("the descriptor of an array", e);
    return success();
  }
  void drop() {
    for (const Address memory : memories_) api_.cuMemFree_v2(memory);
    memories_.clear();
  }

  Api api_;
  int device_;
  Handle module_ = nullptr, begin_ = nullptr, end_ = nullptr;
  std::vector<Address> memories_;
};

}  // namespace

Result<std::unique_ptr<GpuDriver>> openCuda(int device) {
  void* library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
  if (!library)
    return explain(err::kCudaDriver(),
                   "kernels for cuda run where NVIDIA's driver is installed; `--target gpu-emulator` runs anywhere");
  Api api{};
  if (const std::string name = api.missing(library); !name.empty()) return err::kCudaOldDriver(name);
  int count = 0;
  if (api.cuInit(0) || api.cuDeviceGetCount(&count)) count = 0;
  int number = 0;
  if (device < 0 || device >= count || api.cuDeviceGet(&number, device)) return err::kCudaDevice(device, count);
  auto driver = std::make_unique<CudaDriver>(api, number);
  if (Status s = driver->start(); !s) return s.error();
  return std::unique_ptr<GpuDriver>(std::move(driver));
}

}  // namespace lw
