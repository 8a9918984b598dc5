// Statements. A vector statement is a loop over its lanes.
#include <algorithm>
#include <utility>

#include "backends/c/errors.h"
#include "backends/c/writer.h"
#include "core/ir/equal.h"
#include "core/ir/ops.h"
#include "core/ir/python_values.h"
#include "core/ir/update.h"
#include "core/ir/visit.h"
#include "core/support/text.h"

namespace lw::c {
namespace {

// Larger allocations, or allocations of one function that are larger together, go to the heap.
constexpr int64_t kStackPerAllocation = 16 << 10, kStackPerFunction = 64 << 10;

std::string oneLine(const std::string& text) {
  std::string out;
  for (const char c : text) out += c == '\n' ? std::string("\\n") : std::string(1, c);
  return out;
}

// Does the value read other elements of the stored memory? Then all lanes are computed before any is stored.
bool readsOther(const BufferStore& n) {
  bool other = false;
  forEachExpr(n.value, [&](const Expr& e) {
    const auto* load = e.as<BufferLoad>();
    if (!load || !load->buffer->data.sameAs(n.buffer->data)) return;
    bool same = load->buffer.sameAs(n.buffer) && load->indices.size() == n.indices.size();
    for (size_t i = 0; same && i < n.indices.size(); ++i) same = equal(load->indices[i], n.indices[i]);
    other = other || !same;
  });
  return other;
}

bool isRead(const Stmt& body, const Var& data) {
  return anyExpr(body, [&](const Expr& e) {
    const auto* load = e.as<BufferLoad>();
    const auto* var = e.as<Var>();
    return (load && load->buffer->data.sameAs(data)) || (var && var->sameAs(data));
  });
}

}  // namespace

void Writer::line(const std::string& text) {
  body_ += std::string(static_cast<size_t>(2 * depth_), ' ') + text + "\n";
  origins_.insert(origins_.end(), 1 + static_cast<size_t>(std::count(text.begin(), text.end(), '\n')), origin_);
}

// `body`: lines for one lane; `independent`: no lane reads what another one stores.
void Writer::lanes(int count, bool independent, const std::string& body) {
  if (independent) line("LW_LANES");
  usesLanes_ = usesLanes_ || independent;
  line("for (int lane = 0; lane < " + std::to_string(count) + "; ++lane) " + body);
}

void Writer::stmt(const Stmt& s) {
  if (error_) return;
  const Origin around = origin_;
  if (s.origin().loop.valid() || s.origin().block.valid()) origin_ = s.origin();
  s.match([&](const For& n) { loop(n); },
          [&](const Block& n) { fail(err::kCNotLowered(n.name), "run the lowering passes first"); },
          [&](const BufferStore& n) { store(n); }, [&](const Evaluate& n) { evaluate(n); },
          [&](const Seq& n) {
            for (const Stmt& child : n.stmts) stmt(child);
          },
          [&](const IfThenElse& n) { conditional(n); },
          [&](const While& n) {
            line("while (" + at(n.condition, kTernary, "") + ") {");
            ++depth_;
            stmt(n.body);
            --depth_;
            line("}");
          },
          [&](const LetStmt& n) { letStmt(n); }, [&](const Allocate& n) { allocate(n); },
          [&](const DeclBuffer& n) { stmt(n.body); }, [&](const AttrStmt& n) { attribute(n); },
          [&](const AssertStmt& n) { assertion(n); });
  origin_ = around;
}

// A parallel loop that may leave the function stays serial, because OpenMP's loops have no early exit.
bool Writer::mayLeave(const Stmt& body) const {
  return anyStmt(body, [](const Stmt& s) { return s.as<AssertStmt>(); }) || anyExpr(body, [](const Expr& e) {
           const auto* call = e.as<Call>();
           return call && call->op == Intrinsic::Ret;
         });
}

void Writer::loop(const For& n) {
  if (n.kind == ForKind::ThreadBinding) {
    fail(err::kCBoundLoop(n.var.name(), n.thread), "remove the binding");
    return;
  }
  const auto first = asInt(n.min), count = asInt(n.extent);
  // The variable has the end value when the loop ends, which an int32 may not represent.
  const bool past = first && count && *first + *count > maxValueOf(dtype::Int32);
  const std::string type = n.var.dtype() == dtype::Int32 && past ? "int64_t" : indexType(n.var.dtype());
  const bool open = readsMemory(n.min) || readsMemory(n.extent);
  std::string from = index(n.min, kSum, ""),
              to = isZero(n.min) ? index(n.extent, kSum, "") : from + " + " + index(n.extent, kProduct, "");
  if (const auto min = asInt(n.min), extent = asInt(n.extent); min && extent) to = std::to_string(*min + *extent);
  if (open) {  // a loop's bound is read once
    const std::string first = freshName(n.var.name() + "_from", taken_), last = freshName(n.var.name() + "_to", taken_);
    line("const " + type + " " + first + " = " + from + ", " + last + " = " + (isZero(n.min) ? "" : first + " + ") +
         index(n.extent, isZero(n.min) ? kTernary : kProduct, "") + ";");
    from = first, to = last;
  }
  nonNegative_.know(n.var, nonNegative(n.min));
  const std::string name = define(n.var);
  const bool outer = insideParallel_;
  const bool parallel = n.kind == ForKind::Parallel && !insideParallel_ && !mayLeave(n.body);
  insideParallel_ = insideParallel_ || parallel;
  parallel_ = parallel_ || parallel;
  if (parallel) line("LW_PARALLEL");
  if (isKernel_ && n.kind == ForKind::Unrolled) line("#pragma unroll");  // compilers of OpenCL C apply or ignore it
  line("for (" + type + " " + name + " = " + from + "; " + name + " < " + to + "; ++" + name + ") {");
  ++depth_;
  stmt(n.body);
  --depth_;
  line("}");
  insideParallel_ = outer;
}

void Writer::store(const BufferStore& n) {
  const DataType type = n.buffer->dtype;
  if (type.isHandle()) {
    fail(err::kPointerStore(toString(type)));
    return;
  }
  if (isAtomic_ && (isKernel_ ? !spaceOf(n.buffer->data).empty() : insideParallel_)) return storeAtomic(n);
  int count = type.lanes;
  for (const Expr& i : n.indices) count = std::max<int>(count, i.dtype().lanes);
  const bool isVector = count > 1;
  const std::string lane = isVector ? "lane" : "";
  std::string value = at(n.value, kTernary, n.value.dtype().lanes > 1 ? lane : std::string());
  if (isNarrow(type)) value = toBits(type, value);
  const std::string place = element(n.buffer, n.indices, lane);
  if (!isVector) {
    if (!masks_.empty()) {
      fail(err::kCMaskedStatement(say("a store to one element of {0}", Ident(n.buffer->name))),
           "do not vectorize the loop around it");
      return;
    }
    return line(place + " = " + value + ";");
  }
  std::string condition;
  for (const Mask& mask : masks_) {
    if (mask.lanes != count) {
      fail(err::kCMaskedStatement(say("a store of {0} lanes to {1}", count, Ident(n.buffer->name))),
           "do not vectorize the loop around it");
      return;
    }
    addItem(condition, std::string(mask.opposite ? "!" : "") + mask.array + "[lane]", " && ");
  }
  const std::string guard = condition.empty() ? "" : "if (" + condition + ") ";
  if (!readsOther(n)) return lanes(count, noalias_, guard + place + " = " + value + ";");
  line("{");
  ++depth_;
  const std::string all = freshName(n.buffer->name + "_lanes", taken_);
  line(storageType(type) + " " + all + "[" + std::to_string(count) + "];");
  lanes(count, noalias_, guard + all + "[lane] = " + value + ";");
  lanes(count, noalias_, guard + place + " = " + all + "[lane];");
  --depth_;
  line("}");
}

void Writer::letStmt(const LetStmt& n) {
  const DataType type = n.var.dtype();
  const bool data = readsMemory(n.value);
  if (type.lanes > 1) {
    const std::string value = data ? at(n.value, kTernary, "lane") : index(n.value, kTernary, "lane");
    const std::string name = define(n.var);
    line((data ? valueType(type) : indexType(type)) + " " + name + "[" + std::to_string(type.lanes) + "];");
    lanes(type.lanes, noalias_, name + "[lane] = " + value + ";");
  } else if (type.isHandle()) {
    const std::string value = "(void *)" + pointerTo(n.value).text;
    const bool outer = std::exchange(noalias_, false);  // may alias the memory of a buffer
    const std::string name = define(n.var);
    line("void *" + name + " = " + value + ";");
    stmt(n.body);
    noalias_ = outer;
  } else {
    const std::string value = data ? at(n.value, kTernary, "") : index(n.value, kTernary, "");
    ++indexDepth_;
    nonNegative_.know(n.var, !data && nonNegative(n.value));
    --indexDepth_;
    line("const " + (data ? valueType(type) : indexType(type)) + " " + define(n.var) + " = " + value + ";");
  }
  if (!usesVar(n.body, n.var)) line("(void)" + nameOf(n.var) + ";");
  if (!type.isHandle()) stmt(n.body);
}

void Writer::leave(const std::string& code) {
  if (isKernel_) return line("return;");
  for (auto memory = heap_.rbegin(); memory != heap_.rend(); ++memory) line("free(" + *memory + ");");
  line("return " + code + ";");
}

void Writer::allocate(const Allocate& n) {
  if (isKernel_) return memoryOfKernel(n);
  int64_t bytes = n.type.bytes();
  bool known = true;
  std::string count = n.type.lanes == 1 ? "" : std::to_string(n.type.lanes) + " * ";
  for (const Expr& extent : n.extents) {
    const auto value = asInt(extent);
    known = known && value && !__builtin_mul_overflow(bytes, *value, &bytes);
    count += "(size_t)" + index(extent, kUnary, "") + " * ";
  }
  const std::string type = storageType(n.type.element()), name = define(n.data);
  elements_[n.data.key()] = type;
  const bool stack = known && bytes <= kStackPerAllocation && stackBytes_ + bytes <= kStackPerFunction;
  if (stack) {  // in its own scope, so that others can reuse its stack space
    stackBytes_ += bytes;
    line("{");
    ++depth_;
    line("_Alignas(64) " + type + " " + name + "[" +
         std::to_string(std::max<int64_t>(1, bytes / std::max(1, n.type.element().bytes()))) + "];");
    if (!isRead(n.body, n.data)) line("(void)" + name + ";");  // compilers warn about variables that are only written
    stmt(n.body);
    --depth_;
    line("}");
  } else {
    line(type + " *" + name + " = (" + type + " *)" + helpers_.use("alloc", "") + "(" + count + "sizeof(" + type +
         "));");
    if (insideParallel_)
      line("if (!" + name + ") abort();");  // no error can be returned from here
    else {
      line("if (!" + name + ") {");
      ++depth_;
      leave("-1");
      --depth_;
      line("}");
    }
    heap_.push_back(name);
    stmt(n.body);
    heap_.pop_back();
    line("free(" + name + ");");
  }
}

void Writer::conditional(const IfThenElse& n) {
  const int count = n.condition.dtype().lanes;
  if (count > 1) {  // each side for its lanes
    line("{");
    ++depth_;
    const std::string array = freshName("mask", taken_);
    line("bool " + array + "[" + std::to_string(count) + "];");
    lanes(count, noalias_, array + "[lane] = " + at(n.condition, kTernary, "lane") + ";");
    masks_.push_back({array, count, false});
    stmt(n.thenBody);
    masks_.back().opposite = true;
    if (n.elseBody) stmt(*n.elseBody);
    masks_.pop_back();
    --depth_;
    line("}");
    return;
  }
  line("if (" + (readsMemory(n.condition) ? at(n.condition, kTernary, "") : index(n.condition, kTernary, "")) + ") {");
  ++depth_;
  stmt(n.thenBody);
  --depth_;
  if (n.elseBody) {
    line("} else {");
    ++depth_;
    stmt(*n.elseBody);
    --depth_;
  }
  line("}");
}

void Writer::assertion(const AssertStmt& n) {
  failures_.push_back(n.message);
  line("if (!(" + at(n.condition, kTernary, "") + ")) {  // " + oneLine(n.message));
  ++depth_;
  leave(std::to_string(failures_.size()));
  --depth_;
  line("}");
  stmt(n.body);
}

void Writer::attribute(const AttrStmt& n) {
  if (n.key.starts_with("thread_extent") || n.key == "virtual_thread") {
    const Var* var = n.node.as<Var>();
    fail(err::kCThreadExtent(var ? var->name() : n.key), "remove the binding");
    return;
  }
  if (n.key == kLayout) {
    fail(err::kCUnsupportedCall("TileLayout"), "state strides instead of a layout");
    return;
  }
  const bool outer = std::exchange(isAtomic_, isAtomic_ || isAtomic(n));
  stmt(n.body);
  isAtomic_ = outer;
}

void Writer::evaluate(const Evaluate& n) {
  const auto* call = n.value.as<Call>();
  if (!call) return;                                  // an unused value
  if (call->op == Intrinsic::Ret) return leave("0");  // a kernel returns its error code
  if (isKernel_ && call->op == Intrinsic::StorageSync)
    return line("barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);");
  if (!masks_.empty()) {
    fail(err::kCMaskedStatement(Snippet("T." + call->op.name())), "do not vectorize the loop around it");
    return;
  }
  if (n.value.dtype().lanes > 1 && call->op != Intrinsic::Prefetch) return;
  line("(void)" + at(n.value, kPrimary, "") + ";");
}

}  // namespace lw::c
