// Stands in for libOpenCL.so.1: one platform with one device, whose kernels do nothing.
#include <cstdint>

#include "tests/errors/fake_drivers/fails.h"

#define LW_OPENCL extern "C" __attribute__((visibility("default")))

namespace {

char object;  // every handle

void* made(const char* call, int* error) {
  *error = fails(call) ? -5 : 0;
  return &object;
}

}  // namespace

LW_OPENCL int clGetPlatformIDs(unsigned, void** platforms, unsigned* count) {
  return platforms[0] = &object, *count = 1, 0;
}
LW_OPENCL int clGetDeviceIDs(void*, uint64_t, unsigned, void** devices, unsigned* count) {
  return devices[0] = &object, *count = 1, 0;
}
LW_OPENCL int clGetDeviceInfo(void*, unsigned, size_t size, void* value, size_t* needed) {
  if (needed) *needed = 5;
  if (value) std::memcpy(value, "Fake", size < 5 ? size : 5);
  return 0;
}
LW_OPENCL void* clCreateContext(const intptr_t*, unsigned, void* const*, void*, void*, int* error) {
  return made("clCreateContext", error);
}
LW_OPENCL void* clCreateCommandQueue(void*, void*, uint64_t, int* error) { return made("clCreateCommandQueue", error); }
LW_OPENCL void* clCreateProgramWithSource(void*, unsigned, const char**, const size_t*, int* error) {
  return made("clCreateProgramWithSource", error);
}
LW_OPENCL int clGetProgramBuildInfo(void*, void*, unsigned, size_t size, void* log, size_t* needed) {
  if (needed) *needed = 9;
  if (log) std::memcpy(log, "nonsense", size < 9 ? size : 9);
  return 0;
}
LW_OPENCL void* clCreateKernel(void*, const char*, int* error) { return made("clCreateKernel", error); }
LW_OPENCL void* clCreateBuffer(void*, uint64_t, size_t, void*, int* error) { return made("clCreateBuffer", error); }

LW_FAKE_CALL(clBuildProgram)
LW_FAKE_CALL(clSetKernelArg)
LW_FAKE_CALL(clEnqueueWriteBuffer)
LW_FAKE_CALL(clEnqueueReadBuffer)
LW_FAKE_CALL(clEnqueueNDRangeKernel)
LW_FAKE_CALL(clFinish)
LW_FAKE_CALL(clGetEventProfilingInfo)
LW_FAKE_CALL(clReleaseEvent)
LW_FAKE_CALL(clReleaseMemObject)
LW_FAKE_CALL(clReleaseKernel)
