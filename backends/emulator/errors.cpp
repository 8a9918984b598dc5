#include "backends/emulator/errors.h"

namespace lw {

std::vector<const ErrorKind*> emulatorErrors() {
  return {&err::kEmulatorArguments,         &err::kEmulatorRace,     &err::kBetweenBlocks,
          &err::kEmulatorUninitialised,     &err::kEmulatorUnderWay, &err::kEmulatorDivergentBarrier,
          &err::kEmulatorDivergentOperation};
}

}  // namespace lw
