// The relations of statements, and which writes reach which reads.
#include <isl/flow.h>
#include <isl/union_map.h>

#include "core/ir/ops.h"
#include "core/ir/visit.h"
#include "core/prove/equations.h"
#include "core/prove/one_writer.h"

namespace lw::prove {
namespace {

// The operands of a sum of one operation, from left to right.
void operandsOf(BinaryOp op, const Expr& e, std::vector<Expr>& to) {
  const auto* b = e.as<Binary>();
  if (!b || b->op != op) return to.push_back(e);
  operandsOf(op, b->a, to);
  operandsOf(op, b->b, to);
}

bool anyOrder(BinaryOp op) {
  return op == BinaryOp::Add || op == BinaryOp::Mul || op == BinaryOp::Min || op == BinaryOp::Max ||
         op == BinaryOp::And || op == BinaryOp::Or;
}

// The times of a statement's executions: its places among siblings and its loops by turns.
isl::map timeOf(const Statement& s, size_t length, const isl::ctx& context) {
  isl::aff_list list(context, static_cast<int>(length));
  const isl::space domain = s.domain.space();
  const auto add = [&](const isl::aff& a) { list = list.add(a); };
  const isl::aff zero = isl::aff::zero_on_domain(domain);
  for (size_t i = 0; i < s.position.size(); ++i) {
    add(zero.add_constant(s.position[i]));
    if (i < s.loops.size()) add(s.loopsAt.at(static_cast<int>(i)));
  }
  while (static_cast<size_t>(list.size()) < length) add(zero);
  const isl::space range = domain.params().add_unnamed_tuple(static_cast<unsigned>(length));
  return isl::multi_aff(domain.product(range).unwrap(), list).as_map().intersect_domain(s.domain);
}

struct LastWriters {
  std::vector<std::pair<size_t, isl::map>> writers;  // reader -> its last writer
  isl::set none;                                     // readers without
};

}  // namespace

std::optional<Obstacle> Equations::addRelations() {
  for (const Statement& s : statements_) timeLength_ = std::max(timeLength_, 2 * s.loops.size() + 1);
  for (Statement& s : statements_) {
    reading_ = s.block.empty() ? memories_[static_cast<size_t>(s.memory)].name : s.block;
    if (std::optional<Obstacle> problem = addDomain(s)) return problem;
  }
  return std::nullopt;
}

isl::set Equations::parameters() const {
  isl::set all = isl::space::unit(limit_.get()).universe_set();
  for (const std::string& name : positiveSizes_)
    all = all.intersect(isl::set(limit_.get(), "[" + name + "] -> { : " + name + " >= 1 }"));
  return all;
}

std::optional<isl::set> Equations::inLoop(const Statement& s, const LoopAround& loop) const {
  const std::optional<isl::set> low = condition(s, rawBinary(BinaryOp::GE, loop.var, loop.min)),
                                high = condition(s, lt(loop.var - loop.min, loop.extent));
  return low && high ? std::optional(low->intersect(*high)) : std::nullopt;
}

isl::set Equations::boxOf(const Statement& s) const {
  isl::set box = domainSpace(s).intersect_params(parameters());
  for (const LoopAround& loop : s.loops)
    if (const std::optional<isl::set> inside = inLoop(s, loop)) box = box.intersect(*inside);
  return box;
}

std::optional<Obstacle> Equations::addDomain(Statement& s) {
  for (const LoopAround& loop : s.loops)
    if (!inLoop(s, loop))
      return Obstacle{say("the bounds of loop {0} are not affine in loops and sizes", Ident(loop.var.name())), {}};
  isl::set domain = boxOf(s);
  s.domain = domain;  // which the conditions may take for granted
  s.known = true;
  std::vector<Expr> others;
  for (const Expr& e : s.conditions)
    if (const std::optional<isl::set> where = condition(s, e))
      domain = domain.intersect(*where);
    else
      others.push_back(e);
  s.domain = domain.coalesce();
  addCoordinates(s);
  s.time = timeOf(s, timeLength_, limit_.get());
  const Memory& memory = memories_[static_cast<size_t>(s.memory)];
  const std::optional<isl::map> write = elements(s, {s.memory, s.indices});
  if (!write)
    return Obstacle{say("the element of {0} that is written is not affine in loops and sizes", Ident(memory.name)), {}};
  s.write = *write;
  // Where another condition does not hold, the element keeps its value.
  for (auto it = others.rbegin(); it != others.rend(); ++it) {
    const Expr old = BufferLoad{memory.buffer, s.indices};
    s.value = Call{s.value.dtype(), Intrinsic::IfThenElse, {*it, s.value, old}};
  }
  addUpdate(s);
  return std::nullopt;
}

void Equations::addUpdate(Statement& s) const {
  const auto* top = s.value.as<Binary>();
  if (!top || !anyOrder(top->op)) return;
  std::vector<Expr> operands;
  operandsOf(top->op, s.value, operands);
  std::optional<size_t> own;
  for (size_t i = 0; i < operands.size(); ++i) {
    const auto* load = operands[i].as<BufferLoad>();
    if (!load || own) continue;
    const Place place = placeOf(*load);
    if (place.memory != s.memory) continue;
    const std::optional<isl::map> read = elements(s, place);
    if (read && read->is_equal(s.write)) own = i;
  }
  if (!own) return;
  s.update = top->op;
  s.plainUpdate = operands.size() == 2;
  std::optional<Expr> rest;
  for (size_t i = 0; i < operands.size(); ++i)
    if (i != *own) rest = rest ? rawBinary(top->op, *rest, operands[i]) : operands[i];
  s.operand = *rest;
}

// The last writer of each element that is read, among some statements.
static LastWriters lastWriters(const isl::map& reads, const isl::map& time, const std::vector<Statement>& statements,
                               const std::vector<size_t>& among) {
  LastWriters result;
  if (among.empty()) {
    result.none = reads.domain();
    return result;
  }
  isl::union_map writes = isl::union_map::empty(reads.ctx()), times = isl::union_map(time);
  for (size_t i : among) {
    writes = writes.unite(isl::union_map(statements[i].write));
    times = times.unite(isl::union_map(statements[i].time));
  }
  const isl::union_flow flow =
      isl::union_access_info(isl::union_map(reads)).set_must_source(writes).set_schedule_map(times).compute_flow();
  const isl::union_map last = flow.must_dependence();
  isl::set found = emptyLike(reads.domain());
  for (size_t i : among) {
    const isl::space space = statements[i].domain.space().product(reads.domain().space()).unwrap();
    const isl::map writer = last.extract_map(space).reverse();
    if (writer.is_empty()) continue;
    found = found.unite(writer.domain());
    result.writers.emplace_back(i, writer.coalesce());
  }
  result.none = reads.domain().subtract(found).coalesce();
  // Nothing of isl's answer may be overlooked.
  if (!flow.must_no_source().domain().is_equal(isl::union_set(result.none)))
    isl::exception::throw_error(isl_error_internal, "a writer was not found", __FILE__, __LINE__);
  return result;
}

// What the statements that update with `op` added since the last other write.
static Chain chainOf(BinaryOp op, const isl::map& reads, const isl::map& time, const std::vector<Statement>& statements,
                     const std::vector<size_t>& writers) {
  std::vector<size_t> others, updates;
  for (size_t i : writers) (statements[i].update == op ? updates : others).push_back(i);
  LastWriters base = lastWriters(reads, time, statements, others);
  Chain chain{op, reads.domain(), std::move(base.writers), base.none, {}};
  for (size_t u : updates) {
    const Statement& s = statements[u];
    isl::map since = reads.apply_range(s.write.reverse()).intersect(before(s.time, time).reverse());
    for (const auto& [b, writer] : chain.base)
      since = since.subtract(writer.apply_range(before(s.time, statements[b].time).reverse()));
    if (!since.is_empty()) chain.updates.emplace_back(u, since.coalesce());
  }
  return chain;
}

Definitions Equations::reaching(const isl::map& reads, const isl::map& time, int memory,
                                const Statement* reader) const {
  std::vector<size_t> writers;
  for (size_t i = 0; i < statements_.size(); ++i)
    if (statements_[i].memory == memory) writers.push_back(i);
  if (std::optional<Definitions> found = definitionsByOneWriter(statements_, writers, {reads, time, reader}))
    return std::move(*found);
  const LastWriters last = lastWriters(reads, time, statements_, writers);
  Definitions result;
  result.initial = last.none;
  std::map<BinaryOp, isl::set> updated;
  for (const auto& [i, writer] : last.writers) {
    const std::optional<BinaryOp>& op = statements_[i].update;
    if (!op) {
      result.plain.emplace_back(i, writer);
      continue;
    }
    const auto [it, isNew] = updated.try_emplace(*op, writer.domain());
    if (!isNew) it->second = it->second.unite(writer.domain());
  }
  for (const auto& [op, readers] : updated)
    result.chains.push_back(chainOf(op, reads.intersect_domain(readers), time, statements_, writers));
  return result;
}

const Definitions* Equations::definitions(size_t statement, const Expr& load) {
  const auto key = std::pair{statement, static_cast<const void*>(load.key())};
  const auto known = definitions_.find(key);
  if (known != definitions_.end()) return &known->second;
  const Statement& s = statements_[statement];
  Place place;
  if (const auto* l = load.as<BufferLoad>())
    place = placeOf(*l);
  else
    place = {*letMemory(*load.as<Var>()), {}};
  const std::optional<isl::map> reads = elementsRead(statement, place);
  if (!reads) return nullptr;
  return &definitions_.emplace(key, reaching(*reads, s.time, place.memory, &s)).first->second;
}

const Definitions& Equations::atEnd(const isl::map& elements, int memory) {
  const auto key = std::pair{statements_.size(), memories_[static_cast<size_t>(memory)].buffer.key()};
  const auto known = definitions_.find(key);
  if (known != definitions_.end()) return known->second;
  const isl::set domain = elements.domain();
  isl::aff_list list(limit_.get(), static_cast<int>(timeLength_));
  const isl::aff zero = isl::aff::zero_on_domain(domain.space());
  for (size_t i = 0; i < timeLength_; ++i) list = list.add(i ? zero : zero.add_constant(1'000'000'000));
  const isl::space range = domain.space().params().add_unnamed_tuple(static_cast<unsigned>(timeLength_));
  const isl::map time = isl::multi_aff(domain.space().product(range).unwrap(), list).as_map().intersect_domain(domain);
  return definitions_.emplace(key, reaching(elements, time, memory, nullptr)).first->second;
}

}  // namespace lw::prove
