#include "passes/storage_rewrite.h"

#include <algorithm>
#include <tuple>
#include <unordered_map>

#include "core/ir/ops.h"
#include "core/ir/visit.h"

namespace lw {
namespace {

// One Allocate of a chain of Allocates and DeclBuffers, and the statements of the body that use it.
struct Slot {
  const Allocate* allocate;
  std::optional<int64_t> size;  // elements
  int first = -1, last = -1;
  int sharesWith = -1;  // the slot whose memory this one uses
};

class Rewrite : public Rewriter {
 public:
  Expr expr(const Expr& e) override { return e; }
  Stmt stmt(const Stmt& s) override {
    if (!bodyOf(s)) return children(s);
    // Handles a chain once, from its outermost statement; rewrites its body first.
    const Stmt* inner = &s;
    while (const Stmt* next = bodyOf(*inner)) inner = next;
    const Stmt body = stmt(*inner);
    const Stmt chain = body.sameAs(*inner) ? s : rebuild(s, body);
    return share(chain);
  }

 private:
  static const Stmt* bodyOf(const Stmt& s) {
    if (const auto* n = s.as<Allocate>()) return &n->body;
    if (const auto* n = s.as<DeclBuffer>()) return &n->body;
    return nullptr;
  }

  static Stmt rebuild(const Stmt& s, const Stmt& innermost) {
    if (const auto* n = s.as<Allocate>()) {
      Allocate copy = *n;
      copy.body = rebuild(n->body, innermost);
      return Stmt(std::move(copy), s.origin());
    }
    if (const auto* n = s.as<DeclBuffer>()) return Stmt(DeclBuffer{n->buffer, rebuild(n->body, innermost)}, s.origin());
    return innermost;
  }

  Stmt share(const Stmt& top) {
    std::vector<Slot> slots;
    const Stmt* inner = &top;
    for (; const Stmt* next = bodyOf(*inner); inner = next)
      if (const auto* n = inner->as<Allocate>())
        slots.push_back({n, n->extents.size() == 1 ? asInt(n->extents[0]) : std::nullopt});
    const auto* seq = inner->as<Seq>();
    if (!seq || slots.size() < 2) return top;
    const Mentions mentions(seq->stmts);
    for (Slot& slot : slots)
      if (const auto found = mentions.where.find(slot.allocate->data.key()); found != mentions.where.end())
        std::tie(slot.first, slot.last) = found->second;
    VarMap pointers;
    if (!assign(slots, pointers)) return top;
    return Rename(slots, pointers).run(top);
  }

  // The first and the last of a list of statements that mention each variable, found in one walk.
  struct Mentions : Visitor {
    std::unordered_map<const void*, std::pair<int, int>> where;  // Var::key(); only looked up
    explicit Mentions(const std::vector<Stmt>& stmts) {
      for (const Stmt& s : stmts) {
        stmt(s);
        ++at_;
      }
    }
    void varUse(const Var& v) override { note(v); }
    void bufferUse(const Buffer& b) override { note(b->data); }
    void bufferDef(const Buffer& b) override { note(b->data); }

   private:
    void note(const Var& v) { where.try_emplace(v.key(), at_, at_).first->second.second = at_; }
    int at_ = 0;
  };

  // In order of first use, each slot gets the memory of the smallest slot that is large enough and no longer in use.
  static bool assign(std::vector<Slot>& slots, VarMap& pointers) {
    std::vector<size_t> order(slots.size());
    for (size_t i = 0; i < order.size(); ++i) order[i] = i;
    std::stable_sort(order.begin(), order.end(), [&](size_t a, size_t b) { return slots[a].first < slots[b].first; });
    std::vector<int> busyUntil(slots.size(), -1);
    bool any = false;
    for (size_t i : order) {
      Slot& slot = slots[i];
      busyUntil[i] = slot.last;
      if (slot.first < 0 || !slot.size) continue;
      int best = -1;
      for (size_t k : order) {
        const Slot& owner = slots[k];
        if (k == i || owner.first < 0) continue;
        if (owner.first >= slot.first && k != i) break;
        const bool fits = owner.sharesWith < 0 && owner.size && *owner.size >= *slot.size &&
                          owner.allocate->type == slot.allocate->type &&
                          owner.allocate->scope == slot.allocate->scope && busyUntil[k] < slot.first;
        if (fits && (best < 0 || *owner.size < *slots[static_cast<size_t>(best)].size)) best = static_cast<int>(k);
      }
      if (best < 0) continue;
      slot.sharesWith = best;
      busyUntil[static_cast<size_t>(best)] = slot.last;
      pointers.insert_or_assign(slot.allocate->data.key(), slots[static_cast<size_t>(best)].allocate->data);
      any = true;
    }
    return any;
  }

  // Removes the Allocates that share memory and replaces their pointers by the owner's. Moves owners outermost, because
  // declarations that use them may precede them.
  class Rename : public Rewriter {
   public:
    Rename(const std::vector<Slot>& slots, const VarMap& pointers) : slots_(slots), pointers_(pointers) {}
    Expr var(const Var& v) override {
      const auto found = pointers_.find(v.key());
      return found == pointers_.end() ? Expr(v) : found->second;
    }
    Buffer buffer(const Buffer& b) override {
      const auto found = pointers_.find(b->data.key());
      if (found == pointers_.end()) return b;
      if (const auto known = renamed_.find(b.key()); known != renamed_.end()) return known->second;
      BufferNode node = *b;
      node.data = *found->second.as<Var>();
      Buffer result(std::move(node));
      renamed_.emplace(b.key(), result);
      return result;
    }
    Stmt stmt(const Stmt& s) override {
      if (const auto* n = s.as<Allocate>())
        for (const Slot& slot : slots_)
          if (slot.allocate->data == n->data) return stmt(n->body);
      return children(s);
    }
    Stmt run(const Stmt& top) {
      Stmt body = stmt(top);
      for (size_t i = slots_.size(); i-- > 0;) {
        if (slots_[i].sharesWith >= 0) continue;
        Allocate copy = *slots_[i].allocate;
        copy.body = body;
        body = Stmt(std::move(copy), top.origin());
      }
      return body;
    }

   private:
    const std::vector<Slot>& slots_;
    const VarMap& pointers_;
    BufferMap renamed_;
  };
};

}  // namespace

PrimFunc storageRewrite(const PrimFunc& f) { return withBody(f, Rewrite().stmt(f.body)); }

const Pass kStorageRewritePass{.name = "storage_rewrite",
                               .label = "share storage",
                               .help = "Let buffers share memory where their uses do not overlap in time.",
                               .run = programOnly<storageRewrite>};

}  // namespace lw
