// The structures that DLPack exchanges between libraries, in the memory layout of its specification: version 0 (capsule
// "dltensor") and version 1 (capsule "dltensor_versioned").
#pragma once

#include <cstdint>

namespace lw::python::dlpack {

enum DeviceType : int32_t { kProcessor = 1, kPinnedMemory = 3 };
enum TypeCode : uint8_t {
  kInt = 0,
  kUInt = 1,
  kFloat = 2,
  kBFloat = 4,
  kBool = 6,
  kFloat8E4M3FN = 10,
  kFloat8E5M2 = 12
};
constexpr uint64_t kReadOnly = 1;
constexpr uint32_t kMajorVersion = 1;

struct Device {
  int32_t type, id;
};
struct Type {
  uint8_t code, bits;
  uint16_t lanes;
};
struct Tensor {
  void* data;
  Device device;
  int32_t rank;
  Type type;
  int64_t* shape;
  int64_t* strides;  // in elements; null: row-major order without gaps
  uint64_t byteOffset;
};
struct ManagedTensor {
  Tensor tensor;
  void* context;
  void (*deleter)(ManagedTensor*);
};
struct VersionedTensor {
  uint32_t major, minor;
  void* context;
  void (*deleter)(VersionedTensor*);
  uint64_t flags;
  Tensor tensor;
};

}  // namespace lw::python::dlpack
