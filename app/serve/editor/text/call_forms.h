// What the functions of T and te take: "split(loop, factors)" for calls of programs.
#pragma once

#include <string>
#include <vector>

namespace lw::serve {

struct CallForm {
  std::string label;  // "T.axis.remap(kinds, bindings, dtype='int32')"
  std::string help;
  std::vector<std::string> params;  // names; a function that takes any number has one, with its star
};

// Functions of call_forms.def by their whole name, and intrinsics, whose arguments are numbered. Nothing: not known.
// *NAME* is "T.grid" or "te.compute"; tir.NAME is the same function as T.NAME.
const CallForm* findCallForm(const std::string& name);

}  // namespace lw::serve
