// OpenBLAS, opened when something calculates with it for the first time. It reads OPENBLAS_CORETYPE while it is opened,
// so it is no library of the program itself, which would be opened before anything could be chosen.
#pragma once

#include "backends/blas/kernels.h"

namespace lw::blas {

// The C interface of BLAS; enumerations are integers.
enum : int { kRowMajor = 101, kNoTrans = 111, kTrans = 112 };
struct Functions {
  void (*sgemm)(int, int, int, int, int, int, float, const float*, int, const float*, int, float, float*, int);
  void (*dgemm)(int, int, int, int, int, int, double, const double*, int, const double*, int, double, double*, int);
  void (*sgemv)(int, int, int, int, float, const float*, int, const float*, int, float, float*, int);
  void (*setThreads)(int);
  const char* (*kernels)();
  const char* (*config)();
};

// nullptr: this machine has no OpenBLAS that calculates right. Safe on any thread; tries kernels in child processes
// when it is called for the first time.
const Functions* functions();
// What functions() calculates with.
const Kernels& kernels();
// The file name for a dynamic linker; empty: functions() is nullptr.
std::string libraryName();
// "NAME=value" for a child process that opens the library; empty: nothing is to be set.
std::vector<std::string> variables();

// Opens the library in this process, with the kernels that its environment asks for. nullptr: there is none.
const Functions* open();
// Compares small products of all shapes and orders with those of plain loops.
bool calculatesRight(const Functions& functions);
// For the child: opens the library, calculates, and prints a Trial as JSON. The exit code is 0 where there is a
// library.
int tryMain();
inline constexpr std::string_view kTryOption = "--try-blas";

}  // namespace lw::blas
