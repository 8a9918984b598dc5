// Several schedules of one function, one of which runs: the size that the call brings decides. Each schedule is right
// for all sizes, so the choice never changes a result.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/trace/trace.h"

namespace lw {

struct SizeVersion {
  std::optional<int64_t> most;  // runs up to this size; nothing: for all others
  Trace trace;
};
struct SizeVersions {
  std::string size;                   // the name of a symbolic size, or of an integer parameter
  std::vector<SizeVersion> versions;  // by growing size; the last one is for all others
};

// {"versions_by": "n", "versions": [{"most": 4, "trace": [...]}, {"trace": [...]}]}, with traces in TVM's form.
std::string toJson(const SizeVersions& versions, Dialect dialect = Dialect::Classic);
// A function for each version, `def n_to_4(sch):`, and the list VERSIONS of sizes and functions.
std::string toPython(const SizeVersions& versions, Dialect dialect = Dialect::Classic);
bool isSizeVersions(std::string_view text);  // whether it says so; it may still have errors
Result<SizeVersions> sizeVersionsFromJson(std::string_view text);

// The function of the program as one that chooses: `if n <= 4: ... else: ...`, with the buffers of all versions in the
// root block. Errors: a step that is refused, a function without such a size, versions that declare parameters in
// different ways (another layout, for example).
Result<PrimFunc> withVersions(const Snapshot& program, int function, const SizeVersions& versions);

}  // namespace lw
