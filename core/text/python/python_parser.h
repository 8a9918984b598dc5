// Lexer and recursive-descent parser of the Python subset. Never throws, never recurses without bound (nesting is
// limited and the limit is reported); after an error it goes on at the next statement.
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
// One expression or call, for `--do 'split(i, [None, 8])'` and the line entry of the trace.
Result<Expr> parseExpression(const SourceText& source);

}  // namespace lw::py
