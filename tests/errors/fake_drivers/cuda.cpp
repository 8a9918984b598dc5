// Stands in for libcuda.so.1: an sm_50 whose kernels do nothing.
#include "tests/errors/fake_drivers/fails.h"

#define LW_CUDA extern "C" __attribute__((visibility("default"))) int

LW_CUDA cuDeviceGetCount(int* count) { return *count = 1, 0; }
LW_CUDA cuDeviceGet(int* device, int number) { return *device = number, 0; }
LW_CUDA cuDeviceGetName(char* name, int, int) { return std::strcpy(name, "Fake"), 0; }
LW_CUDA cuDeviceGetAttribute(int* value, int which, int) {
  constexpr int kMajor = 75, kMinor = 76;
  *value = which == kMajor ? 5 : which == kMinor ? 0 : 1024;
  return 0;
}
LW_CUDA cuDeviceTotalMem_v2(size_t* bytes, int) { return *bytes = size_t{1} << 30, 0; }
LW_CUDA cuGetErrorString(int, const char** text) { return *text = "the fake driver fails", 0; }

LW_FAKE_CALL(cuInit)
LW_FAKE_CALL(cuDevicePrimaryCtxRetain)
LW_FAKE_CALL(cuCtxSetCurrent)
LW_FAKE_CALL(cuModuleLoadDataEx)
LW_FAKE_CALL(cuModuleGetFunction)
LW_FAKE_CALL(cuMemAlloc_v2)
LW_FAKE_CALL(cuMemFree_v2)
LW_FAKE_CALL(cuMemsetD8_v2)
LW_FAKE_CALL(cuMemcpyHtoD_v2)
LW_FAKE_CALL(cuMemcpyDtoH_v2)
LW_FAKE_CALL(cuLaunchKernel)
LW_FAKE_CALL(cuEventCreate)
LW_FAKE_CALL(cuEventRecord)
LW_FAKE_CALL(cuEventSynchronize)
LW_FAKE_CALL(cuEventElapsedTime)
