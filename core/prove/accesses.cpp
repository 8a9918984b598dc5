// Every access is inside its buffer. What is read outside has no value, and what is written outside has no meaning.
#include "core/ir/ops.h"
#include "core/ir/visit.h"
#include "core/prove/equations.h"
#include "core/prove/intervals.h"

namespace lw::prove {
namespace {

class Bounds {
 public:
  Bounds(const Equations& equations, const Statement& statement) : e_(equations), s_(statement) {}

  std::optional<Obstacle> check() {
    inside({s_.memory, s_.indices}, s_.domain);
    if (s_.view) insideViews(*s_.view, s_.domain);
    visit(s_.value, s_.domain);
    for (const Expr& index : s_.indices) visit(index, s_.domain);
    return problem_;
  }

 private:
  void visit(const Expr& e, const isl::set& where) {
    if (problem_) return;
    if (const auto* load = e.as<BufferLoad>()) {
      for (const Expr& index : load->indices) visit(index, where);
      insideViews(*load, where);
      return inside(e_.placeOf(*load), where);
    }
    const auto* call = e.as<Call>();
    if (call && call->op == Intrinsic::IfThenElse) return choice(*call, where);
    e.match([&](const Var& v) { variable(v, where); }, [&](const Cast& c) { visit(c.value, where); },
            [&](const Binary& b) { visit(b.a, where), visit(b.b, where); },
            [&](const Not& n) { visit(n.value, where); },
            [&](const Select& c) { visit(c.condition, where), visit(c.whenTrue, where), visit(c.whenFalse, where); },
            [&](const Let& l) { visit(l.value, where), visit(l.body, where); },
            [&](const Call& c) {
              for (const Expr& arg : c.args) visit(arg, where);
            },
            [](const auto&) {});
  }

  // What a let statement defines was checked where it is.
  void variable(const Var& v, const isl::set& where) {
    if (const Expr* bound = e_.bound(v)) visit(*bound, where);
  }

  void choice(const Call& c, const isl::set& where) {
    visit(c.args[0], where);
    const std::optional<isl::set> holds = e_.condition(s_, c.args[0]);
    visit(c.args[1], holds ? where.intersect(*holds) : where);
    visit(c.args[2], holds ? where.subtract(*holds) : where);
  }

  void inside(const Place& place, const isl::set& where) {
    const Memory& memory = e_.memories()[static_cast<size_t>(place.memory)];
    inside(place.indices, memory.shape, memory.name, where);
  }
  void insideViews(BufferLoad access, const isl::set& where) {
    while (const MatchBuffer* view = e_.viewOf(access.buffer)) {
      inside(access.indices, access.buffer->shape, access.buffer->name, where);
      access = Equations::inSource(*view, access.indices);
    }
  }
  void inside(const std::vector<Expr>& indices, const std::vector<Expr>& shape, const std::string& name,
              const isl::set& where) {
    for (size_t i = 0; i < indices.size() && !problem_; ++i) {
      const Expr& index = indices[i];
      const std::optional<Interval> known = intervalOf(e_, s_, index);
      if (const auto extent = asInt(shape[i]); known && extent && known->within(0, *extent - 1)) continue;
      // An index that is read from a table is taken to be inside: both programs read the same element there.
      if (ofTable(index) && !e_.affine(s_, index)) continue;
      const std::optional<isl::set> low = e_.condition(s_, ge(index, makeConst(index.dtype(), 0))),
                                    high = e_.condition(s_, lt(index, shape[i]));
      if (!e_.affine(s_, index)) return refuseOutside(name);
      if (!low || !high) {
        problem_ = Obstacle{say("the shape of {0} is not affine in the sizes", Ident(name)), {}};
        return;
      }
      if (where.is_subset(low->intersect(*high))) continue;
      return refuseOutside(name);
    }
  }
  void refuseOutside(const std::string& name) {
    problem_ =
        Obstacle{say("an access of {0} in block {1} may be outside of its bounds", Ident(name), Ident(s_.block)), {}};
  }

  bool ofTable(const Expr& index) const {
    return anyExpr(index, [&](const Expr& e) {
      const auto* v = e.as<Var>();
      const Expr* bound = v ? e_.bound(*v) : nullptr;
      return e.as<BufferLoad>() || (v && e_.letMemory(*v)) || (bound && ofTable(*bound));
    });
  }

  const Equations& e_;
  const Statement& s_;
  std::optional<Obstacle> problem_;
};

}  // namespace

std::optional<Obstacle> Equations::checkAccesses() {
  for (const Statement& s : statements_)
    if (std::optional<Obstacle> problem = Bounds(*this, s).check()) return problem;
  return std::nullopt;
}

}  // namespace lw::prove
