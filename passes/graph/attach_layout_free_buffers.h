// Lists, in the attribute layout_free_buffers of each kernel (core/analysis/program/layout_free.h), the parameters for
// which all calls pass constants: schedules may then have them packed once, before the calls.
#pragma once

#include "passes/graph/graph_pass.h"

namespace lw {

graph::Model withLayoutFreeBuffers(const graph::Model& model);
extern const GraphPass kAttachLayoutFreeBuffersPass;

}  // namespace lw
