#include "core/text/print/printer.h"

#include <algorithm>
#include <cctype>

#include "core/ir/visit.h"
#include "core/text/print/print_impl.h"

namespace lw {

namespace {

bool isSimple(const Buffer& b) {
  if (!b->strides.empty() || !isZero(b->elemOffset) || b->scope != "global" || b->dataAlignment != 64 ||
      b->offsetFactor > 1 || !b->axisSeparators.empty())
    return false;
  for (const Expr& e : b->shape)
    if (!freeVars(e).empty()) return false;
  return true;
}

// Stops at the first block.
class BlockFinder : public Visitor {
 public:
  bool found = false;
  void expr(const Expr&) override {}
  void stmt(const Stmt& s) override {
    found = found || s.as<Block>();
    if (!found) children(s);
  }
};
bool containsBlock(const Stmt& s) {
  BlockFinder finder;
  finder.stmt(s);
  return finder.found;
}

}  // namespace

void Printer::line() {
  if (!out_.empty()) out_ += '\n';
  out_.append(static_cast<size_t>(4 * indent_), ' ');
}

void Printer::map(Kind kind, int begin, std::string name, const void* node, LoopId loop) {
  map_.add({{begin, at()}, kind, loop, blocks_.empty() ? BlockId{} : blocks_.back(), std::move(name), node});
}

std::string Printer::member(std::string_view classic, std::string_view current) const {
  return std::string(options_.dialect == Dialect::Classic ? classic : current);
}

void Printer::imports(bool withModule) {
  if (!options_.imports) return;
  if (withModule) {
    line();
    write("from tvm.script import ir as I");
  }
  line();
  write("from tvm.script import tir as \1");
  write("\n\n");
}

// The root block that the parser inserts by itself; it is not printed.
const Block* Printer::implicitRoot(const PrimFunc& f) const {
  const auto* root = f.body.as<Block>();
  if (!root || root->name != "root" || !root->iters.empty() || !isTrue(root->predicate) || !root->annotations.empty() ||
      !root->matches.empty() || !root->reads.empty() || !root->writes.empty() || root->init)
    return nullptr;
  const auto* only = root->body.as<Block>();
  const bool implied = !root->allocs.empty() || (only && !only->iters.empty()) || (!only && containsBlock(root->body));
  return implied ? root : nullptr;
}

void Printer::signature(const PrimFunc& f, std::vector<const std::pair<Var, Buffer>*>& matched) {
  line();
  write("@\1.prim_func");
  std::string args;
  if (f.privateFunc) args = "private=True";
  if (options_.dialect == Dialect::Tvm) args += args.empty() ? "s_tir=True" : ", s_tir=True";
  if (!args.empty()) write("(" + args + ")");
  line();
  write("def " + f.name + "(");
  for (size_t i = 0; i < f.params.size(); ++i) {
    const Var& p = f.params[i];
    if (i) write(", ");
    const int begin = at();
    const std::pair<Var, Buffer>* entry = nullptr;
    for (const auto& pair : f.buffers)
      if (pair.first == p) entry = &pair;
    if (entry && isSimple(entry->second) && !pointers_.contains(p.key())) {
      const Buffer& b = entry->second;
      const std::string name = defineBuffer(b, options_.imports);
      write(name);
      map(Kind::Buffer, begin, name, b.key());
      write(": \1.Buffer(");
      bufferArguments(b, true, false);
      if (!(b->data == p)) afterBuffer(b);
      continue;
    }
    // As in TVM, the name says which buffer is matched; it is made from the name that the buffer has in this text, so
    // that printing that again gives the same.
    const std::string hint = entry ? "var_" + defineBuffer(entry->second, options_.imports) : p.name();
    const std::string name = names_.define(p.key(), hint, options_.imports);
    write(name);
    map(Kind::Variable, begin, name, p.key());
    write(": \1." + toString(p.dtype()));
    if (entry) matched.push_back(entry);
  }
  write(")");
  if (f.result != dtype::Void()) write(" -> \1." + toString(f.result));
  write(":");
}

void Printer::function(const PrimFunc& f) {
  names_.push();
  const int begin = at();
  std::vector<const std::pair<Var, Buffer>*> matched;
  signature(f, matched);
  ++indent_;
  if (!f.attrs.empty()) {
    line();
    write("\1.func_attr(");
    annotations(f.attrs);
    write(")");
  }
  for (const auto* entry : matched) {
    const Buffer& b = entry->second;
    defineSizes(b);
    line();
    const int named = at();
    write(*names_.find(b.key()));
    map(Kind::Buffer, named, *names_.find(b.key()), b.key());
    write(" = \1.match_buffer(" + *names_.find(entry->first.key()) + ", ");
    bufferArguments(b, true, false);
    afterBuffer(b);
  }
  if (const Block* root = implicitRoot(f)) {
    line();
    const int rootBegin = at();
    blocks_.push_back(root->id);
    write("# with \1." + member("block", "sblock") + "(\"root\"):");
    for (const Buffer& alloc : root->allocs) {
      defineSizes(alloc);
      line();
      writeDefinition(alloc);
      write(" = \1." + member("alloc_buffer", "sblock_alloc_buffer") + "(");
      bufferArguments(alloc, false, false);
      afterBuffer(alloc);
    }
    inScope(root->body);
    map(Kind::Block, rootBegin, root->name, f.body.key());
    blocks_.pop_back();
  } else {
    inScope(f.body);
  }
  --indent_;
  map(Kind::Function, begin, f.name, f.body.key());
  names_.pop();
}

void Printer::module(const Module& m) {
  line();
  write("@I.ir_module");
  line();
  write("class " + m.name + ":");
  ++indent_;
  if (m.functions.empty()) {
    line();
    write("pass");
  }
  for (size_t i = 0; i < m.functions.size(); ++i) {
    if (i) write("\n");
    function(m.functions[i]);
  }
  --indent_;
}

namespace {

bool hasWord(std::string_view text, char word) {
  const auto continues = [&](size_t at) {
    return at < text.size() && (std::isalnum(static_cast<unsigned char>(text[at])) || text[at] == '_');
  };
  for (size_t at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1))
    if (!continues(at + 1) && (at == 0 || !continues(at - 1))) return true;
  return false;
}

}  // namespace

// A parameter keeps its name, so where one is named T, the module gets another.
PrintedText Printer::take() {
  char module = 'T';
  if (names_.keptModule())
    for (module = 'A'; module <= 'Z' && hasWord(out_, module);) ++module;
  std::replace(out_.begin(), out_.end(), '\1', module);
  map_.finish();
  return {std::move(out_), std::move(map_)};
}

bool Printer::needsMore(std::unordered_set<const void*>& pointers) const {
  bool more = false;
  for (const void* key : unnamed_) more = pointers.insert(key).second || more;
  return more;
}

namespace {

// Few bodies use a parameter as a pointer, so none is searched for it before: its signature is printed again if it
// does.
template <class F>
PrintedText printed(const PrintOptions& options, bool withModule, const F& part) {
  std::unordered_set<const void*> pointers;
  for (;;) {
    Printer printer(options, pointers);
    printer.imports(withModule);
    part(printer);
    if (printer.needsMore(pointers)) continue;
    PrintedText result = printer.take();
    result.text += '\n';
    return result;
  }
}

}  // namespace

PrintedText print(const PrimFunc& function, const PrintOptions& options) {
  return printed(options, false, [&](Printer& printer) { printer.function(function); });
}

PrintedText print(const Module& module, const PrintOptions& options) {
  return printed(options, true, [&](Printer& printer) { printer.module(module); });
}

std::string toText(const Expr& e) {
  Printer printer({});
  printer.expr(e);
  return printer.take().text;
}

std::string toText(const Stmt& s) {
  Printer printer({});
  printer.stmt(s, true);
  return printer.take().text;
}

std::string toText(const BufferRegion& region) {
  Printer printer({});
  printer.region(region);
  return printer.take().text;
}

}  // namespace lw
