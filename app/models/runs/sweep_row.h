// One size of a sweep with what its run gave.
#pragma once

#include <QString>
#include <cstdint>

namespace lw {

struct SweepRow {
  int64_t size = 0;
  double medianMs = -1, lowMs = -1, highMs = -1, gflops = 0;  // ms; medianMs < 0: the run failed
  bool integers = false;                                      // gflops are operations on integers
  bool checked = false, ok = false;
  QString error;  // why the run failed
};

}  // namespace lw
