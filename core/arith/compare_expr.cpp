#include "core/arith/compare_expr.h"

#include <bit>
#include <cstring>

namespace lw::arith {
namespace {

bool sameAll(const std::vector<Expr>& a, const std::vector<Expr>& b) {
  if (a.size() != b.size()) return false;
  for (size_t i = 0; i < a.size(); ++i)
    if (!same(a[i], b[i])) return false;
  return true;
}

size_t mix(size_t seed, size_t value) { return seed ^ (value + 0x9e3779b97f4a7c15u + (seed << 6) + (seed >> 2)); }
size_t hashAll(size_t seed, const std::vector<Expr>& list) {
  for (const Expr& e : list) seed = mix(seed, quickHash(e));
  return seed;
}

}  // namespace

bool isIndexType(DataType type) { return type.isInt() && !type.isVector() && (type.bits == 32 || type.bits == 64); }

bool same(const Expr& a, const Expr& b) {
  if (a.sameAs(b)) return true;
  if (a.key()->kind != b.key()->kind || a.dtype() != b.dtype()) return false;
  return a.match([&](const IntImm& x) { return x.value == b.as<IntImm>()->value; },
                 [&](const FloatImm& x) {
                   return std::bit_cast<uint64_t>(x.value) == std::bit_cast<uint64_t>(b.as<FloatImm>()->value);
                 },
                 [&](const StringImm& x) { return x.value == b.as<StringImm>()->value; },
                 [&](const Var& x) { return x.sameAs(*b.as<Var>()); },
                 [&](const Cast& x) { return same(x.value, b.as<Cast>()->value); },
                 [&](const Binary& x) {
                   const auto& y = *b.as<Binary>();
                   return x.op == y.op && same(x.a, y.a) && same(x.b, y.b);
                 },
                 [&](const Not& x) { return same(x.value, b.as<Not>()->value); },
                 [&](const Select& x) {
                   const auto& y = *b.as<Select>();
                   return same(x.condition, y.condition) && same(x.whenTrue, y.whenTrue) &&
                          same(x.whenFalse, y.whenFalse);
                 },
                 [&](const BufferLoad& x) {
                   const auto& y = *b.as<BufferLoad>();
                   return x.buffer.sameAs(y.buffer) && sameAll(x.indices, y.indices);
                 },
                 [&](const Ramp& x) {
                   const auto& y = *b.as<Ramp>();
                   return x.lanes == y.lanes && same(x.base, y.base) && same(x.stride, y.stride);
                 },
                 [&](const Broadcast& x) {
                   return x.lanes == b.as<Broadcast>()->lanes && same(x.value, b.as<Broadcast>()->value);
                 },
                 [&](const Let&) { return false; },  // only equal() compares up to renaming
                 [&](const Call& x) { return x.op == b.as<Call>()->op && sameAll(x.args, b.as<Call>()->args); });
}

size_t quickHash(const Expr& e) {
  const size_t seed = e.key()->kind;
  return e.match(
      [&](const IntImm& x) { return mix(seed, static_cast<size_t>(x.value)); },
      [&](const FloatImm& x) { return mix(seed, std::bit_cast<uint64_t>(x.value)); },
      [&](const StringImm& x) { return mix(seed, std::hash<std::string>{}(x.value)); },
      [&](const Var& x) { return mix(seed, reinterpret_cast<size_t>(x.key()) >> 4); },
      [&](const Cast& x) { return mix(seed, quickHash(x.value)); },
      [&](const Binary& x) { return mix(mix(mix(seed, static_cast<size_t>(x.op)), quickHash(x.a)), quickHash(x.b)); },
      [&](const Not& x) { return mix(seed, quickHash(x.value)); },
      [&](const Select& x) {
        return mix(mix(mix(seed, quickHash(x.condition)), quickHash(x.whenTrue)), quickHash(x.whenFalse));
      },
      [&](const BufferLoad& x) { return hashAll(mix(seed, reinterpret_cast<size_t>(x.buffer.key())), x.indices); },
      [&](const Ramp& x) { return mix(mix(seed, quickHash(x.base)), quickHash(x.stride)); },
      [&](const Broadcast& x) { return mix(seed, quickHash(x.value)); },
      [&](const Let& x) { return mix(seed, quickHash(x.body)); },
      [&](const Call& x) { return hashAll(mix(seed, std::hash<std::string_view>{}(x.op.view())), x.args); });
}

bool uses(const Expr& e, const void* key) {
  const auto any = [&](const std::vector<Expr>& list) {
    for (const Expr& x : list)
      if (uses(x, key)) return true;
    return false;
  };
  return e.match(
      [&](const IntImm&) { return false; }, [&](const FloatImm&) { return false; },
      [&](const StringImm&) { return false; }, [&](const Var& x) { return x.key() == key; },
      [&](const Cast& x) { return uses(x.value, key); },
      [&](const Binary& x) { return uses(x.a, key) || uses(x.b, key); },
      [&](const Not& x) { return uses(x.value, key); },
      [&](const Select& x) { return uses(x.condition, key) || uses(x.whenTrue, key) || uses(x.whenFalse, key); },
      [&](const BufferLoad& x) { return any(x.indices); },
      [&](const Ramp& x) { return uses(x.base, key) || uses(x.stride, key); },
      [&](const Broadcast& x) { return uses(x.value, key); },
      [&](const Let& x) { return uses(x.value, key) || uses(x.body, key); },
      [&](const Call& x) { return any(x.args); });
}

}  // namespace lw::arith
