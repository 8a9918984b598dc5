// tvm.contrib.clang and tvm.contrib.utils, as far as schedules use them to bring a C micro-kernel along:
//
//     temp = utils.tempdir()
//     ll_code = clang.create_llvm(cc_code, output=temp.relpath("temp.ll"))
//     sch.annotate(i, "pragma_import_llvm", ll_code)
//
// Nothing is compiled and no file is written here: create_llvm gives the text itself, and the backend compiles it when
// the kernel is built, where that is allowed.
#pragma once

#include "core/script/host.h"

namespace lw::script {

// nullopt: there is nothing of that name.
std::optional<Value> contribModule(std::string_view name);

}  // namespace lw::script
