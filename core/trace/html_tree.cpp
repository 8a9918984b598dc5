// The tree of a page: loops and blocks as nested boxes. The browser does the layout, so that the page fits any
// screen and paper.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>
#include <set>

#include "core/analysis/cost/cost.h"
#include "core/ir/equal.h"
#include "core/ir/ops.h"
#include "core/ir/visit.h"
#include "core/support/text.h"
#include "core/text/print/printer.h"
#include "core/trace/html_code.h"

namespace lw {
namespace {

std::string firstLine(const Stmt& s) {
  const std::string text = toText(s);
  return text.substr(0, text.find('\n'));
}

std::string names(const std::vector<BufferRegion>& regions) {
  std::vector<std::string> seen;
  std::string text;
  for (const BufferRegion& region : regions) {
    if (std::find(seen.begin(), seen.end(), region.buffer->name) != seen.end()) continue;
    seen.push_back(region.buffer->name);
    text += " <b>" + htmlText(region.buffer->name) + "</b>";
  }
  return text;
}

class TreeWriter {
 public:
  TreeWriter(const PrimFunc& function, const PrimFunc* before) : function_(function), cost_(costOf(function)) {
    if (before)
      forEachStmt(before->body, [this](const Stmt& s) {
        if (const auto* n = s.as<For>()) before_.emplace(n->id, s);
      });
    forEachStmt(function.body, [this](const Stmt& s) {
      const Block* block = s.as<Block>();
      for (size_t i = 0; block && i < block->iters.size() && i < block->bindings.size(); ++i)
        if (block->iters[i].kind == IterKind::Reduce)
          for (const Var& v : freeVars(block->bindings[i])) reduced_.insert(v.key());
    });
  }

  std::string write() {
    const Block* root = function_.body.as<Block>();
    add(root && root->iters.empty() && root->name == "root" ? root->body : function_.body);
    return "<div class=\"tree\">" + out_ + "</div>\n";
  }

 private:
  // "same" for a nest that the step left as it was, with the names of its blocks, which stand for it in print.
  std::string sameAsBefore(const Stmt& s, LoopId id) const {
    const auto known = before_.find(id);
    if (insideSame_ || known == before_.end() || !equal(known->second, s)) return {};
    std::string blocks;
    forEachStmt(s, [&](const Stmt& inner) {
      if (const Block* b = inner.as<Block>()) addItem(blocks, b->name);
    });
    return " same\" data-in=\"" + htmlText(blocks);
  }

  void loop(const Stmt& s, const For& n) {
    const std::string same = sameAsBefore(s, n.id);
    const bool reduce = reduced_.contains(n.var.key());
    std::string kind, words;
    switch (n.kind) {
      case ForKind::Serial:
        kind = words = reduce ? "reduce" : "serial";
        break;
      case ForKind::Parallel:
        kind = words = "parallel";
        break;
      case ForKind::Vectorized:
        kind = words = "vectorized";
        break;
      case ForKind::Unrolled:
        kind = words = "unrolled";
        break;
      case ForKind::ThreadBinding:
        kind = "parallel", words = n.thread;
        break;
    }
    out_ += "<div class=\"box " + kind + same + "\" data-k=\"" + htmlKey(n.id) + "\"><p><code>" +
            htmlText(n.var.name()) + "</code> <span class=\"extent\">" + htmlText(toText(n.extent)) +
            "</span> <span class=\"chip\">" + htmlText(words) + "</span>" + bar(n.id) + "</p>";
    insideSame_ += same.empty() ? 0 : 1;
    add(n.body);
    insideSame_ -= same.empty() ? 0 : 1;
    out_ += "</div>";
  }

  // The share of the function's operations that is done below the loop.
  std::string bar(LoopId loop) const {
    const auto cost = cost_.loops.find(loop);
    if (cost == cost_.loops.end() || cost_.whole.flops <= 0) return {};
    const std::string text = std::to_string(std::lround(100 * std::min(1.0, cost->second.flops / cost_.whole.flops)));
    return "<span class=\"work\" title=\"" + text + " % of the operations\"><span style=\"width:" + text +
           "%\"></span></span>";
  }

  void block(const Block& n) {
    const bool leaf = n.body.as<BufferStore>() || n.body.as<Evaluate>();
    out_ += "<div class=\"box block\" data-k=\"" + htmlKey(n.id) + "\"><p><b class=\"name\">" + htmlText(n.name) +
            "</b></p>";
    if (n.init) out_ += "<p class=\"dim\">starts with <code>" + htmlText(firstLine(*n.init)) + "</code></p>";
    if (!isOne(n.predicate)) out_ += "<p class=\"dim\">where <code>" + htmlText(toText(n.predicate)) + "</code></p>";
    if (leaf) out_ += "<p><code>" + htmlText(firstLine(n.body)) + "</code></p>";
    if (!n.reads.empty() || !n.writes.empty())
      out_ += "<p class=\"dim buffers\">" + (n.reads.empty() ? "" : "reads" + names(n.reads)) +
              (n.reads.empty() || n.writes.empty() ? "" : ", ") + (n.writes.empty() ? "" : "writes" + names(n.writes)) +
              "</p>";
    if (!leaf) add(n.body);
    out_ += "</div>";
  }

  void around(const Stmt& s, const Stmt& body) {
    out_ += "<p class=\"dim\"><code>" + htmlText(firstLine(s)) + "</code></p>";
    add(body);
  }

  void add(const Stmt& s) {
    s.match([&](const For& n) { loop(s, n); }, [&](const Block& n) { block(n); },
            [&](const Seq& n) {
              for (const Stmt& child : n.stmts) add(child);
            },
            [&](const IfThenElse& n) {
              around(s, n.thenBody);
              if (n.elseBody) add(*n.elseBody);
            },
            [&](const While& n) { around(s, n.body); }, [&](const LetStmt& n) { around(s, n.body); },
            [&](const Allocate& n) { around(s, n.body); }, [&](const DeclBuffer& n) { add(n.body); },
            [&](const AttrStmt& n) { add(n.body); }, [&](const AssertStmt& n) { around(s, n.body); },
            [&](const BufferStore&) { out_ += "<p><code>" + htmlText(firstLine(s)) + "</code></p>"; },
            [&](const Evaluate&) { out_ += "<p><code>" + htmlText(firstLine(s)) + "</code></p>"; });
  }

  const PrimFunc& function_;
  const ProgramCost cost_;
  std::map<LoopId, Stmt> before_;  // of the state before
  int insideSame_ = 0;
  std::set<const void*> reduced_;
  std::string out_;
};

}  // namespace

std::string htmlTree(const PrimFunc& function, const PrimFunc* before) { return TreeWriter(function, before).write(); }

}  // namespace lw
