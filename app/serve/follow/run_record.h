// A judgement as a run of the session, as a window shows it.
#pragma once

#include "app/serve/session.h"
#include "core/session/session.h"

namespace lw::serve {

// `judged`: one result of judge().
RunRecord recordOf(const Document& document, const Json& judged);

}  // namespace lw::serve
