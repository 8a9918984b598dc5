// A kernel package: one file with everything that a machine with a driver needs to run, check and time the kernels of
// one schedule.
//
// A light package stores how its random inputs are made instead of their values, and only some of the expected values,
// so that large arrays need not be sent.
//
// The file starts with the line "loopwright package 1" and a line with the length of the description in bytes. Then
// come the description (JSON) and the contents of the arrays, one after the other. A package for a processor is of
// version 2: the bytes of its object come before the arrays.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/ir/ndarray.h"

namespace lw {

struct PackageArray {
  std::string name;
  bool written = false;             // by the kernels
  bool restored = false;            // before every call: it is read and written
  NDArray value;                    // before the call
  std::optional<NDArray> expected;  // after the call; none if it is not written or was not checked
  struct Made {
    ValueRange range;
    uint64_t seed = 0;
  };
  std::optional<Made> made = {};  // `value` comes from randomArray(), and is generated again when the package is read
  double allowed = 0;             // of an error, as a share of the largest value expected; 0: what its type tolerates
  int64_t every = 1;              // more than 1: `expected` is a list of the elements 0, every, 2 every...
};

struct KernelText {
  std::string api;   // "opencl" or "cuda"
  std::string arch;  // of PTX: "sm_80"; empty: any device
  std::string text;
};

// Code for a processor, as lw-runner loads it.
struct PackagedObject {
  std::string bytes;                  // an ELF object, or an archive of them
  std::string symbol;                 // int symbol(void** buffers, int64_t* scalars)
  std::vector<std::string> failures;  // messages: symbol returned 1 + index
  std::vector<int64_t> scalars;
  int threads = 1;
};

struct KernelPackage {
  std::string name;  // of the function
  std::vector<KernelText> texts;
  std::string plan;                  // JSON {"memories": [...], "steps": [...]}, as GpuJob::load() takes it
  std::vector<PackageArray> arrays;  // one per buffer of the function, in order
  std::string reference;             // the source of `expected`: "reference", "numpy 1.24", "unscheduled program"
  double flops = 0, bytes = 0;       // of one call: operations, compulsory traffic
  std::optional<PackagedObject> object = {};  // takes the place of texts and plan
};

// Every n-th element of an array, as a list.
NDArray someOf(const NDArray& array, int64_t every);

std::string encodePackage(const KernelPackage& package);
// Refuses files that are not packages, are of another version, are truncated, or whose arrays need more than
// `available` bytes of memory.
Result<KernelPackage> decodePackage(std::string_view bytes, int64_t available);

// The text for a device: the one for its API; for PTX, the newest that the device can run. `version`: "sm_86", or
// anything for OpenCL. nullptr: there is none.
const KernelText* textFor(const KernelPackage& package, const std::string& api, const std::string& version);

}  // namespace lw
