#include "backends/runner/errors.h"

namespace lw {

std::vector<const ErrorKind*> runnerErrors() {
  return {
#define LW_ERROR(name, ...) &err::name,
#include "backends/runner/errors.def"
#undef LW_ERROR
  };
}

Explanation receivedError(const std::string& kind, std::string message, std::string hint,
                          const std::vector<std::string>& holes) {
  return receivedError(runnerErrors(), kind, std::move(message), std::move(hint), holes);
}

Explanation receivedError(const std::vector<const ErrorKind*>& kinds, const std::string& kind, std::string message,
                          std::string hint, const std::vector<std::string>& holes) {
  Explanation e;
  for (const ErrorKind* known : kinds)
    if (known->id == kind && filled(known->sentence, holes) == message) {
      e = explanationOf(*known, std::vector<MessageArgument>(holes.begin(), holes.end()));
      break;
    }
  e.kind = kind;
  if (e.reason.empty()) e.setMessage(std::move(message));
  e.setHint(std::move(hint));
  return e;
}

}  // namespace lw
