#include "core/ir/barriers.h"

namespace lw {

static bool isSyncOf(const Stmt& s, std::string_view scope) {
  const auto* evaluate = s.as<Evaluate>();
  const auto* call = evaluate ? evaluate->value.as<Call>() : nullptr;
  const auto* of = call && call->op == kSyncCall ? call->args[0].as<StringImm>() : nullptr;
  return of && of->value == scope;
}

bool isBarrier(const Stmt& s) { return isSyncOf(s, "shared"); }
bool isWarpSync(const Stmt& s) { return isSyncOf(s, "warp"); }

}  // namespace lw
