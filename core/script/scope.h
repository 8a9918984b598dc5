// Resolves every name of a function once before it runs: to a slot of the function itself, a slot of a function around
// it, or a name of the file or of the language.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "core/script/value.h"
#include "core/text/tir/parser.h"

namespace lw::script {

struct SlotRef {
  int16_t depth = 0;  // 0: of the function itself, 1: of the function around it ...
  int16_t slot = 0;
};

struct FunctionInfo {
  std::vector<std::string> names;  // one per slot; parameters first
};

// The variables of one call while it runs.
struct Frame : std::enable_shared_from_this<Frame> {
  std::shared_ptr<const FunctionInfo> info;
  std::vector<Value> slots;
  std::vector<char> bound;
  std::shared_ptr<Frame> parent;
};

struct ScopeTable {
  std::unordered_map<const void*, SlotRef> refs;  // by Name, Import, FunctionDef and Parameter nodes; absent: global
  std::unordered_map<const void*, std::shared_ptr<const FunctionInfo>> functions;  // by the address of their parameters
};

// Resolves all names of a function of the file, and of the functions inside it.
void resolveFunction(const std::vector<py::Parameter>& params, const py::Block& body, ScopeTable& table);
// An expression at module level; its info is stored under the address of the expression's node.
void resolveExpression(const py::Expr& e, ScopeTable& table);
// The statements of a file's top level. What they assign is not a variable of a function and has no slot. The info is
// stored under the address of the block.
void resolveModule(const py::Block& body, ScopeTable& table);
std::string importedAs(const py::Import& line, std::string* module);  // "np" of "import numpy as np"; empty: none

}  // namespace lw::script
