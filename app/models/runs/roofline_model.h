// The content of the roofline: the machine's roofs, and a dot for the last run of each state.
#pragma once

#include <QString>
#include <vector>

#include "app/models/runs/run_model.h"
#include "core/analysis/cost/roofline.h"

namespace lw {

struct RooflineRoof {
  QString name;  // "memory", "L2"
  double gbps = 0;
};

struct RooflinePoint {
  int node = 0;
  QString label;  // "step 4", "step 4 · reassociate"; unique
  double gflops = 0;
  double low = 0, high = 0;       // of gflops: from the confidence interval of the median
  std::vector<double> intensity;  // operations per byte, for the path of each roof
  bool parallel = false, wrong = false;
  bool here = false;  // the run of the shown state
};

struct RooflineContent {
  QString machine;                  // "AMD EPYC, 2 threads"
  QString note;                     // why something is missing: "the machine is being measured"
  QString applies;                  // which roof the shown state can reach, and why
  QString doubt;                    // why the peaks may be greater; empty: nothing is known against them
  double gflops = 0, gflops64 = 0;  // of all threads; 0: not known
  double gflopsOne = 0;             // of one thread
  std::vector<RooflineRoof> roofs;  // in the order of WorkProfile::traffic: the traffic of L1 misses first, memory last
  std::vector<RooflinePoint> points;
  int shown = -1;     // the node of the shown state
  bool wide = false;  // the states compute with float64
};

// The limits of the axes; all dots and the corner of the roofs are visible.
struct RooflineScale {
  double left = 0.1, right = 10, bottom = 1, top = 100;
};
RooflineScale scaleOf(const RooflineContent& content, size_t path);

// 1, 2, 5, 10 ... within the range; only powers of ten if the range is wide.
std::vector<double> logTicks(double from, double to);

// "62 GFLOP/s at 12.4 operations for each byte from memory, 53 % of the roof there".
QString sentenceOf(const RooflineContent& content, const RooflinePoint& point, size_t path);

}  // namespace lw
