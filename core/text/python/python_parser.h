// Lexer and recursive-descent parser of the Python subset. Never throws and never recurses without bound (nesting is
// limited, and exceeding the limit is reported); after an error, parsing continues at the next statement.
#pragma once

#include "core/support/result.h"
#include "core/text/python/python_ast.h"
#include "core/text/source.h"

namespace lw::py {

struct ParseResult {
  Module module;
  std::vector<Diagnostic> diagnostics;
};
ParseResult parseModule(const SourceText& source);
// Parses one expression or call, for `--do 'split(i, [None, 8])'` and the line entry of the trace.
Result<Expr> parseExpression(const SourceText& source);

}  // namespace lw::py
