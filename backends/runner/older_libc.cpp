// The static C++ library names arc4random, which the system's C library has only since 2.36 (2022). With one of our
// own, lw-runner also starts on machines with an older one, from 2.35 on; tests/cli looks at it.
#include <sys/random.h>

extern "C" unsigned arc4random() {
  unsigned value = 0;
  while (getrandom(&value, sizeof value, 0) != sizeof value) {
  }
  return value;
}
