// Buffers: types of parameters, allocations, matched regions, and the low-level statements that declare memory.
#include <algorithm>
#include <cctype>
#include <utility>

#include "core/ir/ops.h"
#include "core/ir/visit.h"
#include "core/text/errors.h"
#include "core/text/python/python_parser.h"
#include "core/text/python/python_walk.h"
#include "core/text/tir/tir_parser.h"
#include "core/text/tir/tir_types.h"

namespace lw::tir {

template <class F>
auto FunctionParser::withAnonymous(const char* prefix, F&& read) {
  struct Restore {
    FunctionParser& parser;
    std::string before;
    int count;
    ~Restore() {
      parser.anonymous_ = std::move(before);
      parser.anonymousCount_ = count;
    }
  } const restore{*this, std::exchange(anonymous_, prefix), std::exchange(anonymousCount_, 0)};
  return read();
}

std::vector<Expr> FunctionParser::shape(const py::Expr& e) {
  const ParsedValue value = eval(e);
  std::vector<ParsedValue> items;
  if (const auto* list = value.as<ListValue>())
    items = list->items;
  else
    items.push_back(value);
  std::vector<Expr> sizes;
  for (const ParsedValue& v : items) {
    if (const auto* name = v.as<std::string>()) {  // "n": a size that the caller's array has
      sizes.push_back(namedSize(*name, e->span));
      continue;
    }
    Expr size = toExpr(v, e->span);
    if (!size.dtype().isInteger() || size.dtype().isVector()) fail(e->span, err::kSizeNotInteger(describe(v)));
    if (asInt(size).value_or(1) < 0) fail(e->span, err::kSizeNegative());
    sizes.push_back(std::move(size));
  }
  return sizes;
}

// "(n + 31) // 32 * 32", as TVM prints sizes in signatures. The text keeps its place in the file, for messages.
Expr FunctionParser::sizeFromText(const std::string& text, Span span) {
  const std::string before(static_cast<size_t>(std::max(span.begin, 0)), ' ');
  const Result<py::Expr> e = py::parseExpression(makeSource("size", "(" + before + text + ")"));
  if (!e)
    fail(span, err::kSizeNotInteger(say("the string \"{0}\"", text)), "write the name of a size, or an expression");
  nameSizesIn(*e, span);
  const Expr size = evalInteger(*e, "the size of a dimension");
  if (asInt(size).value_or(1) < 0) fail(span, err::kSizeNegative());
  return size;
}

void FunctionParser::nameSizesIn(const py::Expr& e, Span span) {
  if (const auto* name = e->as<py::Name>()) {
    if (!lookup(name->id)) namedSize(name->id, span);
    return;
  }
  if (e->as<py::Attribute>()) return;
  const auto* call = e->as<py::Call>();
  py::forEachChild(*e, [&](const py::Expr& child) {
    if (!call || child != call->function) nameSizesIn(child, span);
  });
}

Expr FunctionParser::namedSize(const std::string& name, Span span) {
  const bool plain = !name.empty() && std::all_of(name.begin(), name.end(), [](unsigned char c) {
    return std::isalnum(c) || c == '_';
  }) && !std::isdigit(static_cast<unsigned char>(name[0]));
  if (!plain) return sizeFromText(name, span);
  if (!lookup(name)) {
    const auto param = namedSizes_.find(name);
    const auto later = sizeTypes_.find(name);
    const DataType type = param != namedSizes_.end()  ? param->second
                          : later != sizeTypes_.end() ? later->second
                                                      : dtype::Int32;
    define(name, Expr(Var(name, type)));
    if (later != sizeTypes_.end()) undeclaredSizes_.insert(name);
  }
  const Expr size = toExpr(*lookup(name), span);
  if (!size.dtype().isInteger() || size.dtype().isVector())
    fail(span, err::kSizeNotInteger(say("the string \"{0}\"", name)));
  return size;
}

// Reads the arguments that all ways of declaring a buffer share.
Buffer FunctionParser::bufferFrom(const py::Call& call, Span span, const std::string& function, const std::string& name,
                                  const Var* data) {
  const Args args(*this, call, span, function,
                  {"shape", "dtype", "data", "strides", "elem_offset", "scope", "align", "offset_factor", "buffer_type",
                   "axis_separators", "logical_shape", "layout", "annotations", "allocated_addr"},
                  1);
  declarationExtra(args);
  BufferNode node{.name = name, .data = data ? *data : Var(name, dtype::Handle()), .dtype = dtype::Float32};
  // Those of a declaration that takes its memory from elsewhere.
  const bool isMatched = function == "T.match_buffer" || function == "T.Buffer";
  node.shape = withAnonymous(isMatched ? "n" : "", [&] { return shape(*args.get("shape")); });
  if (const py::Expr* e = args.get("dtype")) node.dtype = evalType(*e);
  if (const py::Expr* e = args.get("data")) {
    const Expr pointer = evalExpr(*e);
    const auto* var = pointer.as<Var>();
    if (!pointer.dtype().isHandle()) fail((*e)->span, err::kDataNeedsPointer());
    node.data = var ? *var : Var(name + "_data", dtype::Handle());
    if (!var) extra_.pointer.emplace(node.data, pointer);
  }
  if (const py::Expr* e = args.get("offset_factor"))
    node.offsetFactor = static_cast<int>(evalConstant(*e, "offset_factor"));
  const DataType indexType = node.shape.empty() ? dtype::Int32 : node.shape[0].dtype();
  if (const py::Expr* e = args.get("elem_offset"); e && !(*e)->as<py::NoneLiteral>()) {
    node.elemOffset = withAnonymous(isMatched ? "offset" : "", [&] { return evalInteger(*e, "elem_offset"); });
    if (isZero(node.elemOffset)) node.elemOffset = 0;  // the type does not matter: no other code depends on it
  } else if (node.offsetFactor > 0)
    node.elemOffset = Var("elem_offset", indexType);
  if (const py::Expr* e = args.get("strides"); e && !(*e)->as<py::NoneLiteral>()) {
    const ParsedValue value = withAnonymous(isMatched ? "s" : "", [&] { return eval(*e); });
    const auto* list = value.as<ListValue>();
    if (!list) fail((*e)->span, err::kStridesNeedsTuple());
    for (const ParsedValue& v : list->items) {
      if (const auto* s = v.as<std::string>())
        node.strides.push_back(Var(*s, dtype::Int32));
      else
        node.strides.push_back(toExpr(v, (*e)->span));
    }
    // TVM's cache_index gives every table only the stride of its last dimension; the other strides are those of a
    // compact buffer.
    if (node.strides.size() == 1 && node.shape.size() > 1 && isOne(node.strides[0])) node.strides.clear();
    if (!node.strides.empty() && node.strides.size() != node.shape.size())
      fail((*e)->span, err::kStrideCount(node.strides.size(), node.shape.size()));
  }
  if (const py::Expr* e = args.get("scope")) node.scope = evalString(*e, "the scope");
  if (const py::Expr* e = args.get("align")) {
    const int64_t align = evalConstant(*e, "the alignment");
    if (align > 0 && align <= 1 << 30) node.dataAlignment = static_cast<int>(align);
  }
  if (const py::Expr* e = args.get("axis_separators")) {
    const ParsedValue value = eval(*e);
    if (const auto* list = value.as<ListValue>())
      for (const ParsedValue& v : list->items)
        if (const auto* i = v.as<int64_t>()) node.axisSeparators.push_back(static_cast<int>(*i));
  }
  return Buffer(std::move(node));
}

void FunctionParser::declarationExtra(const Args& args) {
  extra_ = {};
  if (const py::Expr* e = args.get("layout"); e && !(*e)->as<py::NoneLiteral>()) extra_.layout = argument(*e);
  if (const py::Expr* e = args.get("annotations"); e && !(*e)->as<py::NoneLiteral>()) extra_.notes = annotations(*e);
  if (const py::Expr* e = args.get("allocated_addr"); e && !(*e)->as<py::NoneLiteral>())
    extra_.notes.insert_or_assign("allocated_addr", annotationValue(eval(*e), (*e)->span));
}

// T.Buffer((8, 8), "float32") or T.Buffer[(8, 8), "float32"].
Buffer FunctionParser::bufferType(const py::Expr& annotation, const std::string& name) {
  if (const auto* call = annotation->as<py::Call>())
    return bufferFrom(*call, annotation->span, "T.Buffer", name, nullptr);
  const auto* sub = annotation->as<py::Subscript>();
  if (!sub) fail(annotation->span, err::kBufferNeedsShape(), "T.Buffer((8, 8), \"float32\")");
  const py::Call call{sub->object, sub->indices, {}};
  return bufferFrom(call, annotation->span, "T.Buffer", name, nullptr);
}

ParsedValue FunctionParser::matchBuffer(const py::Call& call, Span span, const std::string& name, Body& out) {
  py::Call rest = call;
  py::Expr param;
  if (!rest.args.empty()) {
    param = rest.args[0];
    rest.args.erase(rest.args.begin());
  }
  if (!param) fail(span, err::kMatchBufferArguments());
  const ParsedValue source = eval(param);
  const auto* e = source.as<Expr>();
  if (const auto* var = e ? e->as<Var>() : nullptr; var && var->dtype().isHandle()) {
    bool isParam = false;
    for (const Var& p : func_.params) isParam |= p == *var;
    if (!isParam) fail(param->span, err::kNotAParameter(var->name()));
    if (func_.bufferOf(*var)) fail(param->span, err::kParameterMatchedTwice(var->name()));
    const Buffer buffer = bufferFrom(rest, span, "T.match_buffer", name, nullptr);
    for (const Expr& size : buffer->shape)
      for (const Var& v : freeVars(size))
        if (std::find(lets_.begin(), lets_.end(), v) != lets_.end())
          fail(span, err::kParameterSizeComputed(v.name(), var->name()), "write the number, or T.int32() without one");
    func_.buffers.emplace_back(*var, buffer);
    visible_.add(buffer);
    layout(buffer, extra_, span, out);
    return buffer;
  }
  if (e && e->as<Var>()) fail(param->span, err::kMatchedParameterNoHandle());
  if (!out.block) fail(span, err::kRegionMatchedOutsideBlock());
  const BufferRegion region = *regionArgument(source, param->span);
  if (rest.args.empty() && rest.keywords.empty()) {  // the whole region with its own shape
    BufferNode node{.name = name, .data = Var(name, dtype::Handle()), .dtype = region.buffer->dtype};
    for (const Range& r : region.ranges) node.shape.push_back(r.extent);
    node.scope = region.buffer->scope;
    const Buffer buffer(std::move(node));
    out.block->block.matches.push_back({buffer, region});
    visible_.add(buffer);
    return buffer;
  }
  const Buffer buffer = bufferFrom(rest, span, "T.match_buffer", name, nullptr);
  // If it is omitted, the type of the matched buffer is that of its source.
  Buffer typed = buffer;
  bool hasType = rest.args.size() > 1;
  for (const py::Keyword& k : rest.keywords) hasType |= k.name == "dtype";
  if (!hasType && buffer->dtype != region.buffer->dtype) {
    BufferNode node = *buffer;
    node.dtype = region.buffer->dtype;
    typed = Buffer(std::move(node));
  }
  if (typed.rank() > region.buffer.rank())
    fail(span, err::kMatchedRank(name, typed.rank(), region.buffer->name, region.buffer.rank()));
  out.block->block.matches.push_back({typed, region});
  visible_.add(typed);
  return typed;
}

bool FunctionParser::declaration(const std::string& path, const py::Call& call, const std::string& name, Span nameSpan,
                                 Span span, Body& out) {
  if (path == "alloc_buffer" || path == "sblock_alloc_buffer")
    return allocBuffer(call, name, nameSpan, span, out), true;
  if (path == "allocate") return allocate(call, name, nameSpan, span, out), true;
  if (path == "Buffer" || path == "decl_buffer" || path == "buffer_decl")
    return declBuffer(path, call, name, nameSpan, span, out), true;
  if (path == "attr") return attr(call, span, out), true;
  if (path == "launch_thread") return launchThread(call, name, nameSpan, span, out), true;
  if (path == "env_thread") {
    if (call.args.size() != 1) fail(span, err::kEnvThreadNeedsName());
    declared_.emplace_back(name, dtype::Int32);
    define(name, ThreadValue{evalString(call.args[0], "the thread"), declared_.back()});
    return true;
  }
  return false;
}

void FunctionParser::allocBuffer(const py::Call& call, const std::string& name, Span nameSpan, Span span, Body& out) {
  if (name.empty()) fail(span, err::kAllocationHasNoName(), "C = T.alloc_buffer(...)");
  const Buffer buffer = bufferFrom(call, span, "T.alloc_buffer", name, nullptr);
  const Extra extra = std::move(extra_);
  // In loops and between statements of a kernel, memory lives for the statements after it.
  const bool inBlock = out.block || (out.functionLevel && !isKernel_);
  if (!inBlock || !extra.notes.empty() || extra.layout) {
    allocateHere(buffer, extra.notes, span, out);
    define(name, buffer);
    map(MappedRange::Kind::Buffer, nameSpan, name, buffer.key());
    return layout(buffer, extra, span, out);
  }
  (out.block ? out.block->block.allocs : rootAllocs_).push_back(buffer);
  visible_.add(buffer);
  define(name, buffer);
  map(MappedRange::Kind::Buffer, nameSpan, name, buffer.key());
}

void FunctionParser::allocate(const py::Call& call, const std::string& name, Span nameSpan, Span span, Body& out) {
  if (name.empty()) fail(span, err::kAllocationHasNoName(), "C = T.allocate([n], \"float32\", \"global\")");
  const Args args(*this, call, span, "T.allocate", {"extents", "dtype", "scope", "condition", "annotations"}, 2);
  std::vector<Expr> extents = shape(*args.get("extents"));
  const DataType type = evalType(*args.get("dtype"));
  const py::Expr* scopeArg = args.get("scope");
  const std::string scope = scopeArg ? evalString(*scopeArg, "the scope") : "global";
  Annotations notes;
  if (const py::Expr* e = args.get("annotations")) notes = annotations(*e);
  const Var data(name, dtype::Handle());
  define(name, Expr(data));
  map(MappedRange::Kind::Variable, nameSpan, name, data.key());
  wrap([=](Stmt rest) -> Stmt { return Allocate{data, type, extents, scope, notes, std::move(rest)}; }, span, out);
}

void FunctionParser::declBuffer(const std::string& path, const py::Call& call, const std::string& name, Span nameSpan,
                                Span span, Body& out) {
  if (name.empty()) fail(span, err::kBufferHasNoName(), "B = T." + path + "(...)");
  const Buffer buffer = bufferFrom(call, span, "T." + path, name, nullptr);
  const Extra extra = std::move(extra_);
  bool hasData = call.args.size() > 2;
  for (const py::Keyword& k : call.keywords) hasData |= k.name == "data";
  pointer(extra, span, out);
  if (!hasData) {
    const BufferNode& b = *buffer;
    wrap([=](Stmt rest) -> Stmt { return Allocate{b.data, b.dtype, b.shape, b.scope, {}, std::move(rest)}; }, span,
         out);
  }
  define(name, buffer);
  map(MappedRange::Kind::Buffer, nameSpan, name, buffer.key());
  wrap([buffer](Stmt rest) -> Stmt { return DeclBuffer{buffer, std::move(rest)}; }, span, out);
  layout(buffer, extra, span, out);
}

void FunctionParser::attr(const py::Call& call, Span span, Body& out) {
  if (call.args.size() == 1 && call.args[0]->as<py::Dict>()) {  // T.attr({key: value})
    for (const auto& [key, e] : call.args[0]->as<py::Dict>()->items) {
      const std::string name = evalString(key, "the name of the attribute");
      const Expr value = argument(e);
      wrap([=](Stmt rest) -> Stmt { return AttrStmt{name, 0, value, std::move(rest)}; }, span, out);
    }
    return;
  }
  const Args args(*this, call, span, "T.attr", {"node", "attr_key", "value"}, 3);
  if (threadAttribute(*args.get("node"), *args.get("value"), span, out)) return;
  const ParsedValue node = eval(*args.get("node"));
  const auto* buffer = node.as<Buffer>();
  const Expr object = buffer ? Expr((*buffer)->data) : argument(node, (*args.get("node"))->span);
  const std::string key = evalString(*args.get("attr_key"), "the name of the attribute");
  const Expr value = argument(*args.get("value"));
  wrap([=](Stmt rest) -> Stmt { return AttrStmt{key, object, value, std::move(rest)}; }, span, out);
}

// T.attr(T.iter_var(tx, T.Range(0, 256), "ThreadIndex", "threadIdx.x"), "thread_extent", 256) launches threads.
bool FunctionParser::threadAttribute(const py::Expr& node, const py::Expr& value, Span span, Body& out) {
  const auto* call = node->as<py::Call>();
  const auto function = call ? path(call->function) : std::nullopt;
  if (!function || tirMember(*function) != "iter_var") return false;
  const Args args(*this, *call, node->span, "T.iter_var", {"var", "dom", "iter_type", "thread_tag"}, 4);
  const ParsedValue known = eval(*args.get("var"));
  const auto* thread = known.as<ThreadValue>();
  const auto* e = known.as<Expr>();
  const auto* var = thread ? &thread->var : e ? e->as<Var>() : nullptr;
  const auto* name = (*args.get("var"))->as<py::Name>();
  if (!var || !name)
    fail((*args.get("var"))->span, err::kLetNeedsVariable(), "threadIdx_x = T.env_thread(\"threadIdx.x\")");
  const std::string tag = evalString(*args.get("thread_tag"), "the thread");
  const Var own(var->name(), var->dtype());
  const Expr extent = cast(own.dtype(), evalInteger(value, "the number of threads"));
  define(name->id, Expr(own));
  wrap(
      [=](Stmt rest) -> Stmt { return AttrStmt{std::string(kThreadExtent) + tag, Expr(own), extent, std::move(rest)}; },
      span, out);
  return true;
}

// The key contains the thread's name: "thread_extent:threadIdx.x".
void FunctionParser::launchThread(const py::Call& call, const std::string& name, Span nameSpan, Span span, Body& out) {
  const Args args(*this, call, span, "T.launch_thread", {"thread", "extent"}, 2);
  const ParsedValue thread = eval(*args.get("thread"));
  Expr extent = evalInteger(*args.get("extent"), "the number of threads");
  const auto* known = thread.as<ThreadValue>();
  const auto* text = thread.as<std::string>();
  if (!known && !text) fail((*args.get("thread"))->span, err::kExpectedThreadName(describe(thread)));
  const std::string tag = known ? known->tag : *text;
  // Each launch has a variable of its own, even if one name is launched twice.
  if (known) extent = cast(known->var.dtype(), extent);
  const Var var(known ? known->var.name() : name.empty() ? "thread" : name, extent.dtype());
  if (known) define(known->var.name(), Expr(var));
  if (!name.empty()) {
    define(name, Expr(var));
    map(MappedRange::Kind::Variable, nameSpan, name, var.key());
  }
  wrap(
      [=](Stmt rest) -> Stmt { return AttrStmt{std::string(kThreadExtent) + tag, Expr(var), extent, std::move(rest)}; },
      span, out);
}

}  // namespace lw::tir
