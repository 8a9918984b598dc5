#include "backends/package/errors.h"

namespace lw {

std::vector<const ErrorKind*> packageErrors() {
  return {&err::kPackageFormat, &err::kPackageVersion, &err::kPackageCut, &err::kPackageDamaged, &err::kPackageMemory};
}

}  // namespace lw
