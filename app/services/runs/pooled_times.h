// One time for one thing: measurements of the same code, and of the same reference, under the same conditions are taken
// together, however often and whenever they were made.
#pragma once

#include <vector>

#include "app/models/runs/run_model.h"

namespace lw {

// Gives all rows with the same code and conditions one time, and all with the same reference and conditions one time of
// it, with intervals that cover what the machine changed between the runs. A run during which the reference took longer
// or less than usual was made at another speed of the machine; its interval covers that, too. Runs of a quiet machine
// count alone, where there are any.
void poolTimes(std::vector<RunRow>& rows);

}  // namespace lw
