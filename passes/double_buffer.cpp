#include "passes/double_buffer.h"

#include <algorithm>

#include "core/ir/async_copies.h"
#include "core/ir/ops.h"
#include "core/ir/visit.h"
#include "passes/errors.h"
#include "passes/support/buffer_copies.h"

namespace lw {
namespace {

constexpr const char* kNote = "double_buffer_scope";

// The block with the annotation inside a nest without branches, or nullptr.
const Block* notedNest(const Stmt& s) {
  if (const auto* loop = s.as<For>()) return notedNest(loop->body);
  if (const auto* n = s.as<IfThenElse>(); n && !n->elseBody) return notedNest(n->thenBody);
  const auto* block = s.as<Block>();
  if (!block) return nullptr;
  return block->annotations.contains(kNote) ? block : notedNest(block->body);
}

struct Tiles {
  const For* loop = nullptr;
  const Block* holder = nullptr;  // the block in the loop's body that allocates the tiles
  std::vector<Stmt> copies, rest;
  std::vector<Buffer> buffers;  // buffers that the copies write
};

// The loop whose body begins with copies that have the annotation; `why` says why they cannot run one iteration ahead.
std::optional<Tiles> tilesOf(const For& loop, Message& why) {
  Tiles t{&loop, loop.body.as<Block>(), {}, {}, {}};
  const auto* seq = (t.holder ? t.holder->body : loop.body).as<Seq>();
  if (!seq || std::none_of(seq->stmts.begin(), seq->stmts.end(), notedNest)) return std::nullopt;
  for (const Stmt& s : seq->stmts) {
    const bool noted = notedNest(s) != nullptr;
    if (noted && !t.rest.empty()) why = say("other statements of loop {0} precede it", Ident(loop.var.name()));
    (noted ? t.copies : t.rest).push_back(s);
  }
  const auto extent = asInt(loop.extent);
  if (loop.kind != ForKind::Serial || !extent || *extent < 2)
    why = say("the enclosing loop {0} is not serial with a known extent of at least 2", Ident(loop.var.name()));
  if (!t.holder) why = say("its buffer is not allocated in loop {0}", Ident(loop.var.name()));
  if (!why.empty()) return std::nullopt;
  const BufferUses copies(t.copies), rest(t.rest);
  for (const Buffer& b : copies.stores) {
    if (!b->scope.starts_with("shared") || !isIn(t.holder->allocs, b))
      why = say("it writes {0}, which is not shared memory used by loop {1} alone", Ident(b->name),
                Ident(loop.var.name()));
    if (!isIn(t.buffers, b)) t.buffers.push_back(b);
  }
  for (const Buffer& b : t.buffers) {
    if (isIn(copies.loads, b)) why = say("it reads {0}, which it writes", Ident(b->name));
    if (isIn(rest.stores, b)) why = say("other statements write {0}", Ident(b->name));
    if (std::find(rest.pointers.begin(), rest.pointers.end(), b->data) != rest.pointers.end())
      why = say("a call takes the address of {0}", Ident(b->name));
  }
  for (const Buffer& b : copies.loads)
    if (isIn(rest.stores, b)) why = say("it reads {0}, which loop {1} writes", Ident(b->name), Ident(loop.var.name()));
  return why.empty() ? std::optional(t) : std::nullopt;
}

// Removes the annotation, which the pass has applied.
Stmt withoutNote(const Stmt& s) {
  return rewriteStmts(s, [](const Stmt& x) -> std::optional<Stmt> {
    const auto* block = x.as<Block>();
    if (!block || !block->annotations.contains(kNote)) return std::nullopt;
    Block copy = *block;
    copy.annotations.erase(kNote);
    return Stmt(std::move(copy), x.origin());
  });
}

class Ahead : public Rewriter {
 public:
  explicit Ahead(PrimFunc& ids) : ids_(ids) {}
  Expr expr(const Expr& e) override { return e; }
  Stmt stmt(const Stmt& s) override {
    Stmt done = children(s);
    const auto* loop = done.as<For>();
    Message why;
    const auto tiles = loop ? tilesOf(*loop, why) : std::nullopt;
    return tiles ? ahead(*tiles, s.origin()) : done;
  }

 private:
  Stmt copies(const Tiles& t, const Expr& round, const Copies& doubled, Origin origin) {
    const Stmt all = UseCopy(doubled, floormod(round - t.loop->min, 2))
                         .stmt(substitute(withoutNote(sequence(t.copies)), {{t.loop->var.key(), round}}));
    return Stmt(AttrStmt{std::string(kAsyncScope), 0, 1, all}, origin);
  }
  Stmt ahead(const Tiles& t, Origin origin) {
    Copies doubled;
    for (const Buffer& b : t.buffers) doubled.emplace_back(b, withCopies(b, 2, true));
    const For& loop = *t.loop;
    const Expr next = loop.var + 1;
    const Stmt fetch(IfThenElse{lt(next, loop.min + loop.extent), copies(t, next, doubled, origin), {}}, origin);
    const Stmt use = UseCopy(doubled, floormod(loop.var - loop.min, 2)).stmt(sequence(t.rest));
    For rounds = loop;
    rounds.body = sequence({Stmt(AttrStmt{std::string(kAsyncWait), 0, 0, fetch}, origin), use});
    Block holder = *t.holder;
    std::erase_if(holder.allocs, [&](const Buffer& b) { return isIn(t.buffers, b); });
    if (!holder.allocs.empty()) {
      holder.body = rounds.body;
      rounds.body = Stmt(std::move(holder), origin);
    }
    const Stmt first = freshCopy(copies(t, loop.min, doubled, origin), ids_);
    Block around(ids_.freshBlock(), "", sequence({first, Stmt(std::move(rounds), origin)}));
    for (const auto& [one, two] : doubled) around.allocs.push_back(two);
    return Stmt(std::move(around), origin);
  }

  PrimFunc& ids_;
};

}  // namespace

PrimFunc doubleBuffer(const PrimFunc& f) {
  PrimFunc result = f;
  result.body = Ahead(result).stmt(f.body);
  return result.body.sameAs(f.body) ? f : result;
}

Status checkDoubleBuffer(const PrimFunc& before) {
  std::vector<std::pair<const Block*, Message>> noted;  // in textual order, with what prevents double buffering
  forEachStmt(before.body, [&](const Stmt& s) {
    if (const auto* block = s.as<Block>(); block && block->annotations.contains(kNote))
      noted.emplace_back(block, "it is not at the start of a serial loop");
  });
  forEachStmt(before.body, [&](const Stmt& s) {
    const auto* loop = s.as<For>();
    Message why;
    const auto tiles = loop ? tilesOf(*loop, why) : std::nullopt;
    if (tiles)
      for (const Stmt& copy : tiles->copies)
        std::erase_if(noted, [&](const auto& n) { return n.first == notedNest(copy); });
    if (!why.empty())
      for (auto& [block, reason] : noted)
        forEachStmt(s, [&, block = block](const Stmt& x) {
          if (x.as<Block>() == block) reason = why;
        });
  });
  if (noted.empty()) return success();
  const auto& [block, why] = noted.front();
  Explanation e = explain(err::kGpuDoubleBuffer(block->name, why),
                          "annotate copies to shared memory at the start of a serial loop (cache_read, compute_at)");
  e.blocks = {block->id};
  return e;
}

const Pass kDoubleBufferPass{.name = "double_buffer",
                             .label = "double buffers",
                             .help = "Fetch the next tile while the current one is used, where a schedule asks for it.",
                             .check = programOnly<checkDoubleBuffer>,
                             .run = programOnly<doubleBuffer>};

}  // namespace lw
