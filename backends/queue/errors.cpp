#include "backends/queue/errors.h"

namespace lw {

std::vector<const ErrorKind*> queueErrors() {
  return {&err::kQueueUrl,    &err::kQueuePlain,   &err::kQueueUnreachable, &err::kQueueTls,
          &err::kQueueLogin,  &err::kQueueVhost,   &err::kQueuePermission,  &err::kQueueRefused,
          &err::kQueueLost,   &err::kQueueFull,    &err::kQueueClassName,   &err::kQueueNoClass,
          &err::kQueueIdle,   &err::kQueueMessage, &err::kQueueProcessor,   &err::kQueueTooLarge,
          &err::kQueueKilled, &err::kQueueTarget};
}

}  // namespace lw
