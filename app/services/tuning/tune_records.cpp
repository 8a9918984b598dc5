#include "app/services/tuning/tune_records.h"

#include "backends/tune/record_key.h"
#include "backends/tune/target_tuning.h"
#include "core/tune/pins.h"

namespace lw {

Result<std::optional<TuneRecords>> TuneRecords::open(const TuneSetup& setup, const tune::Space& space,
                                                     const Stop& stop) {
  if (setup.records.empty()) return std::optional<TuneRecords>();
  Result<tune::RecordStore> store = tune::RecordStore::open(setup.records);
  if (!store) return std::move(store).error();
  const Snapshot& program = setup.start.source();
  const tune::RunConditions conditions{
      .threads = setup.threads,
      .math = setup.math,
      .sizes = tune::sizesOf(*setup.source, program.function(setup.function), setup.sizes)};
  Result<std::string> device = tune::measuringDevice(measureOn(setup, stop));
  if (!device) return std::move(device).error();
  tune::Record record;
  record.key = tune::recordKey(program, setup.function, *setup.target, conditions, std::move(*device));
  record.machine = record.key.processor;
  record.function = setup.name;
  record.space = space.hash();
  const bool comparesAll = !setup.target->emulated && setup.machine.host.empty();
  return std::optional(TuneRecords(std::move(*store), std::move(record), comparesAll));
}

Result<std::vector<tune::Trial>> TuneRecords::known(const tune::Space& space) const {
  Result<std::vector<tune::Record>> found = store_.find({.key = record_.key, .space = record_.space, .latest = true});
  if (!found) return std::move(found).error();
  std::vector<tune::Trial> trials;
  for (tune::Record& record : *found) {
    if (!record.knowsWhole) record.trial.whole = comparesAll_;
    record.trial.decisions = tune::withChoices(space, record.trial.decisions);
    trials.push_back(std::move(record.trial));
  }
  return trials;
}

Status TuneRecords::add(const tune::Trial& trial) {
  tune::Record record = record_;
  record.trial = trial;
  const Result<int64_t> id = store_.add(record);
  if (!id) return id.error();
  return success();
}

}  // namespace lw
