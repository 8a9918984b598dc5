#include "app/services/tuning/tune_machine.h"

#include "backends/measure/errors.h"
#include "backends/measure/remote.h"
#include "core/support/text.h"

namespace lw {

TuneMachine machineOf(const TuneChoices& choices, const TargetDescriptor& target) {
  if (target.emulated) {
    const GpuDevice* model = findGpuDevice(choices.deviceModel.toStdString());
    return {{}, std::string(model ? model->name : defaultGpuDevice().name)};
  }
  if (!target.driverText) return {};
  return {choices.remote ? choices.host.trimmed().toStdString() : std::string(), std::to_string(choices.device)};
}

std::optional<Explanation> problemOf(const TuneChoices& choices, const TargetDescriptor& target) {
  if (!choices.remote || target.emulated) return std::nullopt;
  if (!target.driverText) {
    std::string others;
    for (const TargetDescriptor* other : allTargets())
      if (other->driverText) addItem(others, other->name);
    return explain(err::kRunHost(others, target.name), "`lw worker` measures on the processor of another machine");
  }
  if (const Status host = checkHost(choices.host.trimmed().toStdString()); !host) return host.error();
  return std::nullopt;
}

}  // namespace lw
