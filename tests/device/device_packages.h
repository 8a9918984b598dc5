// Takes kernels that the emulator finds right to a device. With LW_WRITE_PACKAGES=FOLDER, the tests that run kernels
// also write them as kernel packages with the results that are expected; `scripts/gpu check FOLDER` runs these on
// another machine. LW_PACKAGE_TARGET and LW_PACKAGE_VERSION say for which device (cuda, sm_90).
#pragma once

#include <string>
#include <vector>

#include "core/ir/ndarray.h"
#include "core/ir/stmt.h"

namespace lw::test {

// `arguments`: before the call; `wanted`: what `source`, the unscheduled program, makes of them.
void packageForDevice(const PrimFunc& source, const PrimFunc& scheduled, const std::vector<Argument>& arguments,
                      const std::vector<Argument>& wanted);

}  // namespace lw::test
