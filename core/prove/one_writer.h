// Definitions of reads whose elements have one writer each, and perhaps updates after it.
#pragma once

#include "core/prove/equations.h"

namespace lw::prove {

struct Reads {
  isl::map elements, time;  // of executions
  const Statement* reader;  // nullptr: the end of the program
};

// Whether in each pair x -> y the time of y, which `earlier` says, is before that of x.
bool allBefore(const isl::map& pairs, const isl::map& time, const isl::map& earlier);

// nullopt: it is not so, and the last writers have to be searched.
std::optional<Definitions> definitionsByOneWriter(const std::vector<Statement>& statements,
                                                  const std::vector<size_t>& writers, const Reads& reads);

}  // namespace lw::prove
