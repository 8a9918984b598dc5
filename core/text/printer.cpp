#include "core/text/printer.h"

#include "core/text/print_writer.h"

namespace lw {

PrintedText print(const PrimFunc& function, const PrintOptions& options) {
  text::Writer writer(options);
  writer.imports(false);
  writer.function(function);
  return writer.finish();
}

PrintedText print(const Module& module, const PrintOptions& options) {
  text::Writer writer(options);
  writer.module(module);
  return writer.finish();
}

std::string toText(const Expr& e) {
  text::Writer writer({});
  writer.rawNames = true;
  writer.expr(e);
  return writer.result();
}

std::string toText(const Stmt& s) {
  text::Writer writer({});
  writer.rawNames = true;
  writer.stmt(s);
  return writer.result();
}

std::string toText(const BufferRegion& region) {
  text::Writer writer({});
  writer.rawNames = true;
  writer.region(region);
  return writer.result();
}

}  // namespace lw
