// What most files of the code generator include, compiled once.
#pragma once

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

#include "core/ir/ops.h"
#include "core/ir/stmt.h"
#include "core/ir/visit.h"
