// Drivers that have one device and fail at the call that $LW_FAKE_FAILS names.
#pragma once

#include <cstdlib>
#include <cstring>

inline bool fails(const char* call) {
  const char* wanted = std::getenv("LW_FAKE_FAILS");
  return wanted && std::strcmp(wanted, call) == 0;
}

#define LW_FAKE_CALL(name) \
  extern "C" __attribute__((visibility("default"))) int name(...) { return fails(#name) ? 2 : 0; }
