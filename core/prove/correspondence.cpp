#include "core/prove/correspondence.h"

#include <algorithm>
#include <cmath>

#include "core/ir/equal.h"
#include "core/ir/ops.h"
#include "core/ir/visit.h"

namespace lw::prove {
namespace {

std::string nameOf(const PrimFunc& f, const Var& v) {
  const Buffer* buffer = f.bufferOf(v);
  return buffer ? (*buffer)->name : v.name();
}

}  // namespace

// In elements, where they are constants.
static std::vector<std::optional<int64_t>> stridesOf(const BufferNode& b) {
  std::vector<std::optional<int64_t>> strides(b.shape.size(), 1);
  for (size_t i = b.shape.size(); i-- > 0;)
    if (i < b.strides.size()) {
      strides[i] = asInt(b.strides[i]);
    } else if (i + 1 < b.shape.size()) {
      const std::optional<int64_t> inner = strides[i + 1], extent = asInt(b.shape[i + 1]);
      strides[i] = inner && extent ? std::optional(*inner * *extent) : std::nullopt;
    }
  return strides;
}

// Whether the elements of two parameters are at the same places of the memory that is given.
static bool samePlaces(const BufferNode& p, const BufferNode& q) {
  const bool plain = p.strides.empty() && q.strides.empty();
  return asInt(p.elemOffset) == asInt(q.elemOffset) && (plain || stridesOf(p) == stridesOf(q));
}

// Of its constants, in their order: 0 and -0 are equal numbers, and not the same.
static std::vector<bool> signsOf(const PrimFunc& f) {
  std::vector<bool> signs;
  forEachExpr(f.body, [&](const Expr& e) {
    if (const auto* real = e.as<FloatImm>()) signs.push_back(std::signbit(real->value));
  });
  return signs;
}

bool isSameFunction(const PrimFunc& first, const PrimFunc& second) {
  const bool inOrder = !anyStmt(first.body, [](const Stmt& s) {
    const auto* loop = s.as<For>();
    return loop && loop->kind != ForKind::Serial && loop->kind != ForKind::Unrolled;
  });
  const bool acts = anyStmt(first.body, [&](const Stmt& s) {
    const auto* store = s.as<BufferStore>();
    const auto* e = s.as<Evaluate>();
    return (e && e->value.as<Call>()) || (store && std::ranges::any_of(first.buffers, [&](const auto& b) {
                                            return b.second->data.sameAs(store->buffer->data);
                                          }));
  });
  return inOrder && acts && equal(first, second) && signsOf(first) == signsOf(second);
}

std::optional<Obstacle> ParameterNames::read(const PrimFunc& a, const PrimFunc& b) {
  if (a.params.size() != b.params.size())
    return Obstacle{
        say("{0} has {1} parameters, {2} has {3}", Ident(a.name), a.params.size(), Ident(b.name), b.params.size()), {}};
  for (size_t i = 0; i < a.params.size(); ++i)
    if (!parameter(a, a.params[i], b, b.params[i]))
      return Obstacle{
          say("{0} and {1} have other types or shapes", Ident(nameOf(a, a.params[i])), Ident(nameOf(b, b.params[i]))),
          say("parameters are compared in their order")};
  return std::nullopt;
}

bool ParameterNames::parameter(const PrimFunc& a, const Var& x, const PrimFunc& b, const Var& y) {
  const Buffer *p = a.bufferOf(x), *q = b.bufferOf(y);
  if (!p != !q) return false;
  if (!p) return x.dtype() == y.dtype() && bind(x, y);
  if ((*p)->dtype != (*q)->dtype || (*p)->shape.size() != (*q)->shape.size()) return false;
  for (size_t i = 0; i < (*p)->shape.size(); ++i)
    if (!extent((*p)->shape[i], (*q)->shape[i])) return false;
  return samePlaces(**p, **q);
}

bool ParameterNames::bind(const Var& x, const Var& y) {
  const auto known = first.find(x.key());
  const auto also = second.find(y.key());
  if (known != first.end() || also != second.end())
    return known != first.end() && also != second.end() && known->second == also->second;
  // isl reads identifiers of letters and digits.
  const std::string name = "n" + std::to_string(names.size());
  names.push_back(name);
  first.emplace(x.key(), name);
  second.emplace(y.key(), name);
  inFirst_.insert_or_assign(y.key(), Expr(x));
  return true;
}

bool ParameterNames::extent(const Expr& m, const Expr& n) {
  const auto *x = m.as<Var>(), *y = n.as<Var>();
  if (x && y) return bind(*x, *y);
  for (const Var& v : freeVars(n))
    if (!second.contains(v.key())) return false;
  return equal(m, substitute(n, inFirst_));
}

int memoryOf(const Equations& equations, int parameter) {
  for (size_t m = 0; m < equations.memories().size(); ++m)
    if (equations.memories()[m].parameter == parameter) return static_cast<int>(m);
  return -1;
}

isl::set elementsOf(const Equations& e, int memory) {
  const auto& shape = e.memories()[static_cast<size_t>(memory)].buffer->shape;
  Statement all;
  all.tuple = e.memories()[static_cast<size_t>(memory)].tuple;
  for (const Expr& extent : shape) {
    const Var v("i", extent.dtype());
    all.loops.push_back({{}, v, makeZero(extent.dtype()), extent, ForKind::Serial, {}});
  }
  return e.boxOf(all);
}

}  // namespace lw::prove
