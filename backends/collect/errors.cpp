#include "backends/collect/errors.h"

namespace lw {

std::vector<const ErrorKind*> collectErrors() {
  return {&err::kCollectInterpreter, &err::kCollectNoPackage, &err::kCollectUnconfined, &err::kCollectNoFile,
          &err::kCollectTimeout,     &err::kCollectCancelled, &err::kCollectSignal,     &err::kCollectExit,
          &err::kCollectFailed,      &err::kCollectUnread};
}

}  // namespace lw
