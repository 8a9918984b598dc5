// lw-runner as a program of its own: `lw-runner PACKAGE`, `lw-runner --devices`.
#pragma once

namespace lw {

int packageMain(int count, char** words);

}  // namespace lw
