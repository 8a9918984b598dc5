// Calls of operators for the comparison of their kernels with NumPy's results.
#pragma once

#include <string>
#include <vector>

namespace lw {

struct KernelCase {
  std::string params;             // of a graph function; the sizes n and m are 3 and 5
  std::string value;              // what the function returns
  std::string range = "uniform";  // of random inputs; of integers it may be given with the name: "i=0..3"
};

std::vector<KernelCase> elementwiseCases();
std::vector<KernelCase> arrangementCases();
std::vector<KernelCase> layerCases();
std::vector<KernelCase> searchCases();
std::vector<KernelCase> updateCases();
std::vector<KernelCase> detectionCases();
std::vector<KernelCase> pictureCases();
std::vector<KernelCase> countedCases();

}  // namespace lw
