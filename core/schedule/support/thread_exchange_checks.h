// Refuses steps after which threads would exchange values in a way that no GPU supports
// (core/analysis/gpu/thread_exchange.h), or iterations that run at once would share a buffer that each of them fills
// (core/analysis/dependence/iteration_sharing.h).
#pragma once

#include "core/schedule/edit.h"
#include "core/schedule/snapshot.h"

namespace lw {

std::vector<const ErrorKind*> threadExchangeErrors();

}  // namespace lw
