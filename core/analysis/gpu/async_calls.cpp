#include "core/analysis/gpu/async_calls.h"

#include <algorithm>

#include "core/analysis/gpu/pointed_buffers.h"
#include "core/ir/async_copies.h"
#include "core/ir/ops.h"
#include "core/ir/phased_barriers.h"
#include "core/ir/visit.h"

namespace lw {
namespace {

constexpr std::string_view kCopyCall = "ptx_cp_async", kCommitCall = "ptx_commit_group", kWaitCall = "ptx_wait_group";

const Call* asyncCall(const Stmt& s, std::string_view name) {
  const auto* evaluate = s.as<Evaluate>();
  const auto* call = evaluate ? evaluate->value.as<Call>() : nullptr;
  return call && call->op == name ? call : nullptr;
}

bool callsAny(const Stmt& root, std::string_view name) {
  return anyStmt(root, [&](const Stmt& s) { return asyncCall(s, name); });
}

class DescribeCopies : public Rewriter {
 public:
  explicit DescribeCopies(const PrimFunc& f) : result(f), buffers_(f) {}
  PrimFunc result;

  Expr expr(const Expr& e) override { return e; }
  Stmt stmt(const Stmt& s) override {
    if (const auto* n = s.as<Seq>()) return all(n->stmts, s.origin());
    if (asyncCall(s, kWaitCall) || asyncCall(s, kCommitCall)) return all({s}, s.origin());
    if (const Call* call = asyncCall(s, kBulkCall)) return bulk(*call, s.origin()).value_or(s);
    return children(s);
  }

 private:
  const Buffer* compactAt(const Expr& pointer) const {
    const Buffer* b = buffers_.find(pointer);
    return b && !isView(**b) && !(*b)->shape.empty() ? b : nullptr;
  }

  Stmt all(const std::vector<Stmt>& stmts, Origin origin) {
    std::vector<Stmt> done;
    std::optional<size_t> group;  // where the current one begins in `done`
    for (size_t i = 0; i < stmts.size(); ++i) {
      if (asyncCall(stmts[i], kCommitCall)) {
        const auto first = done.begin() + static_cast<std::ptrdiff_t>(group.value_or(done.size()));
        const std::vector<Stmt> copies(first, done.end());
        done.erase(first, done.end());
        done.emplace_back(AttrStmt{std::string(kAsyncScope), 0, 1, copied(sequence(copies))}, stmts[i].origin());
        group.reset();
        continue;
      }
      if (const Call* wait = asyncCall(stmts[i], kWaitCall); wait && wait->args.size() == 1 && asInt(wait->args[0])) {
        const std::vector<Stmt> rest(stmts.begin() + static_cast<std::ptrdiff_t>(i) + 1, stmts.end());
        done.emplace_back(
            AttrStmt{std::string(kAsyncWait), 0, wait->args[0], rest.empty() ? Stmt(Evaluate{0}) : all(rest, origin)},
            stmts[i].origin());
        break;
      }
      done.push_back(stmt(stmts[i]));
      if (!group && callsAny(done.back(), kCopyCall)) group = done.size() - 1;
    }
    return sequence(std::move(done)).withOrigin(origin);
  }

  Stmt copied(const Stmt& group) {
    return rewriteStmts(group, [&](const Stmt& s) -> std::optional<Stmt> {
      const Call* call = asyncCall(s, kCopyCall);
      return call && call->args.size() == 6 ? copy(*call, s.origin()) : std::nullopt;
    });
  }
  // (type, to, offset, from, offset, bytes); offsets in elements.
  std::optional<Stmt> copy(const Call& call, Origin origin) {
    const Buffer *to = compactAt(call.args[1]), *from = compactAt(call.args[3]);
    const auto bytes = asInt(call.args[5]);
    if (!to || !from || !bytes || !((*to)->dtype == (*from)->dtype) || *bytes % std::max(1, (*to)->dtype.bytes()))
      return std::nullopt;
    const int64_t count = *bytes / std::max(1, (*to)->dtype.bytes());
    if (count < 1) return std::nullopt;
    const DataType type = call.args[2].dtype();
    const Var lane("v", type);
    const auto at = [&](const Buffer& b, const Expr& offset) {
      const Expr first = cast(type, offset);
      return indicesOfElement(b, count == 1 ? first : first + lane);
    };
    const Stmt store(BufferStore{*to, at(*to, call.args[2]), BufferLoad{*from, at(*from, call.args[4])}}, origin);
    if (count == 1) return store;
    return Stmt(
        For{result.freshLoop(), lane, makeZero(type), makeConst(type, count), ForKind::Vectorized, "", {}, store},
        origin);
  }

  // (type, to, offset, from, offset, bytes, barrier); offsets in elements.
  std::optional<Stmt> bulk(const Call& call, Origin origin) {
    if (call.args.size() != 7) return std::nullopt;
    const Buffer *to = compactAt(call.args[1]), *from = compactAt(call.args[3]);
    const auto bytes = asInt(call.args[5]);
    if (!to || !from || !bytes || !((*to)->dtype == (*from)->dtype) || !(*to)->scope.starts_with("shared") ||
        (*from)->scope != "global" || *bytes < kBulkUnit || *bytes % kBulkUnit || kBulkUnit % (*to)->dtype.bytes())
      return std::nullopt;
    const DataType type = call.args[2].dtype();
    const Var element("v", type);
    const auto at = [&](const Buffer& b, const Expr& offset) {
      return BufferLoad{b, indicesOfElement(b, cast(type, offset))};
    };
    const Stmt store(
        BufferStore{*to, at(*to, call.args[2] + element).indices, at(*from, cast(type, call.args[4]) + element)},
        origin);
    const Stmt nest(For{result.freshLoop(),
                        element,
                        makeZero(type),
                        makeConst(type, *bytes / (*to)->dtype.bytes()),
                        ForKind::Serial,
                        "",
                        {},
                        store},
                    origin);
    const Expr value =
        Call{dtype::Handle(),
             "tvm_tuple",
             {call.args[6], at(*to, call.args[2]), at(*from, call.args[4]), makeConst(dtype::Int32, *bytes)}};
    return Stmt(AttrStmt{std::string(kBulkCopy), 0, value, nest}, origin);
  }

  PointedBuffers buffers_;
};

}  // namespace

PrimFunc describeAsyncCopies(const PrimFunc& function) {
  const auto calls = [&](std::string_view name) { return callsAny(function.body, name); };
  if (!calls(kCommitCall) && !calls(kWaitCall) && !calls(kBulkCall)) return function;
  DescribeCopies describe(function);
  const Stmt body = describe.stmt(function.body);
  describe.result.body = body;
  return std::move(describe.result);
}

}  // namespace lw
