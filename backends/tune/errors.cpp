#include "backends/tune/errors.h"

namespace lw {

std::vector<const ErrorKind*> tuneBackendErrors() { return {&err::kTuneTooSlow, &err::kTuneStopped, &err::kTuneWrong}; }

}  // namespace lw
