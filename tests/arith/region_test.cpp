#include "core/arith/region.h"

#include <gtest/gtest.h>

#include <functional>
#include <random>
#include <set>

#include "core/ir/ops.h"
#include "tests/arith/text.h"

namespace lw::test {
namespace {

std::string showRange(const Range& r) { return show(r.min) + " : +" + show(r.extent); }

Range rangeOf(const std::vector<IntSet>& sets, const Analyzer& analyzer, int size = 100) {
  return toRange(unite(sets, analyzer), {0, size}, analyzer);
}

// What T.reads shows for accesses of one block, without anything relaxed.
struct HullRow {
  std::vector<const char*> accesses;
  const char *min, *extent;
};

TEST(IntSet, Hulls) {
  const HullRow rows[] = {
      {{"vj", "0"}, "min(vj, 0)", "max(vj, 0) + 1 - min(vj, 0)"},
      {{"vj", "7 - vj"}, "min(vj, 7 - vj)", "max(vj, 7 - vj) + 1 - min(vj, 7 - vj)"},
      {{"vj * 2", "vj * 2 + 1"}, "vj * 2", "2"},
      {{"vi", "vi"}, "vi", "1"},
      {{"vx + vr - 1"}, "vx + vr - 1", "1"},
      {{"vi // 16", "(vi + 5) % 64 // 16"},
       "min(vi, (vi + 5) % 64) // 16",
       "max(vi, (vi + 5) % 64) // 16 + 1 - min(vi, (vi + 5) % 64) // 16"},
      {{"vi % 16", "(vi + 5) % 16"},
       "min(vi % 16, (vi + 5) % 16)",
       "max(vi % 16, (vi + 5) % 16) + 1 - min(vi % 16, (vi + 5) % 16)"},
      {{"vi % 3", "(vi + 1) % 3", "(vi + 2) % 3"},
       "min(min(vi % 3, (vi + 1) % 3), (vi + 2) % 3)",
       "max(max(vi % 3, (vi + 1) % 3), (vi + 2) % 3) + 1 - min(min(vi % 3, (vi + 1) % 3), (vi + 2) % 3)"},
  };
  for (const HullRow& row : rows) {
    Names n;
    const Analyzer a;
    std::vector<IntSet> sets;
    for (const char* t : row.accesses) sets.push_back(evalSet(n.parse(t), {}, a));
    const Range r = rangeOf(sets, a);
    EXPECT_EQ(show(r.min), show(n.parse(row.min)));
    EXPECT_EQ(show(r.extent), show(n.parse(row.extent)));
  }
}

struct RelaxRow {
  const char *relaxed, *start, *extent, *predicate, *min, *length;
  bool exact;
};

// Consumers of a tile, as compute_at asks for them.
TEST(Region, RelaxedRanges) {
  const RelaxRow rows[] = {
      {"j: 4", "(o * 4 + j) * 2", "2", "True", "o * 8", "8", true},
      {"j: 4", "(o * 4 + j) * 2", "1", "True", "o * 8", "7", false},
      {"i: 8", "o * 8 + i", "1", "True", "o * 8", "8", true},
      {"i: 8", "o * 8 + i", "1", "o * 8 + i < 45", "o * 8", "45 - max(o * 8, 37)", true},
      {"j: 36", "35 - j", "1", "True", "0", "36", true},
      {"y: 4, r: 3", "y + r", "1", "True", "0", "6", true},
      {"y: 4, r: 3", "y * 2 + r", "1", "True", "0", "9", true},
      {"i: 1", "i + o", "1", "True", "o", "1", true},
      {"f: 126", "f // 9", "1", "True", "0", "14", true},
      {"f: 126", "f % 9", "1", "True", "0", "9", true},
      {"i: n", "i", "1", "True", "0", "n", true},
      {"i: 4, k: 3", "i * k", "1", "True", "0", "7", false},
  };
  for (const RelaxRow& row : rows) {
    Names n;
    Analyzer a;
    std::vector<IterDomain> loops;
    std::string text = row.relaxed;
    for (size_t at = 0; at < text.size();) {
      const size_t end = std::min(text.find(", ", at), text.size());
      const std::string part = text.substr(at, end - at);
      loops.push_back({n.var(part.substr(0, part.find(':'))), {0, n.parse(part.substr(part.find(':') + 1))}});
      at = end + 2;
    }
    const RegionBound bound =
        relaxRegion({{n.parse(row.start), n.parse(row.extent)}}, loops, n.parse(row.predicate), a);
    ASSERT_EQ(bound.dims.size(), 1u);
    const Range r = toRange(bound.dims[0], {0, 100}, a);
    EXPECT_EQ(show(r.min), show(n.parse(row.min))) << row.start;
    EXPECT_EQ(show(r.extent), show(n.parse(row.length))) << row.start;
    EXPECT_EQ(bound.exact, row.exact) << row.start;
  }
}

TEST(Region, Covers) {
  Names n;
  Analyzer a;
  n.bind(a, "o: 0..6");
  const auto set = [&](const char* low, const char* high) { return IntSet{n.parse(low), n.parse(high)}; };
  EXPECT_TRUE(covers({set("o * 8", "o * 8 + 7")}, {set("o * 8 + 1", "o * 8 + 7")}, a));
  EXPECT_FALSE(covers({set("o * 8", "o * 8 + 7")}, {set("o * 8", "o * 8 + 8")}, a));
  EXPECT_TRUE(covers({IntSet::everything()}, {set("o", "o")}, a));
  EXPECT_FALSE(covers({set("o", "o")}, {IntSet::everything()}, a));
}

// Random accesses over small loops, some of them outer: the box holds all that is touched, and an exact one nothing
// else.
TEST(RegionProperty, BoxesAgreeWithEnumeration) {
  int exact = 0, tight = 0;
  constexpr uint32_t kAccesses = 6000;
  for (uint32_t seed = 0; seed < kAccesses && !HasFailure(); ++seed) {
    std::mt19937 random(seed);
    const auto pick = [&](int low, int high) { return std::uniform_int_distribution<int>(low, high)(random); };
    const Var outer("o");
    std::vector<IterDomain> loops;
    for (int i = pick(1, 3); i > 0; --i)
      loops.push_back({Var("i" + std::to_string(i)), {pick(0, 4) ? 0 : pick(1, 3), pick(1, 6)}});
    const auto index = [&] {
      Expr e = pick(0, 2) ? Expr(pick(-3, 3)) : Expr(outer) * pick(1, 8);
      for (const IterDomain& d : loops)
        if (pick(0, 2))
          e = rawBinary(BinaryOp::Add, e, rawBinary(BinaryOp::Mul, d.var, pick(0, 5) ? pick(1, 8) : -pick(1, 3)));
      if (pick(0, 3) == 0) e = rawBinary(pick(0, 1) ? BinaryOp::FloorDiv : BinaryOp::FloorMod, e, pick(1, 7));
      return e;
    };
    const std::vector<Range> region = pick(0, 1) ? std::vector<Range>{{index(), pick(1, 4)}}
                                                 : std::vector<Range>{{index(), pick(1, 3)}, {index(), 1}};
    const Expr predicate = pick(0, 2) ? boolConst(true) : rawBinary(BinaryOp::LT, index(), pick(1, 15));
    const Analyzer analyzer;
    const RegionBound bound = relaxRegion(region, loops, predicate, analyzer);
    exact += bound.exact;
    const int64_t o = pick(0, 5);
    std::set<std::vector<int64_t>> touched;
    const std::function<void(size_t, std::map<const void*, int64_t>)> visit =
        [&](size_t depth, std::map<const void*, int64_t> point) {
          if (depth < loops.size()) {
            for (int64_t v = 0; v < *asInt(loops[depth].range.extent); ++v) {
              point[loops[depth].var.key()] = *asInt(loops[depth].range.min) + v;
              visit(depth + 1, point);
            }
            return;
          }
          if (evaluate(predicate, point) != 1) return;
          const int64_t a = *evaluate(region[0].min, point),
                        b = region.size() > 1 ? *evaluate(region[1].min, point) : 0;
          for (int64_t i = 0; i < *asInt(region[0].extent); ++i) touched.insert({a + i, b});
        };
    visit(0, {{outer.key(), o}});
    const std::map<const void*, int64_t> at{{outer.key(), o}};
    std::string text;
    for (size_t d = 0; d < region.size(); ++d)
      text += showRange(region[d]) + " is [" + (bound.dims[d].min ? show(*bound.dims[d].min) : "-") + ", " +
              (bound.dims[d].max ? show(*bound.dims[d].max) : "-") + "]; ";
    for (const IterDomain& l : loops) text += l.var.name() + " " + showRange(l.range) + ", ";
    text += " where " + show(predicate) + " o=" + std::to_string(o) + " seed " + std::to_string(seed);
    int64_t volume = 1;
    for (size_t d = 0; d < region.size(); ++d) {
      int64_t low = INT64_MAX, high = INT64_MIN;
      for (const auto& t : touched) low = std::min(low, t[d]), high = std::max(high, t[d]);
      if (touched.empty()) break;
      ASSERT_TRUE(bound.dims[d].bounded()) << text;
      const int64_t boundLow = *evaluate(*bound.dims[d].min, at), boundHigh = *evaluate(*bound.dims[d].max, at);
      EXPECT_LE(boundLow, low) << text;
      EXPECT_GE(boundHigh, high) << text;
      tight += d == 0 && boundLow == low && boundHigh == high;
      volume *= boundHigh - boundLow + 1;
    }
    if (bound.exact && !touched.empty()) EXPECT_EQ(volume, static_cast<int64_t>(touched.size())) << text;
  }
  EXPECT_GT(exact, static_cast<int>(kAccesses) / 8);
  EXPECT_GT(tight, static_cast<int>(kAccesses) / 2);
  std::printf("exact %d, tight %d\n", exact, tight);
}

}  // namespace
}  // namespace lw::test
