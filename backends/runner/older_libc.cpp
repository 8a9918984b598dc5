// The static C++ library refers to arc4random, which the C library has only since 2.36 (2022). Our own definition lets
// lw-runner start on machines with older versions, from 2.35 on; tests/cli checks that.
#include <sys/random.h>

extern "C" unsigned arc4random() {
  unsigned value = 0;
  while (getrandom(&value, sizeof value, 0) != sizeof value) {
  }
  return value;
}
