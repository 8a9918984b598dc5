// Refuses steps after which threads would exchange values in a way that no GPU supports
// (core/analysis/thread_exchange.h).
#pragma once

#include "core/schedule/edit.h"
#include "core/schedule/snapshot.h"

namespace lw {

std::vector<const ErrorKind*> threadExchangeErrors();

}  // namespace lw
