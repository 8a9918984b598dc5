// The part of tvm.contrib.clang and tvm.contrib.utils that schedules use to attach a C micro-kernel:
//
//     temp = utils.tempdir()
//     ll_code = clang.create_llvm(cc_code, output=temp.relpath("temp.ll"))
//     sch.annotate(i, "pragma_import_llvm", ll_code)
//
// Nothing is compiled and no file is written here: create_llvm returns the source text, which the backend compiles when
// it builds the kernel, if that is allowed.
#pragma once

#include "core/script/host.h"

namespace lw::script {

// nullopt: there is no module of that name.
std::optional<Value> contribModule(std::string_view name);

}  // namespace lw::script
