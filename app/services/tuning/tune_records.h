// The tuning records of a search: what earlier searches of the same space measured, and where new results are kept.
#pragma once

#include "app/services/tuning/tune_search.h"
#include "core/tune/records/records.h"

namespace lw {

class TuneRecords {
 public:
  // Opens the database that the setup names. Nothing: it names none. Errors are those of the database, and of a machine
  // that cannot be asked for the name of its device.
  static Result<std::optional<TuneRecords>> open(const TuneSetup& setup, const tune::Space& space, const Stop& stop);
  // Of this space on the setup's machine, each candidate's last; with what its decisions chose.
  Result<std::vector<tune::Trial>> known(const tune::Space& space) const;
  Status add(const tune::Trial& trial);  // it is on disk when this returns

 private:
  TuneRecords(tune::RecordStore store, tune::Record record, bool comparesAll)
      : store_(std::move(store)), record_(std::move(record)), comparesAll_(comparesAll) {}
  tune::RecordStore store_;
  tune::Record record_;  // without a trial
  bool comparesAll_;     // records that do not say so are of candidates whose results were all compared
};

}  // namespace lw
