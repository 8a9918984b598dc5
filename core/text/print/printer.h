// Prints IR as TVMScript, as TVM's printer does, with the text range of every node.
#pragma once

#include "core/ir/stmt.h"
#include "core/text/source_map.h"

namespace lw {

enum class Dialect : uint8_t { Classic, Tvm };  // T.block | T.sblock

struct PrintOptions {
  Dialect dialect = Dialect::Classic;
  bool imports = true;  // "from tvm.script import tir as T" at the top
};
struct PrintedText {
  std::string text;
  SourceMap map;
};
PrintedText print(const PrimFunc& function, const PrintOptions& options = {});
PrintedText print(const Module& module, const PrintOptions& options = {});
std::string toText(const Expr& e);  // on one line, with the variables' name hints
std::string toText(const Stmt& s);
std::string toText(const BufferRegion& region);

}  // namespace lw
