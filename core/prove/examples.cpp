// Executions and elements in words: one of many.
#include <isl/point.h>
#include <isl/set.h>
#include <isl/val.h>

#include "core/ir/ops.h"
#include "core/prove/equations.h"
#include "core/support/text.h"

namespace lw::prove {
namespace {

std::vector<long> pointOf(const isl::set& some) {
  const auto rank = static_cast<int>(isl_set_dim(some.get(), isl_dim_set));
  isl_point* point = isl_set_sample_point(some.copy());
  std::vector<long> values;
  for (int i = 0; i < rank; ++i) {
    isl_val* value = isl_point_get_coordinate_val(point, isl_dim_set, i);
    values.push_back(isl_val_get_num_si(value));
    isl_val_free(value);
  }
  isl_point_free(point);
  return values;
}

Message executionAt(const Statement& s, const std::string& memory, const std::vector<long>& loops) {
  std::vector<std::string> values;
  for (size_t i = 0; i < s.loops.size(); ++i)
    if (asInt(s.loops[i].extent) != 1) values.push_back(s.loops[i].var.name() + " = " + std::to_string(loops[i]));
  const std::string at = join(values, [](const std::string& v) { return v; });
  if (s.block.empty())
    return at.empty() ? say("the statement that writes {0}", Ident(memory))
                      : say("the statement that writes {0}, at {1}", Ident(memory), Snippet(at));
  return at.empty() ? say("block {0}", Ident(s.block)) : say("block {0} at {1}", Ident(s.block), Snippet(at));
}

}  // namespace

Message Equations::exampleOf(const isl::set& some) const {
  const char* tuple = isl_set_get_tuple_name(some.get());
  if (!tuple || some.is_empty()) return {};
  for (const Statement& s : statements_)
    if (s.tuple == tuple)
      return executionAt(s, memories_[static_cast<size_t>(s.memory)].name, pointOf(some.apply(s.loopsAt.as_map())));
  for (const Memory& memory : memories_) {
    if (memory.tuple != tuple) continue;
    std::vector<long> at = pointOf(some);
    at.erase(at.begin(), at.begin() + static_cast<std::ptrdiff_t>(memory.loops));
    return say("the element {0}",
               Snippet(memory.name + "[" + join(at, [](long i) { return std::to_string(i); }) + "]"));
  }
  return {};
}

}  // namespace lw::prove
