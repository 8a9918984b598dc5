#include "core/arith/iter_map.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>

#include "core/arith/compare_expr.h"
#include "core/ir/ops.h"
#include "tests/arith/text.h"

namespace lw::test {
namespace {

// "i: 4, j: 0..8"
std::vector<IterDomain> domains(Names& names, std::string_view text) {
  std::vector<IterDomain> out;
  while (!text.empty()) {
    const size_t comma = std::min(text.find(','), text.size());
    const std::string part(text.substr(0, comma));
    text.remove_prefix(std::min(comma + 1, text.size()));
    const size_t colon = part.find(':'), dots = part.find("..");
    const Var v = names.var(part.substr(part.find_first_not_of(' '), colon - part.find_first_not_of(' ')));
    const Expr low = dots == std::string::npos ? Expr(0) : names.parse(part.substr(colon + 1, dots - colon - 1));
    const Expr high = names.parse(part.substr(dots == std::string::npos ? colon + 1 : dots + 2));
    out.push_back({v, {low, high - low}});
  }
  return out;
}

std::vector<Expr> parseAll(Names& names, std::string_view text) {  // separated by ;
  std::vector<Expr> out;
  while (!text.empty()) {
    const size_t end = std::min(text.find(';'), text.size());
    out.push_back(names.parse(text.substr(0, end)));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return out;
}

struct Row {
  const char *iters, *predicate, *bindings, *expected;
  bool dropUnits = false;
};

// As in the conformance cases of split, fuse and what builds on them.
const Row kRows[] = {
    {"a: 2, b: 3, c: 3, d: 4", "(a * 3 + b) * 10 + (c * 4 + d) < 45 and c * 4 + d < 10 and a * 3 + b < 5",
     "(a * 3 + b) * 10 + (c * 4 + d)", "(a * 3 + b) * 10 + (c * 4 + d)"},
    {"f: 126", "True", "f // 9; f % 9", "f // 9; f % 9"},
    {"f: 120", "True", "f // 30 * 30 + f % 30 // 6 * 6 + f % 6", "f"},
    {"f: 120", "True", "f // 6 // 5 * 30 + f // 6 % 5 * 6 + f % 6", "f"},
    {"p: 116, q: 16", "p * 16 + q < 1850", "(p * 16 + q) // 50; (p * 16 + q) % 50",
     "(p * 16 + q) // 50; (p * 16 + q) % 50"},
    {"f: 20, a: 2, b: 2, c: 4, g: 5, d: 1", "True", "f // 5 * 16 + a * 8 + b * 4 + c; f % 5 * 16 + d * 16 + g",
     "f // 5 * 16 + a * 8 + b * 4 + c; f % 5 * 16 + d * 16 + g"},
    {"a: 8, b: 8", "a * 8 + b < 53", "a * 8 + b", "a * 8 + b"},
    {"a: 8, b: 8", "True", "b + a * 8", "a * 8 + b"},
    {"a: 1, b: 64, c: 1", "True", "a * 64 + b + c", "b", true},
    {"i: 12, u: 1", "True", "i + u", "i + u"},
    {"a: (n + 15) // 16, b: 16", "a * 16 + b < n", "a * 16 + b", "a * 16 + b"},
    {"f: n * m", "True", "f // m; f % m", "f // m; f % m"},
    {"i: 4, j: 8", "True", "i * 8 + j; i", "i * 8 + j; i"},  // no map: as it was
    {"i: 3..7, j: 8", "True", "i * 8 + j", "i * 8 + j"},
};

TEST(IterMap, SimplifiesBindingsToTheFormsOfSchedules) {
  for (const Row& row : kRows) {
    Names names;
    Analyzer analyzer;
    const auto iters = domains(names, row.iters);
    const auto bindings = parseAll(names, row.bindings), expected = parseAll(names, row.expected);
    const auto result =
        simplifyIterMap(bindings, iters, names.parse(row.predicate), IterMapLevel::Surjective, analyzer, row.dropUnits);
    ASSERT_EQ(result.size(), expected.size());
    for (size_t i = 0; i < expected.size(); ++i)
      EXPECT_TRUE(arith::same(analyzer.simplify(result[i] - expected[i]), 0) && show(result[i]) == show(expected[i]))
          << row.bindings << "\n gives " << show(result[i]) << "\n not   " << show(expected[i]);
  }
}

struct Verdict {
  const char *iters, *predicate, *indices;
  bool bijective, surjective;
  const char* message;  // part of an error of the bijective check
};

const Verdict kVerdicts[] = {
    {"i: 4, j: 8", "True", "i; j", true, true, ""},
    {"i: 4, j: 8", "True", "i * 8 + j", true, true, ""},
    {"i: 4, j: 8", "True", "i", false, true, "one to one"},
    {"i: 4, j: 8", "True", "i * 7 + j", false, true, "cannot be fused into one"},
    {"i: 4, j: 8", "True", "i * 9 + j", false, false, "cannot be fused into one"},
    {"i: 32", "True", "i // 8; i % 8", true, true, ""},
    {"i: 32", "True", "i // 8", false, true, "leave out or use twice a part of iterator i"},
    {"i: 32", "True", "i // 8; i % 4", false, true, "one to one"},
    {"i: 32", "True", "i // 8; i % 16", false, false, "one to one"},
    {"i: 4, j: 8", "True", "i * j", false, false, "product of two iterators"},
    {"i: 4, j: 8", "True", "i; i + j * 4", false, false, "one to one"},
    {"i: 4", "True", "min(i, 2)", false, false, "iterator i occurs under an operation"},
    {"i: 5, j: 3", "i * 3 + j < 14", "i * 3 + j", true, true, ""},
    {"i: 5, j: 3", "i * j < 14", "i * 3 + j", false, false, "product of two iterators"},
    {"i: 4, j: i", "True", "i; j", false, false, "the range of iterator j depends on another iterator"},
    {"i: 30", "True", "i // 8", false, true, ""},
};

TEST(IterMap, Verdicts) {
  for (const Verdict& v : kVerdicts) {
    Names names;
    Analyzer analyzer;
    const auto iters = domains(names, v.iters);
    const auto indices = parseAll(names, v.indices);
    const auto strict = detectIterMap(indices, iters, names.parse(v.predicate), IterMapLevel::Bijective, analyzer);
    const auto loose = detectIterMap(indices, iters, names.parse(v.predicate), IterMapLevel::Surjective, analyzer);
    std::string errors;
    for (const std::string& e : strict.errors) errors += e + "; ";
    EXPECT_EQ(strict.ok(), v.bijective) << v.indices << ": " << errors;
    EXPECT_EQ(loose.ok(), v.surjective) << v.indices << (loose.ok() ? "" : ": " + loose.errors[0]);
    EXPECT_NE(errors.find(v.message), std::string::npos) << v.indices << ": " << errors;
  }
}

TEST(IterMap, InverseHasTheFormOfUnpackedIndices) {
  Names names;
  Analyzer analyzer;
  const auto iters = domains(names, "vi: 32, vj: 24");
  const auto map = detectIterMap(parseAll(names, "vi // 4; vj // 4; vi % 4; vj % 4"), iters, boolConst(true),
                                 IterMapLevel::Bijective, analyzer);
  ASSERT_TRUE(map.ok());
  const auto inverse = inverseIterMap(map.indices, parseAll(names, "vio; vjo; vii; vji"));
  EXPECT_EQ(inverse.error, "");
  EXPECT_EQ(show(inverse.values.at(names.var("vi").key())), "(vii + (vio * 4))");
  EXPECT_EQ(show(inverse.values.at(names.var("vj").key())), "(vji + (vjo * 4))");
}

TEST(IterMap, PaddingIsDescribed) {
  Names names;
  Analyzer analyzer;
  const auto map = detectIterMap(parseAll(names, "i // 4; i % 4"), domains(names, "i: 14"), boolConst(true),
                                 IterMapLevel::NoCheck, analyzer);
  ASSERT_TRUE(map.ok());
  int padded = 0;
  for (int i = 0; i < 16; ++i) {
    const auto v = evaluate(map.paddingPredicate, {{names.var("i").key(), i}});
    padded += v.value_or(0) != 0;
    EXPECT_EQ(v.value_or(-1), i >= 14);
  }
  EXPECT_EQ(padded, 2);
  const auto inverse = inverseIterMap(map.indices, parseAll(names, "o; p"));
  EXPECT_EQ(show(analyzer.simplify(inverse.values.at(names.var("i").key()))), "((o * 4) + p)");
}

// Random splits and fuses: what is said of the map is compared with its table of values.
class RandomMap {
 public:
  explicit RandomMap(uint32_t seed) : random_(seed) {
    const int64_t n = pick(1, 3);
    for (int64_t i = 0; i < n; ++i) {
      const int64_t low = pick(0, 5) == 0 ? pick(1, 3) : 0;
      iters.push_back({Var("i" + std::to_string(i)), {static_cast<int>(low), static_cast<int>(pick(1, 9))}});
      live.push_back({Expr(iters.back().var) - static_cast<int>(low), *asInt(iters.back().range.extent)});
    }
    for (int64_t steps = pick(0, 4); steps > 0; --steps) step();
    for (const auto& [e, extent] : live) indices.push_back(e);
  }
  int64_t pick(int64_t low, int64_t high) { return std::uniform_int_distribution<int64_t>(low, high)(random_); }
  void step() {
    const size_t at = static_cast<size_t>(pick(0, static_cast<int64_t>(live.size()) - 1));
    auto [e, extent] = live[at];
    const int f = static_cast<int>(pick(1, 6));
    switch (pick(0, 6)) {
      case 6:
        live[at] = {rawBinary(BinaryOp::Sub, static_cast<int>(extent - 1), e), extent};
        break;  // reversed
      case 0:
      case 1: {  // split, perhaps with a rest
        live[at] = {rawBinary(BinaryOp::FloorDiv, e, f), (extent + f - 1) / f};
        live.push_back({rawBinary(BinaryOp::FloorMod, e, f), std::min<int64_t>(f, extent)});
        break;
      }
      case 2:
      case 3: {  // fuse
        const size_t other = static_cast<size_t>(pick(0, static_cast<int64_t>(live.size()) - 1));
        if (other == at) return;
        const auto [o, otherExtent] = live[other];
        live[at] = {rawBinary(BinaryOp::Add, rawBinary(BinaryOp::Mul, e, static_cast<int>(otherExtent)), o),
                    extent * otherExtent};
        live.erase(live.begin() + static_cast<std::ptrdiff_t>(other));
        break;
      }
      case 4:
        live[at] = {rawBinary(BinaryOp::Add, e, f), extent + f};
        break;
      default:
        if (live.size() > 1) live.erase(live.begin() + static_cast<std::ptrdiff_t>(at));
    }
  }
  // Points of the iterators, in order.
  std::vector<std::map<const void*, int64_t>> points() const {
    std::vector<std::map<const void*, int64_t>> out{{}};
    for (const IterDomain& d : iters) {
      std::vector<std::map<const void*, int64_t>> next;
      for (const auto& p : out)
        for (int64_t v = 0; v < *asInt(d.range.extent); ++v) {
          next.push_back(p);
          next.back()[d.var.key()] = *asInt(d.range.min) + v;
        }
      out = std::move(next);
    }
    return out;
  }

  std::vector<IterDomain> iters;
  std::vector<std::pair<Expr, int64_t>> live;
  std::vector<Expr> indices;

 private:
  std::mt19937 random_;
};

std::vector<int64_t> valuesAt(const std::vector<Expr>& list, const std::map<const void*, int64_t>& point) {
  std::vector<int64_t> out;
  for (const Expr& e : list) out.push_back(evaluate(e, point).value_or(INT64_MIN));
  return out;
}

std::string text(const RandomMap& m, const Expr& predicate) {
  std::string s;
  for (const Expr& e : m.indices) s += show(e) + "; ";
  for (const IterDomain& d : m.iters)
    s += d.var.name() + " from " + show(d.range.min) + " extent " + show(d.range.extent) + ", ";
  return s + " where " + show(predicate);
}

struct DivideRow {
  const char *iters, *inner, *predicate, *bindings, *outer, *innerPart, *extents, *predicates;  // ; between bindings
};

// As blockize asks for.
TEST(Subspace, Divides) {
  const DivideRow rows[] = {
      {"i0: 8, i1: 4, j0: 6, j1: 8", "i1 j1", "True", "i0 * 4 + i1; j0 * 8 + j1", "i0; j0", "i1; j1", "4; 8",
       "True; True"},
      {"i0: 4, i1: 4, j: 8", "j", "True", "i0 * 4 + i1; j", "i0 * 4 + i1; 0", "0; j", "1; 8", "True; True"},
      {"i: 6, j: 7", "i j", "True", "i; j", "0; 0", "i; j", "6; 7", "True; True"},
      {"f: 16, k: 32", "k", "True", "f // 4; f % 4 * 32 + k", "f // 4; f % 4", "0; k", "1; 32", "True; True"},
      {"a: 6, b: 8, j: 5", "j", "a * 8 + b < 45", "a * 8 + b; j", "a * 8 + b; 0", "0; j", "1; 5",
       "a * 8 + b < 45; True"},
      {"j: 5, a: 6, b: 8", "a b", "a * 8 + b < 45", "a * 8 + b; j", "0; j", "a * 8 + b; 0", "45; 1",
       "True; a * 8 + b < 45"},
  };
  for (const DivideRow& row : rows) {
    Names names;
    Analyzer analyzer;
    const auto iters = domains(names, row.iters);
    std::vector<Var> inner;
    for (const IterDomain& d : iters)
      if ((std::string(" ") + row.inner + " ").find(" " + d.var.name() + " ") != std::string::npos)
        inner.push_back(d.var);
    const auto result = divideSubspace(parseAll(names, row.bindings), iters, inner, names.parse(row.predicate),
                                       IterMapLevel::Surjective, analyzer);
    ASSERT_TRUE(result.ok()) << row.bindings << ": " << result.errors[0];
    const auto outer = parseAll(names, row.outer), in = parseAll(names, row.innerPart),
               extents = parseAll(names, row.extents), predicates = parseAll(names, row.predicates);
    for (size_t i = 0; i < outer.size(); ++i) {
      EXPECT_EQ(show(toExpr(result.parts[i].outer, analyzer)), show(outer[i])) << row.bindings;
      EXPECT_EQ(show(toExpr(result.parts[i].inner, analyzer)), show(in[i])) << row.bindings;
      EXPECT_EQ(show(analyzer.simplify(result.parts[i].innerExtent)), show(extents[i])) << row.bindings;
    }
    EXPECT_EQ(show(result.outerPredicate), show(predicates[0]));
    EXPECT_EQ(show(result.innerPredicate), show(predicates[1]));
  }
}

TEST(Subspace, RefusesTilesThatAreNoIntervals) {
  Names names;
  Analyzer analyzer;
  const auto result = divideSubspace(parseAll(names, "n * 4 + o"), domains(names, "o: 4, n: 8"), {names.var("n")},
                                     boolConst(true), IterMapLevel::Surjective, analyzer);
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(result.errors[0], "an inner loop has a larger stride in a binding than an outer loop");
  const auto guarded = divideSubspace(parseAll(names, "a * 8 + b"), domains(names, "a: 6, b: 8"), {names.var("b")},
                                      names.parse("a * 8 + b < 45"), IterMapLevel::Surjective, analyzer);
  ASSERT_FALSE(guarded.ok());
  EXPECT_EQ(guarded.errors[0], "a predicate involves both outer and inner loops");
}

constexpr uint32_t kMaps = 6000;

TEST(IterMapProperty, VerdictsFormsAndInversesAgreeWithEnumeration) {
  int bijective = 0, surjective = 0;
  for (uint32_t seed = 0; seed < kMaps && !HasFailure(); ++seed) {
    RandomMap m(seed);
    Analyzer analyzer;
    Expr predicate = boolConst(true);
    if (seed % 3 == 0 && !m.indices.empty())
      predicate = rawBinary(BinaryOp::LT, m.indices[0], static_cast<int>(m.pick(1, 20)));
    std::set<std::vector<int64_t>> image;
    std::map<const void*, int64_t> single;
    size_t count = 0;
    const auto strict =
        detectIterMap(m.indices, m.iters, predicate, IterMapLevel::Bijective, analyzer, m.pick(0, 1) == 1);
    const auto simple =
        simplifyIterMap(m.indices, m.iters, predicate, IterMapLevel::Surjective, analyzer, m.pick(0, 1) == 1);
    surjective += detectIterMap(m.indices, m.iters, predicate, IterMapLevel::Surjective, analyzer).ok();
    std::vector<Expr> outputs;
    std::vector<Var> outputVars;
    for (size_t i = 0; i < m.indices.size(); ++i) outputVars.push_back(Var("o" + std::to_string(i)));
    for (const Var& v : outputVars) outputs.push_back(v);
    const auto inverse = strict.ok() ? inverseIterMap(strict.indices, outputs) : InverseIterMap{};
    EXPECT_EQ(inverse.error, "");
    for (const auto& point : m.points()) {
      if (evaluate(predicate, point) != 1) continue;
      ++count;
      const auto values = valuesAt(m.indices, point);
      image.insert(values);
      EXPECT_EQ(values, valuesAt(simple, point)) << text(m, predicate) << " seed " << seed;
      if (!strict.ok()) continue;
      std::map<const void*, int64_t> at;
      for (size_t i = 0; i < values.size(); ++i) at[outputVars[i].key()] = values[i];
      for (const IterDomain& d : m.iters) {
        const auto it = inverse.values.find(d.var.key());
        if (it == inverse.values.end()) {  // dropped, so it has one value only
          EXPECT_EQ(single.try_emplace(d.var.key(), point.at(d.var.key())).first->second, point.at(d.var.key()))
              << text(m, predicate) << " seed " << seed;
          continue;
        }
        EXPECT_EQ(evaluate(it->second, at), point.at(d.var.key()))
            << text(m, predicate) << " inverse of " << d.var.name() << ": " << show(it->second) << " seed " << seed;
      }
      if (HasFailure()) break;
    }
    if (strict.ok()) {
      ++bijective;
      EXPECT_EQ(image.size(), count) << "not one to one: " << text(m, predicate) << " seed " << seed;
    }
  }
  EXPECT_GT(bijective, static_cast<int>(kMaps) / 5);
  EXPECT_GT(surjective, static_cast<int>(kMaps) / 3);
  std::printf("bijective %d, surjective %d\n", bijective, surjective);
}

TEST(SubspaceProperty, PartsAddUpAndUseTheirOwnIterators) {
  int divided = 0;
  for (uint32_t seed = 0; seed < kMaps && !HasFailure(); ++seed) {
    RandomMap m(seed + 500000);
    Analyzer analyzer;
    std::vector<Var> inner;
    for (const IterDomain& d : m.iters)
      if (m.pick(0, 1)) inner.push_back(d.var);
    const auto result = divideSubspace(m.indices, m.iters, inner, boolConst(true), IterMapLevel::Surjective, analyzer);
    if (!result.ok()) continue;
    ++divided;
    for (size_t i = 0; i < m.indices.size(); ++i) {
      const Expr outer = toExpr(result.parts[i].outer, analyzer), in = toExpr(result.parts[i].inner, analyzer);
      for (const IterDomain& d : m.iters) {
        const bool isInner = std::find(inner.begin(), inner.end(), d.var) != inner.end();
        EXPECT_FALSE(arith::uses(isInner ? outer : in, d.var.key())) << text(m, boolConst(true)) << " seed " << seed;
      }
      for (const auto& point : m.points()) {
        const auto whole = evaluate(m.indices[i], point), o = evaluate(outer, point), n = evaluate(in, point);
        EXPECT_EQ(*whole, *o * *asInt(analyzer.simplify(result.parts[i].innerExtent)) + *n)
            << text(m, boolConst(true)) << " outer " << show(outer) << " inner " << show(in) << " seed " << seed;
        if (HasFailure()) break;
      }
    }
  }
  EXPECT_GT(divided, static_cast<int>(kMaps) / 10);
  std::printf("divided %d\n", divided);
}

}  // namespace
}  // namespace lw::test
