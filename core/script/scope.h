// Which variable every name of a function means, decided once before it runs: a slot of the function itself, a slot of
// a function around it, or a name of the file or of the language.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "core/script/value.h"
#include "core/text/tir/parser.h"

namespace lw::script {

struct SlotRef {
  int16_t depth = 0;  // 0: of the function itself, 1: of the one around it ...
  int16_t slot = 0;
};

struct FunctionInfo {
  std::vector<std::string> names;  // one per slot; parameters first
};

// Variables of one running call.
struct Frame : std::enable_shared_from_this<Frame> {
  std::shared_ptr<const FunctionInfo> info;
  std::vector<Value> slots;
  std::vector<char> bound;
  std::shared_ptr<Frame> parent;
};

struct ScopeTable {
  std::unordered_map<const void*, SlotRef> refs;  // of Name, Import, FunctionDef and Parameter nodes; absent: global
  std::unordered_map<const void*, std::shared_ptr<const FunctionInfo>> functions;  // by the address of their params
};

// Adds all names of a function of the file, and of the functions in it.
void resolveFunction(const std::vector<py::Parameter>& params, const py::Block& body, ScopeTable& table);
// An expression of module level; its info is found under the address of the expression's node.
void resolveExpression(const py::Expr& e, ScopeTable& table);
// The statements of a file's top level; what they assign is no variable of a function and has no slot. Its info is
// found under the address of the block.
void resolveModule(const py::Block& body, ScopeTable& table);
std::string importedAs(const py::Import& line, std::string* module);  // "np" of "import numpy as np"; empty: none

}  // namespace lw::script
