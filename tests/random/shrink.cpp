#include <algorithm>
#include <set>

#include "core/ir/ops.h"
#include "core/ir/verify.h"
#include "core/ir/visit.h"
#include "core/text/tir/parser.h"
#include "tests/random/fuzz.h"

namespace lw {
namespace {

class Shrinker {
 public:
  Shrinker(FuzzCase found, const Fault& fault) : best_(std::move(found)), fault_(fault) {}

  FuzzCase run() {
    for (bool smaller = true; smaller && tries_ > 0;) {
      smaller = fewerSteps();
      smaller = fewerStatements() || smaller;
      smaller = smallerSizes() || smaller;
      smaller = simplerBlocks() || smaller;
      smaller = fewerTerms() || smaller;
    }
    return best_;
  }

 private:
  bool take(FuzzCase next) {
    if (--tries_ < 0 || !verify(next.program.function).empty() || !hasIterations(next.program.function)) return false;
    Result<Schedule> again = replay(next.program.snapshot(), next.trace);
    if (!again || fault_(next.program, again->program().function()).empty()) return false;
    best_ = std::move(next);
    return true;
  }
  static bool hasIterations(const PrimFunc& f) {
    bool all = true;
    const auto positive = [](const Expr& e) { return !asInt(e) || *asInt(e) > 0; };
    forEachStmt(f.body, [&](const Stmt& s) {
      if (const auto* loop = s.as<For>()) all = all && positive(loop->extent);
      if (const auto* block = s.as<Block>())
        for (const IterVar& iter : block->iters) all = all && positive(iter.domain.extent);
    });
    return all;
  }
  bool takeBody(const Stmt& body) {
    FuzzCase next = best_;
    next.program.function.body = body;
    return take(dropUnused(std::move(next)));
  }
  // Removes buffers and parameters that are no longer used.
  static FuzzCase dropUnused(FuzzCase c) {
    PrimFunc& f = c.program.function;
    f.body = rewriteStmts(f.body, [&](const Stmt& s) -> std::optional<Stmt> {
      const auto* block = s.as<Block>();
      if (!block) return std::nullopt;
      Block copy = *block;
      std::erase_if(copy.allocs, [&](const Buffer& b) { return !usesBuffer(block->body, b); });
      return copy.allocs.size() == block->allocs.size() ? std::nullopt : std::optional<Stmt>(copy);
    });
    std::erase_if(f.buffers, [&](const auto& pair) { return !usesBuffer(f.body, pair.second); });
    std::erase_if(f.params, [&](const Var& v) { return v.dtype().isHandle() && !f.bufferOf(v); });
    return c;
  }

  bool fewerSteps() {
    bool any = false;
    for (size_t i = best_.trace.instructions.size(); i-- > 0;) {
      FuzzCase next = best_;
      next.trace.instructions.erase(next.trace.instructions.begin() + static_cast<std::ptrdiff_t>(i));
      any = take(std::move(next)) || any;
      i = std::min(i, best_.trace.instructions.size());
    }
    return any;
  }

  // Tries every statement for which `edit` returns alternatives, in order.
  bool each(const std::function<std::vector<Stmt>(const Stmt&)>& edit) {
    bool any = false;
    for (size_t place = 0;; ++place) {
      std::vector<Stmt> all;
      forEachStmt(best_.program.function.body, [&](const Stmt& s) { all.push_back(s); });
      if (place >= all.size()) return any;
      for (const Stmt& by : edit(all[place])) {
        const Stmt body = rewriteStmts(best_.program.function.body, [&](const Stmt& s) -> std::optional<Stmt> {
          return s.sameAs(all[place]) ? std::optional(by) : std::nullopt;
        });
        if (!takeBody(body)) continue;
        any = true;
        break;
      }
    }
  }

  bool fewerStatements() {
    return each([](const Stmt& s) {
      std::vector<Stmt> offers;
      if (const auto* seq = s.as<Seq>())
        for (size_t i = 0; i < seq->stmts.size(); ++i) {
          std::vector<Stmt> rest = seq->stmts;
          rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(i));
          offers.push_back(sequence(std::move(rest)));
        }
      return offers;
    });
  }

  // Reduces one size everywhere at once: in shapes, loops, domains and constants.
  bool smallerSizes() {
    std::set<int64_t> sizes;
    forEachExpr(best_.program.function.body, [&](const Expr& e) {
      if (const auto* n = e.as<IntImm>(); n && n->value > 1 && e.dtype() == dtype::Int32) sizes.insert(n->value);
    });
    forEachStmt(best_.program.function.body, [&](const Stmt& s) {
      if (const auto* loop = s.as<For>())
        if (const auto n = asInt(loop->extent); n && *n > 1) sizes.insert(*n);
    });
    bool any = false;
    for (auto size = sizes.rbegin(); size != sizes.rend(); ++size)
      for (int64_t by = 1; by < *size; ++by)
        if (replaceSize(*size, by)) {
          any = true;
          break;
        }
    return any;
  }
  // Replaces the size in the text, which the printer and the parser process completely.
  bool replaceSize(int64_t size, int64_t by) {
    std::string text = print(best_.program.function).text;
    const std::string from = std::to_string(size), to = std::to_string(by);
    const auto isWord = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '.'; };
    for (size_t at = text.find(from); at != std::string::npos; at = text.find(from, at)) {
      const bool whole =
          (at == 0 || !isWord(text[at - 1])) && (at + from.size() >= text.size() || !isWord(text[at + from.size()]));
      if (whole) text.replace(at, from.size(), to);
      at += whole ? to.size() : from.size();
    }
    const SourceFile file = parseSource("smaller.py", text);
    if (file.hasErrors()) return false;
    Result<PrimFunc> f = file.select("");
    if (!f) return false;
    FuzzCase next = best_;
    next.program.function = *f;
    return take(std::move(next));
  }

  bool simplerBlocks() {
    return each([](const Stmt& s) {
      std::vector<Stmt> offers;
      if (const auto* block = s.as<Block>()) {
        Block copy = *block;
        copy.predicate = boolConst(true);
        if (!isTrue(block->predicate)) offers.push_back(copy);
        copy = *block;
        copy.init.reset();
        if (block->init) offers.push_back(copy);
      }
      if (const auto* branch = s.as<IfThenElse>()) offers.push_back(branch->thenBody);
      return offers;
    });
  }

  bool fewerTerms() {
    return each([](const Stmt& s) {
      std::vector<Stmt> offers;
      const auto* store = s.as<BufferStore>();
      if (!store) return offers;
      const auto offer = [&](const Expr& value) {
        if (value.dtype() != store->value.dtype()) return;
        offers.push_back(Stmt(BufferStore{store->buffer, store->indices, value}, s.origin()));
      };
      if (!store->value.as<IntImm>()) offer(makeConst(store->value.dtype(), 1));
      store->value.match([&](const Binary& n) { offer(n.a), offer(n.b); }, [&](const Cast& n) { offer(n.value); },
                         [&](const Select& n) { offer(n.whenTrue), offer(n.whenFalse); },
                         [&](const Call& n) {
                           for (const Expr& a : n.args) offer(a);
                         },
                         [](const auto&) {});
      return offers;
    });
  }

  FuzzCase best_;
  const Fault& fault_;
  int tries_ = 1500;
};

}  // namespace

FuzzCase shrunk(FuzzCase found, const Fault& fault) { return Shrinker(std::move(found), fault).run(); }

std::string textOf(const FuzzCase& found, const std::string& about) {
  std::string steps = toPython(found.trace);
  const std::string head = "def apply_trace(";
  if (steps.starts_with(head)) steps.replace(0, head.size(), "def schedule(");
  return "# about: " + about + "\n" + found.program.inputComments + print(found.program.function).text + "\n\n" + steps;
}

}  // namespace lw
