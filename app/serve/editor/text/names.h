// Which names of a text mean the same thing: one list of things (functions, buffers, loops, blocks, variables), and
// every place where one is named, by Python's rules for names. In functions of TVMScript a loop's variable and what a
// block defines are known in their statements only, as in core/text/tir. Two kinds of strings are names too: those of
// blocks and buffers in schedule functions. The text may have errors: statements that cannot be read name nothing.
#pragma once

#include <string>
#include <vector>

#include "core/text/tir/parser.h"

namespace lw::serve {

struct NamedThing {
  enum class Kind : uint8_t { Module, Function, Class, Parameter, Variable, Constant, Buffer, Loop, Block, IterVar };
  Kind kind = Kind::Variable;
  std::string name;
  std::string owner;  // the function or class at the top of the file that it is part of; empty: the file
};

struct NameUse {
  Span span;      // of the name alone, without quotes
  int thing = 0;  // index in the list of things
  bool definition = false;
  bool string = false;
};

struct NameIndex {
  std::vector<NamedThing> things;
  std::vector<NameUse> uses;            // in the order of the text
  const NameUse* at(int offset) const;  // also directly behind a name; nullptr: there is none
  std::vector<NameUse> usesOf(int thing) const;
};

NameIndex namesIn(const SourceFile& file);

bool isPrimFunc(const py::FunctionDef& function);
// Names that Python code may have: letters, digits and underscores, and no word of the language.
bool isNewName(std::string_view name);

}  // namespace lw::serve
