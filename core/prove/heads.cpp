#include "core/prove/heads.h"

#include "core/ir/ops.h"

namespace lw::prove {
namespace {

constexpr int kMaxDepth = 64;  // of copies of copies

// The elements of a parameter under a name that both programs share.
isl::map ofParameter(const isl::map& elements, int parameter) {
  return renamed(elements, "given" + std::to_string(parameter));
}

}  // namespace

std::vector<Piece> Heads::of(size_t statement, const Expr& term, const isl::set& where) {
  found_.clear();
  depth_ = 0;
  parted_ = false;
  add(statement, term, where.identity());
  return std::move(found_);
}

std::vector<Piece> Heads::of(const Definitions& definitions, const isl::map& reads, int memory) {
  found_.clear();
  depth_ = 0;
  parted_ = false;
  addDefinitions(definitions, reads, memory, reads.domain().identity());
  return std::move(found_);
}

void Heads::addLeaf(Piece::Kind kind, size_t statement, const Expr& term, const isl::map& path) {
  Piece piece;
  piece.kind = kind;
  piece.untouched = depth_ == 0 && !parted_;
  piece.path = piece.value = path;
  piece.statement = statement;
  piece.whole = e_.statements()[statement].domain;
  piece.term = term;
  piece.type = term.dtype();
  if (const auto* real = term.as<FloatImm>()) piece.real = real->value;
  found_.push_back(std::move(piece));
}

void Heads::add(size_t statement, const Expr& term, const isl::map& path) {
  if (path.is_empty()) return;
  const Statement& s = e_.statements()[statement];
  if (term.dtype().isInteger())
    if (const std::optional<isl::pw_aff> number = e_.affine(s, term)) {
      addLeaf(Piece::Kind::Integer, statement, term, path);
      found_.back().value = number->as_map().intersect_domain(path.range());
      return;
    }
  if (const auto* c = term.as<Cast>(); c && c->type == c->value.dtype()) return add(statement, c->value, path);
  if (const auto* l = term.as<Let>()) return add(statement, l->body, path);
  if (term.as<BufferLoad>()) return addLoad(statement, term, path);
  if (const auto* v = term.as<Var>()) {
    if (const Expr* bound = e_.bound(*v)) return add(statement, *bound, path);
    if (e_.letMemory(*v)) return addLoad(statement, term, path);
    return addLeaf(Piece::Kind::Scalar, statement, term, path);
  }
  if (term.as<FloatImm>()) return addLeaf(Piece::Kind::Real, statement, term, path);
  if (const auto* c = term.as<Select>())
    return addChoice(statement, term, c->condition, c->whenTrue, c->whenFalse, path);
  if (const auto* c = term.as<Call>()) {
    if (c->op == Intrinsic::IfThenElse) return addChoice(statement, term, c->args[0], c->args[1], c->args[2], path);
    if (c->op == Intrinsic::Likely) return add(statement, c->args[0], path);
  }
  addLeaf(Piece::Kind::Operation, statement, term, path);
}

void Heads::addChoice(size_t statement, const Expr& whole, const Expr& condition, const Expr& yes, const Expr& no,
                      const isl::map& path) {
  const std::optional<isl::set> holds = e_.condition(e_.statements()[statement], condition);
  if (!holds) return addLeaf(Piece::Kind::Operation, statement, whole, path);
  parted_ = true;
  add(statement, yes, path.intersect_range(*holds));
  add(statement, no, path.intersect_range(holds->complement()));  // simpler than what is left of a path
}

void Heads::addLoad(size_t statement, const Expr& load, const isl::map& path) {
  const auto* l = load.as<BufferLoad>();
  const Place place = l ? e_.placeOf(*l) : Place{*e_.letMemory(*load.as<Var>()), {}};
  const Definitions* definitions = depth_ < kMaxDepth ? e_.definitions(statement, load) : nullptr;
  if (!definitions) {
    // An element of a table of the caller that never changes is a function of its indices.
    const Memory& memory = e_.memories()[static_cast<size_t>(place.memory)];
    const bool table = depth_ < kMaxDepth && memory.parameter >= 0 && !e_.writes(place.memory);
    addLeaf(table ? Piece::Kind::Operation : Piece::Kind::Unknown, statement, load, path);
    found_.back().memory = place.memory;
    found_.back().parameter = memory.parameter;
    return;
  }
  addDefinitions(*definitions, *e_.elementsRead(statement, place), place.memory, path);
}

void Heads::addDefinitions(const Definitions& d, const isl::map& reads, int memory, const isl::map& path) {
  ++depth_;
  for (const auto& [writer, relation] : d.plain) add(writer, e_.statements()[writer].value, path.apply_range(relation));
  --depth_;
  for (const Chain& chain : d.chains) {
    const isl::map to = path.intersect_range(chain.readers);
    if (to.is_empty()) continue;
    Piece piece;
    piece.kind = Piece::Kind::Sum;
    piece.untouched = depth_ == 0 && !parted_ && d.plain.empty() && d.chains.size() == 1 && d.initial.is_empty();
    piece.path = to;
    piece.chain = &chain;
    piece.whole = chain.readers;
    piece.memory = memory;
    piece.value = reads;
    piece.type = e_.memories()[static_cast<size_t>(memory)].buffer->dtype;
    found_.push_back(std::move(piece));
  }
  const isl::map initial = path.intersect_range(d.initial);
  if (initial.is_empty()) return;
  const Memory& of = e_.memories()[static_cast<size_t>(memory)];
  Piece piece;
  piece.kind = of.parameter >= 0 ? Piece::Kind::Input : Piece::Kind::Undefined;
  piece.untouched = depth_ == 0 && !parted_ && d.plain.empty() && d.chains.empty();
  piece.path = piece.value = initial;
  piece.whole = initial.range();
  piece.memory = memory;
  piece.parameter = of.parameter;
  piece.type = of.buffer->dtype;
  if (of.parameter >= 0) piece.value = ofParameter(reads.intersect_domain(d.initial), of.parameter);
  found_.push_back(std::move(piece));
}

}  // namespace lw::prove
