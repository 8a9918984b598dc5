// Which kernels OpenBLAS calculates with, and whether they fit the processor. A version of OpenBLAS that is older than
// the processor does not know it and runs its slowest kernels ("Prescott"): a quarter of the speed, or less.
#pragma once

#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "backends/target/processor.h"

namespace lw::blas {

struct Kernels {
  std::string library;   // "OpenBLAS 0.3.21"; empty: there is none, and plain loops take its place
  std::string name;      // as the library calls them: "SkylakeX"
  std::string expected;  // those of the instructions that this processor has; empty: `name` uses them too
  enum class Chosen : uint8_t { ByLibrary, ByLoopwright, ByVariable } chosen = Chosen::ByLibrary;

  bool fit() const { return expected.empty(); }
  friend bool operator==(const Kernels&, const Kernels&) = default;
};

// "OpenBLAS 0.3.21, SkylakeX kernels"; "plain loops, without OpenBLAS".
std::string textOf(const Kernels& kernels);
// A sentence for every comparison with times of kernels that do not fit; empty if they do.
std::string warningOf(const Kernels& kernels);
nlohmann::json toJson(const Kernels& kernels);

// The vector instructions that kernels use. A library that this list does not know counts as fitting.
enum class Level : uint8_t { Older, Avx, Avx2, Avx512 };
Level levelOf(const std::string& kernels);
bool isKnown(const std::string& kernels);
Level levelOf(const Processor& processor);
// Whether the kernels use all that the processor gains by. AMD's processors with AVX-512 run kernels for AVX2 as fast.
bool fit(const std::string& kernels, const Processor& processor);
// The kernels to try in the place of those that do not fit, best first.
std::vector<std::string> candidates(const Processor& processor);

// What a process found that loaded the library with its choice of kernels, or with others.
struct Trial {
  std::string version, kernels;
  bool right = false;    // it calculated small products as they are
  bool started = false;  // false: nothing can be tried here
  std::string asked;     // the value of OPENBLAS_CORETYPE; empty: none
};
// Decides by trials: the library's own choice if it is right and fits, otherwise the first candidate that is right and
// fits better. `set`: the value of OPENBLAS_CORETYPE that the person gave; it is kept if it is right. `tryKernels` runs
// the library with the given value, empty: without one. Where nothing can be tried, the choice has no names.
struct Choice {
  Kernels kernels;
  std::string variable;  // to set OPENBLAS_CORETYPE to; empty: as it is
  bool usable = true;    // false: the library crashes or calculates wrong whatever the kernels
};
Choice choose(const Processor& processor, const std::string& set,
              const std::function<Trial(const std::string&)>& tryKernels);

// "NAME=value" for the environment in which OpenBLAS starts. After a product its threads wait busily for the next one,
// a tenth of a second unless told otherwise, and would slow down whatever is timed meanwhile; now they do so for 2^22
// ticks of the time stamp counter, about 2 ms. Empty: the person has set it.
std::string waitVariable();

}  // namespace lw::blas
