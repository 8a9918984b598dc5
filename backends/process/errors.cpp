#include "backends/process/errors.h"

namespace lw {

std::vector<const ErrorKind*> processErrors() {
  return {&err::kProcessStart, &err::kProcessTimeout, &err::kProcessCancelled, &err::kNoTemporaryFolder};
}

}  // namespace lw
