// What a run is asked for and what it tells: a scheduled program is built, run in the child process, checked and timed
// beside its reference. backends/targets/targets.h has measure(), which does it.
#pragma once

#include <atomic>
#include <functional>
#include <optional>
#include <string>

#include "backends/blas/kernels.h"
#include "backends/cpu/cpu.h"
#include "backends/emulator/emulator.h"
#include "backends/measure/sum_errors.h"
#include "backends/runner/statistics.h"
#include "backends/target/load.h"
#include "core/ir/ndarray.h"
#include "core/text/tir/parser.h"

namespace lw {

enum class ReferenceKind : uint8_t {
  Auto,   // `def reference` of the file if there is one, else the unscheduled program
  Numpy,  // the same text under a real Python with NumPy
  None
};

struct MeasureOptions {
  std::string target;                    // as --target takes it; empty: this machine's processor
  std::string device;                    // of a GPU target; of the emulator: a model ("sm_80"); empty: the first
  std::string host;                      // another machine by ssh, "user@box"; empty: this one
  int repeat = 10;                       // samples of the kernel and of the reference, interleaved
  double minMs = 0;                      // least time of one sample; short kernels are called several times per sample
  double maxSeconds = 10;                // of sampling; then fewer than `repeat` samples are taken
  int threads = 0;                       // of kernel and reference; 0: all cores
  InputSpec inputs;                      // sizes, ranges and seed of random inputs
  std::map<std::string, NDArray> given;  // inputs by name that replace random ones (.npz)
  ReferenceKind reference = ReferenceKind::Auto;
  bool light = false;           // makes a light package (backends/package)
  bool keepValues = false;      // also keeps inputs and expected outputs
  bool peaks = true;            // measure the machine's peaks if they are unknown (about a second)
  bool baseline = true;         // also time the unscheduled program (a few calls)
  bool interleavings = false;   // also check every interleaving of threads (the emulator)
  double timeoutSeconds = 120;  // for one request to the child
  int64_t memory = 0;           // bytes that the run may use; 0: what this machine has left
  CpuOptions cpu;               // requested texts, level
  std::function<bool()> cancelled;
  std::function<void(const std::string& phase, double fraction)> progress;  // "compiling", "checking", "timing"
};

struct FirstDifference {
  std::string buffer;
  std::vector<int64_t> index;
  double got = 0, expected = 0;
  int64_t count = 0;  // elements out of tolerance
};

struct Measurement {
  std::string target, device;
  std::string host;  // where it ran, as MeasureOptions::host
  int threads = 1;
  double compileMs = 0;  // lowering and code generation
  bool codeKnown =
      false;  // the code was compiled before and kept (CpuOptions::objects); compileMs is lowering and finding it
  TimeSummary time;                     // ms per call
  std::vector<std::string> packedOnce;  // weights that are packed once, before the calls (passes/support/pack_once.h)
  double packingMs = 0;                 // of that; it is not part of `time`
  double flops = 0, bytes = 0;          // of one call: operations, compulsory traffic
  double gflops = 0, gbps = 0;          // at the median
  double operations = 0;                // arithmetic on elements of any type, in one call
  // 10^9 of these per second at the median; 0 for a program with floating-point arithmetic.
  double gops() const { return flops > 0 || emulated || time.median <= 0 ? 0 : operations / time.median / 1e6; }
  int floatBits = 32;       // of the type that most operations have
  double peakFraction = 0;  // of the measured FMA peak for `threads` and that type; 0: not measured, or exceeded
  bool abovePeak = false;   // it exceeds the peak, which was measured again: not all counted operations are carried out
  bool checked = false, ok = false;
  double maxAbsError = 0;  // over all elements of all outputs
  double maxRelError = 0;  // that, as a share of the largest value expected in the same output
  std::optional<FirstDifference> difference;
  std::string referenceKind;          // "reference", "unscheduled program", "numpy", "none"
  TimeSummary referenceTime;          // ms; count 0: not timed
  std::optional<SumErrors> sums;      // of a program with sums in floats of 16 bits or less, where it was checked
  std::optional<blas::Kernels> blas;  // what the reference calculated products with; nothing: it has none, or nobody
                                      // knows
  double blasShare = 0;               // of the peak, that its product of large matrices reaches; 0: not measured
  std::optional<MachineLoad> load;    // what else ran meanwhile; nothing: the samples were too short to tell
  std::string codeHash;               // of the object that ran: equal hashes are equal code; empty: there is no object
  double baselineMs = 0;              // unscheduled program; 0: not timed
  std::vector<std::pair<std::string, NDArray>> outputs;  // by name, in order
  std::vector<std::pair<std::string, NDArray>> inputs,
      expected;                            // with MeasureOptions::keepValues; expected: as outputs, where checked
  std::string output;                      // what the kernel printed
  bool confined = true;                    // false: this system has no seccomp (backends/runner/confinement.h)
  CpuModule code;                          // the texts that were asked for
  std::optional<EmulatorReport> emulated;  // for gpu-emulator: `time` is the emulator's, and `ok` requires no findings
};

// "12.3 ms", "0.42 s": three significant digits.
std::string timeText(double ms);

}  // namespace lw
