#include "app/models/support/job_runner.h"

namespace lw {

JobRunner::~JobRunner() = default;

}  // namespace lw
